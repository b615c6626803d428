//! The course of a project: weeks across, a bar for each phase, a diamond for each deliverable, today as a line. The
//! list beside it says the same in words.

use std::sync::Arc;

use domain::projects::board::{BoardItem, Milestone, Span, Timeline, TimelineRow};
use domain::{Date, PhaseStatus};

use super::context::BoardContext;
use crate::admin::prelude::*;
use crate::ui::relative::days_until;

/// The heights of the labels and of a row, in rem, as in `style/timeline.css`.
const HEAD: f64 = 2.5;
const ROW: f64 = 2.25;
/// Labels that begin beyond this do not fit, in percent.
const LAST_LABEL: f64 = 90.0;
/// With more phases than this the timeline is collapsed.
const MAX_OPEN_ROWS: usize = 12;

/// `timeline` is `None` where no date is known.
#[component]
pub fn ProjectTimeline(timeline: Option<Timeline>, due_on: Option<Date>, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let Some(timeline) = timeline else {
        return Either::Left(view! { <p class="muted timeline__none">{i18n.timeline_none()}</p> });
    };
    let scale = CalendarScale::over(timeline.first, timeline.last);
    let today = dates::today(context.admin.now);
    let open = timeline.rows.len() <= MAX_OPEN_ROWS;
    let height = format!("{}rem", top_of(timeline.rows.len()));
    let ticks = scale.ticks();
    let label = |tick: &Tick| tick_label(tick, i18n);
    let due_on = due_on.filter(|due| scale.contains(*due)).map(|due| {
        let at = percent(scale.end(due));
        view! { <line class="timeline__end" x1=at.clone() x2=at y1="2rem" y2="100%"></line> }
    });
    let today = scale.contains(today).then(|| view! { <Today at=scale.start(today) i18n/> });
    let bar = |(index, row): (usize, &TimelineRow)| {
        let span = row.span?;
        let late_until = is_late(row, &context).then(|| dates::today(context.admin.now));
        let row = row.clone();
        Some(view! { <Bar row span late_until top=top_of(index) scale i18n/> })
    };
    let bars = timeline.rows.iter().enumerate().filter_map(bar).collect_view();
    let name = |row| view! { <Name row context=context.clone()/> };
    Either::Right(view! {
        <details class="timeline" open=open>
            <summary>{i18n.timeline()}</summary>
            <div class="timeline__plan">
                <ol class="timeline__names">{timeline.rows.into_iter().map(name).collect_view()}</ol>
                <svg class="timeline__picture" width="100%" height=height aria-hidden="true" focusable="false">
                    {ticks.iter().map(line).collect_view()}
                    {due_on}
                    {today}
                    {ticks.iter().filter_map(label).collect_view()}
                    {bars}
                </svg>
            </div>
            <p class="muted timeline__hint">{i18n.timeline_hint()}</p>
        </details>
    })
}

/// The top of a row, in rem.
fn top_of(index: usize) -> f64 {
    let rows = u32::try_from(index).unwrap_or_default();
    HEAD + ROW * f64::from(rows)
}

fn percent(at: f64) -> String {
    format!("{at}%")
}

fn rem(length: f64) -> String {
    format!("{length}rem")
}

fn is_late(row: &TimelineRow, context: &BoardContext) -> bool {
    row.status != PhaseStatus::Completed && row.span.is_some_and(|span| context.is_late(span.ends))
}

/// `3 mar`
fn short_day(date: Date, i18n: I18n) -> String {
    let written = dates::day(date, i18n.0);
    let mut parts = written.split(' ');
    let (day, month) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    format!("{day} {}", month.chars().take(3).collect::<String>())
}

/// `mar`; with the year in January.
fn short_month(date: Date, i18n: I18n) -> String {
    let written = dates::month(date, i18n.0);
    let (month, year) = written.split_once(' ').unwrap_or((&written, ""));
    let month: String = month.chars().take(3).collect();
    if date.to_string().get(5..7) == Some("01") { format!("{month} {year}") } else { month }
}

fn line(tick: &Tick) -> impl IntoView {
    let at = percent(tick.at);
    // Lines without a label do not cross those of others.
    let top = if tick.is_labelled { "1.5rem" } else { "2.4rem" };
    view! { <line class="timeline__line" x1=at.clone() x2=at y1=top y2="100%"></line> }
}

