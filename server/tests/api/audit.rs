//! `/admin/audit`: who did what and when, without secrets or texts.

use reqwest::Method;
use serde_json::json;

use crate::admin_browser::admin;
use crate::browser::{Browser, SIGN_IN};
use crate::support::{ADMIN_EMAIL, ADMIN_PASSWORD, ANNA, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    audit_page_shows_localized_entries,
    failed_sign_in_entry_has_ip_but_no_typed_input,
    audit_page_contains_no_secrets_or_message_text,
    day_filter_uses_agency_time_zone,
];

on_both_databases![malformed_audit_queries_return_200, filters_are_kept_in_url_and_form, audit_page_is_paginated,];

/// The lines of a page, without their tags.
fn entry_texts(page: &str) -> Vec<String> {
    let Some((_, rows)) = page.split_once("<ol class=\"rows\">") else { return Vec::new() };
    let rows = rows.split_once("</ol>").map_or(rows, |(rows, _)| rows);
    rows.split("</li>").map(strip_tags).filter(|line| !line.is_empty()).collect()
}

fn strip_tags(html: &str) -> String {
    let mut text = String::new();
    for (number, part) in html.split('<').enumerate() {
        let shown = if number == 0 { part } else { part.split_once('>').map_or("", |(_, shown)| shown) };
        text.push_str(shown);
        text.push(' ');
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn approve(atrio: &TestServer) {
    let body = json!({ "token": ANNA, "deliverableId": "mockup" }).to_string();
    assert_eq!(atrio.post("/api/client/approve", body).await.status, 200);
}

async fn audit_page_shows_localized_entries(atrio: TestServer) {
    approve(&atrio).await;
    approve(&atrio).await;
    atrio.clock.advance(60_000);
    let mut admin = admin(&atrio).await;
    let shown = entry_texts(&admin.get("/admin/audit").await.text);
    assert_eq!(
        shown,
        [
            format!("{ADMIN_EMAIL} ha fatto l’accesso 20 novembre 2026, 11:01"),
            "Anna Verdi ha approvato Mockup della home 20 novembre 2026, 11:00".to_owned(),
        ]
    );
    atrio.store.set_setting("language", "en").await.expect("a setting");
    let shown = entry_texts(&admin.get("/admin/audit").await.text);
    assert_eq!(shown[1], "Anna Verdi approved Mockup della home 20 November 2026, 11:00");
    assert!(admin.get("/admin/settings/security").await.text.contains("href=\"/admin/audit\""));
}

async fn failed_sign_in_entry_has_ip_but_no_typed_input(atrio: TestServer) {
    let mut anonymous = Browser::new(&atrio);
    let token = anonymous.csrf_token().await;
    let typed = [("email", "spia@example.com"), ("password", "quasi giusta"), ("csrfToken", &*token)];
    let request = atrio.request_from("203.0.113.7", Method::POST, SIGN_IN).body(crate::browser::form(&typed));
    let cookies =
        anonymous.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ");
    let refused = anonymous.send(request.header("cookie", cookies)).await;
    assert!(refused.header("location").contains("error=CredentialsSignin"));
    let page = admin(&atrio).await.get("/admin/audit?action=sign_in_failed").await.text;
    let shown = entry_texts(&page);
    assert_eq!(shown.len(), 1);
    assert!(shown[0].starts_with("Qualcuno da 203.0.113.7 ha provato ad accedere, senza riuscirci"), "{shown:?}");
    assert!(!page.contains("spia@example.com") && !page.contains("quasi giusta"), "{page}");
}

async fn audit_page_contains_no_secrets_or_message_text(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    admin.try_wrong_password().await;
    let changes = json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "text": "canarino-testo" });
    atrio.post("/api/client/comment", changes.to_string()).await;
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
    let reason = domain::MessageText::parse("canarino-ragione").expect("a text");
    atrio.store.request_changes(&anna, "mockup", None, &reason).await.expect("a request");
    approve(&atrio).await;
    let page = admin.get("/admin/audit").await.text;
    for hidden in [ANNA, "canarino-testo", "canarino-ragione", ADMIN_PASSWORD, "sbagliata"] {
        assert!(!page.contains(hidden), "{hidden}: {page}");
    }
    assert!(page.contains("ha chiesto modifiche a"), "{page}");
}

