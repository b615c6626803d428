//! Who may see which page.

use app::viewer::CsrfToken;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_cookies::Cookies;

use crate::AppState;
use crate::session::SignedIn;
use crate::sign_in::{LOGIN_PAGE, callback_url, csrf};

/// Sends who has no session from an admin page to the page to sign in at, and gives admin pages
/// the token their sign-in and sign-out forms need.
pub(super) async fn admit(
    State(state): State<AppState>,
    cookies: Cookies,
    mut request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    if path != "/admin" && !path.starts_with("/admin/") {
        return next.run(request).await;
    }
    let signed_in = request.extensions().get::<Option<SignedIn>>().is_some_and(Option::is_some);
    if !signed_in && path != LOGIN_PAGE {
        return to_login(&request);
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        let token = csrf::issue(&state.config, &state.keys, &cookies);
        request.extensions_mut().insert(CsrfToken(token));
    }
    next.run(request).await
}

fn to_login(request: &Request) -> Response {
    let wanted = request.uri().path_and_query().map_or("/admin", |wanted| wanted.as_str());
    let location = HeaderValue::try_from(callback_url::login_page(wanted))
        .unwrap_or(HeaderValue::from_static(LOGIN_PAGE));
    (StatusCode::FOUND, [(header::LOCATION, location)]).into_response()
}
