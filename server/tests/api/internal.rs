//! `/api/internal/*`

use reqwest::Method;
use serde_json::json;

use crate::support::{ANNA, INTERNAL_SECRET, NOBODY, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    valid_token_and_slug_return_their_client,
    missing_parameter_returns_400,
    requests_without_secret_return_403,
    other_paths_return_404_and_other_methods_405,
];

on_both_databases![unknown_token_and_slug_return_404];

async fn get(atrio: &TestServer, path: &str) -> TestResponse {
    let path = format!("/api/internal/{path}");
    TestResponse::to(atrio.request(Method::GET, &path).header("X-Internal-Secret", INTERNAL_SECRET)).await
}

async fn valid_token_and_slug_return_their_client(atrio: TestServer) {
    let valid = json!({
        "valid": true,
        "client": { "id": "anna", "name": "Anna Verdi", "slug": "anna-verdi-x7k2" },
    });
    get(&atrio, &format!("validate-token?token={ANNA}")).await.assert_json(200, &valid);
    let by_slug = get(&atrio, "validate-slug?slug=anna-verdi-x7k2").await;
    by_slug.assert_json(200, &valid);
    assert_eq!(by_slug.text, r#"{"valid":true,"client":{"id":"anna","name":"Anna Verdi","slug":"anna-verdi-x7k2"}}"#);
}

async fn unknown_token_and_slug_return_404(atrio: TestServer) {
    for token in [NOBODY, "anna-verdi-x7k2", "%00", "%FF", "x"] {
        get(&atrio, &format!("validate-token?token={token}")).await.assert_error(404, "Token non valido");
    }
    for slug in ["manca", ANNA, "%00", "%FF", "Anna-Verdi-x7k2", "anna-verdi-x7k2%20"] {
        get(&atrio, &format!("validate-slug?slug={slug}")).await.assert_error(404, "Slug non valido");
    }
}

async fn missing_parameter_returns_400(atrio: TestServer) {
    for path in
        ["validate-token", "validate-token?token=", "validate-token?slug=x", "validate-slug", "validate-slug?slug="]
    {
        get(&atrio, path).await.assert_error(400, "Parametri mancanti");
    }
}

async fn requests_without_secret_return_403(atrio: TestServer) {
    let valid = format!("/api/internal/validate-token?token={ANNA}");
    for path in [&*valid, "/api/internal/validate-slug", "/api/internal/x", "/api/internal", "/api/internal/"] {
        for method in [Method::GET, Method::POST, Method::OPTIONS] {
            let request = || atrio.request(method.clone(), path);
            TestResponse::to(request()).await.assert_error(403, "Non autorizzato");
            for wrong in ["", "x", "Interno-segreto", "webhook-segreto"] {
                let wrong = request().header("x-internal-secret", wrong);
                TestResponse::to(wrong).await.assert_error(403, "Non autorizzato");
            }
        }
    }
    let twice = atrio
        .request(Method::GET, &valid)
        .header("x-internal-secret", INTERNAL_SECRET)
        .header("x-internal-secret", INTERNAL_SECRET);
    TestResponse::to(twice).await.assert_error(403, "Non autorizzato");
}

async fn other_paths_return_404_and_other_methods_405(atrio: TestServer) {
    get(&atrio, "altro").await.assert_error(404, "Non trovato");
    get(&atrio, "validate-token/").await.assert_error(404, "Non trovato");
    let request = atrio.request(Method::POST, "/api/internal/validate-token");
    let response = TestResponse::to(request.header("x-internal-secret", INTERNAL_SECRET)).await;
    response.assert_error(405, "Metodo non consentito");
    assert_eq!(response.header("allow"), "GET,HEAD");
}
