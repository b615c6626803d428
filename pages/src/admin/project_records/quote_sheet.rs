//! The page of a quote to send: the sheet, the form of its number and texts, and payments by shares.

use domain::amount::written;
use domain::id::ProjectId;
use domain::projects::payment_totals::PaymentTotals;
use domain::projects::quote_totals::QuoteTotals;
use domain::{Form, Payment, Quote, QuoteDraft, QuoteNumber, QuoteSheet, Versioned};
use leptos::nonce::use_nonce;

use super::quote_actions::{AddPaymentShares, DeleteQuote, SaveQuote, sheet};
use super::quote_document::{QuoteDocument, QuoteStyle, addressee_lines};
use super::record::RecordsHead;
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;
use crate::admin::settings::Section;

pub(super) const QUOTE_FORM: &str = "sheet";
pub(super) const SHARES_FORM: &str = "shares";

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SheetQuery {
    /// Set: asks for confirmation to delete the number.
    delete: Option<String>,
}

/// `GET /admin/projects/{project}/quote/sheet`
pub async fn page(
    Path(project): Path<ProjectId>,
    Query(query): Query<SheetQuery>,
    request: AdminRequest,
) -> PageResult {
    let quote_sheet = request.store.quote_sheet(&project).await?;
    let agency = request.store.agency().await?;
    let shares_id = store::new_id();
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let QuoteSheet { folder, quote, items, settings, next_number, payments, .. } = quote_sheet.clone();
        let project = folder.id.to_string();
        let addressee = addressee_lines(&quote_sheet, I18n::from(quote_sheet.language));
        let number = quote.as_ref().map(|quote| quote.record.number);
        let title = match number {
            // The name of the PDF: a slash would be lost.
            Some(number) => {
                format!("{} {} · {}", i18n.part_quote(), number.to_string().replace('/', "-"), folder.name)
            }
            None => format!("{} · {}", i18n.part_quote(), folder.name),
        };
        let totals = QuoteTotals::of(&items, settings.vat_rate);
        let can_divide = totals.as_ref().is_some_and(|totals| totals.total_cents > 0);
        let confirm = number.filter(|_| query.delete.is_some());
        let body = view! {
            <RecordsHead folder part=ProjectPart::Quote i18n/>
            <QuoteStyle number language=quote_sheet.language/>
            <Tools project=project.clone() can_print=number.is_some() i18n/>
            <Missing
                project=project.clone()
                lines=items.is_empty()
                letterhead=settings.letterhead.is_none()
                i18n
            />
            {confirm.map(|number| view! { <DeleteNumber project=project.clone() number i18n/> })}
            {quote.is_none().then(|| view! {
                <NewQuoteForm project=project.clone() next_number addressee admin=admin.clone()/>
            })}
            <QuoteDocument sheet=quote_sheet totals agency/>
            {quote.map(|quote| view! { <EditQuoteForm project=project.clone() quote admin=admin.clone()/> })}
            {can_divide.then(|| view! { <SharesForm project id=shares_id payments admin/> })}
        };
        (title, body.into_any())
    };
    request.page(NavItem::Projects, show).await
}

/// The button needs scripts; without them the words say what to do.
#[component]
fn Tools(project: String, can_print: bool, i18n: I18n) -> impl IntoView {
    const SCRIPT: &str = "const button=document.getElementById('print');button.hidden=false;\
         button.addEventListener('click',()=>window.print())";
    let print = can_print.then(|| {
        view! {
            <div class="sheet-print">
                <button id="print" type="button" class="button" hidden>{i18n.sheet_print()}</button>
                <p class="muted">
                    <span class="sheet-print__hint">{i18n.sheet_print_hint()}</span>
                    <noscript>{i18n.sheet_print_by_hand()}</noscript>
                </p>
            </div>
            <script nonce=use_nonce()>{SCRIPT}</script>
        }
    });
    view! {
        <div class="sheet-tools">
            <p class="back"><a href=ProjectPart::Quote.path(&project)>{i18n.sheet_back()}</a></p>
            {print}
        </div>
    }
}

/// What the sheet still lacks, with the way to add it.
#[component]
fn Missing(project: String, lines: bool, letterhead: bool, i18n: I18n) -> impl IntoView {
    let notice = |text: &'static str, href: String, label: &'static str| {
        view! { <p class="notice">{text} " " <a href=href>{label}</a></p> }
    };
    let settings = Section::Quotes.path().to_owned();
    view! {
        {lines.then(|| notice(i18n.sheet_no_lines(), ProjectPart::Quote.path(&project), i18n.sheet_add_lines()))}
        {(letterhead && is_for_owner()).then(|| notice(i18n.sheet_no_letterhead(), settings, i18n.sheet_set_letterhead()))}
    }
}

