//! A receipt as a sheet: for the client, the agency and whoever holds its paper.

use app::dates;
use domain::files::content_type::has_preview;
use domain::{Agency, File, Receipt};
use leptos::nonce::use_nonce;
use leptos::prelude::*;

use crate::address;
use crate::i18n::I18n;
use crate::ui::{Brand, QrPicture};

/// In the page itself: few people open it, everybody loads the style sheet of the portal.
const STYLE: &str = include_str!("receipt_sheet.css");

/// With more than this many bytes of title, name and link the paper is set smaller, so that it stays one page.
const LONG: usize = 300;
/// The same beside a picture.
const LONG_BESIDE_PICTURE: usize = 80;

/// The style of the sheet, on the screen and on one printed page.
#[component]
pub fn ReceiptStyle() -> impl IntoView {
    view! { <style nonce=use_nonce()>{STYLE}</style> }
}

/// The agency, and what the sheet is. Always the logo for light grounds.
#[component]
pub fn ReceiptHead(agency: Agency, #[prop(optional)] children: Option<Children>, i18n: I18n) -> impl IntoView {
    let agency = Agency { logo_dark: None, ..agency };
    view! {
        <header class="receipt__head">
            <p class="brand"><Brand agency i18n/></p>
            <p class="receipt__name">
                <span id="receipt-heading">{i18n.receipt()}</span>
                {children.map(|children| children())}
            </p>
        </header>
    }
}

/// The sign of what is done.
#[component]
pub fn ReceiptSign() -> impl IntoView {
    view! {
        <svg class="receipt__sign" viewBox="0 0 48 48" aria-hidden="true">
            <circle cx="24" cy="24" r="24"/>
            <path d="M14 25l7 7 13-15"/>
        </svg>
    }
}

/// Who approved what, when: all that the paper may say to everybody.
#[component]
pub fn ReceiptFacts(receipt: Receipt, agency: Agency, i18n: I18n) -> impl IntoView {
    let Receipt { deliverable_title, version, approved_by, approved_at, .. } = receipt;
    view! {
        <dl class="receipt__facts">
            <div>
                <dt>{i18n.receipt_what()}</dt>
                <dd><strong dir="auto">{deliverable_title}</strong></dd>
            </div>
            <div>
                <dt>{i18n.receipt_version()}</dt>
                <dd>{version.to_string()}</dd>
            </div>
            <div>
                <dt>{i18n.receipt_by()}</dt>
                <dd dir="auto">{approved_by}</dd>
            </div>
            <div>
                <dt>{i18n.receipt_when()}</dt>
                <dd><time datetime=approved_at.to_string()>{dates::moment(approved_at, i18n.0)}</time></dd>
            </div>
            <div>
                <dt>{i18n.receipt_utc()}</dt>
                <dd>{approved_at.to_string()}</dd>
            </div>
            <div>
                <dt>{i18n.receipt_agency()}</dt>
                <dd dir="auto">{i18n.site_name(&agency)}</dd>
            </div>
        </dl>
    }
}

/// The sheet to print, with the address at which others can check it.
#[component]
pub fn ReceiptSheet(
    receipt: Receipt,
    agency: Agency,
    /// What was approved, if it is a file.
    approved: Option<File>,
    /// The address of this server.
    base_url: String,
    i18n: I18n,
    /// What only the agency sees.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    const SCRIPT: &str = "const button=document.getElementById('print');button.hidden=false;\
         button.addEventListener('click',()=>window.print())";
    let Receipt { id, deliverable_title, version, approved_by, approved_at, previous, digest, .. } = receipt.clone();
    let length = deliverable_title.len() + approved_by.len() + receipt.url.as_ref().map_or(0, String::len);
    let pictured = approved.as_ref().filter(|file| has_preview(&file.content_type));
    let most = pictured.map_or(LONG, |_| LONG_BESIDE_PICTURE);
    let class = if length > most { "receipt receipt--long" } else { "receipt" };
    let sentence = i18n.receipt_sentence(&approved_by, &deliverable_title, version);
    let content = receipt.url.clone().map(|url| {
        let shown = match address::link(&url) {
            Some(href) => view! { <a href=href rel="noopener noreferrer">{url}</a> }.into_any(),
            None => url.into_any(),
        };
        view! {
            <dl class="receipt__facts">
                <div class="receipt__wide">
                    <dt>{i18n.receipt_content()}</dt>
                    <dd class="receipt__link" dir="ltr">{shown}</dd>
                </div>
            </dl>
        }
    });
    let picture = pictured.map(|file| {
        let src = format!("{}?w=1440", address::file(&file.id, &file.name));
        view! { <p class="receipt__picture"><img src=src alt=deliverable_title/></p> }
    });
    let name = approved.map(|file| {
        view! {
            <div class="receipt__wide">
                <dt>{i18n.file()}</dt>
                <dd><bdi>{file.name.to_string()}</bdi> " · " {i18n.size(file.size)}</dd>
            </div>
        }
    });
    let file = receipt.sha256.clone().map(|sha256| {
        view! {
            <dl class="receipt__facts">
                {name}
                <div class="receipt__wide">
                    <dt>{i18n.receipt_file()}</dt>
                    <dd class="receipt__digest">{in_groups(&sha256)}</dd>
                </div>
            </dl>
        }
    });
    let check = format!("{base_url}{}", address::receipt_check(&digest).into_string());
    let before = if previous.is_empty() { i18n.receipt_first().to_owned() } else { in_groups(&previous) };
    view! {
        <ReceiptStyle/>
        <article class=class aria-labelledby="receipt-heading">
            <ReceiptHead agency=agency.clone() i18n>
                " "
                <span class="receipt__digest">{id.to_string()}</span>
            </ReceiptHead>
            <div class="receipt__what">
                <ReceiptSign/>
                <div>
                    <h1 dir="auto">{sentence}</h1>
                    <p>{dates::moment(approved_at, i18n.0)}</p>
                </div>
            </div>
            {picture}
            <ReceiptFacts receipt agency i18n/>
            {content}
            {file}
            {children.map(|children| children())}
            <div class="receipt__check">
                <div>
                    <h2>{i18n.receipt_how()}</h2>
                    <p>{i18n.receipt_how_text()}</p>
                    <dl class="receipt__facts">
                        <div class="receipt__wide">
                            <dt>{i18n.receipt_digest()}</dt>
                            <dd class="receipt__digest receipt__groups">{in_groups(&digest)}</dd>
                        </div>
                        <div class="receipt__wide">
                            <dt>{i18n.receipt_previous()}</dt>
                            <dd class="receipt__digest receipt__groups">{before}</dd>
                        </div>
                        <div class="receipt__wide">
                            <dt>{i18n.receipt_check()}</dt>
                            <dd class="receipt__digest"><a href=check.clone()>{check.clone()}</a></dd>
                        </div>
                    </dl>
                </div>
                <QrPicture text=check label=i18n.receipt_check_code()/>
            </div>
        </article>
        <p class="receipt-tools"><button id="print" type="button" class="button" hidden>{i18n.sheet_print()}</button></p>
        <script nonce=use_nonce()>{SCRIPT}</script>
    }
}

/// Hexadecimal digits as they can be compared by eye: eight at a time.
fn in_groups(digest: &str) -> String {
    let digits: Vec<char> = digest.chars().collect();
    digits.chunks(8).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}
