//! What the pages of a project's records share.

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
