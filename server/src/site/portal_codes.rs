//! Codes at the addresses of portals: the response to somebody who needs one (docs/REFERENCE.md#codes).

use axum::extract::Request;
use axum::http::{Method, Uri};
use axum::response::Response;
use domain::clients::AccessCode;
use domain::settings::accent::Scheme;
use domain::{EmailAddress, Person};
use pages::portal::code::{self, CodeStep};
use pages::redirect;
use store::UnverifiedPerson;
use tower_cookies::Cookies;

use crate::code_session::{self, CodeRequest};
use crate::response::error_page::ErrorPage;
use crate::{AppState, body};

/// A form has one short field.
const BODY_LIMIT: usize = 4 * 1024;

/// The page that asks, or what its forms do. A form goes to the address that was asked for, and back to it.
pub(super) async fn respond(
    state: &AppState,
    cookies: &Cookies,
    person: UnverifiedPerson,
    request: Request,
) -> Response {
    let (head, body) = request.into_parts();
    let code_request = CodeRequest::of(state, &person.person().id(), &head.headers).unwrap_or_default();
    let ago = code_request.seconds_ago(state.store.clock().now());
    if head.method != Method::POST {
        let step = ago.map_or(CodeStep::Start, CodeStep::Asked);
        return code::respond(&state.pages, head.extensions.get().cloned(), person.person(), step).await;
    }
    let body = match body::read(body, BODY_LIMIT).await {
        Ok(body) => body,
        Err(error) => return ErrorPage::from(error).respond(&head.headers),
    };
    let typed = form_urlencoded::parse(&body).find(|(name, _)| name == "code").map(|(_, code)| code);
    let done = match typed {
        None => request_code(state, cookies, &person, code_request).await.map(|()| true),
        Some(typed) => enter_code(state, cookies, &person, code_request, &typed).await,
    };
    match done {
        Ok(true) => back(&head.uri),
        Ok(false) => {
            let nonce = head.extensions.get().cloned();
            code::respond(&state.pages, nonce, person.person(), CodeStep::Wrong(ago)).await
        }
        Err(error) => ErrorPage::from(error).respond(&head.headers),
    }
}

/// Where somebody goes who has sent a form of that page, and needs no code any more. `None`: it was another form.
pub(super) fn after(state: &AppState, person: &Person, request: &Request) -> Option<Response> {
    CodeRequest::of(state, &person.id(), request.headers()).map(|_| back(request.uri()))
}

/// To the address that was asked for.
fn back(uri: &Uri) -> Response {
    redirect::to(uri.path_and_query().map_or("/", |address| address.as_str()))
}

/// Sends a code. The answer is the same whether one was sent or not, and waits for no mail server.
async fn request_code(
    state: &AppState,
    cookies: &Cookies,
    person: &UnverifiedPerson,
    code_request: CodeRequest,
) -> store::Result<()> {
    let now = state.store.clock().now();
    let email = person.person().email().map(|email| EmailAddress::from_stored(email.to_owned()));
    let (Some(email), true) = (email, state.mailer.is_some()) else { return Ok(()) };
    let code = state.store.issue_code(person, &code_request.browser).await?;
    if code_request.seconds_ago(now).is_none_or(|ago| ago >= AccessCode::PAUSE) {
        let code_request = CodeRequest { asked_at: Some(now), ..code_request };
        cookies.add(code_request.cookie(state, &person.person().id()));
    }
    if let Some(code) = code {
        let (state, person) = (state.clone(), person.clone());
        tokio::spawn(async move {
            if let Err(error) = send(&state, person.person(), &email, &code).await {
                tracing::warn!(error, "a code could not be sent");
            }
        });
    }
    Ok(())
}

async fn send(state: &AppState, person: &Person, email: &EmailAddress, code: &AccessCode) -> Result<(), String> {
    let Some(mailer) = &state.mailer else { return Ok(()) };
    let agency = state.store.agency().await.map_err(|error| error.to_string())?;
    let logo = state.store.logo(Scheme::Light).await.map_err(|error| error.to_string())?;
    let look = (&agency, person.language(), logo.as_ref());
    mailer.send_code(email, code, look, state.store.clock().now()).await
}

/// Whether `typed` is the code that was sent for this browser, which then has a code session.
async fn enter_code(
    state: &AppState,
    cookies: &Cookies,
    person: &UnverifiedPerson,
    code_request: CodeRequest,
    typed: &str,
) -> store::Result<bool> {
    let Some(typed) = AccessCode::parse(typed) else { return Ok(false) };
    if !state.store.enter_code(person, &code_request.browser, &typed).await? {
        return Ok(false);
    }
    cookies.add(code_session::session_cookie(state, person.person()));
    cookies.add(code_request.with_session().cookie(state, &person.person().id()));
    Ok(true)
}
