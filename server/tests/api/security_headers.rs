//! The security headers of every response (docs/REFERENCE.md#response-headers).

use reqwest::Method;
use serde_json::json;

use crate::mail::unsubscribe_path;
use crate::support::{ANNA, TestResponse, TestServer, on_sqlite};

on_sqlite![
    every_response_has_security_headers,
    malformed_head_is_answered_with_security_headers,
    hsts_is_sent_only_over_https,
    addresses_with_keys_and_admin_are_noindex_and_no_store,
    portal_allows_the_origins_of_its_pictures_only,
];

fn assert_security_headers(response: &TestResponse, what: &str) {
    for (name, value) in [
        ("x-frame-options", "DENY"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("x-dns-prefetch-control", "off"),
    ] {
        assert_eq!(response.header(name), value, "{what}: {name}");
        assert_eq!(response.headers.get_all(name).iter().count(), 1, "{what}: {name} once");
    }
    let permissions = response.header("permissions-policy");
    let is_data = response.header("content-type").starts_with("application/");
    assert!(permissions.contains("camera=()") && permissions.contains("hid=()") != is_data, "{what}: {permissions}");
    let policy = response.header("content-security-policy");
    assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"), "{what}: {policy}");
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{what}: {policy}");
    let is_page = response.header("content-type").starts_with("text/html");
    assert_eq!(policy.contains("'nonce-"), is_page, "{what}: {policy}");
    assert_eq!(response.header("cross-origin-opener-policy") == "same-origin", is_page, "{what}");
    assert!(is_page || policy.starts_with("default-src 'none'"), "{what}: {policy}");
}

async fn every_response_has_security_headers(atrio: TestServer) {
    let portal = format!("/c/{ANNA}");
    let poll = format!("/api/client/chat?token={ANNA}&project_id=sito");
    for (method, path, body, status) in [
        (Method::GET, "/", 0, 200),
        (Method::HEAD, "/", 0, 200),
        (Method::GET, &*portal, 0, 200),
        (Method::GET, "/c/nope", 0, 404),
        (Method::GET, "/c/anna-verdi-x7k2", 0, 200),
        (Method::GET, "/offline", 0, 200),
        (Method::GET, "/manifest.webmanifest", 0, 200),
        (Method::GET, "/logo", 0, 404),
        (Method::GET, "/nope", 0, 404),
        (Method::POST, "/admin/login", 0, 405),
        (Method::OPTIONS, "/", 0, 405),
        (Method::GET, "/admin", 0, 302),
        (Method::GET, "/admin/login", 0, 200),
        (Method::GET, &*poll, 0, 200),
        (Method::GET, "/api/client/chat", 0, 400),
        (Method::PUT, "/api/client/chat", 0, 405),
        (Method::POST, "/api/client/comment", 70_000, 413),
        (Method::POST, "/api/webhooks/lead", 0, 403),
        (Method::POST, "/api/webhooks/lead/chiave-di-nessuno", 0, 403),
        (Method::GET, "/api/webhooks/lead/chiave-di-nessuno", 0, 405),
        (Method::POST, "/rpc/admin/try_source", 0, 401),
        (Method::GET, "/api/nope", 0, 404),
        (Method::GET, "/api/internal/nope", 0, 403),
        (Method::GET, "/api/auth/csrf", 0, 200),
        (Method::GET, "/api/auth/signin", 0, 302),
        (Method::POST, "/rpc/nope", 0, 404),
        (Method::GET, "/healthz", 0, 200),
        (Method::GET, "/readyz", 0, 200),
    ] {
        let what = format!("{method} {path}");
        let response = TestResponse::to(atrio.request(method, path).body("x".repeat(body))).await;
        assert_eq!(response.status, status, "{what}");
        assert_security_headers(&response, &what);
        assert_eq!(response.header("strict-transport-security"), "", "{what}");
    }
    for _ in 0..30 {
        TestResponse::to(atrio.request_from("192.0.2.1", Method::GET, &poll)).await;
    }
    let throttled = TestResponse::to(atrio.request_from("192.0.2.1", Method::GET, &poll)).await;
    assert_eq!(throttled.status, 429);
    assert_security_headers(&throttled, "429");
    let foreign = atrio.request(Method::POST, "/rpc/comment").header("origin", "https://evil.example");
    let foreign = TestResponse::to(foreign.header("accept", "text/html")).await;
    assert_eq!(foreign.status, 403);
    assert_security_headers(&foreign, "403");

    atrio.store.close().await;
    let url = format!("{}{poll}", atrio.origin);
    let broken = atrio.http.get(url).header("x-forwarded-for", "192.0.2.2").send().await.expect("an answer");
    assert_eq!(broken.status(), 500);
    let headers = broken.headers().clone();
    assert_security_headers(&TestResponse { status: broken.status(), headers, text: String::new() }, "500");
    let page = atrio.http.get(format!("{}/c/anna-verdi-x7k2", atrio.origin)).send().await.expect("an answer");
    let (status, headers) = (page.status(), page.headers().clone());
    let page = TestResponse { status, headers, text: page.text().await.expect("a body") };
    assert_eq!((page.status.as_u16(), page.header("content-type")), (500, "text/html; charset=utf-8"));
    assert!(page.text.contains("Qualcosa non ha funzionato"), "the error page has a text: {}", page.text);
    assert_security_headers(&page, "500");
}

async fn malformed_head_is_answered_with_security_headers(atrio: TestServer) {
    let secure = atrio.with_config(|config| config.base_url = "https://portal.example.it".into()).await;
    let padded = |size: usize| {
        let head = "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-padding: \r\n\r\n";
        head.replace("x-padding: ", &format!("x-padding: {}", "x".repeat(size - head.len()))).into_bytes()
    };
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(101)).into_bytes();
    let long_path = format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "x".repeat(100_000)).into_bytes();
    let second = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/9.9\r\n\r\n".to_vec();
    for (head, status) in [
        (padded(65_536), 200),
        (padded(65_537), 431),
        (padded(450_000), 431),
        (many, 431),
        (long_path, 431),
        (b"\0\r\n\r\n".to_vec(), 400),
        (b"GET / HTTP/9.9\r\n\r\n".to_vec(), 400),
        (b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n".to_vec(), 400),
        (second, 400),
    ] {
        let responses = secure.send_raw(&head).await;
        let what = String::from_utf8_lossy(&head[..head.len().min(40)]);
        let last = &responses[responses.rfind("HTTP/1.1 ").expect("a response")..];
        assert!(last.starts_with(&format!("HTTP/1.1 {status} ")), "{what}: {responses}");
        for line in [
            "x-frame-options: DENY",
            "x-content-type-options: nosniff",
            "referrer-policy: same-origin",
            "x-dns-prefetch-control: off",
            "strict-transport-security: max-age=31536000",
        ] {
            assert_eq!(last.matches(&format!("\r\n{line}\r\n")).count(), 1, "{what}: {line}: {last}");
        }
        assert!(last.contains("\r\npermissions-policy: accelerometer=()"), "{what}: {last}");
        assert!(last.contains("\r\ncontent-security-policy: default-src 'none'"), "{what}: {last}");
    }
}

