//! The quote of a project.

use domain::amount::written;
use domain::id::ProjectId;
use domain::projects::quote_totals::{QuoteTotals, quote_total};
use domain::{Currency, Form, Percent, QuoteItem};

use super::open_record::{OpenRecord, RecordsQuery};
use super::quote_actions::{MoveQuoteItem, sheet};
use super::record::record_kind;
use super::record::{RecordKind, records_page, short_label};
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

record_kind! {
    QuoteItem, Quote, "line", "description",
    AddQuoteItem add_quote_item "add_quote_item", SaveQuoteItem save_quote_item "save_quote_item", DeleteQuoteItem delete_quote_item "delete_quote_item"
}

/// `GET /admin/projects/{project}/quote`
pub async fn page(
    Path(project): Path<ProjectId>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let moved = query.moved();
    let opened = OpenRecord::new(project, query);
    let (folder, items) = request.store.records::<QuoteItem>(&opened.project).await?;
    let rate = request.store.quote_settings().await?.record.vat_rate;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let inputs = |fields| view! { <LineFields fields i18n/> };
        let first = first_line(rate, i18n);
        let adder = opened.add_form(&admin, &items, (i18n.quote_new(), items.is_empty()), first, inputs);
        let editor = opened.edited(&items).map(|mut item| {
            item.record.vat_rate.get_or_insert(rate);
            let heading = short_label(&item.record.description);
            opened.edit_panel(&admin, item, heading, inputs)
        });
        let delete =
            opened.to_delete(&items).map(|item| opened.delete_form(&item, &short_label(&item.description), i18n));
        let items: Vec<QuoteItem> = items.into_iter().map(|item| item.record).collect();
        view! {
            {editor}
            {delete}
            <QuoteTable items rate opened moved i18n/>
            {adder}
        }
    };
    records_page::<QuoteItem, _>(request, folder, show).await
}

fn first_line(rate: Percent, i18n: I18n) -> Form {
    Form::default().with("quantity", Some("1")).with("vat_rate", Some(rate.decimal(i18n.0)))
}

#[component]
fn QuoteTable(
    items: Vec<QuoteItem>,
    /// Of lines without one.
    rate: Percent,
    opened: OpenRecord,
    moved: (String, bool),
    i18n: I18n,
) -> impl IntoView {
    if items.is_empty() {
        return Either::Left(view! { <p class="empty">{i18n.quote_empty()}</p> });
    }
    let sheet = sheet(opened.project.as_str()).into_string();
    let with_vat = QuoteTotals::of(&items, rate);
    let sum = |cents: Option<i128>| {
        cents.map_or_else(|| i18n.quote_too_large().to_owned(), |cents| euros(cents, i18n)).into_any()
    };
    let sums = totals([
        (i18n.quote_total(), sum(quote_total(&items))),
        (i18n.quote_vat_total(), sum(with_vat.as_ref().map(|totals| totals.vat_cents))),
        (i18n.quote_with_vat(), sum(with_vat.map(|totals| totals.total_cents))),
    ]);
    let last = items.len() - 1;
    let row = |(index, item): (usize, QuoteItem)| {
        let focus = (item.id.as_str() == moved.0).then_some(moved.1);
        view! { <QuoteRow item rate opened=opened.clone() is_first=index == 0 is_last=index == last focus i18n/> }
    };
    let heads = vec![
        head(i18n.quote_what()),
        number_head(i18n.quote_quantity()),
        number_head(i18n.quote_price()),
        number_head(i18n.quote_vat_total()),
        number_head(i18n.quote_line_total()),
        hidden_head(i18n.record_actions()),
    ];
    Either::Right(view! {
        {sums}
        <p class="actions"><a class="button" href=sheet>{i18n.sheet_open()}</a></p>
        <Table label=i18n.part_quote() heads rows=items.into_iter().enumerate().map(row).collect_view()/>
    })
}

pub(super) fn euros(cents: i128, i18n: I18n) -> String {
    written(cents, &Currency::default(), i18n.0)
}

/// A line. `focus`: it was just moved (`true`: up), so its button gets the focus.
#[component]
fn QuoteRow(
    item: QuoteItem,
    rate: Percent,
    opened: OpenRecord,
    is_first: bool,
    is_last: bool,
    focus: Option<bool>,
    i18n: I18n,
) -> impl IntoView {
    let (project, id) = (item.project_id.to_string(), item.id.to_string());
    let name = short_label(&item.description);
    let links = opened.links(&item, &name, i18n);
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
                {links}
            </td>
        </tr>
    }
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