fn tick_label(tick: &Tick, i18n: I18n) -> Option<impl IntoView + use<>> {
    let text = if tick.is_month { short_month(tick.date, i18n) } else { short_day(tick.date, i18n) };
    let is_shown = tick.is_labelled && tick.at < LAST_LABEL;
    is_shown.then(|| view! { <text class="timeline__label" x=percent(tick.at) dx="4" y="2.1rem">{text}</text> })
}

/// The label stays within the picture.
#[component]
fn Today(at: f64, i18n: I18n) -> impl IntoView {
    let anchor = match at {
        ..4.0 => "start",
        96.0.. => "end",
        _ => "middle",
    };
    let at = percent(at);
    view! {
        <line class="timeline__today" x1=at.clone() x2=at.clone() y1="1.1rem" y2="100%"></line>
        <text class="timeline__now" x=at y="0.85rem" text-anchor=anchor>{i18n.timeline_today()}</text>
    }
}

/// A phase: its bar, how late it is or the day it ends, and its deliverables.
#[component]
fn Bar(
    row: TimelineRow,
    span: Span,
    late_until: Option<Date>,
    top: f64,
    scale: CalendarScale,
    i18n: I18n,
) -> impl IntoView {
    let (start, end) = (scale.start(span.starts), scale.end(span.ends));
    let late = late_until.map(|today| {
        let (middle, until) = (rem(top + ROW / 2.0), percent(scale.start(today).clamp(end, 100.0)));
        view! { <line class="timeline__late" x1=percent(end) x2=until y1=middle.clone() y2=middle></line> }
    });
    let title = format!(
        "{}: {}",
        row.name,
        i18n.period(Some(&dates::day(span.starts, i18n.0)), Some(&dates::day(span.ends, i18n.0)))
    );
    let day = (late_until.is_none() && end < LAST_LABEL).then(|| {
        let y = rem(top + ROW / 2.0 + 0.25);
        view! { <text class="timeline__label" x=percent(end) dx="10" y=y>{short_day(span.ends, i18n)}</text> }
    });
    let stone = |stone: Milestone| view! { <Stone stone middle=top + ROW / 2.0 scale i18n/> };
    view! {
        {late}
        <rect
            class=format!("timeline__bar timeline__bar--{}", row.status)
            x=percent(start)
            width=percent(end - start)
            y=rem(top + 0.5)
            height=rem(ROW - 1.0)
            rx="4"
        >
            <title>{title}</title>
        </rect>
        {day}
        {row.milestones.into_iter().map(stone).collect_view()}
    }
}

#[component]
fn Stone(stone: Milestone, middle: f64, scale: CalendarScale, i18n: I18n) -> impl IntoView {
    let class = format!("timeline__stone timeline__stone--{}", stone.status);
    let title = milestone(&stone, i18n);
    view! {
        <svg x=percent(scale.end(stone.due_on)) y=rem(middle) overflow="visible">
            <path class=class d="M0-6 6 0 0 6-6 0Z"><title>{title}</title></path>
        </svg>
    }
}

/// A phase in words.
#[component]
fn Name(row: TimelineRow, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let late = is_late(&row, &context);
    let TimelineRow { phase, name, status, span, milestones } = row;
    let status = match span.filter(|_| late) {
        Some(span) => {
            let days = -days_until(span.ends, context.admin.now);
            Either::Left(view! { <span class="status status--late">{i18n.late_by(days)}</span> })
        }
        None => {
            Either::Right(view! { <span class=format!("status status--{status}")>{i18n.phase_status(status)}</span> })
        }
    };
    let dates = match span {
        Some(Span { starts, ends }) => {
            let (starts, ends) = (dates::day(starts, i18n.0), dates::day(ends, i18n.0));
            i18n.period(Some(&starts), Some(&ends))
        }
        None => i18n.timeline_undated().to_owned(),
    };
    let details: Vec<String> =
        std::iter::once(dates).chain(milestones.iter().map(|stone| milestone(stone, i18n))).collect();
    let href = format!("#{}", BoardItem::Phase(phase));
    view! {
        <li>
            <a href=href dir="auto">{name}</a>
            {status}
            <span class="sr-only">{details.join("; ")}</span>
        </li>
    }
}

/// `Logo, In attesa del cliente, entro il 20 marzo 2026`
fn milestone(stone: &Milestone, i18n: I18n) -> String {
    let due = i18n.due(&dates::day(stone.due_on, i18n.0));
    format!("{}, {}, {due}", stone.title, i18n.deliverable_status(stone.status))
}
