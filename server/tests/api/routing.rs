//! Unknown paths and methods, and the headers of every response.

use reqwest::Method;

use crate::support::{TestResponse, TestServer, on_sqlite};

on_sqlite![
    unknown_api_paths_return_404,
    wrong_methods_return_405_with_allow_header,
    early_error_response_keeps_connection_usable,
    expect_continue_with_oversized_body_returns_413,
];

async fn unknown_api_paths_return_404(atrio: TestServer) {
    for path in [
        "/api",
        "/api/",
        "/api/altro",
        "/api/client",
        "/api/client/chat/",
        "/api/client//chat",
        "/api/client/cha%74",
        "/api/client/approve/",
        "/api/webhooks/lead/",
        "/api/webhooks/lead/chiave-di-nessuno/",
        "/api/webhooks/lead/chiave/altro",
        "/api/webhooks/lead//",
        "/api/webhooks/",
        "/api/CLIENT/chat",
        "/api/%00",
        "/api/%FF",
        "/api/internalx",
    ] {
        for method in [Method::GET, Method::POST, Method::OPTIONS, Method::DELETE] {
            TestResponse::to(atrio.request(method, path)).await.assert_error(404, "Non trovato");
        }
    }
}

async fn wrong_methods_return_405_with_allow_header(atrio: TestServer) {
    for (path, methods, allow) in [
        ("/api/client/chat", ["PUT", "DELETE", "OPTIONS", "PATCH"], "GET,HEAD,POST"),
        ("/api/client/approve", ["GET", "HEAD", "OPTIONS", "PUT"], "POST"),
        ("/api/client/comment", ["GET", "DELETE", "OPTIONS", "TRACE"], "POST"),
        ("/api/webhooks/lead", ["GET", "PUT", "OPTIONS", "ALTRO"], "POST"),
        ("/api/webhooks/lead/chiave-di-nessuno", ["GET", "HEAD", "OPTIONS", "DELETE"], "POST"),
        ("/healthz", ["POST", "PUT", "OPTIONS", "DELETE"], "GET,HEAD"),
        ("/readyz", ["POST", "PUT", "OPTIONS", "DELETE"], "GET,HEAD"),
    ] {
        for method in methods {
            let method = Method::from_bytes(method.as_bytes()).expect("a method");
            let response = TestResponse::to(atrio.request(method.clone(), path)).await;
            assert_eq!(response.header("allow"), allow, "{method} {path}");
            if method == Method::HEAD {
                assert_eq!(response.status, 405);
            } else {
                response.assert_error(405, "Metodo non consentito");
            }
        }
    }
}

async fn early_error_response_keeps_connection_usable(atrio: TestServer) {
    for _ in 0..20 {
        let large = atrio.request(Method::POST, "/api/webhooks/lead").body("x".repeat(1_000_000));
        TestResponse::to(large).await.assert_error(403, "Non autorizzato");
        let nowhere = atrio.request(Method::POST, "/api/altro").body("x".repeat(100_000));
        TestResponse::to(nowhere).await.assert_error(404, "Non trovato");
        assert_eq!(atrio.get("/healthz").await.text, "ok");
    }
    let two = "POST /api/client/approve HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n";
    let two = format!("{two}{}GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", "x".repeat(100_000));
    let responses = atrio.send_raw(two.as_bytes()).await;
    assert!(responses.starts_with("HTTP/1.1 413 ") && responses.ends_with("\r\n\r\nok"), "{responses}");
}

async fn expect_continue_with_oversized_body_returns_413(atrio: TestServer) {
    let head =
        "POST /api/client/approve HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 3000000\r\n\r\n";
    let response = atrio.send_raw(head.as_bytes()).await;
    assert!(response.starts_with("HTTP/1.1 413 "), "{response}");
}
