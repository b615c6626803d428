//! A browser signed in as the admin: opens pages and submits forms.

use reqwest::Method;

use crate::browser::{Browser, form};
use crate::support::{Answer, Atrio};

pub(crate) async fn admin(atrio: &Atrio) -> Browser {
    let mut admin = Browser::new(atrio);
    admin.sign_in().await;
    admin
}

/// Submits a form to a server function, as a browser without JavaScript does.
pub(crate) async fn post_form(browser: &mut Browser, function: &str, fields: &[(&str, &str)]) -> Answer {
    let request =
        browser.request(Method::POST, &format!("/rpc/admin/{function}")).header("accept", "text/html");
    browser.send(request.body(form(fields))).await
}

/// The redirect target of a response.
#[track_caller]
pub(crate) fn redirect_location(answer: &Answer) -> String {
    assert_eq!(answer.status, 302, "{}", answer.text);
    answer.header("location").to_owned()
}

/// Submits a form and returns the redirect target.
pub(crate) async fn submit_form(browser: &mut Browser, function: &str, fields: &[(&str, &str)]) -> String {
    redirect_location(&post_form(browser, function, fields).await)
}

/// The body of a page.
pub(crate) async fn get_page(browser: &mut Browser, path: &str) -> String {
    let answer = browser.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.text
}
