//! Sessions: how long they last and what ends them (docs/REFERENCE.md#sessions).

use domain::audit::Actor;
use reqwest::Method;
use server::config::Secret;
use server::password;

use crate::browser::{Browser, SIGN_OUT};
use crate::support::{ADMIN_EMAIL, ADMIN_PASSWORD, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    session_cookies_are_http_only_and_same_site,
    session_lasts_seven_days,
    session_cookie_is_renewed_after_a_day,
    sign_out_ends_only_this_session,
    new_epoch_ends_every_session,
    changed_password_or_email_ends_every_session,
    restart_keeps_sessions,
    auth_secret_rotation_keeps_sessions,
    sign_in_page_removes_drafts_only_after_sign_out,
];

on_both_databases![malformed_session_cookie_means_signed_out];

const HOUR: i64 = 3_600_000;

async fn signed_in(atrio: &TestServer) -> Browser {
    let mut browser = Browser::new(atrio);
    browser.sign_in().await;
    browser
}

/// Whether the sign-in page removes the agency's drafts, which it does not with those of a portal.
async fn removes_drafts(browser: &mut Browser) -> bool {
    let page = browser.get("/admin/login").await.text;
    assert!(!page.contains("atrio:draft:"), "{page}");
    let is_removed = |key: &str| page.contains(&format!("key.startsWith('{key}')"));
    let keys = ["atrio:reply:", "atrio:replies", "atrio:form:", "atrio:sent"].map(is_removed);
    assert!(keys.iter().all(|removed| *removed == keys[0]), "{page}");
    keys[0]
}

async fn sign_in_page_removes_drafts_only_after_sign_out(atrio: TestServer) {
    let (mut one, mut other) = (signed_in(&atrio).await, signed_in(&atrio).await);
    assert!(!removes_drafts(&mut one).await);
    one.post(SIGN_OUT, &[]).await;
    assert!(removes_drafts(&mut one).await && removes_drafts(&mut one).await);
    one.sign_in().await;
    assert!(!removes_drafts(&mut one).await);

    let request = one.request(Method::POST, "/rpc/admin/end_sessions").header("accept", "text/html");
    one.send(request.header("content-type", "application/x-www-form-urlencoded").body("")).await;
    assert!(!one.is_signed_in().await && !other.is_signed_in().await);
    assert!(removes_drafts(&mut one).await);
    assert!(!removes_drafts(&mut other).await, "another browser did not sign out");

    let mut expired = signed_in(&atrio).await;
    atrio.clock.advance(8 * 24 * HOUR);
    assert!(!expired.is_signed_in().await && !removes_drafts(&mut expired).await);
}

async fn session_cookies_are_http_only_and_same_site(atrio: TestServer) {
    let here = signed_in(&atrio).await;
    let secure = atrio.with_config(|config| config.base_url = "https://portal.example.it".into()).await;
    let there = signed_in(&secure).await;
    for (browser, prefix, is_secure) in [(&here, "atrio.", false), (&there, "__Host-atrio.", true)] {
        assert!(browser.cookies.contains_key(&format!("{prefix}csrf")));
        for (name, max_age) in [("session", "; Max-Age=604800"), ("device", "; Max-Age=31536000")] {
            let line = browser.set_cookie_line(&format!("{prefix}{name}")).expect("the cookie");
            for attribute in ["; HttpOnly", "; SameSite=Lax", "; Path=/", max_age] {
                assert!(line.contains(attribute), "{line}");
            }
            assert_eq!(line.contains("; Secure"), is_secure, "{line}");
            assert!(!line.contains("Domain"), "{line}");
        }
    }
}

async fn session_lasts_seven_days(atrio: TestServer) {
    let cookies = signed_in(&atrio).await;
    atrio.clock.advance(7 * 24 * HOUR - 1);
    assert!(cookies.clone().is_signed_in().await);
    atrio.clock.advance(1);
    let mut expired = cookies.clone();
    assert!(!expired.is_signed_in().await);
    assert!(!expired.cookies.contains_key("atrio.session"), "the cookie is removed");
}

async fn session_cookie_is_renewed_after_a_day(atrio: TestServer) {
    let mut anna = signed_in(&atrio).await;
    let first = anna.clone();
    atrio.clock.advance(24 * HOUR);
    assert_eq!(anna.session_expires_at().await.as_deref(), Some("2026-11-27T10:00:00.000Z"));
    assert!(anna.set_cookies.is_empty(), "not reissued at exactly one day");
    atrio.clock.advance(1);
    assert_eq!(anna.session_expires_at().await.as_deref(), Some("2026-11-28T10:00:00.001Z"));
    assert!(anna.set_cookie_line("atrio.session").is_some_and(|line| line.contains("Max-Age=604800")));
    assert_ne!(anna.cookies["atrio.session"], first.cookies["atrio.session"]);
    anna.session_expires_at().await;
    assert!(anna.set_cookies.is_empty(), "reissued once a day");

    atrio.clock.advance(6 * 24 * HOUR);
    assert!(anna.clone().is_signed_in().await);
    assert!(!first.clone().is_signed_in().await, "the first cookie has expired");
    // Pages reissue it as well.
    assert_eq!(anna.get("/admin").await.status, 200);
    assert!(anna.set_cookie_line("atrio.session").is_some());
}

