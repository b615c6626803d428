//! Places days on a width of whole weeks, in percent.

use domain::Date;

/// Up to this many weeks there is a line for each day, up to the next for each week, beyond for each month.
const MAX_WEEKS_OF_DAYS: i64 = 3;
const MAX_WEEKS: i64 = 26;
/// How many labels stand side by side.
const MAX_LABELS: i64 = 9;

/// The days from a Monday to a Sunday.
#[derive(Debug, Clone, Copy)]
pub struct CalendarScale {
    /// In days since 1970.
    first: i64,
    days: i64,
}

/// A line of the scale, at the beginning of a day, a week or a month.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tick {
    pub date: Date,
    pub at: f64,
    /// Whether it has a label; where lines are close, not all have.
    pub is_labelled: bool,
    pub is_month: bool,
}

impl CalendarScale {
    pub fn over(first: Date, last: Date) -> Self {
        let (first, last) = (first.days_since_1970(), last.days_since_1970());
        let monday = first - weekday(first);
        Self { first: monday, days: last - weekday(last) + 7 - monday }
    }

    /// The beginning of a day.
    pub fn start(self, date: Date) -> f64 {
        self.place(date.days_since_1970())
    }

    /// The end of a day.
    pub fn end(self, date: Date) -> f64 {
        self.place(date.days_since_1970() + 1)
    }

    pub fn contains(self, date: Date) -> bool {
        (self.first..self.first + self.days).contains(&date.days_since_1970())
    }

    pub fn ticks(self) -> Vec<Tick> {
        let weeks = self.days / 7;
        if weeks <= MAX_WEEKS_OF_DAYS {
            self.days(1, if weeks == 1 { 1 } else { 7 })
        } else if weeks <= MAX_WEEKS {
            self.days(7, (weeks + MAX_LABELS - 1) / MAX_LABELS * 7)
        } else {
            self.months()
        }
    }

    /// A line every `lines` days, a label every `labels` days.
    fn days(self, lines: i64, labels: i64) -> Vec<Tick> {
        let tick = |line: i64| {
            let day = self.first + lines * line;
            let (date, at) = (Date::from_days_since_1970(day), self.place(day));
            Tick { date, at, is_labelled: lines * line % labels == 0, is_month: false }
        };
        (0..self.days / lines).map(tick).collect()
    }

    /// Labels stand at months that divide the year evenly; over many years only they have lines.
    fn months(self) -> Vec<Tick> {
        let (first, last) = (month_of(self.first), month_of(self.first + self.days - 1));
        let most = (last - first) / MAX_LABELS + 1;
        let each = [1, 2, 3, 6].into_iter().find(|each| *each >= most).unwrap_or((most + 11) / 12 * 12);
        let lines = if each > 6 { each } else { 1 };
        let tick = |month: i64| {
            let date: Date = format!("{:04}-{:02}-01", month / 12, month % 12 + 1).parse().ok()?;
            Some(Tick { date, at: self.start(date), is_labelled: month % each == 0, is_month: true })
        };
        (first + 1..=last).filter(|month| month % lines == 0).filter_map(tick).collect()
    }

    #[expect(clippy::cast_precision_loss, reason = "a picture needs no more than 53 bits")]
    fn place(self, day: i64) -> f64 {
        let percent = (day - self.first) as f64 * 100.0 / self.days as f64;
        (percent * 100.0).round() / 100.0
    }
}

/// 0 on Mondays.
const fn weekday(day: i64) -> i64 {
    (day + 3).rem_euclid(7)
}

/// The month of a day, counted from the year 0.
fn month_of(day: i64) -> i64 {
    let written = Date::from_days_since_1970(day).to_string();
    let mut parts = written.split('-').map(|part| part.parse::<i64>().unwrap_or_default());
    parts.next().unwrap_or_default() * 12 + parts.next().unwrap_or(1) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().expect("a date")
    }

    fn scale(first: &str, last: &str) -> CalendarScale {
        CalendarScale::over(date(first), date(last))
    }

    fn written(place: f64) -> String {
        place.to_string()
    }

    fn labels(scale: CalendarScale) -> Vec<String> {
        let ticks = scale.ticks().into_iter().filter(|tick| tick.is_labelled);
        ticks.map(|tick| tick.date.to_string()).collect()
    }

    #[test]
    fn scale_covers_whole_weeks() {
        // A Wednesday to a Friday.
        let week = scale("2026-11-18", "2026-11-20");
        assert!((week.start(date("2026-11-16")), week.end(date("2026-11-22"))) == (0.0, 100.0));
        let [end, start] = [week.end(date("2026-11-18")), week.start(date("2026-11-19"))].map(written);
        assert_eq!((&*end, &*start), ("42.86", "42.86"));
        assert!(week.contains(date("2026-11-16")) && !week.contains(date("2026-11-23")));
        // A Monday and a Sunday are not given another week.
        assert_eq!(written(scale("2026-11-16", "2026-11-22").end(date("2026-11-22"))), "100");
    }

    #[test]
    fn short_projects_have_lines_by_day_or_week() {
        let week = scale("2026-11-18", "2026-11-20");
        assert_eq!((week.ticks().len(), &*labels(week)[6]), (7, "2026-11-22"));
        let three = scale("2026-11-18", "2026-12-03");
        assert_eq!((three.ticks().len(), labels(three).len()), (21, 3));
        let weeks = scale("2026-03-02", "2026-05-31");
        assert_eq!(weeks.ticks().len(), 13);
        assert_eq!(written(weeks.ticks()[2].at), written(weeks.start(date("2026-03-16"))));
        assert_eq!(labels(weeks)[..2], ["2026-03-02", "2026-03-16"]);
    }

    #[test]
    fn long_projects_have_lines_by_month() {
        let years = scale("2026-02-10", "2028-02-10");
        assert_eq!(years.ticks().len(), 24);
        assert_eq!(labels(years)[..2], ["2026-04-01", "2026-07-01"]);
        for (first, last) in [("2020-01-01", "2035-01-01"), ("0001-01-01", "9999-12-31")] {
            let ticks = scale(first, last).ticks();
            assert!((2..=12).contains(&ticks.len()), "{first}: {}", ticks.len());
        }
    }
}
