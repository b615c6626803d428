//! The hours of a month over all projects, against their quotes.

use domain::overview::{HoursLine, HoursOf};
use domain::{Currency, Cursor, Date, Page, amount, minutes};
use futures_util::future::try_join;

use super::projects::{ProjectPart, ProjectsHead};
use crate::admin::prelude::*;
use crate::ui::chart::{BarChart, Figure, Group, Meter};

pub mod people;

use people::{People, name_of, whose};

const MONTHS: i64 = 12;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct HoursQuery {
    /// `2026-11`
    month: String,
    /// [`HoursOf`]
    who: String,
    after: Option<String>,
}

/// `GET /admin/hours?month=…&who=…&after=…`
pub async fn page(Query(query): Query<HoursQuery>, request: AdminRequest) -> PageResult {
    let today = request.store.date().await?;
    let month: Date = format!("{}-01", query.month).parse().unwrap_or(today);
    let after: Option<Cursor> = query.after.and_then(|after| after.parse().ok());
    let shown: HoursOf = query.who.parse().unwrap_or_default();
    let store = &request.store;
    let list = store.hours_list(month, &shown, after.as_ref());
    let sums = async {
        let months = store.hours_by_month(month, &HoursOf::Everybody, MONTHS).await?;
        let people = store.hours_by_person(month).await?;
        let own = match shown {
            HoursOf::Everybody => None,
            _ => Some(store.hours_by_month(month, &shown, MONTHS).await?),
        };
        Ok((months, people, own))
    };
    let (page, (months, people, own)) = try_join(list, sums).await?;
    let show = move |admin: AdminView| {
        let (i18n, agency) = (admin.i18n, admin.site_name);
        let person = people.iter().find(|person| whose(person) == shown).map(|person| name_of(person, &agency));
        let own = person.clone().zip(own);
        let body = view! {
            <ProjectsHead open=NavItem::Hours i18n/>
            <MonthChart months own i18n/>
            <People people shown=shown.clone() month agency i18n/>
            <Hours page month shown person is_later=after.is_some() i18n/>
        };
        (i18n.hours_tab().to_owned(), body.into_any())
    };
    request.page(NavItem::Hours, show).await
}

/// Hours by month, oldest first; before them those of one person.
#[component]
pub fn MonthChart(
    months: Vec<(Date, i64)>,
    #[prop(optional_no_strip)] own: Option<(String, Vec<(Date, i64)>)>,
    i18n: I18n,
) -> impl IntoView {
    let (names, own) = match own {
        Some((name, own)) => (vec![name, i18n.everybody().to_owned()], own),
        None => (vec![i18n.time_spent().to_owned()], Vec::new()),
    };
    let group = |(place, (month, spent)): (usize, (Date, i64))| Group {
        short: i18n.short_month(month),
        label: dates::month(month, i18n.0),
        figures: own.get(place).map(|(_, own)| *own).into_iter().chain([spent]).map(Figure::minutes).collect(),
    };
    view! {
        <BarChart
            id="hours-chart"
            title=i18n.chart_hours()
            period=i18n.time_month()
            names
            groups=months.into_iter().enumerate().map(group).collect()
            i18n
        />
    }
}

/// The address of the page of a month, given one of its days, and of a person.
fn address_of(date: Date, whose: &HoursOf) -> Address {
    address::hours().with("month", &date.to_string()[..7]).with("who", &whose.to_string())
}