async fn sign_out_ends_only_this_session(atrio: TestServer) {
    let mut anna = signed_in(&atrio).await;
    let mut elsewhere = signed_in(&atrio).await;
    let first = anna.clone();
    atrio.clock.advance(25 * HOUR);
    assert!(anna.is_signed_in().await);
    let second = anna.clone();
    anna.post(SIGN_OUT, &[]).await;
    for copy in [first, second] {
        assert!(!copy.clone().is_signed_in().await, "a copied cookie is invalid after signing out");
    }
    assert!(elsewhere.is_signed_in().await);
    anna.sign_in().await;
    assert!(anna.is_signed_in().await);
}

async fn new_epoch_ends_every_session(atrio: TestServer) {
    let (mut anna, mut elsewhere) = (signed_in(&atrio).await, signed_in(&atrio).await);
    atrio.store.end_every_session(&Actor::Admin(ADMIN_EMAIL.to_owned())).await.expect("a new epoch");
    assert!(!anna.is_signed_in().await && !elsewhere.is_signed_in().await);
    anna.sign_in().await;
    assert!(anna.is_signed_in().await);
}

async fn changed_password_or_email_ends_every_session(atrio: TestServer) {
    let anna = signed_in(&atrio).await;
    let other_password = atrio.with_config(|config| config.admin_password_source = Secret::new("un'altra")).await;
    let other_address = atrio.with_config(|config| config.admin_email = "altra@example.it".into()).await;
    for changed in [other_password, other_address] {
        assert!(!anna.on_server(&changed).is_signed_in().await);
    }
    assert!(anna.clone().is_signed_in().await);
}

async fn restart_keeps_sessions(atrio: TestServer) {
    let anna = signed_in(&atrio).await;
    let again = atrio
        .with_config(|config| {
            config.admin_password_hash = Secret::new(password::hash(ADMIN_PASSWORD).expect("a hash"));
        })
        .await;
    assert!(anna.on_server(&again).is_signed_in().await);
}

async fn auth_secret_rotation_keeps_sessions(atrio: TestServer) {
    let (old, new) = ("x".repeat(32), "y".repeat(32));
    let both = atrio.with_config(|config| config.auth_secrets = vec![Secret::new(&*new), Secret::new(&*old)]).await;
    let only_new = atrio.with_config(|config| config.auth_secrets = vec![Secret::new(&*new)]).await;
    let anna = signed_in(&atrio).await;
    assert!(anna.on_server(&both).is_signed_in().await);
    assert!(!anna.on_server(&only_new).is_signed_in().await);
    // A day later the cookie is reissued, signed with the new secret.
    atrio.clock.advance(25 * HOUR);
    let mut moved = anna.on_server(&both);
    assert!(moved.is_signed_in().await);
    assert!(moved.on_server(&only_new).is_signed_in().await);
    assert!(!moved.on_server(&atrio).is_signed_in().await);
}

async fn malformed_session_cookie_means_signed_out(atrio: TestServer) {
    let anna = signed_in(&atrio).await;
    let good = &anna.cookies["atrio.session"];
    let (signature, claim) = good.split_at(44);
    let device = &anna.cookies["atrio.device"];
    let mut forgeries = vec![
        String::new(),
        "x".into(),
        claim.to_owned(),
        signature.to_owned(),
        format!("{signature}{}", &claim[1..]),
        format!("{}{claim}", "A".repeat(44)),
        device.clone(),
        "%00%FF".into(),
        "\"".into(),
        "🦀".into(),
        "[".repeat(3000),
        "A".repeat(6000),
    ];
    // One character changed, at every tenth position.
    for index in (0..good.len()).step_by(10) {
        let mut bytes = good.clone().into_bytes();
        bytes[index] = if bytes[index] == b'A' { b'B' } else { b'A' };
        forgeries.push(String::from_utf8(bytes).expect("ASCII"));
    }
    for forged in forgeries {
        let mut browser = Browser::new(&atrio);
        browser.cookies.insert("atrio.session".into(), forged.clone());
        assert!(!browser.is_signed_in().await, "{forged}");
        assert_eq!(browser.get("/admin").await.status, 302, "{forged}");
    }
    for header in [&b"atrio.session"[..], b"=;=;;", b"\xff\xfe=\xfd", b"; ; a=b; atrio.session"] {
        let request = atrio.request(Method::GET, "/api/auth/session").header("cookie", header);
        let response = crate::support::TestResponse::to(request).await;
        assert_eq!((response.status.as_u16(), response.text.as_str()), (200, "null"));
    }
    assert!(anna.clone().is_signed_in().await, "the valid session is unchanged");
}
