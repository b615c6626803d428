//! What the pages of a project's records share.

use domain::Form;
use domain::projects::project_records::Folder;
use store::StoredRecord;

use crate::admin::prelude::*;
use crate::admin::projects::{ProjectNav, ProjectPart, ProjectTitle};

/// A kind of record: its page, its forms and the paths of its actions.
pub(super) trait RecordKind: StoredRecord {
    const PART: ProjectPart;
    /// What the names of its forms begin with.
    const FORM: &'static str;
    /// The field that gets the focus after a record was added.
    const FIRST_FIELD: &'static str;
    const CREATED: Record;
    const ADD: &'static str;
    const SAVE: &'static str;
    const DELETE: &'static str;
}

/// The name of the form of the record `id`, or of the one that adds a record: `new`.
pub(super) fn form_name<R: RecordKind>(id: &str) -> String {
    format!("{}-{id}", R::FORM)
}

/// Renders the page of a kind of records: its head, and below it what `show` returns.
pub(super) async fn records_page<R: RecordKind, V: IntoView + 'static>(
    request: AdminRequest,
    folder: Folder,
    show: impl FnOnce(AdminView) -> V + Send + 'static,
) -> PageResult {
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let title = format!("{} · {}", R::PART.name(i18n), folder.name);
        let body = view! {
            <RecordsHead folder part=R::PART i18n/>
            {show(admin)}
        };
        (title, body.into_any())
    };
    request.page(NavItem::Projects, show).await
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

/// A link with the name of its record for screen readers.
pub(super) fn record_link(href: String, label: &'static str, name: String) -> impl IntoView {
    view! { <a href=href>{label} <span class="sr-only" dir="auto">" " {name}</span></a> }
}

/// The first line of a text, truncated: a label for the record.
pub(super) fn short_label(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    match line.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.to_owned(),
    }
}

/// Makes a record a [`RecordKind`]: its page, the beginning of its forms' names, the field that gets the focus after one
/// was added, and its three actions.
macro_rules! record_kind {
    ($record:ident, $part:ident, $form:literal, $first:literal,
        $Add:ident $add:ident $add_path:tt, $Save:ident $save:ident $save_path:tt, $Delete:ident $delete:ident $delete_path:tt) => {
        impl RecordKind for $record {
            const PART: ProjectPart = ProjectPart::$part;
            const FORM: &'static str = $form;
            const FIRST_FIELD: &'static str = $first;
            const CREATED: Record = Record::$record;
            const ADD: &'static str = $Add::PATH;
            const SAVE: &'static str = $Save::PATH;
            const DELETE: &'static str = $Delete::PATH;
        }

        #[server(prefix = "/rpc/admin", endpoint = $add_path)]
        pub async fn $add(project: String, id: String, form: Form) -> Result<(), AppError> {
            super::record::add::<$record>(project, id, form).await
        }

        #[server(prefix = "/rpc/admin", endpoint = $save_path)]
        pub async fn $save(project: String, id: String, version: String, form: Form) -> Result<(), AppError> {
            super::record::save::<$record>(project, id, version, form).await
        }

        #[server(prefix = "/rpc/admin", endpoint = $delete_path)]
        pub async fn $delete(project: String, id: String) -> Result<(), AppError> {
            super::record::delete::<$record>(project, id).await
        }
    };
}

pub(super) use record_kind;

pub(super) async fn add<R: RecordKind>(project: String, id: String, form: Form) -> Result<(), AppError> {
    let page = R::PART.address(&project);
    submit(&form_name::<R>("new"), &form, page.clone(), async {
        let draft = R::parse_form(&form)?;
        store().add_record::<R>(&actor(), &parse_id(&project)?, parse_id(&id)?, &draft).await?;
        Ok(page.done(Done::Created(R::CREATED)).into_string())
    })
    .await
}

/// The action of the form of a record.
pub(super) async fn save<R: RecordKind>(
    project: String,
    id: String,
    version: String,
    form: Form,
) -> Result<(), AppError> {
    let page = R::PART.address(&project);
    submit(&form_name::<R>(&id), &form, page.clone().with("edit", &id), async {
        let draft = R::parse_form(&form)?;
        store().save_record::<R>(&parse_id(&project)?, &parse_id(&id)?, &draft, &version).await?;
        Ok(page.done(Done::Saved).into_string())
    })
    .await
}

pub(super) async fn delete<R: RecordKind>(project: String, id: String) -> Result<(), AppError> {
    let page = R::PART.address(&project);
    act(page.clone(), async {
        store().delete_record::<R>(&actor(), &parse_id(&project)?, &parse_id(&id)?).await?;
        Ok(page.done(Done::Deleted).into_string())
    })
    .await
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
}
