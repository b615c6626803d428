//! What a page with a field for files brings for uploads with progress (`frontend/upload`): what loads their module when a file is
//! chosen, and a model of their rows with their words.

use std::sync::LazyLock;

use domain::Comment;
use leptos::nonce::use_nonce;
use leptos::prelude::*;

use crate::i18n::I18n;

/// Whether a form of the page sends files whose ids it may send as well (the field `upload`): a logo has a field of another name.
pub(crate) fn are_in(body: &str) -> bool {
    body.contains(" name=\"file\"") && body.contains(" type=\"file\"")
}

/// Gives files that are dropped or pasted to their field, and loads the module once there are some. Without comments and
/// indentation: with them it is a tenth of a portal's page.
static SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let lines = include_str!("uploads.js").lines().map(str::trim).filter(|line| !line.starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
});

/// A page on which nobody chooses a file loads nothing, unless an upload of it was begun before a reload.
pub(crate) fn loader(module: &str, i18n: I18n) -> impl IntoView + use<> {
    view! {
        <script nonce=use_nonce() data-module=module.to_owned()>{SCRIPT.as_str()}</script>
        <template
            id="uploads"
            data-most=Comment::MAX_FILES.to_string()
            data-cancel=i18n.upload_cancel()
            data-remove=i18n.upload_remove()
            data-seconds=i18n.upload_seconds()
            data-minutes=i18n.upload_minutes()
            data-hours=i18n.upload_hours()
            data-done=i18n.upload_done()
            data-lost=i18n.upload_lost()
            data-busy=i18n.upload_busy()
            data-again=i18n.upload_again()
            data-large=i18n.error_file_too_large()
            data-full=i18n.error_files_full()
            data-many=i18n.error_too_many_files()
            data-empty=i18n.upload_empty()
            data-failed=i18n.upload_failed()
            data-waiting=i18n.upload_waiting()
            data-stopped=i18n.upload_stopped()
            data-sending=app::i18n::I18n::sending(*i18n)
            data-interrupted=i18n.upload_unsent()
        >
            <ul class="uploads">
                <li class="upload">
                    <bdi class="upload__name"></bdi>
                    <span class="muted"></span>
                    <button type="button" class="button button--quiet"></button>
                    <progress class="progress" max="1000" value="0"></progress>
                </li>
            </ul>
            <p class="sr-only" role="status"></p>
            <p class="upload__note" role="alert"></p>
        </template>
    }
}

#[cfg(test)]
mod tests {
    use super::are_in;

    #[test]
    fn uploads_are_loaded_for_fields_named_file_only() {
        assert!(are_in("<input class=\"a\" name=\"file\" type=\"file\" multiple>"));
        assert!(are_in("<input id=\"a\" type=\"file\" name=\"file\" required>"));
        assert!(!are_in("<input name=\"logo\" type=\"file\"><input name=\"filename\">"));
    }
}
