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

/// The value of the first field `name` after `mark`.
#[track_caller]
pub(crate) fn field_value(page: &str, mark: &str, name: &str) -> String {
    let rest = page.split_once(mark).unwrap_or_else(|| panic!("{mark} is not in {page}")).1;
    let rest = rest.split_once(&format!("name=\"{name}\"")).unwrap_or_else(|| panic!("no {name} in {rest}")).1;
    let value = rest.split_once("value=\"").expect("a value").1;
    value.split('"').next().expect("the end marker").to_owned()
}
