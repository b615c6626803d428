//! Guessing of portal slugs: what counts as a wrong guess, and what works while the budget is used up.

use reqwest::Method;
use tokio::task::JoinSet;

use crate::browser::Browser;
use crate::portal_links::email_link;
use crate::support::{ANNA, BRUNO, NOBODY, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    twenty_wrong_slugs_block_a_name_for_ten_minutes,
    three_hundred_wrong_slugs_block_all_slugs,
    fresh_network_looks_slugs_up_beyond_the_total,
    networks_of_one_48_have_one_share,
    wrong_slugs_of_one_address_block_only_that_address,
    browser_with_portal_cookie_is_not_blocked,
    page_opened_by_slug_does_not_contain_token,
    portal_cookie_is_limited_to_its_path,
];

on_both_databases![
    wrong_slugs_count_across_processes,
    concurrent_right_slugs_use_no_budget,
    malformed_slugs_use_no_budget,
];

const ANNA_PORTAL: &str = "/c/anna-verdi-x7k2";
const BRUNO_PORTAL: &str = "/c/bruno-neri-p3q4";

/// Requests `count` wrong slugs of this name, each from its own IP address.
async fn request_wrong_slugs(atrio: &TestServer, name: &str, count: usize) {
    for number in 0..count {
        assert_eq!(atrio.get(&format!("/c/{name}-{number:04}")).await.status, 404, "{name} {number}");
    }
}

const GUESSER: &str = "192.0.2.1";

async fn get_from(atrio: &TestServer, ip: &str, path: &str) -> TestResponse {
    TestResponse::to(atrio.request_from(ip, Method::GET, path)).await
}

fn assert_blocked(page: &TestResponse, retry_after: &str) {
    assert_eq!((page.status.as_u16(), page.header("retry-after")), (429, retry_after));
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!((page.header("cache-control"), page.header("x-robots-tag")), ("no-store", "noindex"));
    assert!(page.text.contains("indirizzi che non esistono") && page.text.contains("lang=\"en\""));
    assert!(page.text.contains("<html lang=\"it\">") && page.text.contains("rel=\"stylesheet\""));
}

async fn twenty_wrong_slugs_block_a_name_for_ten_minutes(atrio: TestServer) {
    request_wrong_slugs(&atrio, "anna-verdi", 20).await;
    let (right, wrong) = (atrio.get(ANNA_PORTAL).await, atrio.get("/c/anna-verdi-zzzz").await);
    assert_blocked(&right, "600");
    assert_blocked(&wrong, "600");
    assert_eq!(right.text, wrong.text, "valid and unknown slugs get the same page");
    let names = |page: &TestResponse| page.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&right), names(&wrong));
    assert_eq!(TestResponse::to(atrio.request(Method::HEAD, ANNA_PORTAL)).await.status, 429);

    assert_eq!(atrio.get(&format!("/c/{ANNA}")).await.status, 200, "the token still opens the portal");
    assert_eq!(atrio.get(BRUNO_PORTAL).await.status, 200, "another name is not limited");
    atrio.clock.advance(599_999);
    assert_blocked(&atrio.get(ANNA_PORTAL).await, "1");
    atrio.clock.advance(1);
    assert_eq!(atrio.get(ANNA_PORTAL).await.status, 200);
}

async fn three_hundred_wrong_slugs_block_all_slugs(atrio: TestServer) {
    for name in 0..15 {
        request_wrong_slugs(&atrio, &format!("nome{name}"), 20).await;
    }
    for number in 0..5 {
        assert_eq!(get_from(&atrio, GUESSER, &format!("/c/altro{number}-0000")).await.status, 404);
    }
    for path in [ANNA_PORTAL, BRUNO_PORTAL, "/c/nessuno-0000", "/c/nessuno"] {
        assert_blocked(&get_from(&atrio, GUESSER, path).await, "600");
    }
    for token in [ANNA, BRUNO] {
        assert_eq!(get_from(&atrio, GUESSER, &format!("/c/{token}")).await.status, 200);
    }
    // An unknown token with the form of a slug is throttled like a slug; any other is unknown as usual.
    assert_blocked(&get_from(&atrio, GUESSER, &format!("/c/{NOBODY}")).await, "600");
    assert_eq!(get_from(&atrio, GUESSER, &format!("/c/{}", "X".repeat(43))).await.status, 404);
    atrio.clock.advance(600_000);
    assert_eq!(get_from(&atrio, GUESSER, ANNA_PORTAL).await.status, 200);
}

