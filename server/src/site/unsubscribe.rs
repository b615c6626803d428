//! `/n/{key}`: stops the e-mails to somebody, without signing in (RFC 8058). The key is in the e-mails.

use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use domain::FormOfAddress;
use domain::notifications::{Frequency, Recipient};
use pages::extract::Path;
use pages::i18n::I18n;
use pages::public::unsubscribe;
use pages::render::PageContext;
use pages::{PageError, PagesState};

use crate::AppState;
use crate::mail::unsubscribe_key;

pub(super) const ADDRESS: &str = "/n/{key}";

/// `GET` changes nothing, because mail programs open links to look at them.
pub(super) async fn get(
    Path(key): Path<String>,
    State(state): State<AppState>,
    request: Request,
) -> Response {
    respond(&state, &key, request, false).await.unwrap_or_else(PageError::into_response)
}

/// `POST`, by the form or by a mail program; whatever the body is.
pub(super) async fn post(
    Path(key): Path<String>,
    State(state): State<AppState>,
    request: Request,
) -> Response {
    respond(&state, &key, request, true).await.unwrap_or_else(PageError::into_response)
}

async fn respond(state: &AppState, key: &str, request: Request, stops: bool) -> Result<Response, PageError> {
    let recipient = unsubscribe_key::verify(&state.keys, key).ok_or(PageError::UnknownAddress)?;
    // Of a deleted client the page is unknown, too.
    if stops {
        let stopped = state.store.set_frequency(&recipient, Frequency::Never).await;
        stopped.map_err(unknown_if_deleted)?;
    }
    let context = PageContext::load(&state.pages, request.extensions().get().cloned()).await;
    let i18n = i18n(&state.pages, &context, &recipient).await?;
    Ok(unsubscribe::page(context, &recipient, stops, i18n).await.into_response())
}

/// In the language of the portal, or of the agency.
async fn i18n(state: &PagesState, context: &PageContext, recipient: &Recipient) -> Result<I18n, PageError> {
    Ok(match recipient {
        Recipient::Admin => I18n(state.store.language().await?, FormOfAddress::Tu),
        Recipient::Client(id) => {
            let card = state.store.client_card(id.as_str()).await.map_err(unknown_if_deleted)?;
            I18n(card.client.language, context.agency().form_of_address)
        }
    })
}

fn unknown_if_deleted(error: store::Error) -> PageError {
    match error {
        store::Error::Domain(_) => PageError::UnknownAddress,
        error => error.into(),
    }
}
