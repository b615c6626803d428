//! Who may use what: every route of the server for nobody, people of a client, and people of the agency. The routes are those of
//! `server::paths`, the rules of the agency's those of `pages::access`, and the others are listed here.

use domain::Role;
use pages::access::{DAILY_WORK, OWNERS};
use reqwest::{Method, StatusCode};
use server::AppState;

use crate::browser::Browser;
use crate::contacts::{CARLA, DINO, with_contacts};
use crate::members::joined;
use crate::support::{ANNA, NOBODY, TestResponse, TestServer, config, on_both_databases};

on_both_databases![every_route_checks_who_may_use_it];

/// For nobody, a contact without rights, a contact, the client, a member and an owner; those of the agency send no token of a
/// client.
type Statuses = [u16; 6];

/// Whatever the token.
const fn all(status: u16) -> Statuses {
    [status; 6]
}

/// With the token of a person of the client; where that is the first check, others get 403.
const CHAT: Statuses = [403, 200, 200, 200, 403, 403];
/// The same on pages and in their forms.
const READING: Statuses = [404, 200, 200, 200, 404, 404];
/// The same, once somebody has approved it.
const RECEIPT: Statuses = READING;
/// The same, with the right to do it.
const ACTING: Statuses = [404, 403, 200, 200, 404, 404];

