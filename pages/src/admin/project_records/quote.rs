//! The quote of a project.

use domain::amount::written;
use domain::projects::project_records::QuoteItemDraft;
use domain::projects::quote_totals::{QuoteTotals, quote_total};
use domain::{Currency, Form, Percent, QuoteItem, Versioned};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::record::{
    AddSection, DeleteRecord, OpenRecord, RecordForm, RecordRef, RecordsHead, RecordsQuery, form_address,
    record_link, short_label,
};
use crate::admin::project_records::actions::{
    AddQuoteItem, DeleteQuoteItem, MoveQuoteItem, SaveQuoteItem, sheet,
};
use crate::admin::projects::ProjectPart;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::ui::{Fields, ProseField, TextField};

/// `GET /admin/projects/{project}/quote`
pub async fn page(
    Path(project): Path<String>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let moved = query.moved();
    let opened = OpenRecord::new(project, query);
    let (folder, items) = request.store.quote(&opened.project).await?;
    let rate = request.store.quote_settings().await?.record.vat_rate;
    let new = RecordRef::new(ProjectPart::Quote, &opened.project, &store::new_id());
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let title = format!("{} · {}", i18n.part_quote(), folder.name);
        let find = |id: &Option<String>| {
            items.iter().find(|item| Some(item.record.id.as_str()) == id.as_deref()).cloned()
        };
        let (edited, to_delete) = (find(&opened.edit), find(&opened.delete));
        let fields =
            Fields::new(&admin, opened.add_form_name("line", |_| edited.is_some()), first_line(rate, i18n))
                .focus_after_add(&admin, "description");
        let items: Vec<QuoteItem> = items.into_iter().map(|item| item.record).collect();
        let body = view! {
            <RecordsHead folder part=ProjectPart::Quote i18n/>
            {edited.map(|item| view! { <EditLine item rate admin=admin.clone()/> })}
            {to_delete.map(|item| view! { <DeleteLine item=item.record i18n/> })}
            <QuoteTable items=items.clone() rate moved i18n/>
            <AddSection label=i18n.quote_new() open=items.is_empty() || fields.is_open()>
                <RecordForm fields=fields.clone() action=AddQuoteItem::PATH record=new>
                    <LineFields fields i18n/>
                </RecordForm>
            </AddSection>
        };
        (title, body.into_any())
    };
    request.page(NavItem::Projects, show).await
}

fn first_line(rate: Percent, i18n: I18n) -> Form {
    Form::default().with("quantity", Some("1")).with("vat_rate", Some(rate.decimal(i18n.0)))
}

#[component]
fn QuoteTable(
    items: Vec<QuoteItem>,
    /// Of lines without one.
    rate: Percent,
    moved: (String, bool),
    i18n: I18n,
) -> impl IntoView {
    let Some(first) = items.first() else {
        return Either::Left(view! { <p class="empty">{i18n.quote_empty()}</p> });
    };
    let sheet = sheet(first.project_id.as_str()).top();
    let with_vat = QuoteTotals::of(&items, rate);
    let total = |label: &'static str, cents: Option<i128>| {
        let sum = cents.map_or_else(|| i18n.quote_too_large().to_owned(), |cents| euros(cents, i18n));
        view! {
            <div>
                <dt>{label}</dt>
                <dd>{sum}</dd>
            </div>
        }
    };
    let totals = [
        total(i18n.quote_total(), quote_total(&items)),
        total(i18n.quote_vat_total(), with_vat.as_ref().map(|totals| totals.vat_cents)),
        total(i18n.quote_with_vat(), with_vat.map(|totals| totals.total_cents)),
    ];
    let last = items.len() - 1;
    let row = |(index, item): (usize, QuoteItem)| {
        let focus = (item.id.as_str() == moved.0).then_some(moved.1);
        view! { <QuoteRow item rate is_first=index == 0 is_last=index == last focus i18n/> }
    };
    Either::Right(view! {
        <dl class="totals">{totals}</dl>
        <p class="actions">
            <a class="button" href=sheet>{i18n.sheet_open()}</a>
        </p>
        <div class="table table--folds" role="region" aria-label=i18n.part_quote() tabindex="0">
            <table>
                <thead>
                    <tr>
                        <th scope="col">{i18n.quote_what()}</th>
                        <th scope="col" class="number">{i18n.quote_quantity()}</th>
                        <th scope="col" class="number">{i18n.quote_price()}</th>
                        <th scope="col" class="number">{i18n.quote_vat_total()}</th>
                        <th scope="col" class="number">{i18n.quote_line_total()}</th>
                        <th scope="col">
                            <span class="sr-only">{i18n.record_actions()}</span>
                        </th>
                    </tr>
                </thead>
                <tbody>{items.into_iter().enumerate().map(row).collect_view()}</tbody>
            </table>
        </div>
    })
}

