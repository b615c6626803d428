//! `GET /healthz`, `GET /readyz`, and the response to a database fault.

use crate::support::{ANNA, TestServer, on_both_databases};

on_both_databases![healthz_and_readyz_return_ok, without_database_readyz_returns_503_and_api_500];

async fn healthz_and_readyz_return_ok(atrio: TestServer) {
    for path in ["/healthz", "/readyz"] {
        let response = atrio.get(path).await;
        assert_eq!((response.status.as_u16(), response.text.as_str()), (200, "ok"), "{path}");
        assert_eq!(response.header("cache-control"), "no-store");
    }
}

async fn without_database_readyz_returns_503_and_api_500(atrio: TestServer) {
    atrio.store.close().await;
    assert_eq!(atrio.get("/healthz").await.text, "ok");
    let ready = atrio.http.get(format!("{}/readyz", atrio.origin)).send().await.expect("an answer");
    assert_eq!(ready.status(), 503);
    let path = format!("{}/api/client/chat?token={ANNA}&project_id=sito", atrio.origin);
    let failed = atrio.http.get(path).send().await.expect("an answer");
    assert_eq!(failed.status(), 500);
    assert_eq!(failed.text().await.expect("a body"), r#"{"error":"Errore interno"}"#);
}
