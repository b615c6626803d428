//! The public page that says to whoever holds the paper of a receipt that it is genuine. It leads into no portal.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use domain::DomainError;
use leptos::prelude::*;

use crate::extract::Path;
use crate::i18n::I18n;
use crate::receipt::{ReceiptFacts, ReceiptHead, ReceiptSign, ReceiptStyle};
use crate::render::{Page, PageContext, render};
use crate::{PageError, PagesState};

/// `GET /receipts/{digest}`
pub async fn page(
    Path(digest): Path<String>,
    State(state): State<PagesState>,
    context: PageContext,
) -> Result<Response, PageError> {
    let receipt = match state.store.receipt_by_digest(&digest).await {
        Err(store::Error::Domain(DomainError::UnknownReceipt)) => return Err(PageError::UnknownAddress),
        found => found?,
    };
    // The approved link may be a secret of the client and the agency.
    let receipt = domain::Receipt { url: None, ..receipt };
    let language = state.store.language().await.unwrap_or_default();
    let page = render(context.clone(), || {
        let agency = context.agency().clone();
        let i18n = I18n(language, agency.form_of_address);
        let body = view! {
            <main class="portal notices" id="main">
                <ReceiptStyle/>
                <article class="receipt" aria-labelledby="receipt-heading">
                    <ReceiptHead agency=agency.clone() i18n/>
                    <div class="receipt__what">
                        <ReceiptSign/>
                        <div>
                            <h1>{i18n.receipt_genuine()}</h1>
                            <p>{i18n.receipt_genuine_hint()}</p>
                        </div>
                    </div>
                    <ReceiptFacts receipt agency i18n/>
                </article>
            </main>
        };
        Page { language, title: i18n.receipt_genuine().to_owned(), description: None, body: body.into_any() }
    });
    Ok(page.await.into_response())
}
