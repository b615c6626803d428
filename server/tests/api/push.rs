//! `/api/push`, and what devices get (docs/REFERENCE.md#push).

mod device;
mod sending;
mod service;
mod sessions;

use reqwest::Method;
use serde_json::{Value, json};

use crate::admin_browser::{admin, get_page};
use crate::support::{ANNA, NOBODY, TestResponse, TestServer, on_both_databases, on_sqlite};
use device::Device;

on_sqlite![
    client_and_agency_subscribe_and_unsubscribe,
    malformed_subscription_is_refused,
    subscription_needs_a_credential_or_a_session,
];

on_both_databases![all_processes_have_the_same_key];

const SUBSCRIPTIONS: &str = "/api/push/subscriptions";
const ENDPOINT: &str = "https://push.example.com/a-device";

/// As a browser describes a device, for the client with `token`.
fn subscription(token: &str, endpoint: &str) -> Value {
    json!({ "token": token, "subscription": Device::new().subscription(endpoint) })
}

async fn send(atrio: &TestServer, method: Method, body: &Value) -> TestResponse {
    TestResponse::to(atrio.request(method, SUBSCRIPTIONS).body(body.to_string())).await
}

async fn all_processes_have_the_same_key(atrio: TestServer) {
    let key = atrio.get("/api/push/key").await;
    let text = key.json()["key"].as_str().expect("a key").to_owned();
    let point = device::decode(&text);
    assert_eq!((point.len(), point[0]), (65, 4), "an uncompressed point");
    key.assert_json(200, &json!({ "key": text }));
    let other = atrio.another_process().await;
    assert_eq!(other.get("/api/push/key").await.text, key.text);
}

async fn client_and_agency_subscribe_and_unsubscribe(atrio: TestServer) {
    let mut body = subscription(ANNA, ENDPOINT);
    for _ in 0..2 {
        send(&atrio, Method::POST, &body).await.assert_json(201, &json!({ "subscribed": true }));
    }
    body["pass"] = body.as_object_mut().expect("an object").remove("token").expect("a token");
    send(&atrio, Method::POST, &body).await.assert_json(201, &json!({ "subscribed": true }));
    for _ in 0..2 {
        send(&atrio, Method::DELETE, &body).await.assert_json(200, &json!({ "subscribed": false }));
    }
    let mut agency = admin(&atrio).await;
    body.as_object_mut().expect("an object").remove("pass");
    for (method, status) in [(Method::POST, 201), (Method::DELETE, 200)] {
        let request = agency.request(method, SUBSCRIPTIONS).body(body.to_string());
        assert_eq!(agency.send(request).await.status, status);
    }
    // What a stranger's page sends with the session.
    let request = agency.request(Method::POST, SUBSCRIPTIONS).header("sec-fetch-site", "cross-site");
    assert_eq!(agency.send(request.body(body.to_string())).await.status, 403);
}

async fn malformed_subscription_is_refused(atrio: TestServer) {
    let valid = subscription(ANNA, ENDPOINT);
    for (pointer, value) in [
        ("/subscription", json!(null)),
        ("/subscription/endpoint", json!("")),
        ("/subscription/endpoint", json!("https://10.0.0.1/x")),
        ("/subscription/endpoint", json!("http://push.example.com/x")),
        ("/subscription/endpoint", json!(format!("https://push.example.com/{}", "x".repeat(2000)))),
        ("/subscription/keys", json!({})),
        ("/subscription/keys/p256dh", json!("B".repeat(87))),
        ("/subscription/keys/auth", json!("AAAA")),
        ("/token", json!(7)),
    ] {
        let mut body = valid.clone();
        *body.pointer_mut(pointer).expect(pointer) = value;
        send(&atrio, Method::POST, &body).await.assert_error(400, "Dati non validi");
    }
    atrio.post(SUBSCRIPTIONS, "x").await.assert_error(400, "Dati non validi");
    // A server for others than this machine sends to none on this machine.
    let public = atrio.with_config(|config| config.base_url = "https://portal.example.com".into()).await;
    for endpoint in ["http://127.0.0.1:9/x", "https://127.0.0.1/x", "https://localhost/x"] {
        let body = subscription(ANNA, endpoint);
        assert_eq!(send(&atrio, Method::POST, &body).await.status, 201);
        send(&public, Method::POST, &body).await.assert_error(400, "Dati non validi");
    }
}

async fn subscription_needs_a_credential_or_a_session(atrio: TestServer) {
    let page = get_page(&mut admin(&atrio).await, "/admin/clients/anna/preview").await;
    let preview = page.split_once("name=\"pass\" value=\"").and_then(|(_, rest)| rest.split('"').next());
    for method in [Method::POST, Method::DELETE] {
        for (token, status, error) in [
            ("", 403, "Non autorizzato"),
            (NOBODY, 404, "Token non valido"),
            (preview.expect("a form"), 403, "Anteprima in sola lettura"),
        ] {
            let body = subscription(token, ENDPOINT);
            send(&atrio, method.clone(), &body).await.assert_error(status, error);
        }
    }
    let wrong_method = TestResponse::to(atrio.request(Method::GET, SUBSCRIPTIONS)).await;
    wrong_method.assert_error(405, "Metodo non consentito");
}
