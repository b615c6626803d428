//! The notes below a form field: problem, conflicting value, hint.

use leptos::prelude::*;

use crate::ui::Fields;

pub(super) struct FieldNotes {
    id: String,
    hint: Option<&'static str>,
    problem: Option<String>,
    /// The words that lead to what has the value already, and where they lead.
    owner: Option<(&'static str, String)>,
    other: Option<String>,
}

impl FieldNotes {
    pub(super) fn of(fields: &Fields, name: &str, hint: Option<&'static str>) -> Self {
        let owner = fields.owner_of(name).map(|href| (fields.i18n.open_it(), href));
        let problem = fields.problem(name).map(|problem| match owner {
            Some(_) => fields.i18n.lead_has_email().to_owned(),
            None => fields.i18n.problem(problem),
        });
        let other = fields.conflicting_value(name).map(|other| fields.i18n.current_value(&other));
        Self { id: fields.input_id(name), hint, problem, owner, other }
    }

    pub(super) fn invalid(&self) -> Option<&'static str> {
        self.problem.is_some().then_some("true")
    }

    /// The ids of the notes, for `aria-describedby`.
    pub(super) fn ids(&self) -> Option<String> {
        let notes = [
            self.problem.is_some().then_some("problem"),
            self.other.is_some().then_some("other"),
            self.hint.is_some().then_some("hint"),
        ];
        let ids: Vec<_> = notes.into_iter().flatten().map(|note| format!("{}-{note}", self.id)).collect();
        (!ids.is_empty()).then(|| ids.join(" "))
    }

    pub(super) fn view(self) -> impl IntoView {
        let Self { id, hint, problem, owner, other } = self;
        let owner = owner.map(|(words, href)| view! { " " <a href=href>{words}</a> });
        let note = |class: &'static str, name: &str, text: Option<AnyView>| {
            let id = format!("{id}-{name}");
            text.map(|text| view! { <p class=class id=id dir="auto">{text}</p> })
        };
        (
            note("field__problem", "problem", problem.map(|problem| view! { {problem} {owner} }.into_any())),
            note("field__other", "other", other.map(IntoAny::into_any)),
            note("field__hint", "hint", hint.map(IntoAny::into_any)),
        )
    }
}
