//! `/api/internal/*`

use reqwest::Method;
use serde_json::json;

use crate::support::{ANNA, Answer, Atrio, INTERNAL_SECRET, NOBODY, on_both_databases};

on_both_databases![
    a_token_and_a_slug_name_their_client,
    what_names_nobody_is_not_valid,
    a_missing_parameter_is_told,
    without_the_secret_everything_is_forbidden,
    with_the_secret_other_paths_and_methods_are_what_they_are,
];

async fn get(atrio: &Atrio, path: &str) -> Answer {
    let path = format!("/api/internal/{path}");
    Answer::to(atrio.request(Method::GET, &path).header("X-Internal-Secret", INTERNAL_SECRET)).await
}

async fn a_token_and_a_slug_name_their_client(atrio: Atrio) {
    let valid = json!({
        "valid": true,
        "client": { "id": "anna", "name": "Anna Verdi", "slug": "anna-verdi-x7k2" },
    });
    get(&atrio, &format!("validate-token?token={ANNA}")).await.is(200, &valid);
    let by_slug = get(&atrio, "validate-slug?slug=anna-verdi-x7k2").await;
    by_slug.is(200, &valid);
    assert_eq!(
        by_slug.text,
        r#"{"valid":true,"client":{"id":"anna","name":"Anna Verdi","slug":"anna-verdi-x7k2"}}"#
    );
}

async fn what_names_nobody_is_not_valid(atrio: Atrio) {
    for token in [NOBODY, "anna-verdi-x7k2", "%00", "%FF", "x"] {
        get(&atrio, &format!("validate-token?token={token}")).await.refuses(404, "Token non valido");
    }
    for slug in ["manca", ANNA, "%00", "%FF", "Anna-Verdi-x7k2", "anna-verdi-x7k2%20"] {
        get(&atrio, &format!("validate-slug?slug={slug}")).await.refuses(404, "Slug non valido");
    }
}

async fn a_missing_parameter_is_told(atrio: Atrio) {
    for path in [
        "validate-token",
        "validate-token?token=",
        "validate-token?slug=x",
        "validate-slug",
        "validate-slug?slug=",
    ] {
        get(&atrio, path).await.refuses(400, "Parametri mancanti");
    }
}

async fn without_the_secret_everything_is_forbidden(atrio: Atrio) {
    let valid = format!("/api/internal/validate-token?token={ANNA}");
    for path in [&*valid, "/api/internal/validate-slug", "/api/internal/x", "/api/internal", "/api/internal/"]
    {
        for method in [Method::GET, Method::POST, Method::OPTIONS] {
            let request = || atrio.request(method.clone(), path);
            Answer::to(request()).await.refuses(403, "Non autorizzato");
            for wrong in ["", "x", "Interno-segreto", "webhook-segreto"] {
                let wrong = request().header("x-internal-secret", wrong);
                Answer::to(wrong).await.refuses(403, "Non autorizzato");
            }
        }
    }
    let twice = atrio
        .request(Method::GET, &valid)
        .header("x-internal-secret", INTERNAL_SECRET)
        .header("x-internal-secret", INTERNAL_SECRET);
    Answer::to(twice).await.refuses(403, "Non autorizzato");
}

async fn with_the_secret_other_paths_and_methods_are_what_they_are(atrio: Atrio) {
    get(&atrio, "altro").await.refuses(404, "Non trovato");
    get(&atrio, "validate-token/").await.refuses(404, "Non trovato");
    let request = atrio.request(Method::POST, "/api/internal/validate-token");
    let answer = Answer::to(request.header("x-internal-secret", INTERNAL_SECRET)).await;
    answer.refuses(405, "Metodo non consentito");
    assert_eq!(answer.header("allow"), "GET,HEAD");
}
