//! Forms of the agency's side, which say what is wrong with them, in the reader's language, and forget
//! nothing that was typed.

use app::error::AppError;
use domain::{Form, Problem, Problems};
use leptos::prelude::*;

use crate::admin::AdminView;
use crate::i18n::I18n;

/// A form as it stands on a page.
#[derive(Debug, Clone)]
pub struct Fields {
    name: String,
    /// What the fields say: what was typed and refused, else what stands.
    values: Form,
    saved: Form,
    problems: Problems,
    refused: Option<AppError>,
    pub(super) i18n: I18n,
}

impl Fields {
    /// The form `name` of the page, filled with `standing`, unless it is the one that was just refused.
    /// The name is its `id`, too, and unique on the page.
    pub fn new(admin: &AdminView, name: impl Into<String>, saved: Form) -> Self {
        let name = name.into();
        let i18n = admin.i18n;
        match admin.unsaved.clone().filter(|unsaved| unsaved.name == name) {
            None => {
                let (values, problems) = (saved.clone(), Problems::default());
                Self { name, values, saved, problems, refused: None, i18n }
            }
            Some(unsaved) => {
                let (values, problems) = (unsaved.form, unsaved.problems);
                Self { name, values, saved, problems, refused: admin.flash.error, i18n }
            }
        }
    }

    /// Whether this is the form that was just refused; what it stands in should be open.
    pub fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// The name, which is the `id` of the form's element.
    pub fn id(&self) -> String {
        self.name.clone()
    }

    /// What a field says.
    pub fn value(&self, field: &str) -> String {
        self.values.get(field).to_owned()
    }

    /// What is wrong with a field.
    pub fn problem(&self, field: &str) -> Option<Problem> {
        self.problems.of(field)
    }

    /// The `id` of the box of a field.
    pub(super) fn input_id(&self, field: &str) -> String {
        format!("{}-{field}", self.name)
    }

    /// What stands now, when somebody else has changed it meanwhile.
    pub(super) fn conflicting_value(&self, field: &str) -> Option<String> {
        let saved = self.saved.get(field);
        (self.refused == Some(AppError::Stale) && saved != self.values.get(field)).then(|| saved.to_owned())
    }
}

/// The beginning of every form: what is wrong with it as a whole, and which version it was filled from.
#[component]
pub fn FormHead(fields: Fields, #[prop(optional, into)] version: Option<String>) -> impl IntoView {
    let i18n = fields.i18n;
    let notice = fields.refused.map(|error| {
        view! { <p class="notice notice--wrong" role="alert">{error.i18n(*i18n)}</p> }
    });
    view! {
        {notice}
        {version.map(|version| view! { <input type="hidden" name="version" value=version/> })}
    }
}
