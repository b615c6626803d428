//! Paths and methods that are not there, and what every answer carries.

use reqwest::Method;

use crate::support::{Answer, Atrio, on_both_databases};

on_both_databases![
    unknown_paths_are_not_found,
    wrong_methods_are_told_the_right_ones,
    a_refusal_before_the_body_arrives_all_the_same_and_the_connection_goes_on,
    who_waits_to_be_asked_for_a_body_that_is_refused_is_not_asked,
];

async fn unknown_paths_are_not_found(atrio: Atrio) {
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
            Answer::to(atrio.request(method, path)).await.refuses(404, "Non trovato");
        }
    }
}

async fn wrong_methods_are_told_the_right_ones(atrio: Atrio) {
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
            let answer = Answer::to(atrio.request(method.clone(), path)).await;
            assert_eq!(answer.header("allow"), allow, "{method} {path}");
            if method == Method::HEAD {
                assert_eq!(answer.status, 405);
            } else {
                answer.refuses(405, "Metodo non consentito");
            }
        }
    }
}

async fn a_refusal_before_the_body_arrives_all_the_same_and_the_connection_goes_on(atrio: Atrio) {
    for _ in 0..20 {
        let large = atrio.request(Method::POST, "/api/webhooks/lead").body("x".repeat(1_000_000));
        Answer::to(large).await.refuses(403, "Non autorizzato");
        let nowhere = atrio.request(Method::POST, "/api/altro").body("x".repeat(100_000));
        Answer::to(nowhere).await.refuses(404, "Non trovato");
        assert_eq!(atrio.get("/healthz").await.text, "ok");
    }
    let two = "POST /api/client/approve HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n";
    let two =
        format!("{two}{}GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", "x".repeat(100_000));
    let answers = atrio.raw(two.as_bytes()).await;
    assert!(answers.starts_with("HTTP/1.1 413 ") && answers.ends_with("\r\n\r\nok"), "{answers}");
}

async fn who_waits_to_be_asked_for_a_body_that_is_refused_is_not_asked(atrio: Atrio) {
    let head = "POST /api/client/approve HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 3000000\r\n\r\n";
    let answer = atrio.raw(head.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}
