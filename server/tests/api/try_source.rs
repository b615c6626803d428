//! `POST /rpc/admin/try_source`: the test button of a source.

use reqwest::Method;
use serde_json::json;

use crate::admin_browser::admin;
use crate::browser::{Browser, form};
use crate::source_webhooks::{create_source, stored_deliveries};
use crate::support::{TestResponse, TestServer, on_sqlite};

on_sqlite![
    test_delivery_of_every_kind_creates_a_lead,
    test_delivery_is_signed_when_source_has_secret,
    each_test_delivery_is_stored_separately,
    test_delivery_is_not_counted_and_cannot_be_forged,
    failed_test_delivery_shows_the_reason,
    test_deliveries_count_toward_source_limit,
    request_of_another_site_or_get_sends_no_test_delivery,
    malformed_form_sends_no_test_delivery,
];

const KINDS: [&str; 16] = [
    "auto", "atrio_form", "elementor", "contact_form_7", "gravity_forms", "wpforms", "typeform", "tally", "webflow",
    "cal_com", "calendly", "framer", "google_ads", "meta", "standard_webhooks", "generic",
];

async fn send(browser: &mut Browser, body: String) -> TestResponse {
    let request = browser.request(Method::POST, "/rpc/admin/try_source").header("accept", "text/html");
    browser.send(request.header("content-type", "application/x-www-form-urlencoded").body(body)).await
}

/// A sample was processed. All samples are of one person, who becomes one lead.
#[track_caller]
fn assert_accepted(location: &str, id: &str) {
    assert!([result_url(id, "created"), result_url(id, "updated")].iter().any(|page| page == location), "{location}");
}

/// Tests the source; returns the redirect target, which is never cached.
async fn send_test_delivery(browser: &mut Browser, id: &str) -> String {
    let response = send(browser, form(&[("id", id)])).await;
    assert_eq!((response.status.as_u16(), response.header("cache-control")), (302, "no-store"), "{}", response.text);
    response.header("location").to_owned()
}

fn result_url(id: &str, outcome: &str) -> String {
    format!("/admin/leads/sources/{id}?tried={outcome}#deliveries")
}

async fn test_delivery_of_every_kind_creates_a_lead(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for (index, kind) in KINDS.iter().enumerate() {
        let id = format!("fonte-{index}");
        // Without a mapping the fields of Gravity Forms have no names.
        let mapping = match *kind {
            "gravity_forms" => json!({ "given_name": "/1.3", "family_name": "/1.6", "email": "/2" }),
            _ => json!({}),
        };
        create_source(&atrio, &id, json!({ "kind": kind, "mapping": mapping })).await;
        assert_accepted(&send_test_delivery(&mut admin, &id).await, &id);
        let last = stored_deliveries(&atrio).await.pop().expect("a delivery");
        assert_eq!((&last["source_id"], last["lead_id"].is_string()), (&json!(id), true), "{kind}: {last}");
    }
    assert_eq!(atrio.records("activities").await.len(), KINDS.len());
}

async fn test_delivery_is_signed_when_source_has_secret(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for (index, kind) in KINDS.iter().filter(|kind| **kind != "gravity_forms").enumerate() {
        let id = format!("fonte-{index}");
        create_source(&atrio, &id, json!({ "kind": kind, "signing_secret": "segreto \"di\" prova" })).await;
        assert_accepted(&send_test_delivery(&mut admin, &id).await, &id);
    }
}

async fn each_test_delivery_is_stored_separately(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for kind in ["generic", "tally"] {
        create_source(&atrio, kind, json!({ "kind": kind })).await;
        let before = stored_deliveries(&atrio).await.len();
        for _ in 0..3 {
            assert_accepted(&send_test_delivery(&mut admin, kind).await, kind);
        }
        assert_eq!(stored_deliveries(&atrio).await.len(), before + 3, "{kind}");
    }
}

async fn test_delivery_is_not_counted_and_cannot_be_forged(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let address = create_source(&atrio, "modulo", json!({})).await;
    assert_accepted(&send_test_delivery(&mut admin, "modulo").await, "modulo");
    assert_eq!(atrio.store.lead_source(&crate::support::to_id("modulo")).await.expect("a source").line.received, 0);
    let request = atrio.request(Method::POST, &address).header("trial", "1").header("x-trial", "true");
    assert_eq!(TestResponse::to(request.body("name=Bea&trial=1")).await.status, 200);
    let test_flags: Vec<_> = stored_deliveries(&atrio).await.iter().map(|delivery| delivery["trial"].clone()).collect();
    assert_eq!(test_flags, [true, false]);
    assert_eq!(atrio.store.lead_source(&crate::support::to_id("modulo")).await.expect("a source").line.received, 1);
}

async fn failed_test_delivery_shows_the_reason(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    create_source(&atrio, "spenta", json!({ "active": false })).await;
    assert_eq!(send_test_delivery(&mut admin, "spenta").await, result_url("spenta", "off"));
    // The fields of Gravity Forms have numbers for names and are not mapped yet.
    create_source(&atrio, "gravity", json!({ "kind": "gravity_forms", "mapping": { "name": "/nowhere" } })).await;
    let location = send_test_delivery(&mut admin, "gravity").await;
    assert!(location.starts_with("/admin/leads/sources/gravity?tried="), "{location}");
    for unknown_id in ["", "nessuna", "../../clients", "a b", "è", "\0"] {
        assert_eq!(
            send_test_delivery(&mut admin, unknown_id).await,
            "/admin/leads/sources?error=missing",
            "{unknown_id:?}"
        );
    }
    assert_eq!(stored_deliveries(&atrio).await.len(), 1);
}

async fn test_deliveries_count_toward_source_limit(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let address = create_source(&atrio, "modulo", json!({})).await;
    for _ in 0..119 {
        assert_eq!(atrio.post(&address, "name=Anna").await.status, 200);
    }
    assert!(send_test_delivery(&mut admin, "modulo").await.contains("?tried=created"));
    assert_eq!(send_test_delivery(&mut admin, "modulo").await, result_url("modulo", "limited"));
    atrio.post(&address, "name=Anna").await.assert_error(429, "Troppe richieste");
}

async fn request_of_another_site_or_get_sends_no_test_delivery(atrio: TestServer) {
    create_source(&atrio, "modulo", json!({})).await;
    // Even with an admin's cookies.
    let mut admin = admin(&atrio).await;
    let foreign = admin.request(Method::POST, "/rpc/admin/try_source").header("sec-fetch-site", "cross-site");
    assert_eq!(admin.send(foreign.body(form(&[("id", "modulo")]))).await.status, 403);
    let foreign = admin.request(Method::POST, "/rpc/admin/try_source").header("origin", "https://evil.example");
    assert_eq!(admin.send(foreign.body(form(&[("id", "modulo")]))).await.status, 403);
    assert_eq!(admin.get("/rpc/admin/try_source").await.status, 404);
    assert_eq!(stored_deliveries(&atrio).await.len(), 0);
}

async fn malformed_form_sends_no_test_delivery(atrio: TestServer) {
    create_source(&atrio, "modulo", json!({})).await;
    let mut admin = admin(&atrio).await;
    for none in ["", "%%%", "ID=modulo", "{\"id\":\"modulo\"}"] {
        let response = send(&mut admin, none.to_owned()).await;
        assert_eq!(response.header("location"), "/admin/leads/sources?error=garbled", "{none}");
    }
    assert_eq!(send(&mut admin, "x".repeat(70_000)).await.status, 413);
    assert_eq!(stored_deliveries(&atrio).await.len(), 0);
}
