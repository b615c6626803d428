//! The form of the settings page.

use serde::{Deserialize, Serialize};

use super::accent;
use crate::{Accent, Agency, Form, FormOfAddress, FormParser, Language, Problem, Problems};

/// The values of the settings form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsDraft {
    /// Without a name, `Atrio` is shown.
    pub agency_name: Option<String>,
    /// Without a colour, Atrio's default is used.
    pub accent: Option<Accent>,
    pub language: Language,
    pub form_of_address: FormOfAddress,
    /// Whether clients see who of the agency wrote.
    pub show_member_names: bool,
    /// An IANA time zone name. The store checks that it exists.
    pub time_zone: String,
    /// How many days deliveries are stored ([`DELIVERY_DAYS`]).
    pub delivery_days: i64,
    /// After how many days without a delivery a source counts as silent ([`SILENT_DAYS`]).
    pub silent_days: i64,
    /// How many megabytes the deliveries of one source may take ([`SOURCE_MEGABYTES`]).
    pub source_megabytes: i64,
    /// How many megabytes all deliveries together may take ([`DELIVERY_MEGABYTES`]).
    pub delivery_megabytes: i64,
    /// Below how many free megabytes on the disk there is a warning ([`FREE_MEGABYTES`]).
    pub free_megabytes: i64,
}

/// A setting that is a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberSetting {
    /// The name of the setting and of its form field.
    pub key: &'static str,
    /// The maximum; the minimum is one.
    pub most: i64,
    pub usual: i64,
}

/// [`SettingsDraft::delivery_days`]
pub const DELIVERY_DAYS: NumberSetting = NumberSetting { key: "delivery_days", most: 3_650, usual: 90 };
/// [`SettingsDraft::silent_days`]
pub const SILENT_DAYS: NumberSetting = NumberSetting { key: "silent_days", most: 365, usual: 7 };
/// [`SettingsDraft::source_megabytes`]
pub const SOURCE_MEGABYTES: NumberSetting = megabytes("source_megabytes", 250);
/// [`SettingsDraft::delivery_megabytes`]
pub const DELIVERY_MEGABYTES: NumberSetting = megabytes("delivery_megabytes", 1_000);
/// [`SettingsDraft::free_megabytes`]
pub const FREE_MEGABYTES: NumberSetting = megabytes("free_megabytes", 1_000);

const fn megabytes(key: &'static str, usual: i64) -> NumberSetting {
    NumberSetting { key, most: 1_000_000, usual }
}

impl NumberSetting {
    /// Parses a number within the limits.
    pub fn parse(self, value: &str) -> Option<i64> {
        value.trim().parse().ok().filter(|number| (1..=self.most).contains(number))
    }

    /// Parses the form field; an empty one means the default.
    fn read(self, parser: &mut FormParser<'_>) -> i64 {
        if parser.raw(self.key).is_empty() { self.usual } else { parser.number(self.key, 1..=self.most) }
    }
}

/// The defaults; the store sets the time zone.
impl Default for SettingsDraft {
    fn default() -> Self {
        Self {
            agency_name: None,
            accent: None,
            language: Language::default(),
            form_of_address: FormOfAddress::default(),
            show_member_names: true,
            time_zone: String::new(),
            delivery_days: DELIVERY_DAYS.usual,
            silent_days: SILENT_DAYS.usual,
            source_megabytes: SOURCE_MEGABYTES.usual,
            delivery_megabytes: DELIVERY_MEGABYTES.usual,
            free_megabytes: FREE_MEGABYTES.usual,
        }
    }
}

impl SettingsDraft {
    /// The longest time zone name, in characters.
    const ZONE: usize = 64;
    pub const STUDIO: [&str; 4] = ["agency_name", "language", "form_of_address", "time_zone"];
    pub const LOOK: [&str; 1] = ["accent"];
    pub const PEOPLE: [&str; 1] = ["show_member_names"];
    pub const LEADS: [&str; 2] = [DELIVERY_DAYS.key, SILENT_DAYS.key];
    pub const SPACE: [&str; 3] = [SOURCE_MEGABYTES.key, DELIVERY_MEGABYTES.key, FREE_MEGABYTES.key];

    /// Replaces `fields` by those of the form; other settings are unchanged.
    pub fn with(&self, form: &Form, fields: &[&str]) -> Result<Self, Problems> {
        let form = &with_picked_accent(form);
        let replace = |all: Form, field: &&str| all.with(field, Some(form.get(field)));
        Self::read(&fields.iter().fold(Form::from(self), replace))
    }

    /// Parses a form with all fields.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let agency_name = parser.optional_line("agency_name", Agency::NAME);
        let accent = parser.parsed("accent", Problem::NotColour, |text| Accent::parse(text).ok());
        let language = parser.enum_value("language", Language::default());
        let form_of_address = parser.enum_value("form_of_address", FormOfAddress::default());
        let show_member_names = parser.raw("show_member_names") != "off";
        let time_zone = parser.line("time_zone", Self::ZONE);
        let delivery_days = DELIVERY_DAYS.read(&mut parser);
        let silent_days = SILENT_DAYS.read(&mut parser);
        let source_megabytes = SOURCE_MEGABYTES.read(&mut parser);
        let delivery_megabytes = DELIVERY_MEGABYTES.read(&mut parser);
        let free_megabytes = FREE_MEGABYTES.read(&mut parser);
        parser.done(|| Self {
            agency_name,
            accent,
            language,
            form_of_address,
            show_member_names,
            time_zone,
            delivery_days,
            silent_days,
            source_megabytes,
            delivery_megabytes,
            free_megabytes,
        })
    }
}