async fn fresh_network_looks_slugs_up_beyond_the_total(atrio: TestServer) {
    let link = email_link(&atrio).await;
    for network in 0..5 {
        for number in 0..60 {
            let path = format!("/c/nome{number}-{network:04}");
            assert_eq!(get_from(&atrio, &format!("2001:db8:{network}::1"), &path).await.status, 404);
        }
    }
    let fresh = "2001:db8:ff::1";
    assert_blocked(&get_from(&atrio, "2001:db8:4:9::1", ANNA_PORTAL).await, "600");
    for number in 0..5 {
        assert_eq!(get_from(&atrio, fresh, ANNA_PORTAL).await.status, 200);
        assert_eq!(get_from(&atrio, fresh, &format!("/c/altro{number}-0000")).await.status, 404);
        assert_eq!(get_from(&atrio, fresh, &link).await.status, 200);
    }
    assert_blocked(&get_from(&atrio, fresh, ANNA_PORTAL).await, "600");
    assert_blocked(&get_from(&atrio, "2001:db8:ff:1::1", ANNA_PORTAL).await, "600");
    assert_eq!(get_from(&atrio, fresh, &link).await.status, 200);
    // The reserve opens no name whose own guesses are used up.
    for network in 0..4 {
        for number in 0..5 {
            let path = format!("/c/anna-verdi-{network}{number:03}");
            assert_eq!(get_from(&atrio, &format!("2001:db8:a{network}::1"), &path).await.status, 404);
        }
    }
    assert_blocked(&get_from(&atrio, "2001:db8:b::1", ANNA_PORTAL).await, "600");
    assert_eq!(get_from(&atrio, "2001:db8:b::1", BRUNO_PORTAL).await.status, 200);
}

async fn networks_of_one_48_have_one_share(atrio: TestServer) {
    let mut statuses = Vec::new();
    for number in 0..300 {
        let from = format!("2001:db8:1:{}::1", number / 60);
        statuses.push(get_from(&atrio, &from, &format!("/c/nome{number}-0000")).await.status.as_u16());
    }
    let count = |wanted: u16| statuses.iter().filter(|&&status| status == wanted).count();
    assert_eq!((count(404), count(429)), (60, 240));
    assert_blocked(&get_from(&atrio, "2001:db8:1:ffff::1", ANNA_PORTAL).await, "600");
    assert_eq!(get_from(&atrio, "2001:db8:2::1", ANNA_PORTAL).await.status, 200);
}

async fn wrong_slugs_of_one_address_block_only_that_address(atrio: TestServer) {
    for name in 0..15 {
        for number in 0..20 {
            get_from(&atrio, GUESSER, &format!("/c/nome{name}-{number:04}")).await;
        }
    }
    for path in [ANNA_PORTAL, BRUNO_PORTAL] {
        assert_blocked(&get_from(&atrio, GUESSER, path).await, "600");
        assert_eq!(atrio.get(path).await.status, 200);
    }
}

async fn wrong_slugs_count_across_processes(atrio: TestServer) {
    let other = atrio.another_process().await;
    request_wrong_slugs(&atrio, "anna-verdi", 10).await;
    request_wrong_slugs(&other, "anna-verdi", 10).await;
    for process in [&atrio, &other] {
        assert_blocked(&process.get(ANNA_PORTAL).await, "600");
        assert_eq!(process.get(BRUNO_PORTAL).await.status, 200);
    }
    other.store.close().await;
}

