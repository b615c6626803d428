//! The forms of a lead and of an activity.

use serde::{Deserialize, Serialize};

use super::{Activity, ActivityKind, Lead, LeadStatus};
use crate::id::{ActivityId, LeadId};
use crate::{Date, EmailAddress, Form, FormParser, Language, Problem, Problems, Timestamp, Zone, amount};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadDraft {
    /// 1–200 characters.
    pub name: String,
    pub email: Option<EmailAddress>,
    pub phone: Option<String>,
    pub company: Option<String>,
    /// 1–100 characters.
    pub source: String,
    pub status: LeadStatus,
    /// The scheduled call.
    pub call_date: Option<Timestamp>,
    /// In cents.
    pub value_cents: Option<i64>,
    pub next_step: Option<String>,
    pub next_step_on: Option<Date>,
}

impl LeadDraft {
    /// The longest name, in characters (docs/REFERENCE.md#lead-fields).
    pub const NAME: usize = 200;
    /// The longest telephone number.
    pub const PHONE: usize = 50;
    /// The longest name of a company.
    pub const COMPANY: usize = 200;
    /// The longest source.
    pub const SOURCE: usize = 100;
    /// The longest next step.
    pub const STEP: usize = 200;

    /// Parses the form. The call date is local time in `zone`.
    pub fn read(form: &Form, zone: &Zone) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let draft = Self {
            name: parser.line("name", Self::NAME),
            email: parser.optional_email("email"),
            phone: parser.optional_line("phone", Self::PHONE),
            company: parser.optional_line("company", Self::COMPANY),
            source: parser.line("source", Self::SOURCE),
            status: parser.enum_value("status", LeadStatus::New),
            call_date: parser.parsed("call_date", Problem::NotMoment, |text| zone.moment(text)),
            value_cents: parser.optional_amount("value", 0),
            next_step: parser.optional_line("next_step", Self::STEP),
            next_step_on: parser.optional_date("next_step_on"),
        };
        if draft.next_step_on.is_some() && draft.next_step.is_none() {
            parser.reject("next_step", Problem::Empty);
        }
        parser.done(|| draft)
    }

    /// A new lead with these values.
    pub fn lead(&self, id: LeadId, now: Timestamp) -> Lead {
        Lead {
            id,
            name: self.name.clone(),
            email: self.email.clone(),
            phone: self.phone.clone(),
            company: self.company.clone(),
            source: self.source.clone(),
            status: self.status,
            last_contact_date: now,
            call_date: self.call_date,
            client_id: None,
            value_cents: self.value_cents,
            next_step: self.next_step.clone(),
            next_step_on: self.next_step_on,
            created_at: now,
        }
    }

    pub fn form(&self, zone: &Zone, language: Language) -> Form {
        Form::default()
            .with("name", Some(self.name.as_str()))
            .with("email", self.email.as_ref().map(EmailAddress::as_str))
            .with("phone", self.phone.as_deref())
            .with("company", self.company.as_deref())
            .with("source", Some(self.source.as_str()))
            .with("status", Some(self.status.as_str()))
            .with("call_date", self.call_date.map(|at| zone.written(at)))
            .with("value", self.value_cents.map(|cents| amount::decimal(cents, language)))
            .with("next_step", self.next_step.as_deref())
            .with("next_step_on", self.next_step_on)
    }

    /// Restores the `stored` call date if the form shows it as it is, because the form has no seconds, and does not say
    /// which of the two hours of the night when the clocks go back is meant.
    #[must_use]
    pub fn with_moment_of(mut self, stored: &Self, zone: &Zone) -> Self {
        let shown = |date: Option<Timestamp>| date.map(|date| zone.written(date));
        if shown(self.call_date) == shown(stored.call_date) {
            self.call_date = stored.call_date;
        }
        self
    }
}

filled_from! { LeadDraft: Lead { name, email, phone, company, source, status, call_date, value_cents, next_step, next_step_on } }

/// An activity added by the agency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActivityDraft {
    /// One of [`Self::KINDS`].
    pub kind: ActivityKind,
    /// 1–10,000 characters.
    pub text: String,
}

