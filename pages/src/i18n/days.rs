//! Days, months and durations in words.

use domain::Date;
use domain::Language::{En, It};

use super::{I18n, capitalized};

/// Several days in tables and in sentences.
const BRIEF_DAYS: (&str, &str) = ("g", "d");
const WHOLE_DAYS: (&str, &str) = ("giorni", "days");

impl I18n {
    /// How long ago a day was: `oggi`, `ieri`, `3 g fa`. `None` for days that are better written out.
    pub fn days_ago(self, days: i64) -> Option<String> {
        match (self.0, days) {
            (It, 0) => Some("oggi".to_owned()),
            (En, 0) => Some("today".to_owned()),
            (It, 1) => Some("ieri".to_owned()),
            (En, 1) => Some("yesterday".to_owned()),
            (It, 2..=90) => Some(format!("{days} g fa")),
            (En, 2..=90) => Some(format!("{days} d ago")),
            _ => None,
        }
    }

    /// For how long: `da oggi`, `da ieri`, `da 3 g`.
    pub fn since_days(self, days: i64) -> String {
        self.since_days_of(days, self.pick(BRIEF_DAYS))
    }

    /// The same in a sentence: `da 3 giorni`.
    pub fn since_whole_days(self, days: i64) -> String {
        self.since_days_of(days, self.pick(WHOLE_DAYS))
    }

    fn since_days_of(self, days: i64, unit: &str) -> String {
        match (self.0, days) {
            (It, ..=0) => "da oggi".to_owned(),
            (En, ..=0) => "since today".to_owned(),
            (It, 1) => "da ieri".to_owned(),
            (En, 1) => "since yesterday".to_owned(),
            (It, _) => format!("da {days} {unit}"),
            (En, _) => format!("for {days} {unit}"),
        }
    }

    /// For how long somebody waits: `da 40 minuti`, `da 2 ore`, `da ieri`, `da lunedì`, `da 12 giorni`.
    pub fn waiting_time(self, minutes: i64, since: Date, today: Date) -> String {
        let days = today.days_since_1970() - since.days_since_1970();
        let (it, en) = match (days, minutes) {
            (..=0, ..60) => (format!("da {} min", minutes.max(1)), format!("for {} min", minutes.max(1))),
            (..=0, 60..120) => ("da un’ora".to_owned(), "for an hour".to_owned()),
            (..=0, _) => (format!("da {} ore", minutes / 60), format!("for {} hours", minutes / 60)),
            (1, _) => ("da ieri".to_owned(), "since yesterday".to_owned()),
            (2..=6, _) => (format!("da {}", self.weekday(since)), format!("since {}", self.weekday(since))),
            _ => (format!("da {days} giorni"), format!("for {days} days")),
        };
        if self.0 == It { it } else { en }
    }

    /// When something is due: `scaduto da 13 g`, `domani`, `tra 5 g`. `None` for days that are better written
    /// out.
    pub fn due_in_days(self, days: i64, is_feminine: bool) -> Option<String> {
        self.due_in_days_of(days, is_feminine, self.pick(BRIEF_DAYS))
    }

    /// The same in a sentence, of something masculine: `scaduto da 13 giorni`.
    pub fn due_in_whole_days(self, days: i64) -> Option<String> {
        self.due_in_days_of(days, false, self.pick(WHOLE_DAYS))
    }

    fn due_in_days_of(self, days: i64, is_feminine: bool, unit: &str) -> Option<String> {
        let overdue = if is_feminine { "scaduta" } else { "scaduto" };
        match (self.0, days) {
            (It, -1) => Some(format!("{overdue} ieri")),
            (En, -1) => Some("due yesterday".to_owned()),
            (It, ..-1) => Some(format!("{overdue} da {} {unit}", -days)),
            (En, ..-1) => Some(format!("{} {unit} overdue", -days)),
            (It, 0) => Some("oggi".to_owned()),
            (En, 0) => Some("today".to_owned()),
            (It, 1) => Some("domani".to_owned()),
            (En, 1) => Some("tomorrow".to_owned()),
            (It, 2..=60) => Some(format!("tra {days} {unit}")),
            (En, 2..=60) => Some(format!("in {days} {unit}")),
            _ => None,
        }
    }

