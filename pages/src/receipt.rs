//! A receipt as a sheet: for the client, the agency and whoever holds its paper.

use app::dates;
use domain::{Agency, Receipt};
use leptos::nonce::use_nonce;
use leptos::prelude::*;

use crate::address;
use crate::i18n::I18n;
use crate::ui::QrPicture;

/// On one page, without what is around the sheet.
const PRINT: &str = "@page{size:A4;margin:18mm}@media print{body>*:not(main),.receipt-tools,.skip{display:none}\
     .receipt{border:0;padding:0}}";

/// Who approved what, when.
#[component]
pub fn ReceiptFacts(receipt: Receipt, agency: Agency, i18n: I18n) -> impl IntoView {
    let Receipt { deliverable_title, version, url, approved_by, approved_at, .. } = receipt;
    let url = url.map(|url| {
        let shown = match address::link(&url) {
            Some(href) => {
                leptos::either::Either::Left(view! { <a href=href rel="noopener noreferrer">{url.clone()}</a> })
            }
            None => leptos::either::Either::Right(url.clone()),
        };
        view! { <dt>{i18n.receipt_content()}</dt> <dd class="receipt__long" dir="ltr">{shown}</dd> }
    });
    view! {
        <dl class="receipt__facts">
            <dt>{i18n.receipt_what()}</dt>
            <dd><strong dir="auto">{deliverable_title}</strong></dd>
            <dt>{i18n.receipt_version()}</dt>
            <dd>{version.to_string()}</dd>
            {url}
            <dt>{i18n.receipt_by()}</dt>
            <dd dir="auto">{approved_by}</dd>
            <dt>{i18n.receipt_when()}</dt>
            <dd><time datetime=approved_at.to_string()>{dates::moment(approved_at, i18n.0)}</time></dd>
            <dt>{i18n.receipt_agency()}</dt>
            <dd dir="auto">{i18n.site_name(&agency)}</dd>
        </dl>
    }
}

/// The sheet to print, with the address at which others can check it.
#[component]
pub fn ReceiptSheet(
    receipt: Receipt,
    agency: Agency,
    /// The address of this server.
    base_url: String,
    i18n: I18n,
    /// What only the agency sees.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    const SCRIPT: &str = "const button=document.getElementById('print');button.hidden=false;\
         button.addEventListener('click',()=>window.print())";
    let check = format!("{base_url}{}", address::receipt_check(&receipt.digest).into_string());
    view! {
        <style nonce=use_nonce()>{PRINT}</style>
        <article class="receipt" aria-labelledby="receipt-heading">
            <h1 id="receipt-heading">{i18n.receipt()}</h1>
            <ReceiptFacts receipt agency i18n/>
            {children.map(|children| children())}
            <div class="receipt__check">
                <QrPicture text=check.clone() label=i18n.receipt_check_code()/>
                <div>
                    <p>{i18n.receipt_check()}</p>
                    <p class="receipt__long"><a href=check.clone()>{check.clone()}</a></p>
                </div>
            </div>
        </article>
        <p class="receipt-tools"><button id="print" type="button" class="button" hidden>{i18n.sheet_print()}</button></p>
        <script nonce=use_nonce()>{SCRIPT}</script>
    }
}
