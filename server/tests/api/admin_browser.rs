//! A browser signed in as the admin: opens pages and submits forms.

use reqwest::Method;

use crate::browser::{Browser, form};
use crate::support::{TestResponse, TestServer};

pub(crate) async fn admin(atrio: &TestServer) -> Browser {
    let mut admin = Browser::new(atrio);
    admin.sign_in().await;
    admin
}

/// Submits a form to a server function, as a browser without JavaScript does.
pub(crate) async fn post_form(browser: &mut Browser, function: &str, fields: &[(&str, &str)]) -> TestResponse {
    let request = browser.request(Method::POST, &format!("/rpc/admin/{function}")).header("accept", "text/html");
    browser.send(request.body(form(fields))).await
}

/// The redirect target of a response.
#[track_caller]
pub(crate) fn redirect_location(response: &TestResponse) -> String {
    assert_eq!(response.status, 302, "{}", response.text);
    response.header("location").to_owned()
}

/// Submits a form and returns the redirect target.
pub(crate) async fn submit_form(browser: &mut Browser, function: &str, fields: &[(&str, &str)]) -> String {
    redirect_location(&post_form(browser, function, fields).await)
}

/// The body of a page.
pub(crate) async fn get_page(browser: &mut Browser, path: &str) -> String {
    let response = browser.get(path).await;
    assert_eq!(response.status, 200, "{path}: {}", response.text);
    response.text
}