    /// `domenica`, `Sunday`.
    pub fn weekday(self, date: Date) -> &'static str {
        const IT: [&str; 7] = ["giovedì", "venerdì", "sabato", "domenica", "lunedì", "martedì", "mercoledì"];
        const EN: [&str; 7] = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
        let names = if self.0 == It { IT } else { EN };
        usize::try_from(date.days_since_1970().rem_euclid(7)).map_or("", |day| names[day])
    }

    /// `18 dicembre`, with the year if it is not this one.
    pub fn short_day(self, date: Date, today: Date) -> String {
        let (day, year) = (app::dates::day(date, self.0), &today.to_string()[..4]);
        day.strip_suffix(year).map_or_else(|| day.clone(), |day| day.trim_end().to_owned())
    }

    /// `venerdì 18 dicembre`.
    pub fn weekday_and_day(self, date: Date, today: Date) -> String {
        format!("{} {}", self.weekday(date), self.short_day(date, today))
    }

    /// A day of the past: `oggi`, `ieri`, `martedì`, `12 novembre`.
    pub fn recent_day(self, date: Date, today: Date) -> String {
        match today.days_since_1970() - date.days_since_1970() {
            days @ 0..=1 => self.days_ago(days).unwrap_or_default(),
            2..=6 => self.weekday(date).to_owned(),
            _ => self.short_day(date, today),
        }
    }

    /// In a column: `oggi`, `ven 18 dic`.
    pub fn brief_day(self, date: Date, today: Date) -> String {
        if date == today {
            return self.days_ago(0).unwrap_or_default();
        }
        let brief = |word: &str| word.chars().take(3).collect::<String>();
        let (weekday, day) = (self.weekday(date), self.short_day(date, today));
        let mut words = std::iter::once(weekday).chain(day.split(' '));
        let (weekday, day, month, year) = (words.next(), words.next(), words.next(), words.next());
        let words = [weekday.map(brief), day.map(str::to_owned), month.map(brief), year.map(str::to_owned)];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Below a chart: `nov`, in January with the year: `gen 26`.
    pub fn short_month(self, month: Date) -> String {
        let name: String = app::dates::month(month, self.0).chars().take(3).collect();
        let written = month.to_string();
        if &written[5..7] == "01" { format!("{name} {}", &written[2..4]) } else { name }
    }
}