#[component]
fn Hours(
    page: Page<HoursLine>,
    month: Date,
    shown: HoursOf,
    /// The name of whose hours are shown, if they are not everybody's.
    person: Option<String>,
    is_later: bool,
    i18n: I18n,
) -> impl IntoView {
    let first: Date = format!("{}-01", &month.to_string()[..7]).parse().unwrap_or(month);
    let from_first = |days: i64| Date::from_days_since_1970(first.days_since_1970() + days);
    // 31 days after its first day a month is over.
    let (before, next) = (from_first(-1), from_first(31));
    let total: i64 = minutes::sum(page.items.iter().map(|line| line.month_minutes));
    let whole = page.next.is_none() && !is_later;
    let best = page.items.iter().filter_map(rate_of).max().unwrap_or(0);
    let row = |line| view! { <Row line best i18n/> };
    let table = if page.items.is_empty() {
        Either::Left(view! { <p class="empty">{i18n.hours_none()}</p> })
    } else {
        let foot = whole.then(|| {
            view! {
                <tfoot>
                    <tr>
                        <th scope="row">{i18n.time_total()}</th>
                        <td class="number" data-label=i18n.hours_month()>{minutes::written(total)}</td>
                        <td colspan="4"></td>
                    </tr>
                </tfoot>
            }
        });
        Either::Right(view! {
            <div class="table table--folds" role="region" aria-labelledby="hours-heading" tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{i18n.column_project()}</th>
                            <th scope="col" class="number">{i18n.hours_month()}</th>
                            <th scope="col" class="number">{i18n.hours_total()}</th>
                            <th scope="col" class="number">{i18n.hours_estimate()}</th>
                            <th scope="col" class="number">{i18n.hours_quote()}</th>
                            <th scope="col" class="number">{i18n.hours_rate()}</th>
                        </tr>
                    </thead>
                    <tbody>{page.items.into_iter().map(row).collect_view()}</tbody>
                    {foot}
                </table>
            </div>
            <p class="muted">{i18n.hours_rate_hint()}</p>
        })
    };
    view! {
        <div class="page-head">
            <h2 id="hours-heading">
                {i18n.hours_of(&dates::month(month, i18n.0))}
                {person.map(|name| view! { <span dir="auto">" · " {name}</span> })}
            </h2>
            <p class="actions">
                <a href=address_of(before, &shown).into_string() rel="prev">{i18n.month_before()}</a>
                <a href=address_of(next, &shown).into_string() rel="next">{i18n.month_after()}</a>
            </p>
        </div>
        {table}
        <MoreLink list=address_of(month, &shown) next=page.next is_later i18n/>
    }
}

#[component]
fn Row(
    line: HoursLine,
    /// The highest hourly rate of the page, in cents.
    best: i128,
    i18n: I18n,
) -> impl IntoView {
    let rate = rate_of(&line);
    let whole = |cents: i128| i64::try_from(cents).unwrap_or(i64::MAX);
    let bar = rate.map(|rate| view! { <Meter value=whole(rate) whole=whole(best)/> });
    // An hour earns nothing that can be compared after a few of them.
    let early = (rate.is_none() && line.quote_cents.is_some())
        .then(|| view! { <span class="muted">{i18n.rate_later()}</span> });
    let HoursLine { project_id, project_name, client_name, month_minutes, total_minutes, quote_cents, .. } = line;
    let estimate = line.estimate_minutes.map(|estimate| {
        let left = estimate.saturating_sub(total_minutes);
        let (class, left) = if left < 0 {
            ("status--late", i18n.hours_over(&minutes::written(-left)))
        } else {
            ("muted", i18n.hours_left(&minutes::written(left)))
        };
        view! {
            {minutes::written(estimate)}
            <span class=format!("table__more {class}")>{left}</span>
            <Meter value=total_minutes whole=estimate/>
        }
    });
    let euros = |cents| amount::written(cents, &Currency::default(), i18n.0);
    view! {
        <tr>
            <th scope="row">
                <a class="table__name" href=ProjectPart::Times.path(project_id.as_str()) dir="auto">
                    {project_name}
                </a>
                <span class="table__more" dir="auto">{client_name}</span>
            </th>
            <td class="number" data-label=i18n.hours_month()>{minutes::written(month_minutes)}</td>
            <td class="number" data-label=i18n.hours_total()>{minutes::written(total_minutes)}</td>
            <td class="number rate" data-label=i18n.hours_estimate()>{estimate}</td>
            <td class="number" data-label=i18n.hours_quote()>
                <a href=ProjectPart::Quote.path(project_id.as_str())>{quote_cents.map(euros)}</a>
            </td>
            <td class="number rate" data-label=i18n.hours_rate()>{rate.map(euros)} {early} {bar}</td>
        </tr>
    }
}

fn rate_of(line: &HoursLine) -> Option<i128> {
    line.quote_cents.and_then(|cents| hourly_rate(cents, line.total_minutes))
}

const RATED_FROM: i64 = 5 * 60;

/// What an hour earns: the quote over all hours spent, from [`RATED_FROM`] on.
pub fn hourly_rate(quote_cents: i128, total_minutes: i64) -> Option<i128> {
    (total_minutes >= RATED_FROM).then(|| quote_cents.saturating_mul(60) / i128::from(total_minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hourly_rate_needs_five_hours() {
        assert_eq!(hourly_rate(480_000, 90 * 60), Some(5_333));
        assert_eq!(hourly_rate(480_000, 299), None);
        assert_eq!(hourly_rate(480_000, 300), Some(96_000));
        assert!(hourly_rate(i128::MAX, i64::MAX).is_some());
    }
}
