//! Throttling of password attempts (docs/REFERENCE.md#password-attempts).

use std::time::{Duration, Instant};

use reqwest::Method;
use tokio::task::JoinSet;

use crate::browser::{Browser, SIGN_IN, form};
use crate::support::{ADMIN_EMAIL, ADMIN_PASSWORD, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![sign_in_allows_ten_attempts_per_ip_in_three_minutes, sign_in_slows_down_after_thirty_wrong_passwords,];

on_both_databases![sign_in_attempts_count_across_processes];

async fn attempt(browser: &mut Browser, ip: &str, password: &str, accept: &str) -> TestResponse {
    let token = browser.csrf_token().await;
    let body = form(&[("csrfToken", &token), ("email", ADMIN_EMAIL), ("password", password)]);
    let cookies: Vec<_> = browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let request = browser.atrio.request_from(ip, Method::POST, SIGN_IN);
    let request = request.header("cookie", cookies.join("; ")).header("accept", accept).body(body);
    browser.send(request).await
}

async fn sign_in_allows_ten_attempts_per_ip_in_three_minutes(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    for right in [true, false, false, false, false, false, false, false, false, true] {
        let password = if right { ADMIN_PASSWORD } else { "sbagliata" };
        assert_eq!(attempt(&mut anna, "192.0.2.1", password, "*/*").await.status, 302);
    }
    let refused = attempt(&mut anna, "192.0.2.1", ADMIN_PASSWORD, "*/*").await;
    refused.assert_error(429, "Troppe richieste");
    assert_eq!(refused.header("retry-after"), "180");
    let page = attempt(&mut anna, "192.0.2.1", ADMIN_PASSWORD, "text/html,application/xhtml+xml").await;
    assert_eq!((page.status.as_u16(), page.header("retry-after")), (429, "180"));
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(page.text.contains("Troppe richieste") && page.text.contains("180"), "{}", page.text);

    assert_eq!(
        attempt(&mut anna, "192.0.2.2", ADMIN_PASSWORD, "*/*").await.status,
        302,
        "another address is not limited"
    );
    atrio.clock.advance(179_999);
    assert_eq!(attempt(&mut anna, "192.0.2.1", ADMIN_PASSWORD, "*/*").await.status, 429);
    atrio.clock.advance(1);
    assert_eq!(attempt(&mut anna, "192.0.2.1", ADMIN_PASSWORD, "*/*").await.status, 302);
}

async fn sign_in_attempts_count_across_processes(atrio: TestServer) {
    let other = atrio.another_process().await;
    let (mut here, mut there) = (Browser::new(&atrio), Browser::new(&other));
    for _ in 0..5 {
        assert_eq!(attempt(&mut here, "192.0.2.1", "sbagliata", "*/*").await.status, 302);
        assert_eq!(attempt(&mut there, "192.0.2.1", "sbagliata", "*/*").await.status, 302);
    }
    for browser in [&mut here, &mut there] {
        let refused = attempt(browser, "192.0.2.1", ADMIN_PASSWORD, "*/*").await;
        refused.assert_error(429, "Troppe richieste");
    }
    other.store.close().await;
}

async fn sign_in_slows_down_after_thirty_wrong_passwords(atrio: TestServer) {
    let mut known_device = Browser::new(&atrio);
    known_device.sign_in().await;
    known_device.cookies.retain(|name, _| name == "atrio.device");

    let mut guesses = JoinSet::new();
    for mut anonymous in (0..30).map(|_| Browser::new(&atrio)) {
        guesses.spawn(async move { anonymous.try_wrong_password().await.status });
    }
    assert!(guesses.join_all().await.into_iter().all(|status| status == 302));

    // Each attempt has its own IP address and the right password.
    let started = Instant::now();
    let mut attempts = JoinSet::new();
    for mut anonymous in (0..3).map(|_| Browser::new(&atrio)) {
        attempts.spawn(async move {
            anonymous.sign_in().await;
            started.elapsed()
        });
    }
    let mut waits = attempts.join_all().await;
    waits.sort();
    assert!(waits[1] >= Duration::from_secs(1) && waits[2] >= Duration::from_secs(2), "{waits:?}");

    let started = Instant::now();
    known_device.sign_in().await;
    assert!(started.elapsed() < Duration::from_millis(900), "{:?}", started.elapsed());

    // A forged device cookie has no effect.
    let started = Instant::now();
    let mut forger = Browser::new(&atrio);
    forger.cookies.insert("atrio.device".into(), "AAAA.BBBB".into());
    forger.try_wrong_password().await;
    assert!(started.elapsed() >= Duration::from_secs(2), "{:?}", started.elapsed());

    atrio.clock.advance(3 * 60 * 1000);
    let started = Instant::now();
    Browser::new(&atrio).sign_in().await;
    assert!(started.elapsed() < Duration::from_millis(900), "{:?}", started.elapsed());
}
