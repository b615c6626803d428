//! The sheet of a quote: what is printed, in the client's language.

use domain::projects::quote_totals::QuoteTotals;
use domain::{Agency, Language, Quote, QuoteItem, QuoteNumber, QuoteSheet};
use leptos::nonce::use_nonce;

use super::quote::euros;
use crate::admin::prelude::*;

/// In the page itself: the style sheet of all pages is also that of the portal.
const STYLE: &str = include_str!("quote_sheet.css");

/// The style of the sheet, and the foot of each printed page.
#[component]
pub fn QuoteStyle(number: Option<QuoteNumber>, language: Language) -> impl IntoView {
    let name = I18n::from(language).part_quote();
    let foot = number.map(|number| format!("@page{{@bottom-left{{content:\"{name} {number}\"}}}}"));
    view! { <style nonce=use_nonce()>{STYLE}{foot}</style> }
}

#[component]
pub fn QuoteDocument(
    sheet: QuoteSheet,
    /// `None` for amounts that are too large.
    totals: Option<QuoteTotals>,
    agency: Agency,
) -> impl IntoView {
    let i18n = I18n::from(sheet.language);
    let usual = sheet.settings.vat_rate;
    let of_client = addressee_lines(&sheet, i18n);
    let quote = sheet.quote.map(|quote| quote.record);
    let notes = quote.as_ref().and_then(|quote| quote.notes.clone());
    let addressee = quote.as_ref().and_then(|quote| quote.addressee.clone()).or(of_client);
    let row = |item: QuoteItem| {
        let rate = item.vat_rate.unwrap_or(usual);
        view! {
            <tr>
                <th scope="row" dir="auto">{item.description.clone()}</th>
                <td>{item.quantity.shown(i18n.0)}</td>
                <td>{euros(item.unit_price_cents.into(), i18n)}</td>
                <td data-label=i18n.quote_vat_total()>{rate.shown(i18n.0)}</td>
                <td>{euros(item.total_cents(), i18n)}</td>
            </tr>
        }
    };
    view! {
        <article class="sheet" lang=sheet.language.as_str() aria-labelledby="quote-title">
            <Letterhead agency lines=sheet.settings.letterhead i18n/>
            <div class="sheet__top">
                <Facts quote project=sheet.folder.name i18n/>
                <Addressee company=sheet.company name=sheet.folder.client_name lines=addressee i18n/>
            </div>
            <table class="sheet__lines">
                <thead>
                    <tr>
                        <th scope="col">{i18n.sheet_what()}</th>
                        <th scope="col">{i18n.sheet_quantity()}</th>
                        <th scope="col">{i18n.sheet_price()}</th>
                        <th scope="col">{i18n.quote_vat_total()}</th>
                        <th scope="col">{i18n.sheet_amount()}</th>
                    </tr>
                </thead>
                <tbody>{sheet.items.into_iter().map(row).collect_view()}</tbody>
            </table>
            <Totals totals i18n/>
            {notes.map(|notes| view! {
                <section class="sheet__notes">
                    <h4>{i18n.sheet_notes()}</h4>
                    <p class="sheet__text" dir="auto">{notes}</p>
                </section>
            })}
        </article>
    }
}

/// The logo or the name on the left, the lines of the letterhead on the right. Always the logo for light grounds.
#[component]
fn Letterhead(agency: Agency, lines: Option<String>, i18n: I18n) -> impl IntoView {
    let name = i18n.site_name(&agency);
    let has_logo = agency.logo.is_some();
    let brand = match agency.logo {
        Some(version) => {
            let src = format!("/logo?v={version}");
            view! { <img class="sheet__logo" src=src alt=name.clone()/> }.into_any()
        }
        None => view! { <p class="sheet__name" dir="auto">{name.clone()}</p> }.into_any(),
    };
    view! {
        <header class="sheet__head">
            {brand}
            <div class="sheet__letterhead">
                {has_logo.then(|| view! { <p><strong dir="auto">{name}</strong></p> })}
                {lines.map(|lines| view! { <p class="sheet__text" dir="auto">{lines}</p> })}
            </div>
        </header>
    }
}

/// Number, project and dates.
#[component]
fn Facts(quote: Option<Quote>, project: String, i18n: I18n) -> impl IntoView {
    let number = quote.as_ref().map_or_else(|| i18n.sheet_draft().to_owned(), |quote| quote.number.to_string());
    let fact = |label: &'static str, value: String| {
        view! {
            <div>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
            </div>
        }
    };
    view! {
        <div>
            <h3 class="sheet__title" id="quote-title">{i18n.part_quote()} " " <span>{number}</span></h3>
            <dl class="sheet__facts">
                {quote.map(|quote| view! {
                    {fact(i18n.sheet_date(), dates::day(quote.issued_on, i18n.0))}
                    {fact(i18n.sheet_valid_until(), dates::day(quote.valid_until, i18n.0))}
                })}
                {fact(i18n.sheet_project(), project)}
            </dl>
        </div>
    }
}

/// The client's address and tax numbers, a line each.
pub fn addressee_lines(sheet: &QuoteSheet, i18n: I18n) -> Option<String> {
    let numbered = |name: &str, number: &Option<String>| number.as_ref().map(|number| format!("{name} {number}"));
    let lines = [
        sheet.address.clone(),
        numbered(i18n.sheet_vat_number(), &sheet.vat_number),
        numbered(i18n.sheet_tax_code(), &sheet.tax_code),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[component]
fn Addressee(company: Option<String>, name: String, lines: Option<String>, i18n: I18n) -> impl IntoView {
    let company = company.filter(|company| *company != name);
    let to = if company.is_some() { i18n.sheet_to() } else { i18n.sheet_to_person() };
    let person = company.is_some().then(|| format!("{} {name}", i18n.sheet_attention()));
    view! {
        <div class="sheet__to">
            <p class="sheet__label">{to}</p>
            <p><strong dir="auto">{company.unwrap_or(name)}</strong></p>
            {person.map(|person| view! { <p dir="auto">{person}</p> })}
            {lines.map(|lines| view! { <p class="sheet__text" dir="auto">{lines}</p> })}
        </div>
    }
}

/// The taxable amount, VAT by rate, and the total.
#[component]
fn Totals(totals: Option<QuoteTotals>, i18n: I18n) -> impl IntoView {
    let Some(totals) = totals else {
        return view! { <p class="sheet__totals">{i18n.quote_too_large()}</p> }.into_any();
    };
    let row = |label: String, cents: i128| {
        view! {
            <div>
                {fact(label, euros(cents, i18n))}
            </div>
        }
    };
    let is_mixed = totals.groups.len() > 1;
    let groups = totals.groups.iter().map(|group| {
        let taxable = is_mixed.then(|| euros(group.taxable_cents, i18n));
        row(i18n.vat_of(group.rate, taxable), group.vat_cents)
    });
    view! {
        <dl class="sheet__totals">
            {row(i18n.sheet_taxable().to_owned(), totals.taxable_cents)}
            {groups.collect_view()}
            {row(i18n.sheet_total().to_owned(), totals.total_cents)}
        </dl>
    }
    .into_any()
}
