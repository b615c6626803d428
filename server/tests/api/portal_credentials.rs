//! The portal credential in place of the token, at every endpoint for clients.

use serde_json::{Value, json};

use crate::support::{ANNA, INTERNAL_SECRET, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    credential_opens_what_the_token_opens,
    credential_opens_no_foreign_data,
    internal_api_refuses_credentials,
    agency_reads_parameter_adds_agency_receipts,
];

on_both_databases![invalid_credential_is_an_unknown_token];

async fn post(atrio: &TestServer, path: &str, body: Value) -> TestResponse {
    atrio.post(path, body.to_string()).await
}

async fn credential_opens_what_the_token_opens(atrio: TestServer) {
    let credential = atrio.credential(ANNA).await;
    for path in
        ["/api/client/chat?project_id=sito&token=", "/api/client/history?channel_key=design&before=2027-01-01&token="]
    {
        let (by_credential, by_token) =
            (atrio.get(&format!("{path}{credential}")).await, atrio.get(&format!("{path}{ANNA}")).await);
        assert_eq!((by_credential.status.as_u16(), by_credential.json()), (200, by_token.json()));
    }
    let read = json!({ "token": credential, "channel_key": "design" });
    post(&atrio, "/api/client/chat", read).await.assert_json(200, &json!({ "success": true }));
    let comment = json!({ "token": credential, "entity_type": "phase", "entity_id": "design", "text": "Ciao" });
    assert_eq!(post(&atrio, "/api/client/comment", comment).await.status, 201);
    let approve = json!({ "token": credential, "deliverableId": "mockup" });
    post(&atrio, "/api/client/approve", approve).await.assert_json(200, &json!({ "approved": true }));
}

async fn credential_opens_no_foreign_data(atrio: TestServer) {
    let credential = atrio.credential(ANNA).await;
    let before = atrio.export_without_deliveries().await;
    let poll = atrio.get(&format!("/api/client/chat?project_id=negozio&token={credential}")).await;
    poll.assert_error(403, "Accesso non consentito");
    let read = json!({ "token": credential, "channel_key": "vetrina" });
    post(&atrio, "/api/client/chat", read).await.assert_error(403, "Accesso non consentito");
    let comment = json!({ "token": credential, "entity_type": "phase", "entity_id": "vetrina", "text": "Ciao" });
    post(&atrio, "/api/client/comment", comment).await.assert_error(404, "Conversazione non trovata");
    let approve = json!({ "token": credential, "deliverableId": "scatti" });
    post(&atrio, "/api/client/approve", approve).await.assert_error(404, "Deliverable non trovato");
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn invalid_credential_is_an_unknown_token(atrio: TestServer) {
    let credential = atrio.credential(ANNA).await;
    let (_, signature) = credential.split_once('.').expect("two parts");
    let before = atrio.export_without_deliveries().await;
    for wrong in [
        format!("bruno.{signature}"),
        format!("nessuno.{signature}"),
        format!("anna.{}", &signature[1..]),
        format!("anna.{ANNA}"),
        "anna.".to_owned(),
        ".".to_owned(),
        format!("{credential}."),
        format!("an\0na.{signature}"),
    ] {
        let query = wrong.replace('\0', "%00");
        for path in [
            "/api/client/chat?project_id=sito&token=",
            "/api/client/history?channel_key=design&before=2027-01-01&token=",
        ] {
            atrio.get(&format!("{path}{query}")).await.assert_error(403, "Accesso non consentito");
        }
        let read = json!({ "token": wrong, "channel_key": "anna" });
        post(&atrio, "/api/client/chat", read).await.assert_error(403, "Accesso non consentito");
        let comment = json!({ "token": wrong, "entity_type": "general", "entity_id": "anna", "text": "Ciao" });
        post(&atrio, "/api/client/comment", comment).await.assert_error(404, "Token non valido");
        let approve = json!({ "token": wrong, "deliverableId": "mockup" });
        post(&atrio, "/api/client/approve", approve).await.assert_error(404, "Token non valido");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn internal_api_refuses_credentials(atrio: TestServer) {
    let credential = atrio.credential(ANNA).await;
    let path = format!("/api/internal/validate-token?token={credential}");
    let request = atrio.request(reqwest::Method::GET, &path).header("x-internal-secret", INTERNAL_SECRET);
    TestResponse::to(request).await.assert_error(404, "Token non valido");
}

async fn agency_reads_parameter_adds_agency_receipts(atrio: TestServer) {
    for key in ["anna", "design", "bozze"] {
        atrio.store.mark_thread_read(&crate::support::to_id("anna"), key, None).await.expect("read");
    }
    let members = async |query: &str| {
        let poll = atrio.get(&format!("/api/client/chat?token={ANNA}&project_id=sito{query}")).await.json();
        let poll = poll.as_object().expect("an object").clone();
        (poll.keys().cloned().collect::<Vec<_>>(), poll.get("agency_reads").cloned())
    };
    let at = "2026-11-20T10:00:00.000Z";
    let (names, reads) = members("&agency_reads=1").await;
    assert_eq!((names.len(), reads), (3, Some(json!({ "anna": at, "design": at }))));
    for query in ["", "&agency_reads=", "&agency_reads=0", "&agency_reads=true", "&agency_reads"] {
        assert_eq!(members(query).await, (vec!["comments".to_owned(), "reads".to_owned()], None), "{query}");
    }
}