/// The form with the colour of its picker, if only the picker was changed. `accent_shown` is the colour that the
/// picker had at first: picker and text do not follow each other.
fn with_picked_accent(form: &Form) -> Form {
    let [typed, picked, shown] = ["accent", "accent_picked", "accent_shown"].map(|field| form.get(field));
    let is_as_shown = typed.eq_ignore_ascii_case(shown) || typed.is_empty() && shown == accent::DEFAULT;
    if picked != shown && is_as_shown { form.clone().with("accent", Some(picked)) } else { form.clone() }
}

impl From<&SettingsDraft> for Form {
    fn from(draft: &SettingsDraft) -> Self {
        Self::default()
            .with("agency_name", draft.agency_name.clone())
            .with("accent", draft.accent.map(String::from))
            .with("language", Some(draft.language.as_str()))
            .with("form_of_address", Some(draft.form_of_address.as_str()))
            .with("show_member_names", Some(if draft.show_member_names { "on" } else { "off" }))
            .with("time_zone", Some(draft.time_zone.clone()))
            .with(DELIVERY_DAYS.key, Some(draft.delivery_days.to_string()))
            .with(SILENT_DAYS.key, Some(draft.silent_days.to_string()))
            .with(SOURCE_MEGABYTES.key, Some(draft.source_megabytes.to_string()))
            .with(DELIVERY_MEGABYTES.key, Some(draft.delivery_megabytes.to_string()))
            .with(FREE_MEGABYTES.key, Some(draft.free_megabytes.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(name: &str, accent: &str, language: &str, zone: &str) -> Form {
        let form = Form::default().with("agency_name", Some(name)).with("accent", Some(accent));
        form.with("language", Some(language)).with("time_zone", Some(zone)).with("show_member_names", Some("on"))
    }

    #[test]
    fn settings_form_round_trips() {
        let draft = SettingsDraft::read(&form(" Studio Lume ", "#0B5A5E", "en", "Europe/Rome")).expect("good");
        let usual = form("Studio Lume", "#0b5a5e", "en", "Europe/Rome");
        let usual = usual.with("delivery_days", Some("90")).with("silent_days", Some("7"));
        let usual = usual.with("source_megabytes", Some("250")).with("delivery_megabytes", Some("1000"));
        let usual = usual.with("free_megabytes", Some("1000")).with("form_of_address", Some("tu"));
        assert_eq!(Form::from(&draft), usual);
        assert_eq!(SettingsDraft::read(&usual).as_ref(), Ok(&draft));
        let empty = SettingsDraft::read(&form("", " ", "it", "UTC")).expect("good");
        assert_eq!((empty.agency_name, empty.accent), (None, None));
    }

    #[test]
    fn picked_colour_is_used_unless_another_is_typed() {
        let saved = |typed: &str, picked: &str, shown: &str| {
            let form = form("", typed, "it", "UTC").with("accent_picked", Some(picked));
            let form = form.with("accent_shown", Some(shown));
            let current = SettingsDraft { time_zone: "UTC".to_owned(), ..SettingsDraft::default() };
            let draft = current.with(&form, &SettingsDraft::LOOK).expect("good");
            draft.accent.map(String::from)
        };
        let some = |accent: &str| Some(accent.to_owned());
        assert_eq!(saved("", accent::DEFAULT, accent::DEFAULT), None);
        assert_eq!(saved("", "#ffd400", accent::DEFAULT), some("#ffd400"));
        assert_eq!(saved("#aa0000", "#ffd400", "#aa0000"), some("#ffd400"));
        assert_eq!(saved("#00aa00", "#ffd400", "#aa0000"), some("#00aa00"));
        assert_eq!(saved("", "#aa0000", "#aa0000"), None);
        assert_eq!(saved("#00aa00", "", ""), some("#00aa00"));
    }

    #[test]
    fn every_invalid_field_is_reported() {
        let problems = SettingsDraft::read(&form(&"è".repeat(81), "rosso", "tlh", "")).expect_err("bad");
        assert_eq!(
            problems.iter().collect::<Vec<_>>(),
            [
                ("agency_name", Problem::TooLong(80)),
                ("accent", Problem::NotColour),
                ("language", Problem::NotOneOf),
                ("time_zone", Problem::Empty),
            ]
        );
    }

    #[test]
    fn numbers_must_be_within_bounds() {
        let usual = form("", "", "it", "UTC");
        let with = |field, days| SettingsDraft::read(&usual.clone().with(field, Some(days)));
        assert_eq!(with("delivery_days", "3650").map(|draft| draft.delivery_days), Ok(3_650));
        assert_eq!(with("silent_days", " 1 ").map(|draft| draft.silent_days), Ok(1));
        let wrong = |field, days, problem| {
            assert_eq!(with(field, days), Err(Problems::one(field, problem)), "{field}: {days}");
        };
        wrong("delivery_days", "0", Problem::OutOfRange(1, 3_650));
        wrong("silent_days", "366", Problem::OutOfRange(1, 365));
        wrong("silent_days", "sette", Problem::NotNumber);
        wrong("source_megabytes", "1000001", Problem::OutOfRange(1, 1_000_000));
    }

    #[test]
    fn partial_form_keeps_other_settings() {
        let long = form("Studio", "#0b5a5e", "en", "UTC").with("delivery_days", Some("365"));
        let current = SettingsDraft::read(&long).expect("good");
        let renamed = current.with(&form("Altro", "", "it", "UTC"), &SettingsDraft::STUDIO).expect("good");
        assert_eq!((renamed.agency_name.as_deref(), renamed.delivery_days), (Some("Altro"), 365));
        let days = Form::default().with("delivery_days", Some("30")).with("agency_name", Some("Altro"));
        let changed = current.with(&days, &SettingsDraft::LEADS).expect("good");
        assert_eq!(changed, SettingsDraft { delivery_days: 30, ..current });
    }
}
