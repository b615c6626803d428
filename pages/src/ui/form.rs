//! The state of an admin form: its values and, after it was refused, the typed values and the problems.

use app::error::AppError;
use app::outcome::Done;
use domain::{Form, Problem, Problems};
use leptos::prelude::*;

use super::AdminView;
use crate::i18n::I18n;

#[derive(Debug, Clone)]
pub struct Fields {
    name: String,
    /// What the fields show: the refused values, otherwise the saved ones.
    values: Form,
    saved: Form,
    problems: Problems,
    refused: Option<AppError>,
    focused: Option<&'static str>,
    /// Where the record is that has a value which is taken.
    taken_by: Option<String>,
    /// Whether it adds a record: nothing is saved that another session could have changed.
    is_new: bool,
    pub i18n: I18n,
}

impl Fields {
    /// The form `name`, filled with `saved`, or with the typed values if it was just refused. The name is
    /// also its `id` and unique on the page.
    pub fn new(admin: &AdminView, name: impl Into<String>, saved: Form) -> Self {
        let name = name.into();
        let unsaved = admin.unsaved.clone().filter(|unsaved| unsaved.name == name);
        let refused = unsaved.as_ref().and(admin.flash.error);
        let (values, problems) =
            unsaved.map_or_else(|| (saved.clone(), Problems::default()), |unsaved| (unsaved.form, unsaved.problems));
        let (focused, taken_by, is_new, i18n) = (None, None, false, admin.i18n);
        Self { name, values, saved, problems, refused, focused, taken_by, is_new, i18n }
    }

    /// The form `name` of a new record, filled with `initial`, or with the typed values if it was just refused.
    pub fn of_new(admin: &AdminView, name: impl Into<String>, initial: Form) -> Self {
        Self { is_new: true, ..Self::new(admin, name, initial) }
    }

    /// A form of a page without a session, as typed, with the focus on its first problem.
    pub fn public(name: &str, values: Form, problems: Problems, fields: &[&'static str], i18n: I18n) -> Self {
        let focused = fields.iter().find(|field| problems.of(field).is_some()).copied();
        let refused = (!problems.is_empty()).then_some(AppError::Invalid);
        let (name, saved, taken_by, is_new) = (name.to_owned(), values.clone(), None, false);
        Self { name, values, saved, problems, refused, focused, taken_by, is_new, i18n }
    }

    /// Whether this form was just refused; a `<details>` around it should then be open.
    pub fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    pub fn id(&self) -> String {
        self.name.clone()
    }

    pub fn value(&self, field: &str) -> String {
        self.values.get(field).to_owned()
    }

    pub fn problem(&self, field: &str) -> Option<Problem> {
        self.problems.of(field)
    }

    /// Leads to the lead that has the e-mail, if the form was refused for it.
    #[must_use]
    pub fn taken_by(self, href: Option<String>) -> Self {
        Self { taken_by: href, ..self }
    }

    /// Moves the focus to `field` if a record was just added: for the form that adds the next one.
    #[must_use]
    pub fn focus_after_add(self, admin: &AdminView, field: &'static str) -> Self {
        Self { focused: matches!(admin.flash.done, Some(Done::Created(_))).then_some(field), ..self }
    }

    /// Whether a `<details>` around this form should be open.
    pub fn is_open(&self) -> bool {
        self.is_refused() || self.focused.is_some()
    }

    pub fn focus(&self) -> Option<&'static str> {
        self.focused
    }

    pub(super) fn has_focus(&self, field: &str) -> bool {
        self.focused == Some(field)
    }

    /// The `id` of the input of a field.
    pub(super) fn input_id(&self, field: &str) -> String {
        field_id(&self.name, field)
    }

    pub(super) fn owner_of(&self, field: &str) -> Option<String> {
        self.taken_by.clone().filter(|_| self.problem(field) == Some(Problem::Taken))
    }

    /// The saved value of a field, if another session changed it after the form was loaded.
    pub(super) fn conflicting_value(&self, field: &str) -> Option<String> {
        let saved = self.saved.get(field);
        let is_conflict = self.refused == Some(AppError::Stale) && !self.is_new && saved != self.values.get(field);
        is_conflict.then(|| saved.to_owned())
    }
}

/// The `id` of the input `field` of the form `name`.
pub fn field_id(name: &str, field: &str) -> String {
    format!("{name}-{field}")
}

/// The start of every form: the error of the whole form, the notice of a draft that the live page has put back, and
/// the version of the record it was filled from.
#[component]
pub fn FormHead(
    fields: Fields,
    #[prop(optional, into)] version: Option<String>,
    /// Whether the browser keeps what is typed until it is sent: not in the line that adds one item after the other, and
    /// not in a form with a secret.
    #[prop(default = true)]
    keeps_draft: bool,
) -> impl IntoView {
    let i18n = fields.i18n;
    let notice = fields.refused.map(|error| {
        let is_sent_before = error == AppError::Stale && fields.is_new;
        let text = if is_sent_before { i18n.form_sent_before() } else { error.i18n(*i18n) };
        view! { <p class="notice notice--wrong" role="alert">{text}</p> }
    });
    let draft = keeps_draft.then(|| {
        view! {
            <p class="notice" data-draft="" hidden>
                {i18n.draft_restored()}
                " "
                <button type="reset" class="link-button">{i18n.draft_discard()}</button>
            </p>
        }
    });
    view! {
        {notice}
        {draft}
        {version.map(|version| view! { <input type="hidden" name="version" value=version/> })}
    }
}