async fn filters_are_kept_in_url_and_form(atrio: TestServer) {
    approve(&atrio).await;
    let mut admin = admin(&atrio).await;
    for (query, found) in [
        ("action=approved", 1),
        ("action=slug_changed", 0),
        ("who=client", 1),
        ("who=admin", 1),
        ("who=nobody", 0),
        ("who=client%3Aanna", 1),
        ("who=client%3Aelse", 0),
        ("action=approved&who=admin", 0),
        ("from=2026-11-20&to=2026-11-20", 2),
        ("from=2026-11-21", 0),
        ("to=2026-11-19", 0),
    ] {
        let page = admin.get(&format!("/admin/audit?{query}")).await.text;
        assert_eq!(entry_texts(&page).len(), found, "{query}: {page}");
        assert_eq!(page.contains("Nessun risultato"), found == 0, "{query}");
        assert!(page.contains("Togli i filtri"), "{query}");
    }
    let page = admin.get("/admin/audit?action=approved&who=client%3Aanna&from=2026-11-01").await.text;
    for selected in ["value=\"approved\" selected", "value=\"client:anna\" selected", "value=\"2026-11-01\""] {
        assert!(page.contains(selected), "{selected}: {page}");
    }
    let all = admin.get("/admin/audit").await.text;
    assert!(all.contains("href=\"/admin/audit?who=client%3Aanna\"") && !all.contains("Togli i filtri"), "{all}");
}

async fn day_filter_uses_agency_time_zone(atrio: TestServer) {
    // 2026-11-20T22:59Z is still the 20th in Rome, one minute later it is the 21st.
    atrio.clock.advance((12 * 60 + 59) * 60_000);
    approve(&atrio).await;
    atrio.clock.advance(60_000);
    let mut admin = admin(&atrio).await;
    let found = async |admin: &mut Browser, day: &str| {
        entry_texts(&admin.get(&format!("/admin/audit?from={day}&to={day}")).await.text)
    };
    let (first, second) = (found(&mut admin, "2026-11-20").await, found(&mut admin, "2026-11-21").await);
    assert!(first.len() == 1 && first[0].contains("ha approvato"), "{first:?}");
    assert!(second.len() == 1 && second[0].contains("ha fatto l’accesso"), "{second:?}");
}

async fn audit_page_is_paginated(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let by = domain::audit::Actor::Admin("b@example.it".to_owned());
    for _ in 0..70 {
        atrio.store.record(&by, domain::audit::Action::SignedIn).await.expect("a record");
    }
    let path = "/admin/audit?who=admin%3Ab%40example.it";
    let first = admin.get(path).await.text;
    assert_eq!(entry_texts(&first).len(), 50);
    let mut links = first.split("href=\"").filter_map(|rest| rest.split('"').next());
    let href = links.find(|href| href.contains("after=")).expect("more");
    let second = admin.get(&href.replace("&amp;", "&")).await.text;
    assert_eq!(entry_texts(&second).len(), 20);
    assert!(!second.contains("rel=\"next\"") && second.contains(&format!("href=\"{path}\"")), "{second}");
}

async fn malformed_audit_queries_return_200(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let long = "x".repeat(3_000);
    for query in [
        "action=nothing&who=everybody&from=yesterday&to=9999-12-31&after=x",
        "from=0000-01-01&to=0000-01-01",
        "from=9999-12-31",
        "who=client%3A%00",
        "who=client%3A",
        "who=nobody%3A%27%3B%20DROP%20TABLE%20audit",
        "after=~",
        "after=%00~%00",
        "after=99999999999999999999~a",
        "after=-1~a",
        "action=%ff",
        "who=%3Cscript%3Ealert(1)%3C/script%3E",
        "who=client%3A%3Cscript%3Ealert(1)%3C/script%3E",
        &format!("who=client%3A{long}"),
    ] {
        let page = admin.get(&format!("/admin/audit?{query}")).await;
        assert_eq!(page.status, 200, "{query}");
        assert!(!page.text.contains("<script>alert(1)"), "{query}");
    }
}
