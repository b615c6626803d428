//! What the components of the agency's pages share.

use domain::{Language, Timestamp, Unsaved};

use super::Flash;
use crate::i18n::I18n;

/// What every admin page is rendered with, besides its own data.
#[derive(Debug, Clone)]
pub struct AdminView {
    /// The texts in the agency's language.
    pub i18n: I18n,
    pub language: Language,
    pub now: Timestamp,
    /// How many clients wait for an answer.
    pub waiting: i64,
    pub flash: Flash,
    /// The refused form, with the typed values.
    pub unsaved: Option<Unsaved>,
}