impl ActivityDraft {
    /// The kinds that can be added by hand; the others are received from senders.
    pub const KINDS: [ActivityKind; 3] = [ActivityKind::Note, ActivityKind::Call, ActivityKind::Email];
    /// The longest text, in characters (docs/REFERENCE.md#activity).
    pub const TEXT: usize = 10_000;

    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let kind =
            parser.parsed("kind", Problem::NotOneOf, |word| Self::KINDS.into_iter().find(|kind| kind.as_str() == word));
        let draft = Self { kind: kind.unwrap_or(ActivityKind::Note), text: parser.prose("text", Self::TEXT) };
        parser.done(|| draft)
    }

    /// `author_name` is that of the member who adds it.
    pub fn activity(
        &self,
        id: ActivityId,
        lead_id: LeadId,
        author_name: Option<&str>,
        created_at: Timestamp,
    ) -> Activity {
        Activity {
            id,
            lead_id,
            kind: self.kind,
            text: self.text.clone(),
            starts_at: None,
            payload: None,
            created_at,
            author_name: author_name.map(str::to_owned),
        }
    }

    /// Whether it is a contact with the lead: a call or an e-mail.
    pub fn is_contact(&self) -> bool {
        matches!(self.kind, ActivityKind::Call | ActivityKind::Email)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(fields: &[(&str, &str)]) -> Form {
        fields.iter().fold(Form::default(), |form, (field, value)| form.with(field, Some(*value)))
    }

    fn read(fields: &[(&str, &str)]) -> Result<LeadDraft, Problems> {
        LeadDraft::read(&form(fields), &Zone::new(3_600_000, []))
    }

    #[test]
    fn draft_form_round_trips() {
        let fields = [
            ("name", " Anna  Verdi "),
            ("email", "ANNA@b.it"),
            ("phone", ""),
            ("source", "Fiera"),
            ("status", "qualified"),
            ("call_date", "2026-12-01T10:30"),
            ("value", "6.500"),
            ("next_step", "Telefonare"),
            ("next_step_on", "2026-12-02"),
        ];
        let draft = read(&fields).expect("a draft");
        assert_eq!(draft.email.as_ref().map(EmailAddress::as_str), Some("anna@b.it"));
        assert_eq!((draft.phone.as_deref(), draft.status), (None, LeadStatus::Qualified));
        let zone = Zone::new(3_600_000, []);
        assert_eq!(draft.value_cents, Some(650_000));
        let filled = draft.form(&zone, Language::It);
        assert_eq!(filled.get("call_date"), "2026-12-01T10:30");
        assert_eq!(LeadDraft::read(&filled, &zone), Ok(draft));
    }

    #[test]
    fn each_field_reports_its_limit() {
        let long = |most: usize| "è".repeat(most + 1);
        let (name, phone, source) = (long(200), long(50), long(100));
        let problems = read(&[
            ("name", &name),
            ("email", "anna"),
            ("phone", &phone),
            ("company", &name),
            ("source", &source),
            ("status", "gone"),
            ("call_date", "domani"),
            ("value", "-1"),
            ("next_step_on", "2026-12-02"),
        ]);
        let problems = problems.expect_err("all wrong");
        let reported: Vec<_> = problems.iter().collect();
        assert_eq!(
            reported,
            [
                ("name", Problem::TooLong(200)),
                ("email", Problem::NotEmail),
                ("phone", Problem::TooLong(50)),
                ("company", Problem::TooLong(200)),
                ("source", Problem::TooLong(100)),
                ("status", Problem::NotOneOf),
                ("call_date", Problem::NotMoment),
                ("value", Problem::OutOfRange(0, 1_000_000_000)),
                ("next_step", Problem::Empty),
            ]
        );
        let empty = read(&[]).expect_err("a name and a source are needed");
        assert_eq!((empty.of("name"), empty.of("source")), (Some(Problem::Empty), Some(Problem::Empty)));
    }

    #[test]
    fn call_date_that_the_form_shows_is_kept() {
        let at = |text: &str| text.parse::<Timestamp>().ok();
        let hours = |count: i64| count * 3_600_000;
        let rome = Zone::new(hours(2), [(at("2026-10-25T01:00:00Z").expect("a moment"), hours(1))]);
        let kept = |draft: &LeadDraft, stored: &LeadDraft| draft.clone().with_moment_of(stored, &rome).call_date;
        let mut stored = read(&[("name", "Anna"), ("source", "x")]).expect("a draft");
        stored.call_date = at("2026-12-01T10:30:15.250Z");
        let seen = LeadDraft { call_date: at("2026-12-01T10:30:00Z"), ..stored.clone() };
        assert_eq!(kept(&seen, &stored), stored.call_date);
        let moved = LeadDraft { call_date: at("2026-12-01T10:31:00Z"), ..stored.clone() };
        assert_eq!(kept(&moved, &stored), moved.call_date);
        let cleared = LeadDraft { call_date: None, ..stored.clone() };
        assert_eq!(kept(&cleared, &stored), None);
        // Half past two comes twice in that night; the form cannot say which.
        let second = LeadDraft { call_date: at("2026-10-25T01:30:00Z"), ..stored.clone() };
        let first = LeadDraft { call_date: at("2026-10-25T00:30:00Z"), ..stored };
        assert_eq!(kept(&first, &second), second.call_date);
    }

    #[test]
    fn form_adds_only_note_call_and_email_activities() {
        let kind = |kind: &str| ActivityDraft::read(&form(&[("kind", kind), ("text", "Ciao")]));
        for added in ["note", "call", "email"] {
            assert_eq!(kind(added).map(|draft| draft.kind.as_str()), Ok(added));
        }
        for received in ["message", "meeting", "x"] {
            assert_eq!(kind(received), Err(Problems::one("kind", Problem::NotOneOf)), "{received}");
        }
        let long = "è".repeat(10_001);
        for (text, problem) in [(" ", Problem::Empty), (&long, Problem::TooLong(10_000)), ("a\0", Problem::Nul)] {
            let read = ActivityDraft::read(&form(&[("kind", "note"), ("text", text)]));
            assert_eq!(read, Err(Problems::one("text", problem)));
        }
    }
}
