//! No response to a client reveals amounts, quotes, notes, hours, leads or other clients, nor that any exist
//! (docs/REFERENCE.md#what-a-client-sees). Each of these contains a canary, and all responses are searched
//! for them.

mod notifications;

use reqwest::{Method, header};

use crate::browser::{Browser, form};
use crate::support::{
    ADMIN_EMAIL, ANNA, BRUNO, INTERNAL_SECRET, NOBODY, TestResponse, TestServer, WEBHOOK_SECRET, on_sqlite,
};

on_sqlite![
    client_pages_contain_no_admin_data,
    client_api_responses_contain_no_admin_data,
    admin_activity_adds_no_admin_data_to_client_pages,
    canary_search_finds_admin_data,
];

/// Canaries in data that clients must not see. They are long or unusual enough not to occur in a nonce by
/// chance.
const CANARY_WORDS: [&str; 10] = [
    "canarin", "Canarin", "CANARIN", "canary", BRUNO, "bruno-neri", "Bruno", ADMIN_EMAIL, WEBHOOK_SECRET,
    INTERNAL_SECRET,
];

/// Canary numbers: amounts, prices, minutes and quantities, with and without cents, in any grouping.
const CANARY_NUMBERS: [&str; 10] = [
    "918273/2026", "918273645", "9182736", "827364519", "8273645", "736451928", "7364519", "6455192", "645192837",
    "6451928",
];

/// The canaries that `answer` contains.
fn find_canary(response: &TestResponse) -> Option<&'static str> {
    let headers: Vec<_> = response.headers.iter().map(|(name, value)| format!("{name}: {value:?}")).collect();
    let mut everything = format!("{}\n{}", headers.join("\n"), response.text);
    if response.status == 404 {
        // Who has a dead link can write to the agency.
        everything = everything.replace(&format!("<a href=\"mailto:{ADMIN_EMAIL}\">{ADMIN_EMAIL}</a>"), "");
    }
    let is_between = |c: &char| matches!(c, '.' | ',' | '\'' | '’' | '_') || c.is_whitespace();
    let digits: String = everything.chars().filter(|c| !is_between(c)).collect();
    let word = CANARY_WORDS.into_iter().find(|word| everything.contains(word));
    word.or_else(|| CANARY_NUMBERS.into_iter().find(|number| digits.contains(number)))
        .or_else(|| everything.split(|c: char| !c.is_alphanumeric()).any(|word| word == "CHF").then_some("CHF"))
}

#[track_caller]
fn assert_no_canary(response: &TestResponse, of: &str) {
    if let Some(canary) = find_canary(response) {
        panic!("{of} ({}) contains {canary}:\n{}", response.status, response.text);
    }
}

async fn import_canaries(atrio: &TestServer) {
    atrio.store.import(include_bytes!("canaries.json"), &mut |_, _| {}).await.expect("canaries");
    let fiscal = "address = 'Canarino in via', vat_number = '918273645', tax_code = 'CANARIN', invitation = 'Canarino'";
    atrio.sql(&format!("UPDATE client SET {fiscal} WHERE id = 'anna'")).await;
}

/// Every URL of a client's pages, with every query that changes what they show.
fn client_urls() -> Vec<String> {
    let mut addresses = Vec::new();
    for key in ["anna-verdi-x7k2", ANNA] {
        let states = [
            "",
            "?project=sito",
            "?project=logo",
            "?project=sito&channel=design",
            "?project=sito&channel=sviluppo",
            "?project=logo&channel=bozze",
            "?project=sito&channel=anna&before=2026-03-02",
            "?project=sito&channel=design&before=2026-03-02T00:00:00Z",
            "?project=sito&channel=anna&error=too-long&unsaved=canary",
            "?project=sito&about=mockup&done=approved",
            "?project=sito&about=mockup&done=changes-requested",
            "?project=sito&about=palette&error=already-approved&unsaved=canary",
            "?project=negozio",
            "?project=canary-project",
            "?project=sito&channel=vetrina",
            "?project=sito&channel=canary-client",
            "?project=sito&unsaved=canary",
        ];
        addresses.extend(states.map(|state| format!("/c/{key}{state}")));
        addresses.push(format!("/c/{key}/notifications"));
    }
    let others = ["/", "/offline", "/-", "/c/nessuno-0000", "/admin/login", "/manifest.webmanifest", "/logo"];
    addresses.extend(others.map(str::to_owned));
    addresses.extend(["anna-verdi-x7k2", ANNA].map(|key| format!("/manifest.webmanifest?at={key}")));
    addresses
}

