//! Which responses are compressed.

use std::io::Read as _;

use axum::body::Body;
use axum::http::Request;
use reqwest::{Method, Response};
use server::{AppState, router};
use tower::ServiceExt as _;

use crate::support::{ANNA, TestResponse, TestServer, config, on_sqlite};

on_sqlite![
    responses_use_the_best_accepted_encoding,
    decompressed_page_equals_plain_page,
    head_has_the_headers_of_get,
    admin_responses_are_not_compressed,
    small_responses_are_not_compressed,
    any_accept_encoding_is_served,
];

async fn send_request(atrio: &TestServer, method: Method, path: &str, accepted: &str) -> Response {
    let request = atrio.request(method, path).header("accept-encoding", accepted);
    request.send().await.expect("an answer")
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().expect("ASCII"))
}

async fn decompressed(response: Response) -> String {
    let coding = header(&response, "content-encoding").to_owned();
    let bytes = response.bytes().await.expect("a body");
    let mut text = String::new();
    let read = match &*coding {
        "br" => brotli::Decompressor::new(&bytes[..], 4096).read_to_string(&mut text),
        "gzip" => flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text),
        "zstd" => zstd::Decoder::new(&bytes[..]).expect("a decoder").read_to_string(&mut text),
        other => panic!("{other}"),
    };
    read.expect("the whole text");
    text
}

async fn responses_use_the_best_accepted_encoding(atrio: TestServer) {
    let poll = format!("/api/client/chat?token={ANNA}&project_id=sito");
    for path in ["/", "/nope", "/c/anna-verdi-x7k2", &poll, "/manifest.webmanifest"] {
        for (accepted, coding) in [
            ("gzip, deflate, br, zstd", "zstd"),
            ("gzip, deflate, br", "br"),
            ("gzip, deflate", "gzip"),
            ("br;q=0, gzip;q=0.5", "gzip"),
            ("zstd", "zstd"),
            ("deflate", ""),
            ("identity", ""),
            ("", ""),
        ] {
            let response = send_request(&atrio, Method::GET, path, accepted).await;
            assert_eq!(header(&response, "content-encoding"), coding, "{path}: {accepted}");
            assert_eq!(header(&response, "vary"), "accept-encoding", "{path}: {accepted}");
            let length = header(&response, "content-length").to_owned();
            let body = response.bytes().await.expect("a body");
            assert_eq!(length, body.len().to_string(), "{path}: {accepted}");
        }
        // A cache must know that others get it compressed.
        assert_eq!(atrio.get(path).await.headers["vary"], "accept-encoding", "{path}");
    }
}

async fn decompressed_page_equals_plain_page(atrio: TestServer) {
    let without_nonces = |text: &str| {
        let parts: Vec<_> = text.split("nonce=\"").collect();
        let rest = parts[1..].iter().map(|part| part.split_once('"').expect("the end marker").1);
        [parts[0]].into_iter().chain(rest).collect::<String>()
    };
    for path in ["/nope", "/c/nessuno-0000", "/c/anna-verdi-x7k2"] {
        let plain = without_nonces(&atrio.get(path).await.text);
        for coding in ["zstd", "br", "gzip"] {
            let response = send_request(&atrio, Method::GET, path, coding).await;
            let policy = header(&response, "content-security-policy").to_owned();
            let text = decompressed(response).await;
            assert_eq!(without_nonces(&text), plain, "{path}: {coding}");
            let nonce = text.split("nonce=\"").nth(1).and_then(|rest| rest.split_once('"'));
            assert!(nonce.is_none_or(|(nonce, _)| policy.contains(nonce)), "{path}: {policy}");
        }
    }
}

async fn head_has_the_headers_of_get(atrio: TestServer) {
    for path in ["/", "/c/anna-verdi-x7k2", "/nope"] {
        for accepted in ["br", "identity"] {
            let get = send_request(&atrio, Method::GET, path, accepted).await;
            let head = send_request(&atrio, Method::HEAD, path, accepted).await;
            assert_eq!(head.status(), get.status(), "{path}");
            for name in ["content-encoding", "content-type", "vary"] {
                assert_eq!(header(&head, name), header(&get, name), "{path} {accepted}: {name}");
            }
            // Nonces compress to lengths that differ by some bytes.
            let length = |response: &Response| header(response, "content-length").parse::<u64>().expect("a length");
            let tolerance = if accepted == "identity" { 0 } else { 16 };
            assert!(length(&head).abs_diff(length(&get)) <= tolerance, "{path} {accepted}");
            assert!(head.bytes().await.expect("a body").is_empty());
        }
    }
}

async fn admin_responses_are_not_compressed(atrio: TestServer) {
    for path in ["/admin/login", "/api/auth/csrf", "/api/auth/providers", "/api/auth/nope", "/admin"] {
        let response = send_request(&atrio, Method::GET, path, "br, gzip").await;
        assert_eq!(header(&response, "content-encoding"), "", "{path}");
    }
    let response = send_request(&atrio, Method::POST, "/rpc/admin/reply", "br, gzip").await;
    assert_eq!(header(&response, "content-encoding"), "");
}

async fn small_responses_are_not_compressed(atrio: TestServer) {
    for path in ["/healthz", "/api/client/chat", "/api/nope"] {
        let response = send_request(&atrio, Method::GET, path, "br, gzip").await;
        assert_eq!(header(&response, "content-encoding"), "", "{path}");
    }
}

async fn any_accept_encoding_is_served(atrio: TestServer) {
    for accepted in ["identity;q=0", "*;q=0", "zstd, *;q=0", "br;q=0", "x;q=nope", ",,,", "*"] {
        for path in ["/", "/c/anna-verdi-x7k2", "/healthz"] {
            let response = send_request(&atrio, Method::GET, path, accepted).await;
            assert_eq!(response.status(), 200, "{path}: {accepted}");
        }
    }
    let body = serde_json::json!({ "token": ANNA, "deliverableId": "mockup" }).to_string();
    let approve = atrio.request(Method::POST, "/api/client/approve").header("accept-encoding", "identity;q=0");
    TestResponse::to(approve.body(body)).await.assert_json(200, &serde_json::json!({ "approved": true }));
}

/// The project page of the demo has at most 15 KB.
#[tokio::test]
async fn demo_project_pages_are_at_most_15_kib_compressed() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("atrio.db").display());
    let store = store::Store::connect(&url, std::sync::Arc::new(store::SystemClock)).await.expect("a database");
    store.load_demo().await.expect("the demo").expect("an empty database");
    let clients = store.clients().await.expect("clients");
    let app = router(AppState::new(store, config(&url, "http://127.0.0.1:1")).expect("a state"));
    for client in clients {
        let request = Request::get(format!("/c/{}", client.slug)).header("accept-encoding", "br");
        let response = app.clone().oneshot(request.body(Body::empty()).expect("a request")).await.expect("an answer");
        assert_eq!(response.status(), 200);
        let bytes = axum::body::to_bytes(Body::new(response.into_body()), usize::MAX).await.expect("a body");
        assert!(bytes.len() <= 15 * 1024, "{}: {} bytes", client.slug, bytes.len());
    }
}
