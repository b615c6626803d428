//! The record whose form or confirmation is open on a page, and the forms.

use domain::id::ProjectId;
use domain::{Cursor, Form, Versioned};

use super::record::{RecordKind, form_name, record_link};
use crate::admin::prelude::*;

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

/// A records page with the record whose form or confirmation is open.
#[derive(Debug, Clone)]
pub struct OpenRecord {
    pub(super) project: ProjectId,
    /// The id of the record whose form is open.
    edit: String,
    /// The id of the record to confirm deletion of.
    delete: String,
    /// The id of the payment to mark as paid or unpaid.
    pay: String,
    pub(super) after: Option<Cursor>,
    /// The id of a record that the page adds.
    pub(super) new_id: String,
}

impl OpenRecord {
    pub(super) fn new(project: ProjectId, query: RecordsQuery) -> Self {
        let RecordsQuery { edit, delete, pay, after, .. } = query;
        Self { project, edit, delete, pay, after: after.parse().ok(), new_id: store::new_id() }
    }

    /// The id of the record that the page must include, whatever its position in the list.
    pub(super) fn record<Id: TryFrom<String>>(&self) -> Option<Id> {
        let id = if self.edit.is_empty() { &self.delete } else { &self.edit };
        Id::try_from(id.clone()).ok()
    }

    pub(super) fn edited<R: RecordKind + Clone>(&self, items: &[Versioned<R>]) -> Option<Versioned<R>> {
        find(items, &self.edit).cloned()
    }

    pub(super) fn to_delete<R: RecordKind + Clone>(&self, items: &[Versioned<R>]) -> Option<R> {
        find(items, &self.delete).map(|item| item.record.clone())
    }

    pub(super) fn to_pay<R: RecordKind + Clone>(&self, items: &[Versioned<R>]) -> Option<R> {
        find(items, &self.pay).map(|item| item.record.clone())
    }

    pub(super) fn is_edited<R: RecordKind>(&self, record: &R) -> bool {
        self.edit == record.id().as_ref()
    }

    /// The address with a form of a record open: `what` is the query parameter, such as `edit` or `delete`.
    pub(super) fn address<R: RecordKind>(&self, what: &str, record: &R, fragment: &str) -> String {
        let after = self.after.as_ref().map(ToString::to_string).unwrap_or_default();
        let page = R::PART.address(self.project.as_str());
        page.with("after", &after).with(what, record.id().as_ref()).with_fragment(fragment)
    }

    /// Links to the form and the confirmation to delete a record called `name`.
    pub(super) fn links<R: RecordKind>(&self, record: &R, name: &str, i18n: I18n) -> AnyView {
        let form = form_name::<R>(record.id().as_ref());
        view! {
            {record_link(self.address("edit", record, &form), i18n.edit(), name.to_owned())}
            {record_link(self.address("delete", record, "delete"), i18n.delete(), name.to_owned())}
        }
        .into_any()
    }

    /// The form that adds a record, collapsed unless `is_open`. If the record being edited was deleted, it takes
    /// that form's name, so that it shows the typed values and can save them as a new record.
    pub(super) fn add_form<R: RecordKind, V: IntoView + 'static>(
        &self,
        admin: &AdminView,
        items: &[Versioned<R>],
        (label, is_open): (&'static str, bool),
        initial: Form,
        inputs: impl FnOnce(Fields) -> V,
    ) -> AnyView {
        let is_deleted = !self.edit.is_empty() && find(items, &self.edit).is_none();
        let name = form_name::<R>(if is_deleted { &self.edit } else { "new" });
        let fields = Fields::of_new(admin, name, initial).focus_after_add(admin, R::FIRST_FIELD);
        let is_open = is_open || fields.is_open();
        let form = self.form::<R, V>(fields, R::ADD, &self.new_id, None, admin.i18n.add(), inputs);
        view! {
            <details class="adder" open=is_open>
                <summary class="button button--quiet">{label}</summary>
                {form}
            </details>
        }
        .into_any()
    }

    pub(super) fn edit_form<R: RecordKind, V: IntoView + 'static>(
        &self,
        admin: &AdminView,
        item: Versioned<R>,
        inputs: impl FnOnce(Fields) -> V,
    ) -> AnyView {
        let Versioned { record, version } = item;
        let id = record.id().as_ref();
        let fields = Fields::new(admin, form_name::<R>(id), record.form(admin.language));
        self.form::<R, V>(fields, R::SAVE, id, Some(version), admin.i18n.save(), inputs)
    }

    /// [`Self::edit_form`] with a heading, for lists that are tables.
    pub(super) fn edit_panel<R: RecordKind, V: IntoView + 'static>(
        &self,
        admin: &AdminView,
        item: Versioned<R>,
        heading: String,
        inputs: impl FnOnce(Fields) -> V,
    ) -> AnyView {
        view! {
            <section class="panel" aria-labelledby="edit-heading">
                <h3 id="edit-heading" dir="auto">{admin.i18n.edit()} " · " {heading}</h3>
                {self.edit_form(admin, item, inputs)}
            </section>
        }
        .into_any()
    }

    /// Asks for confirmation to delete a record called `name`.
    pub(super) fn delete_form<R: RecordKind>(&self, record: &R, name: &str, i18n: I18n) -> AnyView {
        let (question, back) = (i18n.delete_named(name), R::PART.path(self.project.as_str()));
        let id = record.id().as_ref().to_owned();
        let arguments = vec![("project", self.project.to_string()), ("id", id)];
        view! { <DeleteForm question impact=Vec::new() action=R::DELETE arguments back i18n/> }.into_any()
    }

    /// What is below a record of a list: its form, the confirmation to delete it, or the links to them.
    pub(super) fn below<R: RecordKind, V: IntoView + 'static>(
        &self,
        admin: &AdminView,
        item: Versioned<R>,
        name: &str,
        inputs: impl FnOnce(Fields) -> V,
    ) -> AnyView {
        if self.is_edited(&item.record) {
            self.edit_form(admin, item, inputs)
        } else if self.delete == item.record.id().as_ref() {
            self.delete_form(&item.record, name, admin.i18n)
        } else {
            let links = self.links(&item.record, name, admin.i18n);
            view! { <p class="actions paper__actions">{links}</p> }.into_any()
        }
    }

    /// A form of the record `id`: hidden ids, the inputs, the buttons.
    pub(super) fn form<R: RecordKind, V: IntoView + 'static>(
        &self,
        fields: Fields,
        action: &'static str,
        id: &str,
        version: Option<String>,
        button: &'static str,
        inputs: impl FnOnce(Fields) -> V,
    ) -> AnyView {
        let (i18n, form_id, back) = (fields.i18n, fields.id(), R::PART.path(self.project.as_str()));
        view! {
            <form method="post" action=action class="form" id=form_id>
                <FormHead fields=fields.clone()/>
                {version.map(|version| view! { <input type="hidden" name="version" value=version/> })}
                <input type="hidden" name="project" value=self.project.to_string()/>
                <input type="hidden" name="id" value=id.to_owned()/>
                {inputs(fields)}
                <p class="actions">
                    <button class="button">{button}</button>
                    <a class="button button--quiet" href=back>{i18n.cancel()}</a>
                </p>
            </form>
        }
        .into_any()
    }
}

fn find<'a, R: RecordKind>(items: &'a [Versioned<R>], id: &str) -> Option<&'a Versioned<R>> {
    items.iter().find(|item| item.record.id().as_ref() == id)
}