async fn client_pages_contain_no_admin_data(atrio: TestServer) {
    import_canaries(&atrio).await;
    let mut anna = Browser::new(&atrio);
    for address in client_urls() {
        // No page repeats its query, so the request cannot be the source of a canary.
        assert_no_canary(&anna.get(&address).await, &address);
    }
    let page = anna.get("/c/anna-verdi-x7k2?project=sito").await;
    assert!(
        page.text.contains("Saldo") && page.text.contains("Mockup della home"),
        "the page shows the client's own data"
    );
}

async fn client_api_responses_contain_no_admin_data(atrio: TestServer) {
    import_canaries(&atrio).await;
    let credential = atrio.credential(ANNA).await;
    for token in [ANNA, &credential, NOBODY, ""] {
        for query in [
            "chat?project_id=sito",
            "chat?project_id=logo&since=2026-03-01T12:30:00Z&agency_reads=1",
            "chat?project_id=negozio",
            "chat?project_id=canary-project",
            "chat?project_id=",
            "history?channel_key=anna&before=2026-03-02T00:00:00Z",
            "history?channel_key=design&before=2026-03-02T00:00:00Z",
            "history?channel_key=vetrina&before=2026-03-02T00:00:00Z",
            "history?channel_key=canary-client",
        ] {
            assert_no_canary(&atrio.get(&format!("/api/client/{query}&token={token}")).await, query);
        }
        for (path, body) in [
            ("chat", r#""channel_key":"design""#),
            ("chat", r#""channel_key":"canary-phase""#),
            ("approve", r#""deliverableId":"palette""#),
            ("approve", r#""deliverableId":"mockup""#),
            ("approve", r#""deliverableId":"scatti""#),
            ("approve", r#""deliverableId":"canary-file""#),
            ("comment", r#""entity_type":"general","entity_id":"anna","text":"Ciao""#),
            ("comment", r#""entity_type":"phase","entity_id":"canary-phase","text":"Ciao""#),
            ("comment", r#""entity_type":"task","entity_id":"home","text":"Ciao""#),
            ("comment", ""),
        ] {
            let comma = if body.is_empty() { "" } else { "," };
            let body = format!(r#"{{"token":"{token}"{comma}{body}}}"#);
            assert_no_canary(&atrio.post(&format!("/api/client/{path}"), body.clone()).await, &body);
        }
    }
    for (name, fields) in [
        ("comment", &[("text", "Ciao"), ("channel", "anna")] as &[_]),
        ("comment", &[("text", ""), ("channel", "design")]),
        ("comment", &[("text", "Ciao"), ("channel", "vetrina")]),
        ("approve", &[("deliverable", "mockup"), ("channel", "design")]),
        ("approve", &[("deliverable", "scatti"), ("channel", "design")]),
        ("request-changes", &[("deliverable", "mockup"), ("reason", "No"), ("channel", "design")]),
        ("read", &[("channel", "design")]),
        ("notifications", &[("notify", "daily")]),
    ] {
        let usual = [("key", "anna-verdi-x7k2"), ("pass", credential.as_str()), ("project", "sito")];
        let body = form(&[&usual, fields].concat());
        for accept in ["application/json", "text/html"] {
            let request = atrio.request(Method::POST, &format!("/rpc/{name}"));
            let request = request.header(header::ACCEPT, accept);
            let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
            assert_no_canary(&TestResponse::to(request.body(body.clone())).await, &format!("{name} {body}"));
        }
    }
}

/// The admin opens all pages and edits records; then the client's pages are searched again.
async fn admin_activity_adds_no_admin_data_to_client_pages(atrio: TestServer) {
    import_canaries(&atrio).await;
    let mut admin = Browser::new(&atrio);
    admin.try_wrong_password().await;
    admin.sign_in().await;
    for page in [
        "/admin",
        "/admin?q=canarino",
        "/admin/inbox/anna",
        "/admin/clients/anna?delete=client",
        "/admin/projects/sito",
        "/admin/projects/sito?delete=project",
        "/admin/projects/sito/payments?edit=canary-due",
        "/admin/projects/sito/documents",
        "/admin/projects/sito/notes",
        "/admin/projects/sito/times",
        "/admin/projects/sito/quote",
        "/admin/projects/sito/quote/sheet",
        "/admin/leads/canary-lead",
        "/admin/leads/canary-lead?merge=1&q=canarino",
        "/admin/leads/board",
        "/admin/leads/sources",
        "/admin/leads/sources/canary-source",
        "/admin/leads/sources/canary-source/mapping",
        "/admin/leads/deliveries",
        "/admin/leads/deliveries?source=main",
        "/admin/leads/deliveries/canary-delivery",
        "/admin/leads/deliveries/canary-set-aside",
        "/admin/settings",
        "/admin/settings/look",
        "/admin/settings/quotes",
        "/admin/settings/leads",
        "/admin/settings/data",
        "/admin/settings/security",
        "/admin/settings/advanced",
        "/admin/settings/notifications",
        "/admin/audit",
        "/admin/export/atrio.json",
    ] {
        assert_eq!(admin.get(page).await.status, 200, "{page}");
    }
    post_deliveries(&atrio).await;
    // A form with errors keeps its input for the admin only.
    let fields = [("project", "sito"), ("id", "nuovo"), ("form[label]", "Canarino rifiutato"), ("form[amount]", "no")];
    let request = admin.request(Method::POST, "/rpc/admin/add_payment").header(header::ACCEPT, "text/html");
    let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    let refused = admin.send(request.body(form(&fields))).await;
    let location = refused.header("location");
    let (_, unsaved) = location.split_once("unsaved=").unwrap_or_else(|| panic!("no unsaved form in {location}"));
    let unsaved = unsaved.split(['&', '#']).next().unwrap_or_default();
    assert!(admin.get(location).await.text.contains("Canarino rifiutato"));

    let mut anna = Browser::new(&atrio);
    let public_paths =
        ["/", "/c/anna-verdi-x7k2", "/admin/login"].map(|page| format!("{page}?unsaved={unsaved}&error=invalid"));
    for address in client_urls().into_iter().chain(public_paths) {
        assert_no_canary(&anna.get(&address).await, &address);
    }
}

/// Sends parsable and unparsable deliveries to a valid and an invalid URL.
async fn post_deliveries(atrio: &TestServer) {
    for (key, body, status) in [
        ("canarino-chiave-canarino-chiave", r#"{"nome": "Canarino Nuovo", "messaggio": "Canarino adesso"}"#, 200),
        ("canarino-chiave-canarino-chiave", r#"{"canarino": "Canarino incompreso"}"#, 200),
        ("canarino-altra-chiave-canarino", r#"{"canarino": "senza firma"}"#, 403),
        ("canarino-chiave-di-nessuno", r#"{"canarino": "di nessuno"}"#, 403),
    ] {
        let response = atrio.post(&format!("/api/webhooks/lead/{key}"), body).await;
        assert_eq!(response.status, status, "{body}: {}", response.text);
        assert_no_canary(&response, body);
    }
}

/// Checks the search itself: it finds the canaries in the admin's pages and export.
async fn canary_search_finds_admin_data(atrio: TestServer) {
    import_canaries(&atrio).await;
    let mut admin = Browser::new(&atrio);
    admin.sign_in().await;
    for page in [
        "/admin/clients",
        "/admin/leads",
        "/admin/leads/sources",
        "/admin/leads/sources/canary-source",
        "/admin/leads/deliveries",
        "/admin/leads/deliveries/canary-delivery",
        "/admin/projects/sito/quote/sheet",
        "/admin/settings",
    ] {
        assert!(find_canary(&admin.get(page).await).is_some(), "{page}");
    }
    let export = String::from_utf8(atrio.store.export().await.expect("an export")).expect("UTF-8");
    let response = |text: &str| TestResponse {
        status: reqwest::StatusCode::OK,
        headers: header::HeaderMap::new(),
        text: text.to_owned(),
    };
    assert!(find_canary(&response(&export)).is_some());
    for found in ["CHF", "9.182.736,45", "9 182 736", "7\u{202f}364\u{a0}519,28", "645.5192", "736'451'928"] {
        assert!(find_canary(&response(found)).is_some(), "{found}");
    }
    assert_eq!(find_canary(&response("Acconto, da pagare entro il 31 dicembre 2026")), None);
}
