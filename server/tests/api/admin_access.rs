//! Every page, download and action of the agency requires a session. The paths are those of the route table.

use leptos::server_fn::axum::server_fn_paths;
use reqwest::Method;
use server::AppState;

use crate::browser::{Browser, SIGN_OUT};
use crate::support::{TestResponse, TestServer, config, on_sqlite};

on_sqlite![
    actions_without_session_return_401,
    pages_without_session_redirect_to_login,
    only_functions_for_clients_need_no_session,
];

/// Functions for clients, called with their credential.
pub(crate) const PUBLIC_FUNCTIONS: [&str; 7] =
    ["approve", "comment", "notifications", "pin", "read", "request-changes", "send-text"];

/// Those that sign in or set a password.
const PUBLIC_PAGES: [&str; 4] = ["/admin/login", "/admin/join/anna", "/admin/reset/anna", "/admin/reset"];

/// The paths below `folder`, each with a value for its parameters.
fn paths_below(atrio: &TestServer, folder: &str) -> Vec<String> {
    let state = AppState::new(atrio.store.clone(), config("sqlite:", &atrio.origin)).expect("a state");
    let with_values = |path: &str| {
        let parts = path.split('/').map(|part| if part.starts_with('{') { "anna" } else { part });
        parts.collect::<Vec<_>>().join("/")
    };
    let paths = server::paths(&state);
    let below: Vec<_> = paths.iter().filter(|path| path.starts_with(folder)).map(|path| with_values(path)).collect();
    assert!(below.len() > 20, "{below:?}");
    below
}

async fn post(browser: &mut Browser, path: &str, accept: &str) -> TestResponse {
    let request = browser.request(Method::POST, path).header("accept", accept);
    browser.send(request.header("content-type", "application/x-www-form-urlencoded")).await
}

/// Requests without a valid session: anonymous, a client, a forged session, an ended session.
async fn unauthenticated_browsers(atrio: &TestServer) -> [(&'static str, Browser); 4] {
    let mut forger = Browser::new(atrio);
    forger.sign_in().await;
    let mut signed_out = forger.clone();
    signed_out.post(SIGN_OUT, &[]).await;
    signed_out.cookies.clone_from(&forger.cookies);
    for cookie in forger.cookies.values_mut() {
        cookie.insert(0, 'A');
    }
    let mut client = Browser::new(atrio);
    assert_eq!(client.get("/c/anna-verdi-x7k2").await.status, 200);
    [("nobody", Browser::new(atrio)), ("a client", client), ("a forger", forger), ("who has signed out", signed_out)]
}

async fn actions_without_session_return_401(atrio: TestServer) {
    let before = atrio.export().await;
    for (who, mut browser) in unauthenticated_browsers(&atrio).await {
        for path in paths_below(&atrio, "/rpc/admin/") {
            // As the browser's script does, so that the response contains the error.
            let response = post(&mut browser, &path, "*/*").await;
            let found = (response.status.as_u16(), response.text.as_str());
            assert_eq!(found, (401, "\"signed_out\""), "{who}: {path}");
            // From a form without JavaScript. What was typed is not stored.
            let response = post(&mut browser, &path, "text/html").await;
            let location = response.header("location");
            assert_eq!(response.status, 302, "{who}: {path}");
            let asks_to_sign_in = location.starts_with("/admin/login") && location.contains("error=signed-out");
            assert!(asks_to_sign_in && !location.contains("unsaved="), "{who}: {path}: {location}");
        }
    }
    assert!(atrio.export().await == before, "the data is unchanged");
}

async fn pages_without_session_redirect_to_login(atrio: TestServer) {
    let mut admin = Browser::new(&atrio);
    admin.sign_in().await;
    for page in paths_below(&atrio, "/admin").into_iter().filter(|page| !PUBLIC_PAGES.contains(&page.as_str())) {
        let response = atrio.get(&page).await;
        let location = response.header("location");
        assert_eq!((response.status.as_u16(), response.text.as_str()), (302, ""), "{page}");
        assert!(location.starts_with("/admin/login"), "{page}: {location}");
        let status = admin.get(&page).await.status.as_u16();
        assert!(matches!(status, 200 | 204 | 404), "{page}: {status}");
    }
}

async fn only_functions_for_clients_need_no_session(atrio: TestServer) {
    let admin = paths_below(&atrio, "/rpc/admin/");
    let (closed, open): (Vec<_>, Vec<_>) =
        server_fn_paths().map(|(path, _)| path).partition(|path| path.starts_with("/rpc/admin/"));
    assert!(closed.iter().all(|path| admin.iter().any(|other| other == path)), "{closed:?}");
    let mut open: Vec<_> = open.iter().map(|path| path.trim_start_matches("/rpc/")).collect();
    open.sort_unstable();
    assert_eq!(open, PUBLIC_FUNCTIONS);
}
