//! The fields of a time entry, and the hours of a project by month.

use domain::projects::project_records::{MonthTotal, TaskChoice};
use domain::{Currency, Date, amount, minutes};

use crate::admin::hours::{MonthChart, hourly_rate};
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;
use crate::ui::chart::Meter;

/// The months shown at most.
const MONTHS: usize = 12;

/// Empty without hours.
#[component]
pub fn HoursAgainstQuote(
    project: String,
    /// Latest first.
    months: Vec<MonthTotal>,
    /// The total of the quote in cents, if there is one.
    quote: Option<i128>,
    /// In minutes.
    estimate: Option<i64>,
    i18n: I18n,
) -> impl IntoView {
    if months.is_empty() {
        return None;
    }
    let spent = minutes::sum(months.iter().map(|month| month.minutes));
    let euros = |cents| amount::written(cents, &Currency::default(), i18n.0);
    let against = quote.map(|cents| {
        let quote = view! { <a href=ProjectPart::Quote.path(&project)>{euros(cents)}</a> };
        totals([
            (i18n.hours_total(), minutes::written(spent).into_any()),
            (i18n.hours_quote(), quote.into_any()),
            (i18n.hours_rate(), hourly_rate(cents, spent).map(euros).into_any()),
        ])
    });
    let budget = estimate.map(|estimate| {
        let left = estimate.saturating_sub(spent);
        let left = if left < 0 {
            Either::Left(view! { <span class="status--late">{i18n.hours_over(&minutes::written(-left))}</span> })
        } else {
            Either::Right(i18n.hours_left(&minutes::written(left)))
        };
        view! {
            {totals([
                (i18n.hours_total(), minutes::written(spent).into_any()),
                (i18n.hours_estimate(), view! { {minutes::written(estimate)} ", " {left} }.into_any()),
            ])}
            <p class="budget"><Meter value=spent whole=estimate/></p>
        }
    });
    Some(view! {
        {budget}
        {against}
        <MonthChart months=without_gaps(months) i18n/>
    })
}

/// Oldest first, with the months without hours in between; the latest ones only.
fn without_gaps(months: Vec<MonthTotal>) -> Vec<(Date, i64)> {
    let Some(latest) = months.first() else { return Vec::new() };
    let mut found = Vec::new();
    let mut month = latest.month;
    let oldest = months.last().map_or(month, |last| last.month);
    while month >= oldest && found.len() < MONTHS {
        let minutes = months.iter().find(|one| one.month == month).map_or(0, |one| one.minutes);
        found.push((month, minutes));
        month = month_before(month);
    }
    found.reverse();
    found
}

/// The first day of the month before the one that begins with `month`.
fn month_before(month: Date) -> Date {
    let last_day = Date::from_days_since_1970(month.days_since_1970() - 1);
    format!("{}-01", &last_day.to_string()[..7]).parse().unwrap_or(last_day)
}

#[component]
pub fn TimeFields(fields: Fields, tasks: Vec<TaskChoice>, i18n: I18n) -> impl IntoView {
    view! {
        <div class="form__pair">
            <TextField
                fields=fields.clone()
                name="minutes"
                label=i18n.time_spent()
                hint=i18n.time_spent_hint()
                required=true
                most=40
            />
            <TextField fields=fields.clone() name="spent_on" label=i18n.time_day() kind="date" required=true/>
        </div>
        <WorkFields fields tasks i18n/>
    }
}

/// The fields for the work: a description and a task of the project.
#[component]
pub fn WorkFields(fields: Fields, tasks: Vec<TaskChoice>, i18n: I18n) -> impl IntoView {
    let task = |task: TaskChoice| (task.id.to_string(), format!("{} · {}", task.phase, task.title));
    let options: Vec<_> =
        std::iter::once((String::new(), i18n.time_no_task().to_owned())).chain(tasks.into_iter().map(task)).collect();
    view! {
        <ProseField fields=fields.clone() name="description" label=i18n.time_what() rows=2 most=10_000/>
        {(options.len() > 1).then(|| view! { <SelectField fields name="task" label=i18n.time_task() options/> })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_without_hours_are_between_the_others() {
        let date = |text: &str| text.parse::<Date>().expect("a date");
        let total = |month: &str, minutes| MonthTotal { month: date(month), minutes, entries: 1 };
        let months = without_gaps(vec![total("2026-02-01", 30), total("2025-12-01", 60)]);
        assert_eq!(months, [(date("2025-12-01"), 60), (date("2026-01-01"), 0), (date("2026-02-01"), 30)]);
        let long = without_gaps(vec![total("2026-02-01", 30), total("2020-12-01", 60)]);
        assert_eq!((long.len(), long[0].0), (12, date("2025-03-01")));
    }
}