fn euros(cents: i128, i18n: I18n) -> String {
    written(cents, &Currency::default(), i18n.0)
}

/// A line. `focus`: it was just moved (`true`: up), so its button gets the focus.
#[component]
fn QuoteRow(
    item: QuoteItem,
    rate: Percent,
    is_first: bool,
    is_last: bool,
    focus: Option<bool>,
    i18n: I18n,
) -> impl IntoView {
    let (project, id) = (item.project_id.to_string(), item.id.to_string());
    let page = ProjectPart::Quote.address(&project);
    let name = short_label(&item.description);
    let open = |what: &str, anchor: &str| form_address(&page, None, what, &id).at(anchor);
    // At the end of the list the opposite button gets the focus.
    let focuses_up = focus.is_some_and(|up| if up { !is_first } else { is_last });
    let focuses_down = focus.is_some_and(|up| if up { is_first } else { !is_last });
    let step = |to: &'static str, label: &'static str, arrow: &'static str, is_end: bool, focus: bool| {
        view! {
            <button class="button--step" name="to" value=to disabled=is_end autofocus=focus title=label>
                <span aria-hidden="true">{arrow}</span>
                <span class="sr-only" dir="auto">{label} " " {name.clone()}</span>
            </button>
        }
    };
    view! {
        <tr id=format!("row-{id}")>
            <th scope="row" class="prose" dir="auto">{item.description.clone()}</th>
            <td class="number" data-label=i18n.quote_quantity()>{item.quantity.shown(i18n.0)}</td>
            <td class="number" data-label=i18n.quote_price()>{euros(item.unit_price_cents.into(), i18n)}</td>
            <td class="number" data-label=i18n.quote_vat_total()>{item.vat_rate.unwrap_or(rate).shown(i18n.0)}</td>
            <td class="number" data-label=i18n.quote_line_total()>{euros(item.total_cents(), i18n)}</td>
            <td class="table__actions">
                <form method="post" action=MoveQuoteItem::PATH>
                    <input type="hidden" name="project" value=project.clone()/>
                    <input type="hidden" name="id" value=id.clone()/>
                    {step("up", i18n.move_up(), "↑", is_first, focuses_up)}
                    {step("down", i18n.move_down(), "↓", is_last, focuses_down)}
                </form>
                {record_link(open("edit", &format!("line-{id}")), i18n.edit(), name.clone())}
                {record_link(open("delete", "delete"), i18n.delete(), name.clone())}
            </td>
        </tr>
    }
}

#[component]
fn EditLine(item: Versioned<QuoteItem>, rate: Percent, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record: item, version } = item;
    let record = RecordRef::new(ProjectPart::Quote, &item.project_id, &item.id);
    let draft = QuoteItemDraft { vat_rate: item.vat_rate.or(Some(rate)), ..QuoteItemDraft::from(&item) };
    let saved = draft.form(admin.language);
    let fields = Fields::new(&admin, format!("line-{}", item.id), saved);
    view! {
        <section class="panel" aria-labelledby="edit-heading">
            <h3 id="edit-heading" dir="auto">{i18n.edit()} " · " {short_label(&item.description)}</h3>
            <RecordForm fields=fields.clone() action=SaveQuoteItem::PATH record version>
                <LineFields fields i18n/>
            </RecordForm>
        </section>
    }
}

#[component]
fn DeleteLine(item: QuoteItem, i18n: I18n) -> impl IntoView {
    let record = RecordRef::new(ProjectPart::Quote, &item.project_id, &item.id);
    view! { <DeleteRecord name=short_label(&item.description) action=DeleteQuoteItem::PATH record i18n/> }
}

#[component]
fn LineFields(fields: Fields, i18n: I18n) -> impl IntoView {
    view! {
        <ProseField fields=fields.clone() name="description" label=i18n.quote_what() rows=2 required=true most=2000/>
        <div class="form__pair">
            <TextField
                fields=fields.clone()
                name="quantity"
                label=i18n.quote_quantity()
                inputmode="decimal"
                required=true
                most=40
            />
            <TextField
                fields=fields.clone()
                name="unit_price"
                label=i18n.quote_price()
                hint=i18n.quote_price_hint()
                required=true
                most=40
            />
            <TextField
                fields
                name="vat_rate"
                label=i18n.quote_vat()
                hint=i18n.quote_vat_hint()
                inputmode="decimal"
                most=8
            />
        </div>
    }
}