async fn hsts_is_sent_only_over_https(atrio: TestServer) {
    let secure = atrio.with_config(|config| config.base_url = "https://portal.example.it".into()).await;
    for path in ["/", "/nope", "/api/nope", "/healthz"] {
        let response = secure.get(path).await;
        assert_eq!(response.header("strict-transport-security"), "max-age=31536000", "{path}");
        assert_security_headers(&response, path);
    }
}

async fn addresses_with_keys_and_admin_are_noindex_and_no_store(atrio: TestServer) {
    let portal = format!("/c/{ANNA}");
    let poll = format!("/api/client/chat?token={ANNA}&project_id=sito");
    let manifest = format!("/manifest.webmanifest?at={ANNA}");
    let unsubscribe = unsubscribe_path(Some("anna")).await;
    for path in [
        &*portal, "/c/nope", "/c/", "/f/nope", &*unsubscribe, "/n/nope", &*poll, &*manifest, "/admin", "/admin/login",
        "/admin/nope",
    ] {
        let response = atrio.get(path).await;
        assert_eq!(response.header("x-robots-tag"), "noindex", "{path}");
        assert_eq!(response.header("cache-control"), "no-store", "{path}");
    }
    for path in ["/", "/api/auth/csrf", "/healthz", "/contatti"] {
        assert_eq!(atrio.get(path).await.header("x-robots-tag"), "", "{path}");
    }
}

async fn portal_allows_the_origins_of_its_pictures_only(atrio: TestServer) {
    let deliverable = |id: &str, url: &str| json!({ "id": id, "task_id": "home", "title": id, "url": url });
    let records = json!({ "deliverables": [
        deliverable("bozza", "https://immagini.example/bozza.png?v=2"),
        deliverable("iniezione", "https://a.example;script-src/x.png"),
        deliverable("testo", "https://testi.example/contratto.pdf"),
    ] });
    atrio.import(&records).await;
    atrio.sql("UPDATE deliverable SET status = 'changes_requested' WHERE url IS NOT NULL").await;
    let page = atrio.get(&format!("/c/{ANNA}?project=sito")).await;
    let policy = page.header("content-security-policy");
    assert!(policy.contains("img-src 'self' data: https://immagini.example; connect-src"), "{policy}");
    let pictures: Vec<_> = page.text.split("<img ").skip(1).filter(|image| image.contains("example")).collect();
    assert!(pictures.len() == 1 && pictures[0].contains("bozza.png") && pictures[0].contains("no-referrer"));
    assert!(atrio.get("/").await.header("content-security-policy").contains("img-src 'self' data:; connect-src"));
}
