//! Charts: SVG drawn on the server, with the same figures in a table behind. Colours and type are those of the
//! page (`style/charts.css`), so that light, dark and print need nothing here.

use domain::{Currency, amount, minutes};
use leptos::either::Either;
use leptos::prelude::*;

use crate::i18n::I18n;

/// The height of the bars, and the width of one group of bars with its gap.
const HEIGHT: f64 = 120.0;
const GROUP: f64 = 56.0;
/// The part of a group that its bars take.
const FILLED: f64 = 0.72;
/// Room for the labels below and the figures above.
const BELOW: f64 = 22.0;
const ABOVE: f64 = 18.0;

/// Maps values from 0 to `most` onto lengths from 0 to `length`.
#[derive(Debug, Clone, Copy)]
struct Scale {
    most: f64,
    length: f64,
}

impl Scale {
    fn new(values: impl Iterator<Item = i64>, length: f64) -> Self {
        Self { most: float(values.max().unwrap_or(0).max(1)), length }
    }

    /// At least a visible line for anything above zero.
    fn length(self, value: i64) -> f64 {
        if value <= 0 { 0.0 } else { (float(value) / self.most * self.length).max(1.5) }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a picture needs no more than 53 bits")]
fn float(value: i64) -> f64 {
    value as f64
}

/// A value, how it is written in the table, and how above its bar.
#[derive(Debug, Clone)]
pub struct Figure {
    pub value: i64,
    pub written: String,
    pub short: String,
}

impl Figure {
    /// A count, which is short as it is.
    pub fn count(value: i64) -> Self {
        Self { value, written: value.to_string(), short: value.to_string() }
    }

    /// An amount; without its cents above the bar.
    pub fn amount(cents: i64, currency: &Currency, i18n: I18n) -> Self {
        let whole = (i128::from(cents) + 50).div_euclid(100) * 100;
        let short = amount::written(whole, currency, i18n.0).replace(",00\u{a0}", "\u{a0}");
        let short = short.strip_suffix(".00").map(str::to_owned).unwrap_or(short);
        Self { value: cents, written: amount::written(cents.into(), currency, i18n.0), short }
    }

    /// A duration; `13:30` above the bar.
    pub fn minutes(value: i64) -> Self {
        let short = format!("{}:{:02}", value / 60, value % 60);
        Self { value, written: minutes::written(value), short }
    }
}

/// One group of bars.
#[derive(Debug, Clone)]
pub struct Group {
    /// Below the bars.
    pub short: String,
    /// In the table.
    pub label: String,
    pub figures: Vec<Figure>,
}

/// Bars by period, one for each series; `names` are those of the series. The figure above a group is its largest.
#[component]
pub fn BarChart(
    id: &'static str,
    #[prop(into)] title: String,
    /// The head of the table's first column.
    period: &'static str,
    names: Vec<String>,
    groups: Vec<Group>,
    i18n: I18n,
) -> impl IntoView {
    let series = names.len().max(1);
    let scale = Scale::new(groups.iter().flat_map(|group| group.figures.iter().map(|one| one.value)), HEIGHT);
    let width = GROUP * float(i64::try_from(groups.len()).unwrap_or(1).max(1));
    let view_box = format!("0 0 {width} {}", ABOVE + HEIGHT + BELOW);
    let bars = groups.iter().enumerate().map(|(place, group)| bars(place, group, scale, series)).collect_view();
    let base = ABOVE + HEIGHT;
    let legend = (names.len() > 1).then(|| {
        let entry = |(series, name): (usize, &String)| {
            view! {
                <li>
                    <span class=format!("chart__key chart__key--{series}") aria-hidden="true"></span>
                    <span dir="auto">{name.clone()}</span>
                </li>
            }
        };
        view! { <ul class="chart__legend">{names.iter().enumerate().map(entry).collect_view()}</ul> }
    });
    view! {
        <figure class="chart" aria-labelledby=id>
            <figcaption class="chart__head">
                <h2 id=id>{title}</h2>
                {legend}
            </figcaption>
            <div class="chart__scroll" role="group" aria-labelledby=id tabindex="0">
                <svg class="chart__bars" viewBox=view_box preserveAspectRatio="xMinYMid meet" aria-hidden="true" focusable="false">
                    <line class="chart__base" x1="0" x2=width y1=base y2=base></line>
                    {bars}
                </svg>
            </div>
            <FigureTable first=period names groups i18n/>
        </figure>
    }
}

fn bars(place: usize, group: &Group, scale: Scale, series: usize) -> impl IntoView {
    let start = GROUP * float(i64::try_from(place).unwrap_or(0));
    let width = GROUP * FILLED / float(i64::try_from(series).unwrap_or(1));
    let middle = start + GROUP / 2.0;
    let bar = |(series, figure): (usize, &Figure)| {
        let height = scale.length(figure.value);
        let x = start + GROUP * (1.0 - FILLED) / 2.0 + width * float(i64::try_from(series).unwrap_or(0));
        view! {
            <rect
                class=format!("chart__bar chart__bar--{series}")
                x=x
                y=ABOVE + HEIGHT - height
                width=width - 1.0
                height=height
            ></rect>
        }
    };
    let tallest = group.figures.iter().max_by_key(|figure| figure.value).filter(|figure| figure.value > 0);
    let figure = tallest.map(|tallest| {
        let y = ABOVE + HEIGHT - scale.length(tallest.value) - 5.0;
        view! { <text class="chart__figure" x=middle y=y text-anchor="middle">{tallest.short.clone()}</text> }
    });
    view! {
        {group.figures.iter().enumerate().map(bar).collect_view()}
        {figure}
        <text class="chart__label" x=middle y=ABOVE + HEIGHT + 16.0 text-anchor="middle">
            {group.short.clone()}
        </text>
    }
}

/// The figures of a chart as a table, folded away.
#[component]
fn FigureTable(first: &'static str, names: Vec<String>, groups: Vec<Group>, i18n: I18n) -> impl IntoView {
    let head = |name: String| view! { <th scope="col" class="number">{name}</th> };
    let row = |group: Group| {
        let cell = |figure: Figure| view! { <td class="number">{figure.written}</td> };
        view! {
            <tr>
                <th scope="row">{group.label}</th>
                {group.figures.into_iter().map(cell).collect_view()}
            </tr>
        }
    };
    view! {
        <details class="chart__table">
            <summary>{i18n.chart_numbers()}</summary>
            <div class="table">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{first}</th>
                            {names.into_iter().map(head).collect_view()}
                        </tr>
                    </thead>
                    <tbody>{groups.into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
        </details>
    }
}

/// Small bars without labels, for a cell of a table that has the figures beside.
#[component]
pub fn Sparkline(
    values: Vec<i64>,
    /// The largest value of all rows, so that they compare.
    most: i64,
) -> impl IntoView {
    let scale = Scale::new(std::iter::once(most), 28.0);
    let width = 160.0 / float(i64::try_from(values.len()).unwrap_or(1).max(1));
    let bar = |(place, value): (usize, i64)| {
        let height = scale.length(value);
        let x = width * float(i64::try_from(place).unwrap_or(0));
        view! {
            <rect class="chart__bar chart__bar--0" x=x y=30.0 - height width=width * 0.8 height=height></rect>
        }
    };
    view! {
        <svg class="sparkline" viewBox="0 0 160 30" aria-hidden="true" focusable="false">
            <line class="chart__base" x1="0" x2="160" y1="30" y2="30"></line>
            {values.into_iter().enumerate().map(bar).collect_view()}
        </svg>
    }
}

/// One horizontal bar: a part of a whole; what goes beyond the whole is marked.
#[component]
pub fn Meter(value: i64, whole: i64) -> impl IntoView {
    let scale = Scale::new([value, whole].into_iter(), 200.0);
    let within = scale.length(value.min(whole));
    let beyond = scale.length(value.saturating_sub(whole));
    let over = if value > whole {
        Either::Left(view! { <rect class="chart__over" x=within y="0" width=beyond height="12"></rect> })
    } else {
        Either::Right(())
    };
    view! {
        <svg class="meter" viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect class="chart__ground" x="0" y="0" width=scale.length(whole) height="12"></rect>
            <rect class="chart__bar chart__bar--0" x="0" y="0" width=within height="12"></rect>
            {over}
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::*;

    #[test]
    fn short_amounts_have_no_cents() {
        let short = |cents, i18n| Figure::amount(cents, &Currency::default(), i18n).short;
        assert_eq!(short(285_050, I18n::from(Language::It)), "2.851\u{a0}€");
        assert_eq!(short(285_000, I18n::from(Language::En)), "€2,850");
        assert_eq!(Figure::minutes(810).short, "13:30");
    }

    #[test]
    fn scale_maps_the_largest_value_to_the_length() {
        let scale = Scale::new([0, 50, 200].into_iter(), 100.0);
        let lengths: Vec<f64> = [0, 50, 200].into_iter().map(|value| scale.length(value)).collect();
        assert!((lengths[0], lengths[1], lengths[2]) == (0.0, 25.0, 100.0), "{lengths:?}");
        let tiny = Scale::new([1, 1_000_000].into_iter(), 100.0).length(1);
        assert!(tiny > 1.0, "a small value is visible: {tiny}");
        assert!(Scale::new(std::iter::empty(), 100.0).length(0) == 0.0);
    }
}