#[component]
fn NewQuoteForm(
    project: String,
    next_number: Option<QuoteNumber>,
    addressee: Option<String>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let saved = QuoteDraft::proposal(next_number, addressee, dates::today(admin.now));
    let fields = Fields::new(&admin, QUOTE_FORM, saved);
    view! {
        <section class="panel" aria-labelledby="sheet-heading">
            <h3 id="sheet-heading">{i18n.sheet_complete()}</h3>
            <p class="muted">{i18n.sheet_private()}</p>
            <QuoteForm fields project version=String::new() button=i18n.sheet_assign()/>
        </section>
    }
}

#[component]
fn EditQuoteForm(project: String, quote: Versioned<Quote>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let fields = Fields::new(&admin, QUOTE_FORM, Form::from(&quote.record));
    let delete = sheet(&project).with("delete", "1").with_fragment("delete");
    view! {
        <details class="adder" open=fields.is_open()>
            <summary class="button button--quiet">{i18n.sheet_edit()}</summary>
            <QuoteForm fields=fields.clone() project version=quote.version button=i18n.save()/>
            <p class="sheet-delete"><a href=delete>{i18n.sheet_delete()}</a></p>
        </details>
    }
}

#[component]
fn QuoteForm(fields: Fields, project: String, version: String, button: &'static str) -> impl IntoView {
    let (i18n, form_id) = (fields.i18n, fields.id());
    let proposed = fields.value("proposed_number");
    let is_new = !proposed.is_empty();
    let number_hint = if is_new { i18n.sheet_next_number() } else { i18n.sheet_number_hint() };
    view! {
        <form id=form_id method="post" action=SaveQuote::PATH class="form">
            <FormHead fields=fields.clone() version/>
            <input type="hidden" name="project" value=project/>
            <input type="hidden" name="form[proposed_number]" value=proposed/>
            <TextField fields=fields.clone() name="number" label=i18n.sheet_number() most=20 hint=number_hint/>
            <div class="form__pair">
                <TextField fields=fields.clone() name="issued_on" label=i18n.sheet_date() kind="date" required=true/>
                <TextField
                    fields=fields.clone()
                    name="valid_until"
                    label=i18n.sheet_valid_until()
                    kind="date"
                    required=true
                />
            </div>
            <ProseField
                fields=fields.clone()
                name="addressee"
                label=i18n.sheet_addressee()
                hint=i18n.sheet_addressee_hint()
                most=QuoteDraft::ADDRESSEE
            />
            <ProseField
                fields
                name="notes"
                label=i18n.sheet_terms()
                hint=i18n.sheet_terms_hint()
                most=QuoteDraft::NOTES
            />
            <button class="button">{button}</button>
        </form>
    }
}

#[component]
fn DeleteNumber(project: String, number: QuoteNumber, i18n: I18n) -> impl IntoView {
    let (question, back) = (i18n.sheet_delete_question(number), sheet(&project).into_string());
    let arguments = vec![("project", project)];
    view! { <DeleteForm question impact=Vec::new() action=DeleteQuote::PATH arguments back i18n/> }
}

#[component]
fn SharesForm(project: String, id: String, payments: Versioned<Vec<Payment>>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let fields = Fields::new(&admin, SHARES_FORM, Form::default());
    let form_id = fields.id();
    let Versioned { record: payments, version } = payments;
    let sums = PaymentTotals::of(&payments).into_iter().map(|sum| written(sum.agreed, &sum.currency, i18n.0));
    let sums = sums.collect::<Vec<_>>().join(" + ");
    let existing =
        (!payments.is_empty()).then(|| view! { <p class="notice">{i18n.shares_exist(payments.len(), &sums)}</p> });
    view! {
        <section class="panel" id="divide" aria-labelledby="shares-heading">
            <h3 id="shares-heading">{i18n.shares_heading()}</h3>
            <p class="muted">{i18n.shares_hint()}</p>
            {existing}
            <form id=form_id method="post" action=AddPaymentShares::PATH class="form">
                <FormHead fields=fields.clone() version/>
                <input type="hidden" name="project" value=project/>
                <input type="hidden" name="id" value=id/>
                <div class="form__pair">
                    <TextField
                        fields=fields.clone()
                        name="shares"
                        label=i18n.shares_field()
                        hint=i18n.shares_field_hint()
                        required=true
                        most=120
                    />
                    <TextField fields name="first_due_on" label=i18n.shares_first_due() hint=i18n.shares_without_date() kind="date"/>
                </div>
                <button class="button">{i18n.shares_create()}</button>
            </form>
        </section>
    }
}
