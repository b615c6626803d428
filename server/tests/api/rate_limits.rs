//! Rate limits of the endpoints.

use std::collections::BTreeSet;
use std::time::Duration;

use leptos::server_fn::axum::server_fn_paths;
use reqwest::Method;
use serde_json::json;

use crate::source_webhooks::{create_source, stored_deliveries};
use crate::support::{ANNA, TestResponse, TestServer, on_sqlite};

on_sqlite![
    each_operation_has_its_quota_per_window,
    throttled_request_is_not_read_and_not_counted,
    server_functions_share_rate_limits_with_api,
    client_ip_is_read_from_forwarded_headers,
    source_is_limited_by_key_not_by_ip,
    unknown_and_inactive_keys_are_rate_limited,
    source_limit_is_exact_under_concurrency,
];

const POLL: &str = "/api/client/chat";
/// Shares the limit of a page, `/n/{key}`.
const NOTIFICATIONS: &str = "/rpc/notifications";

/// Sends one request from `ip`; returns whether it was admitted.
async fn is_allowed(atrio: &TestServer, ip: &str, method: &Method, path: &str) -> bool {
    TestResponse::to(atrio.request_from(ip, method.clone(), path)).await.status != 429
}

/// How many of `tries` requests were admitted.
async fn count_allowed(atrio: &TestServer, ip: &str, method: &Method, path: &str, tries: usize) -> usize {
    let mut count = 0;
    for _ in 0..tries {
        count += usize::from(is_allowed(atrio, ip, method, path).await);
    }
    count
}

async fn each_operation_has_its_quota_per_window(atrio: TestServer) {
    for (method, path, quota) in [
        (Method::GET, POLL, 30),
        (Method::POST, POLL, 60),
        (Method::POST, "/api/client/approve", 20),
        (Method::POST, "/api/client/comment", 10),
        (Method::POST, "/api/webhooks/lead", 20),
        (Method::POST, "/api/push/subscriptions", 20),
    ] {
        let ip = "192.0.2.1";
        assert!(is_allowed(&atrio, ip, &method, path).await);
        atrio.advance_limiter(Duration::from_secs(30));
        assert_eq!(count_allowed(&atrio, ip, &method, path, quota + 5).await, quota - 1, "{method} {path}");
        let refused = TestResponse::to(atrio.request_from(ip, method.clone(), path)).await;
        refused.assert_error(429, "Troppe richieste");
        assert_eq!(refused.header("retry-after"), "30");
        assert!(is_allowed(&atrio, "192.0.2.2", &method, path).await, "another address is not limited");

        atrio.advance_limiter(Duration::from_millis(29_999));
        assert!(!is_allowed(&atrio, ip, &method, path).await);
        atrio.advance_limiter(Duration::from_millis(1));
        assert_eq!(count_allowed(&atrio, ip, &method, path, 3).await, 1, "only the first request has left the window");
        atrio.advance_limiter(Duration::from_secs(30));
        assert_eq!(count_allowed(&atrio, ip, &method, path, quota + 1).await, quota - 1);
        atrio.advance_limiter(Duration::from_mins(1));
    }
}

async fn throttled_request_is_not_read_and_not_counted(atrio: TestServer) {
    let ip = "192.0.2.1";
    assert_eq!(count_allowed(&atrio, ip, &Method::POST, "/api/client/approve", 20).await, 20);
    let head = format!(
        "POST /api/client/approve HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {ip}\r\nconnection: close\r\n\
         content-length: 1000\r\n\r\n"
    );
    assert!(atrio.send_raw(head.as_bytes()).await.starts_with("HTTP/1.1 429 "));
    // A request with the wrong method does not count.
    assert!(is_allowed(&atrio, ip, &Method::PUT, "/api/client/approve").await);
    atrio.advance_limiter(Duration::from_mins(1));
    assert_eq!(count_allowed(&atrio, ip, &Method::POST, "/api/client/approve", 25).await, 20);
}

/// The server functions without a session, each with the endpoint that does the same and its quota. A new
/// function needs a line here and in the table of operations.
const TWINS: [(&str, &str, usize); 6] = [
    ("/rpc/approve", "/api/client/approve", 20),
    ("/rpc/comment", "/api/client/comment", 10),
    ("/rpc/pin", "/api/client/comment", 10),
    ("/rpc/read", "/api/client/chat", 60),
    ("/rpc/request-changes", "/api/client/comment", 10),
    ("/rpc/send-text", "/api/client/comment", 10),
];

async fn server_functions_share_rate_limits_with_api(atrio: TestServer) {
    let declared = TWINS.iter().map(|(function, ..)| *function).chain([NOTIFICATIONS]);
    let registered = server_fn_paths().map(|(path, _)| path).filter(|path| !path.starts_with("/rpc/admin/"));
    assert_eq!(declared.collect::<BTreeSet<_>>(), registered.collect::<BTreeSet<_>>());

    for (number, (function, endpoint, quota)) in TWINS.into_iter().enumerate() {
        let ip = format!("192.0.2.{number}");
        let (half, post) = (quota / 2, &Method::POST);
        assert_eq!(count_allowed(&atrio, &ip, post, endpoint, half).await, half);
        assert_eq!(count_allowed(&atrio, &ip, post, function, half + 5).await, half, "{function}");
        assert!(!is_allowed(&atrio, &ip, post, endpoint).await, "{endpoint}");
        let from_code = TestResponse::to(atrio.request_from(&ip, Method::POST, function)).await;
        from_code.assert_error(429, "Troppe richieste");
        let from_browser = atrio.request_from(&ip, Method::POST, function).header("accept", "text/html,*/*");
        let page = TestResponse::to(from_browser).await;
        assert_eq!((page.status.as_u16(), page.header("retry-after")), (429, "60"));
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert!(page.text.contains("Troppe richieste") && page.text.contains("60 secondi"));
        // The endpoint itself responds in JSON whatever `Accept` says.
        let request = atrio.request_from(&ip, Method::POST, endpoint);
        TestResponse::to(request.header("accept", "text/html")).await.assert_error(429, "Troppe richieste");
    }
    let ip = "192.0.2.99";
    assert_eq!(count_allowed(&atrio, ip, &Method::POST, NOTIFICATIONS, 25).await, 20);
    assert!(!is_allowed(&atrio, ip, &Method::GET, "/n/x").await);
}

