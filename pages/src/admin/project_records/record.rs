//! Parts shared by the pages of a project's records.

use domain::Cursor;
use domain::projects::project_records::Folder;
use leptos::prelude::*;
use serde::Deserialize;

use crate::address::Address;
use crate::admin::projects::{ProjectNav, ProjectPart, ProjectTitle};
use crate::i18n::I18n;
use crate::ui::{DeleteForm, Fields, FormHead};

/// The query of a records page; empty values count as absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct RecordsQuery {
    edit: String,
    delete: String,
    pay: String,
    after: String,
    discard: Option<String>,
    moved: String,
    to: String,
}

impl RecordsQuery {
    pub(super) fn confirm_discard(&self) -> bool {
        self.discard.is_some()
    }

    /// The id of the line that was just moved, and whether it moved up.
    pub(super) fn moved(&self) -> (String, bool) {
        (self.moved.clone(), self.to == "up")
    }
}

/// The record whose form or confirmation is open on a records page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct OpenRecord {
    pub(super) project: String,
    /// The id of the record whose form is open.
    pub(super) edit: Option<String>,
    /// The id of the record to confirm deletion of.
    pub(super) delete: Option<String>,
    /// The id of the payment to mark as paid or unpaid.
    pub(super) pay: Option<String>,
    pub(super) after: Option<Cursor>,
}

impl OpenRecord {
    pub(super) fn new(project: String, query: RecordsQuery) -> Self {
        let non_empty = |value: String| Some(value).filter(|value| !value.is_empty());
        Self {
            project,
            edit: non_empty(query.edit),
            delete: non_empty(query.delete),
            pay: non_empty(query.pay),
            after: query.after.parse().ok(),
        }
    }

    /// The id of the record that the page must include, whatever its position in the list.
    pub(super) fn record(&self) -> Option<String> {
        self.edit.clone().or_else(|| self.delete.clone())
    }

    /// The name of the form that adds a record. If the record being edited was deleted, it takes that form's
    /// name, so that it shows the typed values and can save them as a new record.
    pub(super) fn add_form_name(&self, kind: &str, exists: impl Fn(&str) -> bool) -> String {
        match self.edit.as_deref().filter(|id| !exists(id)) {
            Some(id) => format!("{kind}-{id}"),
            None => format!("{kind}-new"),
        }
    }
}

/// The address that opens a form of a record: `what` is the query parameter, such as `edit` or `delete`.
pub(super) fn form_address(page: &Address, after: Option<&Cursor>, what: &str, id: &str) -> Address {
    let after = after.map(ToString::to_string).unwrap_or_default();
    page.clone().with("after", &after).with(what, id)
}

#[component]
pub fn RecordsHead(folder: Folder, part: ProjectPart, i18n: I18n) -> impl IntoView {
    let Folder { id, name, client_id, client_name } = folder;
    view! {
        <ProjectTitle name client=client_id client_name/>
        <ProjectNav project=id part i18n/>
        <h2 class="sr-only">{part.name(i18n)}</h2>
    }
}

/// A record, and the page that its forms are on.
#[derive(Debug, Clone)]
pub struct RecordRef {
    part: ProjectPart,
    project: String,
    pub(super) id: String,
}

impl RecordRef {
    pub(super) fn new(part: ProjectPart, project: &impl ToString, id: &impl ToString) -> Self {
        Self { part, project: project.to_string(), id: id.to_string() }
    }
}

/// The form of a record: hidden ids, the fields, the buttons. With a `version` it saves, otherwise it adds.
#[component]
pub fn RecordForm(
    fields: Fields,
    action: &'static str,
    record: RecordRef,
    #[prop(optional)] version: Option<String>,
    /// The label of the button, if it neither saves nor adds.
    #[prop(optional)]
    button: Option<&'static str>,
    children: Children,
) -> impl IntoView {
    let (i18n, form_id) = (fields.i18n, fields.id());
    let button = button.unwrap_or_else(|| if version.is_some() { i18n.save() } else { i18n.add() });
    let back = record.part.path(&record.project);
    view! {
        <form method="post" action=action class="form" id=form_id>
            <FormHead fields/>
            {version.map(|version| view! { <input type="hidden" name="version" value=version/> })}
            <input type="hidden" name="project" value=record.project/>
            <input type="hidden" name="id" value=record.id/>
            {children()}
            <p class="actions">
                <button class="button">{button}</button>
                <a class="button button--quiet" href=back>{i18n.cancel()}</a>
            </p>
        </form>
    }
}

/// Asks for confirmation to delete a record called `name`.
#[component]
pub fn DeleteRecord(name: String, action: &'static str, record: RecordRef, i18n: I18n) -> impl IntoView {
    let RecordRef { part, project, id } = record;
    let (question, back) = (i18n.delete_named(&name), part.path(&project));
    let arguments = vec![("project", project), ("id", id)];
    view! { <DeleteForm question impact=Vec::new() action arguments back i18n/> }
}

/// A form that adds a record, collapsed unless `open`.
#[component]
pub fn AddSection(label: &'static str, open: bool, children: Children) -> impl IntoView {
    view! {
        <details class="adder" open=open>
            <summary class="button button--quiet">{label}</summary>
            {children()}
        </details>
    }
}

/// A link with the name of its record for screen readers.
pub(super) fn record_link(href: String, label: &'static str, name: String) -> impl IntoView {
    view! {
        <a href=href>
            {label} <span class="sr-only" dir="auto">" " {name}</span>
        </a>
    }
}

/// The first line of a text, truncated: a label for the record.
pub(super) fn short_label(text: &str) -> String {
    const MOST: usize = 60;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_label_is_the_first_line() {
        assert_eq!(short_label("\n  Uno \nDue"), "Uno");
        assert_eq!(short_label(&"è".repeat(61)), format!("{}…", "è".repeat(60)));
        assert_eq!(short_label(" "), "");
    }

    #[test]
    fn form_of_a_missing_record_becomes_the_adding_form() {
        let opened = OpenRecord { edit: Some("p1".to_owned()), ..OpenRecord::default() };
        assert_eq!(opened.add_form_name("payment", |_| false), "payment-p1");
        assert_eq!(opened.add_form_name("payment", |id| id == "p1"), "payment-new");
        assert_eq!(OpenRecord::default().add_form_name("payment", |_| false), "payment-new");
    }
}
