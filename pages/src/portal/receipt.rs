//! The page of a portal with the receipt of an approval, to print.

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use domain::{File, Person, Receipt};
use leptos::prelude::*;
use store::ClientScope;

use super::masthead::Masthead;
use crate::address::Address;
use crate::extract::Path;
use crate::i18n::I18n;
use crate::receipt::ReceiptSheet;
use crate::render::{Page, PageContext, render};
use crate::{PageError, PagesState};

/// `GET /c/{key}/receipts/{deliverable}`
pub async fn page(
    Path((_, deliverable)): Path<(String, String)>,
    State(state): State<PagesState>,
    Extension(scope): Extension<ClientScope>,
    mut context: PageContext,
) -> Result<Response, PageError> {
    context.portal_key = scope.portal_key();
    let receipt = state.store.receipt(&scope, &deliverable).await?;
    let approved = state.store.approved_file(&receipt).await?;
    let (person, key, base_url) = (scope.person().clone(), scope.portal_key(), state.base_url.to_string());
    Ok(render(context.clone(), || sheet(&context, (receipt, approved), &person, &key, base_url)).await.into_response())
}

fn sheet(
    context: &PageContext,
    (receipt, approved): (Receipt, Option<File>),
    person: &Person,
    key: &str,
    base_url: String,
) -> Page {
    let agency = context.agency().clone();
    let i18n = I18n(person.language(), agency.form_of_address);
    let title = format!("{} · {}", i18n.receipt(), receipt.deliverable_title);
    let client_name = person.name().to_owned();
    let portal = Address::portal(key).into_string();
    let body = view! {
        <a class="skip" href="#main">{i18n.skip()}</a>
        <Masthead agency=agency.clone() client_name i18n/>
        <main id="main" class="portal notices">
            <p class="receipt-tools"><a href=portal>{i18n.receipt_back()}</a></p>
            <ReceiptSheet receipt agency approved base_url i18n/>
        </main>
    };
    Page { language: i18n.0, title, description: None, body: body.into_any() }
}