/// An article before most days, before 8 and 11, and what stands before a weekday instead.
type Article = [&'static str; 3];
const IL: Article = ["il ", "l’", ""];
const AL: Article = ["al ", "all’", "a "];
const DAL: Article = ["dal ", "dall’", "da "];
const DEL: Article = ["del ", "dell’", "di "];

/// `a novembre`, `ad aprile`.
fn in_month(month: &str) -> String {
    let before = if month.starts_with('a') { "ad" } else { "a" };
    format!("{before} {month}")
}

/// `il 20 marzo`, `all’8 marzo`, `da venerdì 8 marzo`.
fn with_article([most, vowel, weekday]: Article, day: &str) -> String {
    let digits = day.bytes().take_while(u8::is_ascii_digit).count();
    let before = match &day[..digits] {
        "" => weekday,
        "8" | "11" => vowel,
        "1" if !day.starts_with("1º") => vowel,
        _ => most,
    };
    format!("{before}{day}")
}

/// Phrases with a day or a moment, as [`app::dates`] writes them.
impl I18n {
    pub fn due(self, day: &str) -> String {
        self.dated("entro ", IL, "due ", day)
    }

    /// Of material.
    pub fn needed_by(self, day: &str) -> String {
        format!("{}.", self.dated("Serve entro ", IL, "Needed by ", day))
    }

    /// The same in two parts, the day without a full stop.
    pub fn needed_by_parts(self, day: &str) -> (&'static str, String) {
        match self.0 {
            It => ("Serve entro", with_article(IL, day)),
            En => ("Needed by", day.to_owned()),
        }
    }

    /// Of a payment.
    pub fn falls_due(self, day: &str) -> String {
        self.dated("Scade ", IL, "Due on ", day)
    }

    pub fn at_moment(self, moment: &str) -> String {
        self.dated("", IL, "on ", moment)
    }

    pub fn approved_at(self, moment: &str) -> String {
        self.dated("Approvata ", IL, "Approved on ", moment)
    }

    /// Hours that are not billed: `dal 12 novembre`, `dall’8 novembre`.
    pub fn since_day(self, day: &str) -> String {
        self.dated("", DAL, "since ", day)
    }

    /// The same where a line begins: `Dal 12 novembre`.
    pub fn since_day_first(self, day: &str) -> String {
        capitalized(&self.since_day(day))
    }

    /// When a member was last here: `Qui ieri`, `Qui il 12 novembre`.
    pub fn seen_day(self, day: &str) -> String {
        self.dated("Qui ", IL, "Last here ", day)
    }

    /// Of a member.
    pub fn disabled_day(self, day: &str) -> String {
        self.dated("Accesso disattivato ", IL, "Account disabled ", day)
    }

    pub fn changes_asked_at(self, moment: &str) -> String {
        self.dated("Modifiche richieste ", IL, "Changes requested on ", moment)
    }

    pub fn snooze_until_day(self, day: &str) -> String {
        self.dated("fino ", AL, "until ", day)
    }

    pub fn of_day(self, day: &str) -> String {
        self.dated("", DEL, "of ", day)
    }

    pub fn delivery_of(self, moment: &str) -> String {
        self.dated("Invio ", DEL, "Submission of ", moment)
    }

    pub fn delivery_choose(self, moment: &str) -> String {
        self.dated("Scegli l’invio ", DEL, "Choose the submission of ", moment)
    }

    /// From when to when a project runs; empty when neither is known.
    pub fn period(self, from: Option<&str>, to: Option<&str>) -> String {
        match (from, to) {
            (Some(from), Some(to)) => {
                format!("{} {}", self.dated("", DAL, "", from), self.dated("", AL, "to ", to))
            }
            (Some(from), None) => self.dated("", DAL, "from ", from),
            (None, Some(to)) => self.due(to),
            (None, None) => String::new(),
        }
    }

    fn dated(self, it: &str, article: Article, en: &str, day: &str) -> String {
        match self.0 {
            It => format!("{it}{}", with_article(article, day)),
            En => format!("{en}{day}"),
        }
    }
}

impl I18n {
    pub fn billing_heading(self, month: &str) -> String {
        match self.0 {
            It => format!("Da fatturare {}", in_month(month)),
            En => format!("To bill in {month}"),
        }
    }

    /// Before an amount, at the beginning of a sentence.
    pub fn money_came_in(self, month: &str) -> String {
        match self.0 {
            It => format!("{} sono entrati", in_month(month).replacen('a', "A", 1)),
            En => format!("Received in {month}:"),
        }
    }
}

impl I18n {
    /// `8 minuti`: up to five minutes in seconds, from three hours on in hours. Rounded up.
    pub fn duration(self, seconds: u64) -> String {
        match (seconds, self.0) {
            (1, It) => "1 secondo".to_owned(),
            (1, En) => "1 second".to_owned(),
            (..=300, It) => format!("{seconds} secondi"),
            (..=300, En) => format!("{seconds} seconds"),
            (..=10_800, It) => format!("{} minuti", seconds.div_ceil(60)),
            (..=10_800, En) => format!("{} minutes", seconds.div_ceil(60)),
            (_, It) => format!("{} ore", seconds.div_ceil(3_600)),
            (_, En) => format!("{} hours", seconds.div_ceil(3_600)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_days_are_words_up_to_a_limit() {
        let (it, en) = (I18n::from(It), I18n::from(En));
        assert_eq!(it.days_ago(3).as_deref(), Some("3 g fa"));
        assert_eq!(en.days_ago(1).as_deref(), Some("yesterday"));
        assert_eq!(it.days_ago(91), None);
        assert_eq!(it.due_in_days(-13, false).as_deref(), Some("scaduto da 13 g"));
        assert_eq!(it.due_in_days(-1, true).as_deref(), Some("scaduta ieri"));
        assert_eq!(en.due_in_days(5, false).as_deref(), Some("in 5 d"));
        assert_eq!(it.due_in_days(61, false), None);
        assert_eq!(it.since_days(0), "da oggi");
        assert_eq!((it.since_days(3), it.since_whole_days(3)), ("da 3 g".to_owned(), "da 3 giorni".to_owned()));
        assert_eq!(it.due_in_whole_days(-13).as_deref(), Some("scaduto da 13 giorni"));
        assert_eq!(en.due_in_whole_days(5).as_deref(), Some("in 5 days"));
        let friday: Date = "2026-11-20".parse().expect("a date");
        for (minutes, days, expected) in [
            (0, 0, "da 1 min"),
            (59, 0, "da 59 min"),
            (60, 0, "da un’ora"),
            (119, 0, "da un’ora"),
            (120, 0, "da 2 ore"),
            (30, 1, "da ieri"),
            (9_000, 4, "da lunedì"),
            (9_000, 7, "da 7 giorni"),
        ] {
            assert_eq!(it.waiting_time(minutes, friday.days_later(-days), friday), expected);
        }
    }

    #[test]
    fn preposition_agrees_with_the_month_and_the_day() {
        let it = I18n::from(It);
        assert_eq!(it.billing_heading("novembre 2026"), "Da fatturare a novembre 2026");
        assert_eq!(it.billing_heading("aprile 2027"), "Da fatturare ad aprile 2027");
        assert_eq!(it.money_came_in("agosto 2026"), "Ad agosto 2026 sono entrati");
        assert_eq!(it.money_came_in("maggio 2026"), "A maggio 2026 sono entrati");
        assert_eq!(
            (it.since_day("8 maggio 2026"), it.since_day("9 maggio 2026")),
            ("dall’8 maggio 2026".to_owned(), "dal 9 maggio 2026".to_owned())
        );
        assert_eq!(it.since_day_first("8 maggio 2026, 11:00"), "Dall’8 maggio 2026, 11:00");
        assert_eq!(I18n::from(En).since_day_first("8 May 2026"), "Since 8 May 2026");
    }

    #[test]
    fn article_agrees_with_the_day() {
        let (it, en) = (I18n::from(It), I18n::from(En));
        for (day, expected) in [
            ("20 marzo 2026", "entro il 20 marzo 2026"),
            ("8 marzo 2026", "entro l’8 marzo 2026"),
            ("11 marzo 2026", "entro l’11 marzo 2026"),
            ("18 marzo 2026", "entro il 18 marzo 2026"),
            ("1º marzo 2026", "entro il 1º marzo 2026"),
            ("1 marzo 2026", "entro l’1 marzo 2026"),
            ("venerdì 8 marzo", "entro venerdì 8 marzo"),
            ("", "entro "),
        ] {
            assert_eq!(it.due(day), expected);
        }
        assert_eq!(it.period(Some("8 marzo"), Some("11 marzo")), "dall’8 marzo all’11 marzo");
        assert_eq!(it.period(Some("lunedì"), Some("martedì")), "da lunedì a martedì");
        assert_eq!(en.period(Some("8 March"), Some("11 March")), "8 March to 11 March");
        assert_eq!(it.delivery_of("8 marzo 2026, 11:00"), "Invio dell’8 marzo 2026, 11:00");
        assert_eq!(en.due("8 March"), "due 8 March");
    }

    #[test]
    fn year_is_omitted_in_the_current_year() {
        let date = |text: &str| text.parse::<Date>().expect("a date");
        let (it, today) = (I18n::from(It), date("2026-11-20"));
        assert_eq!(it.short_day(date("2026-12-18"), today), "18 dicembre");
        assert_eq!(it.short_day(date("2027-01-18"), today), "18 gennaio 2027");
        assert_eq!(it.weekday_and_day(date("2026-12-18"), today), "venerdì 18 dicembre");
        assert_eq!(I18n::from(En).brief_day(date("2027-01-18"), today), "Mon 18 Jan 2027");
        assert_eq!(it.brief_day(today, today), "oggi");
        for (day, expected) in [("2026-11-19", "ieri"), ("2026-11-14", "sabato"), ("2026-11-13", "13 novembre")] {
            assert_eq!(it.recent_day(date(day), today), expected);
        }
    }

    #[test]
    fn weekday_follows_the_date() {
        let date: Date = "2026-11-22".parse().expect("a date");
        assert_eq!((I18n::from(It).weekday(date), I18n::from(En).weekday(date)), ("domenica", "Sunday"));
    }
}
