//! What somebody does at the agency's side: signs in, opens its pages, sends their forms.

use reqwest::Method;

use crate::browser::{Browser, form};
use crate::support::{Answer, Atrio};

/// The browser of the admin, signed in.
pub(crate) async fn admin(atrio: &Atrio) -> Browser {
    let mut admin = Browser::new(atrio);
    admin.sign_in().await;
    admin
}

/// Sends a form to a server function, as a browser without scripts does.
pub(crate) async fn post_form(browser: &mut Browser, function: &str, fields: &[(&str, &str)]) -> Answer {
    let request =
        browser.request(Method::POST, &format!("/rpc/admin/{function}")).header("accept", "text/html");
    browser.send(request.body(form(fields))).await
}

/// Where the answer leads.
#[track_caller]
pub(crate) fn redirect_location(answer: &Answer) -> String {
    assert_eq!(answer.status, 302, "{}", answer.text);
    answer.header("location").to_owned()
}

/// Sends a form and gives the address it leads to.
pub(crate) async fn submit_form(browser: &mut Browser, function: &str, fields: &[(&str, &str)]) -> String {
    redirect_location(&post_form(browser, function, fields).await)
}

/// The text of a page.
pub(crate) async fn get_page(browser: &mut Browser, path: &str) -> String {
    let answer = browser.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.text
}
