//! Paths and methods that are not there, and what every answer carries.

use reqwest::Method;

use crate::support::{Answer, Atrio, on_both_databases};

on_both_databases![unknown_paths_are_not_found, wrong_methods_are_told_the_right_ones];

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
