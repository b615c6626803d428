//! The event a delivery stands for, and the lead activity it creates.

use domain::leads::{DeliveryError, DeliveryReason, ParsedLead};
use domain::{ActivityKind, Language, Timestamp};
use serde_json::Value;

/// A parsed delivery.
#[derive(Debug, Clone, PartialEq)]
pub enum WebhookEvent {
    /// An enquiry or a booking: creates a lead, or adds to an existing one.
    Enquiry(ParsedLead),
    /// A rescheduled booking: adds to its lead, creates none.
    Moved(ParsedLead),
    /// A cancelled booking: adds to its lead, creates none.
    Cancelled(ParsedLead),
    /// A test delivery of the sender.
    Test,
    /// An event that is not an enquiry, such as the end of a meeting or a finished recording.
    Irrelevant,
    /// The honeypot field was filled.
    Spam,
}

/// An activity of a lead, before it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct NewActivity<'a> {
    /// A message or a meeting.
    pub kind: ActivityKind,
    /// The message, or the reason of a change; may be empty.
    pub text: String,
    /// Start of the meeting.
    pub starts_at: Option<Timestamp>,
    pub payload: &'a Value,
}

impl WebhookEvent {
    /// The lead this event is about.
    ///
    /// # Errors
    /// [`DeliveryReason::Test`], [`DeliveryReason::Irrelevant`] or [`DeliveryReason::Spam`] when the event has no
    /// lead.
    pub fn lead(&self) -> Result<&ParsedLead, DeliveryError> {
        match self {
            Self::Enquiry(lead) | Self::Moved(lead) | Self::Cancelled(lead) => Ok(lead),
            Self::Test => Err(DeliveryReason::Test.into()),
            Self::Irrelevant => Err(DeliveryReason::Irrelevant.into()),
            Self::Spam => Err(DeliveryReason::Spam.into()),
        }
    }

    /// The activity to store; its text starts with a heading if the meeting was cancelled or moved. `None` if
    /// the event creates no activity.
    pub fn activity(&self, language: Language) -> Option<NewActivity<'_>> {
        let (lead, heading, starts_at) = match self {
            Self::Enquiry(lead) => return Some(NewActivity::enquiry(lead)),
            Self::Moved(lead) => (lead, moved(language), lead.fields.starts_at),
            // A cancellation caused by a reschedule: another event carries the new time.
            Self::Cancelled(lead) if lead.was_at.is_some() && lead.was_at == lead.fields.starts_at => {
                (lead, moved(language), None)
            }
            Self::Cancelled(lead) => (lead, cancelled(language), None),
            Self::Test | Self::Irrelevant | Self::Spam => return None,
        };
        let text = lead.text_below(heading);
        // The kind is a meeting even if the sender gives no time.
        Some(NewActivity { kind: ActivityKind::Meeting, text, starts_at, payload: &lead.payload })
    }
}

impl<'a> NewActivity<'a> {
    /// A meeting if a start time is set, else a message.
    pub fn enquiry(lead: &'a ParsedLead) -> Self {
        let starts_at = lead.fields.starts_at;
        let kind = if starts_at.is_some() { ActivityKind::Meeting } else { ActivityKind::Message };
        Self { kind, text: lead.text(), starts_at, payload: &lead.payload }
    }
}

const fn cancelled(language: Language) -> &'static str {
    match language {
        Language::It => "Appuntamento annullato",
        Language::En => "Meeting cancelled",
    }
}

const fn moved(language: Language) -> &'static str {
    match language {
        Language::It => "Appuntamento spostato",
        Language::En => "Meeting moved",
    }
}

#[cfg(test)]
mod tests {
    use domain::leads::LeadFields;
    use domain::leads::answers::Answer;

    use super::*;

    #[test]
    fn cancelled_or_moved_activity_starts_with_heading() {
        let at = Timestamp::from_millis(0);
        let reason = Answer { question: "Motivo".to_owned(), answer: "malata".to_owned() };
        let lead = ParsedLead {
            fields: LeadFields { starts_at: Some(at), ..LeadFields::default() },
            rest: vec![reason],
            ..ParsedLead::default()
        };
        let text = |event: WebhookEvent, language| event.activity(language).map(|activity| activity.text);
        let cancelled = WebhookEvent::Cancelled(lead.clone());
        assert_eq!(text(cancelled.clone(), Language::It).as_deref(), Some("Appuntamento annullato\n\nMotivo: malata"));
        assert_eq!(text(cancelled, Language::En).as_deref(), Some("Meeting cancelled\n\nMotivo: malata"));
        let moved = WebhookEvent::Moved(ParsedLead { was_at: Some(at.next()), rest: vec![], ..lead.clone() });
        assert_eq!(text(moved, Language::It).as_deref(), Some("Appuntamento spostato"));
        let away = WebhookEvent::Cancelled(ParsedLead { was_at: Some(at), ..lead.clone() });
        assert_eq!(text(away, Language::En).as_deref(), Some("Meeting moved\n\nMotivo: malata"));
        assert_eq!(text(WebhookEvent::Enquiry(lead), Language::It).as_deref(), Some("Motivo: malata"));
        assert_eq!(text(WebhookEvent::Test, Language::It), None);
    }
}
