//! Versions and receipts: `GET /api/client/receipts`, `version` in an approval, and the pages with receipts.

use reqwest::Method;
use serde_json::{Value, json};

use crate::admin_browser::{admin, get_page, submit_form};
use crate::contacts::{CARLA, with_contacts};
use crate::support::{ANNA, BRUNO, NOBODY, TestResponse, TestServer, on_sqlite};

on_sqlite![
    receipt_of_an_approval_has_no_address_and_no_browser,
    receipt_needs_token_and_an_approval_of_the_same_client,
    version_that_is_no_positive_whole_number_returns_400,
    approval_of_an_older_version_returns_409,
    receipt_pages_show_each_reader_what_is_theirs,
];

const PATH: &str = "/api/client/receipts";

async fn approve(atrio: &TestServer, body: Value) -> TestResponse {
    let request = atrio.request_from("192.0.2.77", Method::POST, "/api/client/approve");
    TestResponse::to(request.header("user-agent", "Browser/1").body(body.to_string())).await
}

async fn receipt(atrio: &TestServer, token: &str, deliverable: &str) -> TestResponse {
    atrio.get(&format!("{PATH}?token={token}&deliverable_id={deliverable}")).await
}

async fn receipt_of_an_approval_has_no_address_and_no_browser(atrio: TestServer) {
    approve(&atrio, json!({ "token": ANNA, "deliverableId": "mockup", "version": 1 })).await;
    let shown = receipt(&atrio, ANNA, "mockup").await;
    assert_eq!(shown.status, 200);
    let stored = atrio.records("receipts").await.remove(0);
    assert_eq!((&stored["address"], &stored["user_agent"]), (&json!("192.0.2.77"), &json!("Browser/1")));
    let mut expected = stored.clone();
    for private in ["address", "user_agent"] {
        expected.as_object_mut().expect("an object").remove(private);
    }
    assert_eq!(shown.json()["receipt"], expected);
    assert_eq!((&expected["approved_by"], &expected["previous"]), (&json!("Anna Verdi"), &json!("")));
}

async fn receipt_needs_token_and_an_approval_of_the_same_client(atrio: TestServer) {
    approve(&atrio, json!({ "token": ANNA, "deliverableId": "mockup" })).await;
    for query in ["", "?token=x", "?deliverable_id=mockup", "?token=&deliverable_id=mockup", "?token=x&deliverable_id="]
    {
        atrio.get(&format!("{PATH}{query}")).await.assert_error(400, "Dati non validi");
    }
    receipt(&atrio, NOBODY, "mockup").await.assert_error(404, "Token non valido");
    // Another client's, one approved before there were receipts, one not approved, none.
    for (token, deliverable) in [(BRUNO, "mockup"), (ANNA, "palette"), (ANNA, "logo"), (ANNA, "%00")] {
        receipt(&atrio, token, deliverable).await.assert_error(404, "Ricevuta non trovata");
    }
}

