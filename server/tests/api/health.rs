//! `GET /healthz`, `GET /readyz`, and the response to a database fault.

use domain::settings::system_info::DatabaseKind;

use crate::admin_browser::{admin, get_page};
use crate::support::{ANNA, TestServer, on_both_databases};

on_both_databases![
    healthz_and_readyz_return_ok,
    verbose_readyz_and_inbox_show_free_space,
    without_database_readyz_returns_503_and_api_500,
];

async fn verbose_readyz_and_inbox_show_free_space(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let is_sqlite = atrio.store.about().await.expect("facts").database == DatabaseKind::Sqlite;
    for (least, is_low) in [("1", false), ("1000000", is_sqlite)] {
        atrio.store.set_setting("free_megabytes", least).await.expect("a setting");
        let ready = atrio.get("/readyz?verbose").await;
        assert_eq!((ready.status.as_u16(), ready.header("cache-control")), (200, "no-store"));
        let ready = ready.json();
        assert_eq!((&ready["database"], &ready["low_space"]), (&"ok".into(), &is_low.into()));
        assert_eq!(ready["free_bytes"].as_u64().is_some_and(|bytes| bytes > 1_000_000), is_sqlite, "{ready}");
        assert_eq!(atrio.get("/readyz").await.text, "ok");
        let inbox = get_page(&mut admin, "/admin").await;
        assert_eq!(inbox.contains("Sul disco restano "), is_low, "{inbox}");
    }
    atrio.store.set_setting("language", "en").await.expect("a setting");
    let inbox = get_page(&mut admin, "/admin").await;
    assert_eq!(inbox.contains(" MB are left on the disk"), is_sqlite, "{inbox}");
}

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
