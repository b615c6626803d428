//! Requires a session for every page under `/admin` except those that sign in or set a password, and for every action
//! under `/rpc/admin`, and the role that each needs (`pages::access`).

use app::error::AppError;
use axum::Json;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pages::session::{CodeStep, CsrfToken, HasSignedOut, TypedEmail};
use pages::{access, redirect};
use tower_cookies::Cookies;

use crate::AppState;
use crate::config::Config;
use crate::response::accepts_html;
use crate::response::error_page::ErrorPage;
use crate::session::SignedIn;
use crate::sign_in::{LOGIN_PAGE, callback_url, code_step, csrf, signed_out, typed_email};

/// The pages without a session: signing in, and setting a password by an address.
const PUBLIC: [&str; 3] = [LOGIN_PAGE, "/admin/join", "/admin/reset"];

/// Middleware: rejects requests without a session and those that another role may send, adds a [`SignedInAdmin`](pages::session::SignedInAdmin) to the others, and to pages what
/// their sign-in and sign-out forms need.
pub(super) fn require_session(state: &AppState, request: &mut Request) -> Option<Response> {
    let path = request.uri().path();
    let is_public = PUBLIC.iter().any(|public| is_within(path, public));
    let (is_page, is_action) = (is_within(path, "/admin"), is_within(path, "/rpc/admin"));
    if !is_page && !is_action {
        return None;
    }
    let is_login = path == LOGIN_PAGE;
    match request.extensions().get::<Option<SignedIn>>().cloned().flatten() {
        Some(SignedIn { admin, .. }) => {
            let route = request.extensions().get::<MatchedPath>();
            let is_allowed = |route: &MatchedPath| is_public || access::is_allowed(admin.role(), route.as_str());
            if !route.is_none_or(is_allowed) {
                return Some(ErrorPage::Forbidden.respond(request.headers()));
            }
            request.extensions_mut().insert(admin);
        }
        None if is_public => {}
        None if is_action => return Some(refuse_action(&state.config, request.headers())),
        None => {
            let target = request.uri().path_and_query().map_or("/admin", |target| target.as_str());
            return Some(redirect::to(&callback_url::login_page(target)));
        }
    }
    if is_page && matches!(*request.method(), Method::GET | Method::HEAD) {
        let cookies = request.extensions().get::<Cookies>()?;
        let token = csrf::issue(&state.config, &state.keys, cookies);
        let email = if is_login { typed_email::read(&state.config, cookies) } else { None };
        let code_step = if is_login {
            code_step::state(&state.config, &state.keys, cookies, state.store.clock().now())
        } else {
            CodeStep::None
        };
        let has_signed_out = is_login && signed_out::is_marked(&state.config, cookies);
        request.extensions_mut().insert(CsrfToken(token));
        request.extensions_mut().insert(TypedEmail(email));
        request.extensions_mut().insert(code_step);
        request.extensions_mut().insert(HasSignedOut(has_signed_out));
    }
    None
}

fn is_within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A browser is redirected to the sign-in page and from there back to the form; a script gets JSON.
fn refuse_action(config: &Config, headers: &HeaderMap) -> Response {
    if !accepts_html(headers) {
        let no_store = [(header::CACHE_CONTROL, "no-store")];
        return (StatusCode::UNAUTHORIZED, no_store, Json(AppError::SignedOut)).into_response();
    }
    let referer = headers.get(header::REFERER).and_then(|referer| referer.to_str().ok());
    let page = referer.and_then(|referer| referer.strip_prefix(&*config.base_url));
    let page = page.filter(|page| is_within(page, "/admin")).unwrap_or("/admin");
    redirect::to(&format!("{}&error={}", callback_url::login_page(page), AppError::SignedOut.code()))
}
