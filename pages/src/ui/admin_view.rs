//! What the components of the agency's pages share.

use domain::{Language, Role, Timestamp, Unsaved};
use leptos::prelude::*;

use super::Flash;
use crate::i18n::I18n;

/// What every admin page is rendered with, besides its own data.
#[derive(Debug, Clone)]
pub struct AdminView {
    /// The texts in the agency's language.
    pub i18n: I18n,
    pub language: Language,
    pub now: Timestamp,
    /// To a member, whose the messages of the agency without a name are: its own. To the account of the environment they
    /// are their own, so it has none.
    pub agency_name: Option<String>,
    /// How many clients wait for an answer.
    pub waiting: i64,
    pub flash: Flash,
    /// The refused form, with the typed values.
    pub unsaved: Option<Unsaved>,
}

/// Whether the page is for an owner: what only they may do is not shown to others (`crate::access`).
pub fn is_for_owner() -> bool {
    use_context::<Role>() != Some(Role::Member)
}
