//! Shows the outcome of an action once. Its code is in the address of the page that follows (`?done=saved`), where
//! a reload and the browser's Back would show it again.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{Method, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use tower_cookies::Cookies;

use crate::query::Query;
use crate::{AppState, cookie};

/// The query parameter with the outcome.
const DONE: &str = "done";

/// How long the browser may take to follow a redirect.
const LIFETIME: Duration = Duration::from_mins(1);

/// Middleware: an action of the agency that redirects to an outcome sets a cookie, and the page that shows it
/// deletes the cookie. Without the cookie the page is rendered without an outcome.
pub(super) async fn show_once(
    State(state): State<AppState>,
    cookies: Cookies,
    mut request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let is_action = path.starts_with("/rpc/admin/");
    let is_page = path.starts_with("/admin/") && *request.method() == Method::GET;
    if is_page && Query::of(request.uri()).has(DONE) {
        let cookie = cookie::build(&state.config, DONE, String::new(), None);
        if cookies.get(cookie.name()).is_some() {
            cookies.remove(cookie);
        } else if let Some(uri) = without_outcome(request.uri()) {
            *request.uri_mut() = uri;
        }
    }
    let response = next.run(request).await;
    if is_action && has_outcome(&response) {
        cookies.add(cookie::build(&state.config, DONE, "1".to_owned(), Some(LIFETIME)));
    }
    response
}

fn has_outcome(response: &Response) -> bool {
    let location = response.headers().get(header::LOCATION).and_then(|location| location.to_str().ok());
    location.and_then(|location| location.parse::<Uri>().ok()).is_some_and(|location| Query::of(&location).has(DONE))
}

fn without_outcome(uri: &Uri) -> Option<Uri> {
    format!("{}?{}", uri.path(), Query::of(uri).without(DONE)).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_outcome_keeps_other_parameters() {
        let without = |uri: &str| without_outcome(&uri.parse().expect("a URI")).map(|uri| uri.to_string());
        let rest = Some("/admin/leads/a%20b?edit=1&q=%C3%A8".to_owned());
        assert_eq!(without("/admin/leads/a%20b?edit=1&done=saved&q=%C3%A8"), rest);
    }
}