/// Method, path and body of each route that is not the agency's. `TOKEN` and `PASS` stand for those of the person.
const OTHERS: &[(&str, &str, &str, Statuses)] = &[
    ("GET", "/", "", all(200)),
    ("GET", "/offline", "", all(200)),
    ("GET", "/help", "", all(302)),
    ("GET", "/healthz", "", all(200)),
    ("GET", "/readyz", "", all(200)),
    ("GET", "/logo", "", all(404)),
    ("GET", "/logo/dark", "", all(404)),
    ("GET", "/manifest.webmanifest", "", all(200)),
    ("GET", "/api", "", all(404)),
    ("GET", "/api/", "", all(404)),
    ("GET", "/api/{*unknown}", "", all(404)),
    ("GET", "/api/client/chat?project_id=sito&token=TOKEN", "", CHAT),
    ("POST", "/api/client/chat", r#"{"token":"TOKEN","channel_key":"design"}"#, CHAT),
    ("GET", "/api/client/history?channel_key=design&before=2027-01-01&token=TOKEN", "", CHAT),
    ("POST", "/api/client/approve", r#"{"token":"TOKEN","deliverableId":"mockup"}"#, ACTING),
    // It is approved by then.
    ("GET", "/api/client/receipts?deliverable_id=mockup&token=TOKEN", "", RECEIPT),
    ("GET", "/c/TOKEN/receipts/mockup", "", RECEIPT),
    ("GET", "/receipts/{digest}", "", all(404)),
    ("POST", "/api/client/files", "", all(400)),
    ("GET", "/api/client/files/{id}?token=TOKEN", "", all(404)),
    ("GET", "/files/{id}/{name}", "", all(404)),
    ("GET", "/files/pins/{message}", "", all(404)),
    // By the cookie of a portal, which no request here has, or a session; then the version of tus is asked for.
    ("POST", "/files/upload", "", [403, 403, 403, 403, 412, 412]),
    ("PATCH", "/files/upload/{id}", "", [403, 403, 403, 403, 412, 412]),
    (
        "POST",
        "/api/client/comment",
        r#"{"token":"TOKEN","entity_type":"general","entity_id":"anna","text":"Ciao"}"#,
        [404, 403, 201, 201, 404, 404],
    ),
    ("POST", "/api/webhooks/lead", "{}", all(403)),
    ("POST", "/api/webhooks/lead/{key}", "{}", all(403)),
    ("GET", "/api/internal/validate-token?token=TOKEN", "", all(403)),
    ("GET", "/api/internal/validate-slug?slug=anna-verdi-x7k2", "", all(403)),
    ("GET", "/api/openapi.json", "", all(200)),
    ("GET", "/api/auth/csrf", "", all(200)),
    ("GET", "/api/auth/providers", "", all(200)),
    ("GET", "/api/auth/session", "", all(200)),
    ("GET", "/api/auth/signin", "", all(302)),
    ("POST", "/api/auth/callback/credentials", "", all(302)),
    ("POST", "/api/auth/signout", "", all(302)),
    ("GET", "/api/push/key", "", all(200)),
    (
        "DELETE",
        "/api/push/subscriptions",
        r#"{"token":"TOKEN","subscription":{"endpoint":"https://push.example/1"}}"#,
        [404, 200, 200, 200, 404, 404],
    ),
    (
        "DELETE",
        "/api/push/subscriptions",
        r#"{"subscription":{"endpoint":"https://push.example/1"}}"#,
        [403, 403, 403, 403, 200, 200],
    ),
    ("GET", "/admin/login", "", all(200)),
    ("GET", "/admin/join/{key}", "", all(404)),
    ("GET", "/admin/reset/{key}", "", all(404)),
    ("GET", "/admin/reset", "", all(404)),
    ("GET", "/n/{key}", "", all(404)),
    ("GET", "/f/{key}", "", all(404)),
    ("POST", "/rpc/form/{key}", "", all(404)),
    ("GET", "/c/TOKEN", "", READING),
    ("GET", "/c/TOKEN/notifications", "", READING),
    // It is no file.
    ("GET", "/c/TOKEN/deliverables/mockup", "", all(404)),
    ("POST", "/rpc/pin", "key=x&pass=PASS&deliverable=mockup&place=1-1-1&text=Ciao", [404, 403, 400, 400, 404, 404]),
    ("POST", "/rpc/comment", "key=x&pass=PASS&project=sito&channel=design&text=Ciao", ACTING),
    ("POST", "/rpc/approve", "key=x&pass=PASS&project=sito&channel=design&deliverable=mockup", ACTING),
    // The deliverable is approved by then.
    (
        "POST",
        "/rpc/request-changes",
        "key=x&pass=PASS&project=sito&channel=design&deliverable=mockup&reason=Ciao",
        [404, 403, 409, 409, 404, 404],
    ),
    // Nothing is asked for.
    ("POST", "/rpc/send-text", "key=x&pass=PASS&project=sito&request=testi&text=Ciao", [404, 403, 404, 404, 404, 404]),
    // A form of parts; the page says what is wrong with it.
    ("POST", "/rpc/upload/material", "", all(302)),
    ("POST", "/rpc/read", "key=x&pass=PASS&project=sito&channel=design", READING),
    ("POST", "/rpc/notifications", "key=x&pass=PASS&notify=daily", READING),
];

/// Whether a session is needed.
fn is_agencys(path: &str) -> bool {
    let is_within =
        |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    (is_within("/admin") || is_within("/rpc/admin")) && !OTHERS.iter().any(|(_, other, ..)| *other == path)
}

/// The route of a path of [`OTHERS`].
fn route_of(path: &str) -> String {
    path.split('?')
        .next()
        .unwrap_or_default()
        .replace("TOKEN", "{key}")
        .replace("/receipts/mockup", "/receipts/{deliverable}")
        .replace("/deliverables/mockup", "/deliverables/{deliverable}")
}

fn check_lists(paths: &[&str]) {
    for path in paths {
        let lists = [OWNERS, DAILY_WORK].iter().filter(|list| list.contains(path)).count();
        let is_other = OTHERS.iter().any(|(_, other, ..)| route_of(other) == *path);
        assert_eq!(lists, usize::from(is_agencys(path)), "{path} must be in one list of pages/src/access.rs");
        assert!(is_agencys(path) || is_other, "{path} must be in the list of this test");
    }
    let others = OTHERS.iter().map(|(_, path, ..)| route_of(path));
    let agencys = OWNERS.iter().chain(DAILY_WORK).map(|path| (*path).to_owned());
    for path in others.chain(agencys) {
        assert!(paths.contains(&&*path), "{path} is no route");
    }
}

async fn every_route_checks_who_may_use_it(atrio: TestServer) {
    let state = AppState::new(atrio.store.clone(), config("sqlite:", &atrio.origin)).expect("a state");
    check_lists(&server::paths(&state));
    with_contacts(&atrio).await;
    let luca = joined(&atrio, "luca", Role::Member).await.1;
    let marta = joined(&atrio, "marta", Role::Owner).await.1;
    let before = atrio.export().await;
    for (name, token) in
        [("nobody", NOBODY), ("a contact without rights", DINO), ("a contact", CARLA), ("a client", ANNA)]
    {
        let mut browser = Browser::new(&atrio);
        browser.get(&format!("/c/{token}")).await;
        for route in OWNERS.iter().chain(DAILY_WORK) {
            let refused = of_agency(&mut browser, route, "*/*").await;
            let is_action = route.starts_with("/rpc/");
            assert_eq!(refused.status, if is_action { 401 } else { 302 }, "{name}: {route}");
            assert!(is_action || refused.header("location").starts_with("/admin/login?"), "{name}: {route}");
        }
    }
    check_owner_routes_refuse_members(&luca).await;
    assert!(atrio.export().await == before, "the data is unchanged");
    let mut unexpected = Vec::new();
    for (method, path, body, statuses) in OTHERS {
        let agency = [luca.clone(), marta.clone()].map(|browser| (browser, NOBODY));
        let others = [NOBODY, DINO, CARLA, ANNA].map(|token| (Browser::new(&atrio), token));
        let mut found = Vec::new();
        for (browser, token) in others.into_iter().chain(agency) {
            found.push(other(&browser, method, path, body, token).await.status.as_u16());
        }
        if found != statuses {
            unexpected.push(format!("{method} {path}: {found:?}"));
        }
    }
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    for route in DAILY_WORK {
        assert_ne!(of_agency(&mut luca.clone(), route, "*/*").await.status, 403, "a member: {route}");
    }
    check_owner_may_use_every_route(&atrio, marta).await;
}

async fn check_owner_routes_refuse_members(luca: &Browser) {
    for route in OWNERS {
        let refused = of_agency(&mut luca.clone(), route, "*/*").await;
        assert_eq!(
            (refused.status, &*refused.text),
            (StatusCode::FORBIDDEN, r#"{"error":"Operazione non consentita"}"#),
            "{route}"
        );
        let refused = of_agency(&mut luca.clone(), route, "text/html").await;
        assert_eq!(refused.status, 403, "{route}");
        assert!(refused.text.contains("<h1>Operazione non consentita</h1>"), "{route}: {}", refused.text);
    }
}

/// One of them ends every session, so that the account of the environment goes on.
async fn check_owner_may_use_every_route(atrio: &TestServer, mut marta: Browser) {
    for route in OWNERS.iter().chain(DAILY_WORK) {
        if !marta.is_signed_in().await {
            marta = Browser::new(atrio);
            marta.sign_in().await;
        }
        let answer = of_agency(&mut marta, route, "*/*").await;
        assert!(![401, 403].contains(&answer.status.as_u16()), "an owner: {route}");
        assert!(!answer.header("location").starts_with("/admin/login?"), "an owner: {route}");
    }
}

fn with_values(route: &str) -> String {
    let parts = route.split('/').map(|part| match part.split_once('}') {
        Some((name, query)) if name.starts_with('{') => format!("anna{query}"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("/")
}

/// A GET of a page, a POST to an action.
async fn of_agency(browser: &mut Browser, route: &str, accept: &str) -> TestResponse {
    let path = with_values(route);
    let method = if path.starts_with("/rpc/") { Method::POST } else { Method::GET };
    let request = browser.request(method, &path).header("accept", accept);
    browser.send(request.header("content-type", "application/x-www-form-urlencoded")).await
}

async fn other(browser: &Browser, method: &str, path: &str, body: &str, token: &str) -> TestResponse {
    let pass = match browser.atrio.store.client_by_token(token).await {
        Ok(scope) => scope.portal_credential(),
        Err(_) => "nessuno".to_owned(),
    };
    let (path, body) = (with_values(path).replace("TOKEN", token), body.replace("TOKEN", token).replace("PASS", &pass));
    let request = browser.request(Method::from_bytes(method.as_bytes()).expect("a method"), &path);
    TestResponse::to(request.header("content-type", "application/x-www-form-urlencoded").body(body)).await
}
