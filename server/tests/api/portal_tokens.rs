//! A page at the address with the token does not contain the token.

use reqwest::Method;

use crate::admin_browser::{admin, post_form};
use crate::browser::{Browser, form};
use crate::clients::hidden_field;
use crate::support::{ANNA, TestResponse, TestServer, on_sqlite};

on_sqlite![
    page_opened_by_token_does_not_contain_token,
    form_returns_to_the_address_that_was_opened,
    form_without_referer_returns_to_the_slug,
    page_opened_before_a_new_slug_keeps_the_refused_text,
];

/// What the portal's forms contain.
const FORMS: [(&str, &[(&str, &str)]); 4] = [
    ("comment", &[("text", "")]),
    ("request-changes", &[("deliverable", "mockup"), ("reason", "")]),
    ("approve", &[("deliverable", "nessuno")]),
    ("read", &[("up_to", "x")]),
];

/// Sends a form of `page` as a browser without JavaScript does.
async fn send(
    atrio: &TestServer,
    page: &str,
    action: &str,
    fields: &[(&str, &str)],
    referer: Option<&str>,
) -> TestResponse {
    let [key, pass] = ["key", "pass"].map(|name| hidden_field(page, name));
    let usual = [("key", &*key), ("pass", &*pass), ("project", "sito"), ("channel", "design")];
    let fields: Vec<_> = usual.into_iter().chain(fields.iter().copied()).collect();
    let mut request = atrio.request(Method::POST, &format!("/rpc/{action}"));
    request = request.header("accept", "text/html").header("content-type", "application/x-www-form-urlencoded");
    if let Some(path) = referer {
        request = request.header("referer", format!("{}{path}", atrio.origin));
    }
    TestResponse::to(request.body(form(&fields))).await
}

/// The page at an address.
async fn open(atrio: &TestServer, address: &str) -> String {
    let page = atrio.get(address.split('#').next().expect("an address")).await;
    assert_eq!(page.status, 200, "{address}");
    page.text
}

#[track_caller]
fn assert_no_token(text: &str, what: &str) {
    let around = |at: usize| &text[at.saturating_sub(80)..(at + 80).min(text.len())];
    assert!(!text.contains(ANNA), "{what}: {}", text.find(ANNA).map_or("", around));
}

async fn page_opened_by_token_does_not_contain_token(atrio: TestServer) {
    let mut anonymous = Browser::new(&atrio);
    for query in [
        "",
        "?project=sito",
        "?project=logo",
        "?project=sito&channel=design",
        "?project=sito&channel=anna&before=2027-01-01",
        "?project=sito&channel=design&before=2020-01-01T00:00:00.000Z",
        "?project=sito&about=mockup&done=approved",
        "?error=too-long&unsaved=nope",
        "?preview=1",
        "?project=nope",
        "?project=%FF",
    ] {
        let page = anonymous.get(&format!("/c/{ANNA}{query}")).await;
        assert_no_token(&page.text, query);
        for (name, value) in &page.headers {
            assert!(!value.to_str().expect("ASCII").contains(ANNA), "{query}: {name}");
        }
    }
    let address = format!("/c/{ANNA}?project=sito&channel=design");
    let page = open(&atrio, &address).await;
    for (action, fields) in FORMS {
        let response = send(&atrio, &page, action, fields, Some(&address)).await;
        assert_no_token(&response.text, action);
        let location = response.header("location").to_owned();
        assert!(location.contains("error="), "{action}: {location}");
        assert_no_token(&open(&atrio, &location).await, action);
    }
    for path in [format!("/c/{ANNA}/"), format!("/c/{ANNA}x"), format!("/c/{ANNA}%00")] {
        assert_no_token(&atrio.get(&path).await.text, &path);
    }
    let refused = TestResponse::to(atrio.request(Method::POST, &format!("/c/{ANNA}"))).await;
    assert_no_token(&refused.text, "POST");
}

async fn form_returns_to_the_address_that_was_opened(atrio: TestServer) {
    for key in [ANNA, "anna-verdi-x7k2"] {
        let address = format!("/c/{key}?project=sito&channel=design");
        let page = open(&atrio, &address).await;
        let response = send(&atrio, &page, "comment", &[("text", "Ciao")], Some(&address)).await;
        assert_eq!(response.header("location"), format!("{address}#conversation"));
    }
}

async fn form_without_referer_returns_to_the_slug(atrio: TestServer) {
    let page = open(&atrio, &format!("/c/{ANNA}")).await;
    for referer in [None, Some("/"), Some("/c/"), Some("/c/a/b"), Some("/c/%2F%2Fevil.example"), Some("/admin/login")] {
        let response = send(&atrio, &page, "comment", &[("text", "Ciao")], referer).await;
        let slug = "/c/anna-verdi-x7k2?project=sito&channel=design#conversation";
        assert_eq!(response.header("location"), slug, "{referer:?}");
    }
}

async fn page_opened_before_a_new_slug_keeps_the_refused_text(atrio: TestServer) {
    let address = format!("/c/{ANNA}?project=sito&channel=design");
    let page = open(&atrio, &address).await;
    let mut admin = admin(&atrio).await;
    let confirmation = admin.get("/admin/clients/anna?change=slug").await.text;
    let fields = [("client", "anna"), ("seen", &*hidden_field(&confirmation, "seen"))];
    post_form(&mut admin, "new_slug", &fields).await;
    let response = send(&atrio, &page, "comment", &[("text", "Non perdermi")], Some(&address)).await;
    let location = response.header("location");
    assert!(location.starts_with(&address) && location.contains("error="), "{location}");
    assert!(open(&atrio, location).await.contains("Non perdermi"));
}
