//! Malformed requests to every endpoint get a documented response, never a 500, and change nothing.

use std::fmt::Write as _;

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::source_webhooks::create_source;
use crate::support::{ANNA, INTERNAL_SECRET, TestResponse, TestServer, WEBHOOK_SECRET, on_both_databases, on_sqlite};

on_sqlite![
    oversized_body_returns_413_everywhere,
    last_duplicate_json_key_wins,
    malformed_request_heads_never_return_500,
];

on_both_databases![
    malformed_bodies_return_4xx_and_change_nothing,
    malformed_bodies_to_a_source_return_200,
    malformed_queries_return_4xx,
];

const POST_ENDPOINTS: [&str; 4] =
    ["/api/client/chat", "/api/client/comment", "/api/client/approve", "/api/webhooks/lead"];

async fn post(atrio: &TestServer, path: &str, body: impl Into<reqwest::Body>) -> TestResponse {
    let request = atrio.request(Method::POST, path).header("x-webhook-secret", WEBHOOK_SECRET);
    TestResponse::to(request.body(body)).await
}

fn bodies() -> Vec<Vec<u8>> {
    let nested = |open: &str, close: &str, depth: usize| {
        let (open, close) = (open.repeat(depth), close.repeat(depth));
        format!(r#"{{"token":"{ANNA}","deliverableId":"mockup","name":"","channel_key":"anna","x":{open}1{close}}}"#)
    };
    let members = |value: &str| {
        let names = ["token", "channel_key", "up_to", "entity_type", "entity_id", "text", "deliverableId"];
        let mut object = String::from("{");
        for name in names {
            let _ = write!(object, r#""{name}":{value},"#);
        }
        object.push_str(r#""fine":1}"#);
        object
    };
    let mut all: Vec<Vec<u8>> = [
        nested("[", "]", 10_000),
        nested(r#"{"x":"#, "}", 10_000),
        "[".repeat(60_000),
        r#"{"a":"#.repeat(10_000),
        members("null"),
        members("1e400"),
        members("-0"),
        members("18446744073709551616"),
        members("true"),
        members("[]"),
        members("{}"),
        members(r#""""#),
        members(r#""\u0000""#),
        members(r#""\ud800""#),
        members(&format!("\"{}\"", "🦀".repeat(2_001))),
        String::from("\u{feff}{}"),
        String::from("{\"token\":\"a\u{0}b\"}"),
        String::from("{}{}"),
        String::from("NaN"),
        String::from("'token'"),
        "%".repeat(1_000),
        "&=&;=%00".repeat(100),
        format!("name=&{}", "x=1&".repeat(4_000)),
    ]
    .into_iter()
    .map(String::into_bytes)
    .collect();
    all.extend([vec![0], vec![0xff; 100], vec![0; 60_000], b"{\"token\":\"\xc3\x28\"}".to_vec()]);
    all
}

async fn malformed_bodies_return_4xx_and_change_nothing(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    for path in POST_ENDPOINTS {
        for body in bodies() {
            let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
            let response = post(&atrio, path, body).await;
            response.json();
            assert!(
                matches!(response.status.as_u16(), 400 | 403 | 404 | 413 | 422),
                "{path} {shown}: {}",
                response.status
            );
        }
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn malformed_bodies_to_a_source_return_200(atrio: TestServer) {
    let kinds = ["auto", "elementor", "typeform", "cal_com", "google_ads", "generic"];
    for (index, kind) in kinds.into_iter().enumerate() {
        let address = create_source(&atrio, &format!("fonte-{index}"), json!({ "kind": kind, "honeypot": "x" })).await;
        for body in bodies() {
            let response = post(&atrio, &address, body).await;
            assert_eq!((response.status.as_u16(), &response.json()["ok"]), (200, &json!(true)), "{kind}");
        }
    }
}

async fn oversized_body_returns_413_everywhere(atrio: TestServer) {
    for path in POST_ENDPOINTS {
        for size in [65_537, 3_000_000] {
            post(&atrio, path, vec![b' '; size]).await.assert_error(413, "Payload troppo grande");
        }
    }
    let mut body = json!({ "token": ANNA, "channel_key": "anna" }).to_string().into_bytes();
    body.resize(65_536, b' ');
    post(&atrio, "/api/client/chat", body).await.assert_json(200, &json!({ "success": true }));
}

async fn last_duplicate_json_key_wins(atrio: TestServer) {
    let body = format!(r#"{{"token":"x","token":"{ANNA}","deliverableId":7,"deliverableId":"mockup"}}"#);
    post(&atrio, "/api/client/approve", body).await.assert_json(200, &json!({ "approved": true }));
}

async fn malformed_queries_return_4xx(atrio: TestServer) {
    let long = "x".repeat(20_000);
    for query in
        ["%", "%%%", "&&&===", "token", "token=%00&project_id=%00", "token=%C3%28&project_id=%ED%A0%80", "a;b", &long]
    {
        for path in
            ["/api/client/chat", "/api/client/history", "/api/internal/validate-token", "/api/internal/validate-slug"]
        {
            let request = atrio.request(Method::GET, &format!("{path}?{query}"));
            let response = TestResponse::to(request.header("x-internal-secret", INTERNAL_SECRET)).await;
            assert!(response.status.is_client_error(), "{path}?{query:.40}: {}", response.status);
        }
    }
    // Of a repeated parameter the first counts.
    let path = format!("/api/client/chat?token={ANNA}&project_id=sito&token=x&project_id=y");
    assert_eq!(atrio.get(&path).await.status, StatusCode::OK);
}

async fn malformed_request_heads_never_return_500(atrio: TestServer) {
    for head in [
        &b"\0\r\n\r\n"[..],
        b"GET /api/client/chat HTTP/9.9\r\n\r\n",
        b"GET /api/\xff\xfe HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-forwarded-for: \xff\xfe\r\nconnection: close\r\n\r\n",
        b"POST /api/client/chat HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/client/chat HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef",
        b"POST /api/client/chat HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\nzz\r\n",
    ] {
        let response = atrio.send_raw(head).await;
        assert!(!response.contains(" 500 "), "{response}");
    }
    let invalid = b"GET /api/client/chat?token=x&project_id=y HTTP/1.1\r\nhost: x\r\nx-forwarded-for: \xff\xfe\r\nconnection: close\r\n\r\n";
    assert!(atrio.send_raw(invalid).await.starts_with("HTTP/1.1 403 "));
    assert_eq!(atrio.get("/healthz").await.text, "ok");
}