async fn client_ip_is_read_from_forwarded_headers(atrio: TestServer) {
    let poll = async |headers: &[(&str, &str)]| {
        let mut request = atrio.http.get(format!("{}{POLL}?token={ANNA}&project_id=sito", atrio.origin));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        TestResponse::to(request).await.status.as_u16()
    };
    let xff = "x-forwarded-for";
    // Thirty polls from one IP address, written in different ways.
    for round in 0..6 {
        for headers in [
            &[(xff, "192.0.2.9")][..],
            &[(xff, "192.0.2.9:4711, 198.51.100.1")],
            &[(xff, "::ffff:192.0.2.9"), (xff, "198.51.100.2")],
            &[(xff, "altro"), ("x-real-ip", "[192.0.2.9]:1")],
            &[("x-real-ip", "192.0.2.9")],
        ] {
            assert_eq!(poll(headers).await, 200, "round {round}: {headers:?}");
        }
    }
    assert_eq!(poll(&[(xff, "192.0.2.9")]).await, 429);
    assert_eq!(poll(&[(xff, "198.51.100.1, 192.0.2.9")]).await, 200);
    // All requests without a forwarded address share one quota.
    for _ in 0..15 {
        assert_eq!(poll(&[]).await, 200);
        assert_eq!(poll(&[(xff, "altro"), ("x-real-ip", "")]).await, 200);
    }
    assert_eq!(poll(&[]).await, 429);
    // IPv6 is counted per /64.
    for index in 0..30 {
        assert_eq!(poll(&[(xff, &format!("[2001:db8:1:2::{index}]:80"))]).await, 200);
    }
    assert_eq!(poll(&[(xff, "2001:db8:1:2:ffff::1")]).await, 429);
    assert_eq!(poll(&[(xff, "2001:db8:1:3::1")]).await, 200);
}

async fn source_is_limited_by_key_not_by_ip(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let other = create_source(&atrio, "altra", json!({})).await;
    let post = async |address: &str| atrio.post(address, "name=Anna").await;
    assert_eq!(post(&address).await.status, 200);
    atrio.advance_limiter(Duration::from_secs(30));
    // An integration service delivers for all its customers from few IP addresses, and for one from many.
    for round in 0..119 {
        let ip = format!("192.0.2.{round}");
        let request = atrio.request_from(&ip, Method::POST, &address).body("name=Anna");
        assert_eq!(TestResponse::to(request).await.status, 200, "{round}");
        let request = atrio.request_from(&ip, Method::POST, &other).body("name=Anna");
        assert_eq!(TestResponse::to(request).await.status, 200, "another source is not limited: {round}");
    }
    let refused = post(&address).await;
    refused.assert_error(429, "Troppe richieste");
    assert_eq!(refused.header("retry-after"), "30");
    // A query or a different encoding does not make another key.
    post(&format!("{address}?x=1")).await.assert_error(429, "Troppe richieste");
    let repeats =
        async || -> i64 { stored_deliveries(&atrio).await.iter().filter_map(|one| one["repeats"].as_i64()).sum() };
    assert_eq!(repeats().await, 119 + 118, "rejected requests are not stored");
    atrio.advance_limiter(Duration::from_millis(29_999));
    assert_eq!(post(&address).await.status, 429);
    atrio.advance_limiter(Duration::from_millis(1));
    assert_eq!(post(&address).await.status, 200, "the first request has left the window");
    assert_eq!(post(&address).await.status, 429);
    // The main address has its own quota.
    assert_eq!(post("/api/webhooks/lead").await.status, 403);
}

async fn unknown_and_inactive_keys_are_rate_limited(atrio: TestServer) {
    let off = create_source(&atrio, "spenta", json!({ "active": false })).await;
    for address in [off.as_str(), "/api/webhooks/lead/chiave-di-nessuno"] {
        assert_eq!(count_allowed(&atrio, "192.0.2.1", &Method::POST, address, 125).await, 120, "{address}");
        // A request with the wrong method does not count.
        assert!(is_allowed(&atrio, "192.0.2.1", &Method::GET, address).await);
    }
}

async fn source_limit_is_exact_under_concurrency(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let requests = (0..180).map(|index| {
        let request = atrio.request(Method::POST, &address).body(format!("name=Persona+{index}"));
        tokio::spawn(TestResponse::to(request))
    });
    let mut passed = 0;
    for request in requests.collect::<Vec<_>>() {
        let response = request.await.expect("an answer");
        passed += usize::from(response.status == 200);
        assert!(matches!(response.status.as_u16(), 200 | 429), "{}", response.status);
    }
    assert_eq!((passed, atrio.records("leads").await.len(), stored_deliveries(&atrio).await.len()), (120, 120, 120));
}
