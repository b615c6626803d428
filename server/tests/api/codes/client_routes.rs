//! Every way in without the cookie.

use domain::clients::Access;
use pages::routes;
use reqwest::Method;
use serde_json::{Value, json};

use super::{SLUG, set_access, with_codes};
use crate::admin_browser::{admin, get_page};
use crate::contacts::CARLA;
use crate::support::{ANNA, INTERNAL_SECRET, NOBODY, TestResponse, TestServer, on_sqlite};

on_sqlite![client_routes_without_code_session_respond_as_to_an_unknown_token];

/// A request of a client by a credential; `/c/…` and what is not for clients have none.
fn request(path: &str, credential: &str) -> Option<(Method, String, String)> {
    let subscription = json!({ "endpoint": "https://push.example.com/x", "keys": {
        "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg" } });
    let post = |body: Value| Some((Method::POST, path.to_owned(), body.to_string()));
    let get = |query: &str| Some((Method::GET, format!("{path}?{query}&token={credential}"), String::new()));
    let rpc = |fields: &str| {
        let fields = format!("key=k&pass={credential}&project=sito&channel=design&{fields}");
        Some((Method::POST, path.to_owned(), fields))
    };
    match path {
        "/api/client/chat" => get("project_id=sito"),
        "/api/client/history" => get("channel_key=design&before=2027-01-01"),
        "/api/client/comment" => {
            post(json!({ "token": credential, "entity_type": "phase", "entity_id": "design", "text": "Ciao" }))
        }
        "/api/client/receipts" => get("deliverable_id=mockup"),
        "/api/client/approve" => post(json!({ "token": credential, "deliverableId": "mockup" })),
        "/api/push/subscriptions" => post(json!({ "token": credential, "subscription": subscription })),
        "/rpc/comment" => rpc("text=Ciao"),
        "/rpc/pin" => rpc("deliverable=mockup&place=1-1-1&text=Ciao"),
        "/rpc/approve" => rpc("deliverable=mockup"),
        "/rpc/request-changes" => rpc("deliverable=mockup&reason=No"),
        "/rpc/send-text" => rpc("request=nessuna&text=Ciao"),
        "/rpc/read" => rpc(""),
        "/rpc/notifications" => rpc("notify=never"),
        "/api/client/files/{id}" => {
            Some((Method::GET, format!("/api/client/files/x?token={credential}"), String::new()))
        }
        // Forms of parts (see `files.rs` and `material.rs`), and contact forms, which no client opens.
        "/api/client/files" | "/rpc/upload/material" | "/rpc/form/{key}" => None,
        _ if ["/api/client/", "/rpc/"].iter().any(|part| path.starts_with(part)) && !path.starts_with("/rpc/admin") => {
            panic!("{path} is not tested")
        }
        _ => None,
    }
}

async fn answer(atrio: &TestServer, (method, path, body): (Method, String, String)) -> (u16, String, String) {
    let request = atrio.request(method, &path).header("accept", "text/html").body(body);
    let answer = TestResponse::to(request.header("content-type", "application/x-www-form-urlencoded")).await;
    (answer.status.as_u16(), answer.header("location").to_owned(), answer.text)
}

async fn client_routes_without_code_session_respond_as_to_an_unknown_token(atrio: TestServer) {
    let open = atrio.store.client_by_token(ANNA).await.unwrap();
    let credential = open.portal_credential();
    let before = answer(&atrio, request("/api/client/chat", &credential).unwrap()).await;
    assert_eq!(before.0, 200);
    let (atrio, _) = with_codes(&atrio).await;
    let state = server::AppState::new(atrio.store.clone(), crate::support::config("sqlite:", &atrio.origin)).unwrap();
    let export = atrio.export_without_deliveries().await;
    let mut tested = 0;
    for path in server::paths(&state) {
        let Some(unknown) = request(path, NOBODY) else { continue };
        tested += 1;
        let expected = answer(&atrio, unknown).await;
        for way in [ANNA, CARLA, &credential] {
            assert_eq!(answer(&atrio, request(path, way).unwrap()).await, expected, "{path} with {way}");
        }
    }
    assert_eq!(tested, 14);
    let read = json!({ "channel_key": "design", "token": ANNA }).to_string();
    assert_eq!(answer(&atrio, (Method::POST, "/api/client/chat".into(), read)).await.0, 403);
    for (path, _) in routes::portal() {
        let link = atrio.store.person_by_token(CARLA).await.unwrap().portal_credential();
        for key in [ANNA, CARLA, SLUG, &link] {
            let page = atrio.get(&path.replace("{key}", key).replace("{deliverable}", "mockup")).await;
            let is_closed = page.status == 404 || page.text.contains("verdi.example") && !page.text.contains("Verdi");
            assert!(is_closed && !page.text.contains("Sito"), "{path} {key}: {}", page.text);
        }
    }
    assert_eq!(atrio.export_without_deliveries().await, export);

    let valid = json!({ "valid": true, "client": { "id": "anna", "name": "Anna Verdi", "slug": SLUG } });
    for query in [format!("token?token={ANNA}"), format!("token?token={CARLA}"), format!("slug?slug={SLUG}")] {
        let request = atrio.request(Method::GET, &format!("/api/internal/validate-{query}"));
        TestResponse::to(request.header("x-internal-secret", INTERNAL_SECRET)).await.assert_json(200, &valid);
    }
    let mut admin = admin(&atrio).await;
    assert!(get_page(&mut admin, "/admin/clients/anna/preview").await.contains("Sito nuovo"));
    set_access(&atrio, Access::Link, Some("anna@verdi.example")).await;
    assert_eq!(answer(&atrio, request("/api/client/chat", &credential).unwrap()).await.0, 200, "back at the link");
}
