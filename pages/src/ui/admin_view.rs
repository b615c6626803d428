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
    /// The agency's name.
    pub site_name: String,
    /// Whether the reader is a member, not the account of the environment.
    pub is_member: bool,
    /// How many clients wait for an answer.
    pub waiting: i64,
    pub flash: Flash,
    /// The refused form, with the typed values.
    pub unsaved: Option<Unsaved>,
}

impl AdminView {
    /// To a member, the name of the account of the environment: what it writes bears none. The account reads its own.
    pub fn account_name(&self) -> Option<String> {
        self.is_member.then(|| self.site_name.clone())
    }
}

/// Whether the page is for an owner: what only they may do is not shown to others (`crate::access`).
pub fn is_for_owner() -> bool {
    use_context::<Role>() != Some(Role::Member)
}
