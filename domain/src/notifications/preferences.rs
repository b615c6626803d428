//! The agency's settings of notifications, and their form.

use serde::Serialize;

use super::{Frequency, QuietHours};
use crate::{Form, FormParser, Problem, Problems};

/// The settings `notify`, `quiet_hours`, `mail_texts` and `morning_summary`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NotificationPreferences {
    /// How often the agency wants e-mails.
    pub notify: Frequency,
    pub quiet_hours: QuietHours,
    /// Whether e-mails have the texts of messages, or only say that there are some.
    pub mail_texts: bool,
    /// Whether the agency gets a summary at 8:00.
    pub morning_summary: bool,
}

impl Default for NotificationPreferences {
    fn default() -> Self {
        Self {
            notify: Frequency::default(),
            quiet_hours: QuietHours::default(),
            mail_texts: true,
            morning_summary: false,
        }
    }
}

impl NotificationPreferences {
    /// Parses the form. Without a tick at `quiet`, its two times are not read.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let notify = parser.enum_value("notify", Frequency::default());
        let quiet_hours = read_quiet_hours(&mut parser);
        let (mail_texts, morning_summary) = (parser.flag("mail_texts"), parser.flag("morning_summary"));
        parser.done(|| Self { notify, quiet_hours, mail_texts, morning_summary })
    }
}

/// The fields `quiet_from` and `quiet_until`, if `quiet` is ticked.
pub(super) fn read_quiet_hours(parser: &mut FormParser<'_>) -> QuietHours {
    if !parser.flag("quiet") {
        return QuietHours::OFF;
    }
    let mut time =
        |field| parser.needed(field, |parser, field| parser.parsed(field, Problem::NotTime, QuietHours::minute_of_day));
    let (Some(from), Some(until)) = (time("quiet_from"), time("quiet_until")) else { return QuietHours::OFF };
    QuietHours::between(from, until).unwrap_or_else(|| {
        parser.reject("quiet_until", Problem::SameTime);
        QuietHours::OFF
    })
}

impl From<&NotificationPreferences> for Form {
    fn from(preferences: &NotificationPreferences) -> Self {
        let form = Self::default()
            .with("notify", Some(preferences.notify.as_str()))
            .with("mail_texts", preferences.mail_texts.then_some("on"))
            .with("morning_summary", preferences.morning_summary.then_some("on"));
        quiet_hours_fields(form, preferences.quiet_hours)
    }
}

/// The fields that [`read_quiet_hours`] reads. While quiet hours are off, their usual times are shown.
pub(super) fn quiet_hours_fields(form: Form, quiet_hours: QuietHours) -> Form {
    let is_quiet = quiet_hours != QuietHours::OFF;
    let shown = if is_quiet { quiet_hours } else { QuietHours::default() }.to_string();
    let (from, until) = shown.split_once('-').unwrap_or_default();
    form.with("quiet", is_quiet.then_some("on")).with("quiet_from", Some(from)).with("quiet_until", Some(until))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_form_round_trips() {
        let quiet = |hours: &str| hours.parse().expect("quiet hours");
        for preferences in [
            NotificationPreferences::default(),
            NotificationPreferences {
                notify: Frequency::Never,
                quiet_hours: quiet("12:30-14:05"),
                mail_texts: false,
                morning_summary: true,
            },
            NotificationPreferences { quiet_hours: QuietHours::OFF, ..NotificationPreferences::default() },
        ] {
            assert_eq!(NotificationPreferences::read(&Form::from(&preferences)), Ok(preferences));
        }
    }

    #[test]
    fn quiet_hours_need_two_times() {
        let read = |from: &str, until: &str| {
            let form = Form::default().with("quiet", Some("on")).with("quiet_from", Some(from));
            NotificationPreferences::read(&form.with("quiet_until", Some(until)))
                .map(|preferences| preferences.quiet_hours.to_string())
        };
        assert_eq!(read("22:00", " 7:30 "), Ok("22:00-07:30".to_owned()));
        for (from, until, field, problem) in [
            ("", "08:00", "quiet_from", Problem::Empty),
            ("21:00", "24:00", "quiet_until", Problem::NotTime),
            ("le nove", "08:00", "quiet_from", Problem::NotTime),
            ("08:00", "8:00", "quiet_until", Problem::SameTime),
        ] {
            assert_eq!(read(from, until), Err(Problems::one(field, problem)), "{from} {until}");
        }
    }
}
