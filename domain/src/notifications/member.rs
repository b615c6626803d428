//! What a member of the agency is notified of, and when, as they choose on the page of their account.

use serde::Serialize;

use super::preferences::{quiet_hours_fields, read_quiet_hours};
use super::{AgencyKind, Frequency, QuietHours};
use crate::{Form, FormParser, Problems};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MemberNotifications {
    /// How often they want e-mails.
    pub notify: Frequency,
    pub kinds: Vec<AgencyKind>,
    pub quiet_hours: QuietHours,
}

impl MemberNotifications {
    /// Parses the form. Without a tick at `quiet`, its two times are not read.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let notify = parser.enum_value("notify", Frequency::default());
        let kinds = AgencyKind::ALL.iter().copied().filter(|kind| parser.flag(kind.as_str())).collect();
        let quiet_hours = read_quiet_hours(&mut parser);
        parser.done(|| Self { notify, kinds, quiet_hours })
    }
}

impl From<&MemberNotifications> for Form {
    fn from(chosen: &MemberNotifications) -> Self {
        let form = Self::default().with("notify", Some(chosen.notify.as_str()));
        let form = chosen.kinds.iter().fold(form, |form, kind| form.with(kind.as_str(), Some("on")));
        quiet_hours_fields(form, chosen.quiet_hours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_of_a_members_notifications_round_trips() {
        let quiet = |hours: &str| hours.parse().expect("quiet hours");
        for chosen in [
            MemberNotifications {
                notify: Frequency::Hourly,
                kinds: AgencyKind::DEFAULT.to_vec(),
                quiet_hours: quiet("12:30-14:05"),
            },
            MemberNotifications {
                notify: Frequency::Never,
                kinds: vec![AgencyKind::Summary],
                quiet_hours: QuietHours::OFF,
            },
        ] {
            assert_eq!(MemberNotifications::read(&Form::from(&chosen)), Ok(chosen));
        }
    }
}
