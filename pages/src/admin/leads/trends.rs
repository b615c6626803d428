//! Where leads come from, and how many become clients.

use domain::overview::{LeadFigures, SourceFigures};
use domain::{Date, Timestamp};

use super::tabs::{LeadTab, LeadsHead};
use crate::admin::prelude::*;
use crate::ui::chart::{BarChart, Figure, Group, Meter, Sparkline};

/// The periods to choose from, in weeks.
const PERIODS: [usize; 3] = [12, 26, 52];
/// The weeks in the chart; more would not be legible.
const CHARTED: usize = 12;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TrendsQuery {
    weeks: String,
}

/// `GET /admin/leads/trends?weeks=…`
pub async fn page(Query(query): Query<TrendsQuery>, request: AdminRequest) -> PageResult {
    let weeks = query.weeks.parse().ok().filter(|weeks| PERIODS.contains(weeks)).unwrap_or(PERIODS[0]);
    let figures = request.store.lead_figures(weeks).await?;
    let quarantined = request.store.quarantined().await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let link = |period: usize| {
            let list = address::lead_trends().with("weeks", &period.to_string());
            (list, i18n.weeks(period), period == weeks)
        };
        let body = view! {
            <LeadsHead open=LeadTab::Trends quarantined i18n/>
            <FilterLinks label=i18n.trends_period() links=PERIODS.map(link).into()/>
            <Figures figures now=admin.now i18n/>
        };
        (i18n.lead_trends().to_owned(), body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

#[component]
fn Figures(figures: LeadFigures, now: Timestamp, i18n: I18n) -> impl IntoView {
    let total = figures.total();
    if total.arrived() == 0 {
        return Either::Left(view! { <p class="empty">{i18n.trends_none()}</p> });
    }
    Either::Right(view! {
        <Weeks weeks=total.weeks.clone() now i18n/>
        <Funnel total i18n/>
        <Sources figures i18n/>
    })
}

/// The newest weeks; each ends seven days after its first one, the last one today.
#[component]
fn Weeks(weeks: Vec<i64>, now: Timestamp, i18n: I18n) -> impl IntoView {
    let today = dates::today(now).days_since_1970();
    let count = weeks.len();
    let group = |(place, arrived): (usize, i64)| {
        let back = i64::try_from(count - place).unwrap_or(0) * 7;
        let start = Date::from_days_since_1970(today + 1 - back);
        let day = dates::day(start, i18n.0);
        let short: Vec<&str> = day.split(' ').take(2).collect();
        let short = short.iter().map(|word| word.chars().take(3).collect::<String>()).collect::<Vec<_>>().join(" ");
        Group { short, label: day, figures: vec![Figure::count(arrived)] }
    };
    let groups: Vec<Group> = weeks.into_iter().enumerate().map(group).skip(count.saturating_sub(CHARTED)).collect();
    view! {
        <BarChart
            id="weeks-chart"
            title=i18n.trends_weeks()
            period=i18n.trends_week()
            names=vec![i18n.trends_arrived().to_owned()]
            groups
            i18n
        />
    }
}

/// How far the leads have come, each step with its part of all.
#[component]
fn Funnel(total: SourceFigures, i18n: I18n) -> impl IntoView {
    let arrived = total.arrived();
    let step = |(name, count): (&'static str, i64)| {
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td class="funnel__bar"><Meter value=count whole=arrived/></td>
                <td class="number">{count}</td>
                <td class="number">{percent(count, arrived)}</td>
            </tr>
        }
    };
    let steps = [
        (i18n.trends_arrived(), arrived),
        (i18n.trends_contacted(), total.contacted),
        (i18n.trends_qualified(), total.qualified),
        (i18n.trends_clients(), total.won),
    ];
    view! {
        <div class="today__part">
            <h2 id="funnel-heading">{i18n.trends_funnel()}</h2>
            <div class="table" role="region" aria-labelledby="funnel-heading" tabindex="0">
                <table>
                    <thead class="sr-only">
                        <tr>
                            <th scope="col">{i18n.column_status()}</th>
                            <th scope="col">{i18n.trends_funnel()}</th>
                            <th scope="col">{i18n.leads()}</th>
                            <th scope="col">{i18n.trends_rate()}</th>
                        </tr>
                    </thead>
                    <tbody>{steps.map(step).collect_view()}</tbody>
                </table>
            </div>
            <p class="muted">{i18n.trends_hint()}</p>
        </div>
    }
}

#[component]
fn Sources(figures: LeadFigures, i18n: I18n) -> impl IntoView {
    let most = figures.sources.iter().flat_map(|one| &one.weeks).copied().max().unwrap_or(0);
    let row = |one: SourceFigures| {
        let arrived = one.arrived();
        let list = address::leads().with("source", &one.source).into_string();
        view! {
            <tr>
                <th scope="row"><a class="table__name" href=list dir="auto">{one.source}</a></th>
                <td data-label=i18n.trends_weeks()><Sparkline values=one.weeks most/></td>
                <td class="number" data-label=i18n.trends_arrived()>{arrived}</td>
                <td class="number" data-label=i18n.trends_clients()>{one.won}</td>
                <td class="number" data-label=i18n.trends_rate()>{percent(one.won, arrived)}</td>
            </tr>
        }
    };
    view! {
        <div class="today__part">
            <h2 id="sources-heading">{i18n.trends_sources()}</h2>
            <div class="table table--folds" role="region" aria-labelledby="sources-heading" tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{i18n.source()}</th>
                            <th scope="col">{i18n.trends_weeks()}</th>
                            <th scope="col" class="number">{i18n.trends_arrived()}</th>
                            <th scope="col" class="number">{i18n.trends_clients()}</th>
                            <th scope="col" class="number">{i18n.trends_rate()}</th>
                        </tr>
                    </thead>
                    <tbody>{figures.sources.into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
        </div>
    }
}

/// `17 %`
fn percent(part: i64, whole: i64) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{}\u{a0}%", (part * 200 + whole) / (whole * 2)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_is_rounded() {
        assert_eq!(
            [percent(1, 6), percent(1, 8), percent(2, 2), percent(0, 0)],
            ["17\u{a0}%", "13\u{a0}%", "100\u{a0}%", "–"]
        );
    }
}