async fn version_that_is_no_positive_whole_number_returns_400(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    for version in [json!(0), json!(-1), json!(1.5), json!(2.0), json!("2"), json!(true), json!([1])] {
        let answer = approve(&atrio, json!({ "token": ANNA, "deliverableId": "mockup", "version": version })).await;
        answer.assert_error(400, "token e deliverableId richiesti");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
    let absent = approve(&atrio, json!({ "token": ANNA, "deliverableId": "mockup", "version": null })).await;
    absent.assert_json(200, &json!({ "approved": true }));
}

/// The address that it redirects to.
async fn add_version(atrio: &TestServer, url: &str) -> String {
    let mut admin = admin(atrio).await;
    get_page(&mut admin, "/admin/projects/sito/deliverables/mockup").await;
    let id = store::new_id();
    let fields = [("project", "sito"), ("deliverable", "mockup"), ("id", id.as_str())];
    submit_form(&mut admin, "add_version", &[&fields[..], &[("form[url]", url), ("form[note]", "Più chiaro")]].concat())
        .await
}

async fn approval_of_an_older_version_returns_409(atrio: TestServer) {
    atrio.sql("UPDATE deliverable SET url = 'https://files.example/1', status = 'in_review' WHERE id = 'mockup'").await;
    add_version(&atrio, "https://files.example/2").await;
    let page = atrio.get(&format!("/c/{ANNA}?project=sito")).await.text;
    for shown in [
        "Versione 2",
        "versione 2, ",
        "Due versioni",
        "https://files.example/1",
        "Più chiaro",
        "name=\"version\" value=\"2\"",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    let stale = approve(&atrio, json!({ "token": ANNA, "deliverableId": "mockup", "version": 1 })).await;
    stale.assert_error(409, "Nel frattempo è arrivata una nuova versione");
    let pass = atrio.credential(ANNA).await;
    let form = format!("key=anna-verdi-x7k2&pass={pass}&project=sito&channel=design&deliverable=mockup&version=1");
    let refused =
        atrio.request(Method::POST, "/rpc/approve").header("content-type", "application/x-www-form-urlencoded");
    let refused = TestResponse::to(refused.body(form)).await;
    assert!(refused.header("location").contains("error=newer-version"), "{}", refused.header("location"));
    assert!(atrio.get(refused.header("location")).await.text.contains("è arrivata una nuova versione"));
    let newest = approve(&atrio, json!({ "token": ANNA, "deliverableId": "mockup", "version": 2 })).await;
    newest.assert_json(200, &json!({ "approved": true }));
    let refused = add_version(&atrio, "https://files.example/3").await;
    assert!(refused.contains("error=already-approved"), "{refused}");
}

async fn receipt_pages_show_each_reader_what_is_theirs(atrio: TestServer) {
    with_contacts(&atrio).await;
    atrio.sql("UPDATE deliverable SET url = 'https://files.example/secret' WHERE id = 'mockup'").await;
    approve(&atrio, json!({ "token": CARLA, "deliverableId": "mockup" })).await;
    let digest = atrio.records("receipts").await[0]["digest"].as_str().expect("a digest").to_owned();
    let key = atrio.store.client_by_token(CARLA).await.expect("Carla").portal_key();
    let plan = atrio.get(&format!("/c/{CARLA}?project=sito")).await.text;
    assert!(plan.contains(&format!("/c/{key}/receipts/mockup")), "{plan}");
    let private = ["192.0.2.77", "Browser/1", CARLA, ANNA];
    for path in [format!("/c/{CARLA}/receipts/mockup"), format!("/c/{key}/receipts/mockup")] {
        let sheet = atrio.get(&path).await;
        assert_eq!(sheet.status, 200, "{path}");
        for shown in
            ["Carla Neri", "Mockup della home", "https://files.example/secret", &*format!("/receipts/{digest}")]
        {
            assert!(sheet.text.contains(shown), "{shown} on {path}: {}", sheet.text);
        }
        for private in private {
            assert!(!sheet.text.contains(private), "{private} on {path}");
        }
    }
    let public = atrio.get(&format!("/receipts/{digest}")).await;
    assert!(public.status == 200 && public.text.contains("Carla Neri") && public.text.contains("Mockup della home"));
    for private in private.into_iter().chain(["secret", "/c/", "anna-verdi"]) {
        assert!(!public.text.contains(private), "{private}: {}", public.text);
    }
    assert_eq!(atrio.get(&format!("/receipts/{}", "0".repeat(64))).await.status, 404);
    assert_eq!(atrio.get(&format!("/c/{BRUNO}/receipts/mockup")).await.status, 404);
    let mut admin = admin(&atrio).await;
    let of_agency = get_page(&mut admin, "/admin/receipts/mockup").await;
    assert!(of_agency.contains("192.0.2.77") && of_agency.contains("Browser/1"), "{of_agency}");
}