async fn browser_with_portal_cookie_is_not_blocked(atrio: TestServer) {
    let (mut returning, mut brunos) = (Browser::new(&atrio), Browser::new(&atrio));
    assert_eq!(returning.get(ANNA_PORTAL).await.status, 200);
    assert_eq!(brunos.get(BRUNO_PORTAL).await.status, 200);
    request_wrong_slugs(&atrio, "anna-verdi", 20).await;
    for _ in 0..3 {
        assert_eq!(returning.get(ANNA_PORTAL).await.status, 200);
    }
    assert_eq!(brunos.get(ANNA_PORTAL).await.status, 429, "a credential of another client does not help");
    let credential = returning.cookies["atrio.pass"].clone();
    for forged in [
        "",
        "x",
        ".",
        "anna.",
        "anna.AAAA",
        ".AAAA",
        &credential[..credential.len() - 1],
        &credential.replace("anna", "bruno"),
    ] {
        let mut forger = Browser::new(&atrio);
        forger.cookies.insert("atrio.pass".into(), forged.into());
        assert_eq!(forger.get(ANNA_PORTAL).await.status, 429, "{forged}");
    }
    // A credential opens only the portal it was issued for.
    assert_eq!(returning.get("/c/anna-verdi-0000").await.status, 429);
}

async fn concurrent_right_slugs_use_no_budget(atrio: TestServer) {
    request_wrong_slugs(&atrio, "anna-verdi", 19).await;
    let mut visitors = JoinSet::new();
    for _ in 0..40 {
        let atrio = atrio.clone();
        visitors.spawn(async move { atrio.get(ANNA_PORTAL).await.status.as_u16() });
    }
    let statuses = visitors.join_all().await;
    assert!(statuses.iter().all(|&status| status == 200), "{statuses:?}");
    request_wrong_slugs(&atrio, "anna-verdi", 1).await;
    assert_eq!(atrio.get(ANNA_PORTAL).await.status, 429);
}

async fn malformed_slugs_use_no_budget(atrio: TestServer) {
    let tokens = ["X".repeat(43), "X_x".repeat(10)];
    for number in 0..350 {
        let key = &["%00", "%FF", "..%2f", "%F0%9F%A6%80", "a%20b", &tokens[0], &tokens[1]][number % 7];
        assert_eq!(atrio.get(&format!("/c/{key}")).await.status, 404, "{key}");
    }
    // A request with another method does not count.
    for _ in 0..30 {
        assert_eq!(TestResponse::to(atrio.request(Method::PUT, "/c/anna-verdi-0000")).await.status, 405);
    }
    assert_eq!(atrio.get(ANNA_PORTAL).await.status, 200);
}

async fn page_opened_by_slug_does_not_contain_token(atrio: TestServer) {
    for query in ["", "?project=sito&channel=design", "?project=logo", "?project=nope"] {
        let page = atrio.get(&format!("{ANNA_PORTAL}{query}")).await;
        assert!(!page.text.contains(ANNA), "{query}: {}", page.text);
        for (name, value) in &page.headers {
            assert!(!value.to_str().expect("ASCII").contains(ANNA), "{query}: {name}");
        }
        assert!(!page.text.contains(BRUNO) && !page.text.contains("bruno"), "{query}");
    }
}

async fn portal_cookie_is_limited_to_its_path(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    assert_eq!(anna.get(ANNA_PORTAL).await.status, 200);
    let attributes = |line: &str| {
        let (_, attributes) = line.split_once("; ").expect("attributes");
        let mut attributes: Vec<_> = attributes.split("; ").map(str::to_owned).collect();
        attributes.sort();
        attributes.join("; ")
    };
    let line = anna.set_cookie_line("atrio.pass").expect("a cookie");
    assert!(line.starts_with("atrio.pass=anna."), "{line}");
    let expected = "HttpOnly; Max-Age=15552000; Path=/c/anna-verdi-x7k2; SameSite=Lax";
    assert_eq!(attributes(line), expected);

    let mut secure =
        Browser::new(&atrio.with_config(|config| config.base_url = "https://portale.example.it".into()).await);
    assert_eq!(secure.get(ANNA_PORTAL).await.status, 200);
    let line = secure.set_cookie_line("__Secure-atrio.pass").expect("a cookie");
    assert_eq!(attributes(line), format!("{expected}; Secure"));

    for path in [&*format!("/c/{ANNA}"), "/c/anna-verdi-0000", "/c/anna-verdi-x7k2/", "/"] {
        let mut anonymous = Browser::new(&atrio);
        anonymous.get(path).await;
        assert!(anonymous.set_cookie_line("atrio.pass").is_none(), "{path}: {:?}", anonymous.set_cookies);
    }
}
