//! The files of an answer, on both sides.

use domain::File;
use leptos::prelude::*;

use super::tile::Picture;
use crate::address;
use crate::i18n::I18n;

/// Names and sizes; what has previews is shown as well.
#[component]
pub fn SentFiles(files: Vec<File>, i18n: I18n) -> impl IntoView {
    let item = |file: File| {
        let (href, facts) = (address::readable_file(&file), i18n.file_facts(&file));
        let [smallest, ..] = address::CARD_WIDTHS;
        let pictured = href.clone().filter(|url| address::file_preview(url, smallest).is_some());
        let picture = pictured.map(|url| view! { <Picture url sizes="7rem" size=(112, 70)/> });
        view! {
            <li>
                <a href=href target="_blank" rel="noopener noreferrer">
                    {picture}
                    <span><bdi>{file.name.to_string()}</bdi> " " <span class="muted">{facts}</span></span>
                </a>
            </li>
        }
    };
    view! { <ul class="sent" aria-label=i18n.material_answer()>{files.into_iter().map(item).collect_view()}</ul> }
}
