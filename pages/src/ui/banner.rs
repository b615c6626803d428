//! Messages about the result of the last submitted form.

use app::error::AppError;
use app::outcome::{Done, Record};
use leptos::prelude::*;
use serde::Deserialize;

use crate::i18n::I18n;

/// The text for a successful action.
fn message(done: Done, i18n: I18n) -> &'static str {
    match done {
        Done::Approved => i18n.approved(),
        Done::ChangesRequested => i18n.changes_sent(),
        Done::Created(Record::Client) => i18n.client_created(),
        Done::Created(Record::Project) => i18n.project_created(),
        Done::Created(Record::Payment) => i18n.payment_created(),
        Done::Created(Record::Document) => i18n.document_created(),
        Done::Created(Record::Material) => i18n.material_asked(),
        Done::Created(Record::Note) => i18n.note_created(),
        Done::Created(Record::TimeEntry) => i18n.time_created(),
        Done::Created(Record::QuoteItem) => i18n.quote_line_created(),
        Done::Created(Record::Lead) => i18n.lead_created(),
        Done::Created(Record::Source) => i18n.source_created(),
        Done::PaymentsCreated => i18n.payments_created(),
        Done::Saved => i18n.saved(),
        Done::Deleted => i18n.deleted(),
        Done::TimerChanged => i18n.timer_changed(),
        Done::TimerCut => i18n.timer_cut(),
        Done::TimerTooShort => i18n.timer_too_short(),
        Done::AddressChanged => i18n.source_rotated(),
        Done::Merged => i18n.merge_done(),
        Done::Separated => i18n.merge_undone(),
        Done::Reminded => i18n.reminder_queued(),
        Done::Sent => i18n.material_sent(),
    }
}

/// The query parameters that a submitted form adds to the address of the next page.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct FlashQuery {
    error: String,
    done: String,
    about: String,
    /// The id of the stored values of a refused form.
    pub unsaved: String,
}

/// The result of the last submitted form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flash {
    /// Why it was refused.
    pub error: Option<AppError>,
    /// The refused text of a portal form.
    pub draft: String,
    /// The ids of its files, with commas between.
    pub files: String,
    /// What succeeded.
    pub done: Option<Done>,
    /// The id of the deliverable it concerns; `None` for a message.
    pub about: Option<String>,
}

impl From<FlashQuery> for Flash {
    fn from(query: FlashQuery) -> Self {
        Self {
            error: AppError::from_code(&query.error),
            draft: String::new(),
            files: String::new(),
            done: Done::from_code(&query.done),
            about: Some(query.about).filter(|about| !about.is_empty()),
        }
    }
}

impl Flash {
    /// The result, if it is about the deliverable with this id.
    #[must_use]
    pub fn about(&self, id: &str) -> Self {
        if self.about.as_deref() == Some(id) { self.clone() } else { Self::default() }
    }

    /// Whether a message was refused: then the error is shown beside the message box.
    pub fn is_about_message(&self) -> bool {
        let text = self.error.is_some_and(AppError::is_about_text);
        self.about.is_none() && (text || !self.draft.is_empty())
    }
}

#[component]
pub fn ErrorBanner(error: Option<AppError>, i18n: I18n) -> impl IntoView {
    error.map(|error| view! { <p class="notice notice--wrong" role="alert">{error.i18n(*i18n)}</p> })
}

/// A refused text, shown so that it can be copied.
#[component]
pub fn RefusedText(text: String) -> impl IntoView {
    (!text.is_empty()).then(|| view! { <blockquote class="prose" dir="auto">{text}</blockquote> })
}

/// The success message beside what it is about: in the section whose name is in `flash.about`.
#[component]
pub fn SectionOutcome(section: &'static str, flash: Flash, i18n: I18n) -> impl IntoView {
    let done = flash.done.filter(|_| flash.about.as_deref() == Some(section));
    done.map(|done| view! { <p class="notice" role="status">{message(done, i18n)}</p> })
}

/// The success message and the error, each if there is one.
#[component]
pub fn Outcome(flash: Flash, i18n: I18n) -> impl IntoView {
    let done = flash.done.map(|done| view! { <p class="notice" role="status">{message(done, i18n)}</p> });
    view! {
        {done}
        <ErrorBanner error=flash.error i18n/>
    }
}
