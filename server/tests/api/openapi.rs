//! The OpenAPI document: it has every route, and the server answers its examples as it says. What else it says is tested with
//! schemathesis by `cargo xtask test openapi`.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Map, Value};
use server::AppState;

use crate::support::{INTERNAL_SECRET, TestResponse, TestServer, WEBHOOK_SECRET, config, on_both_databases, on_sqlite};

on_sqlite![every_api_route_is_in_the_document, every_schema_that_is_named_is_in_the_document, document_may_be_cached];
on_both_databases![examples_are_answered_as_documented];

const PATH: &str = "/api/openapi.json";
/// What answers every other path with 404.
const FALLBACKS: [&str; 3] = ["/api", "/api/", "/api/{*unknown}"];
/// Examples that need more than the workspace of the tests: a source, and a body of parts.
const NOT_SENT: [&str; 2] = ["sourceLead", "upload"];

async fn document(atrio: &TestServer) -> Value {
    serde_json::from_str(&atrio.get(PATH).await.text).expect("JSON")
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

async fn every_api_route_is_in_the_document(atrio: TestServer) {
    let state = AppState::new(atrio.store.clone(), config("sqlite:", &atrio.origin)).expect("a state");
    let is_documented = |path: &&str| path.starts_with("/api") || ["/healthz", "/readyz"].contains(path);
    let routes = server::paths(&state).into_iter().filter(is_documented).filter(|path| !FALLBACKS.contains(path));
    let document = document(&atrio).await;
    let documented: BTreeSet<&str> = object(&document["paths"]).keys().map(String::as_str).collect();
    assert_eq!(documented, routes.collect());
    assert_eq!(document["openapi"], "3.1.0");
}

async fn every_schema_that_is_named_is_in_the_document(atrio: TestServer) {
    let text = atrio.get(PATH).await.text;
    let document = document(&atrio).await;
    let schemas = object(&document["components"]["schemas"]);
    let named = text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next());
    let missing: BTreeSet<&str> = named.filter(|name| !schemas.contains_key(*name)).collect();
    assert_eq!(missing, BTreeSet::new());
    // A type with parameters is documented with what they are by default.
    assert_eq!(schemas["PollResponse"]["properties"]["reads"]["$ref"], "#/components/schemas/ReadTimes");
}

async fn document_may_be_cached(atrio: TestServer) {
    let response = atrio.get(PATH).await;
    assert_eq!(response.header("cache-control"), "public, max-age=3600");
    assert_eq!(response.header("content-type"), "application/json; charset=utf-8");
}

async fn examples_are_answered_as_documented(atrio: TestServer) {
    let document = document(&atrio).await;
    let mut sent = 0;
    // Approving comes before the receipt.
    for (path, item) in object(&document["paths"]) {
        for (method, operation) in object(item) {
            let id = operation["operationId"].as_str().expect("an id");
            let Some(expected) = example_of_success(operation).filter(|_| !NOT_SENT.contains(&id)) else { continue };
            let response = send_example(&atrio, method, path, operation).await;
            assert!(response.status.is_success(), "{id}: {} {}", response.status, response.text);
            let is_json = response.header("content-type").starts_with("application/json");
            let answer = if is_json { response.json() } else { Value::from(&*response.text) };
            assert!(has_members_of(&answer, expected), "{id}: {answer} is not as {expected}");
            sent += 1;
        }
    }
    assert_eq!(sent, 19);
}

/// Of the first status that has one.
fn example_of_success(operation: &Value) -> Option<&Value> {
    let successes = object(&operation["responses"]).iter().filter(|(status, _)| status.starts_with('2'));
    let mut contents = successes.filter_map(|(_, response)| response["content"].as_object()).flat_map(Map::values);
    contents.find_map(|content| content.get("example"))
}

async fn send_example(atrio: &TestServer, method: &str, path: &str, operation: &Value) -> TestResponse {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let query = parameters
        .filter(|parameter| parameter["in"] == "query")
        .filter_map(|parameter| Some((parameter["name"].as_str()?, parameter["example"].as_str()?)));
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
    let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
    let mut request = atrio.request(method, &format!("{path}?{query}"));
    request = request.header("x-webhook-secret", WEBHOOK_SECRET).header("x-internal-secret", INTERNAL_SECRET);
    request = request.header("x-auth-return-redirect", "1");
    if let Some(body) = operation.pointer("/requestBody/content/application~1json/example") {
        request = request.json(body);
    }
    TestResponse::to(request).await
}

/// Whether it has the same members, and so have its objects and the first elements of its arrays.
fn has_members_of(answer: &Value, example: &Value) -> bool {
    match (answer, example) {
        (Value::Object(answer), Value::Object(example)) => {
            answer.keys().eq(example.keys()) && example.iter().all(|(name, value)| has_members_of(&answer[name], value))
        }
        (Value::Array(answer), Value::Array(example)) => match (answer.first(), example.first()) {
            (Some(answer), Some(example)) => has_members_of(answer, example),
            (answer, example) => answer.is_some() == example.is_some(),
        },
        (Value::Object(_) | Value::Array(_), _) | (_, Value::Object(_) | Value::Array(_)) => false,
        _ => true,
    }
}
