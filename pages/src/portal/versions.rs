//! The versions of a deliverable as a strip: the newest in a frame, those before it locked.

use app::dates;
use domain::files::Content;
use domain::line::shortened;
use domain::{ShownVersion, Timestamp};
use leptos::prelude::*;

use super::picture::is_picture;
use super::tile::{Picture, link_kind, new_tab};
use crate::address::{self, Address};
use crate::i18n::I18n;

/// How much of a note a strip shows.
const MAX_NOTE: usize = 160;

/// Under a deliverable, closed; nothing while it is still its first version.
#[component]
pub fn FoldedVersions(
    versions: Vec<ShownVersion>,
    /// The page on which they are looked at.
    viewer: Address,
    now: Timestamp,
    i18n: I18n,
) -> impl IntoView {
    let count = versions.len();
    (count > 1).then(|| {
        view! {
            <details class="deliverable__versions">
                <summary>{i18n.versions_counted(count)}</summary>
                <VersionStrip versions viewer now i18n/>
            </details>
        }
    })
}

/// `versions` are sorted, the newest first.
#[component]
pub fn VersionStrip(
    versions: Vec<ShownVersion>,
    viewer: Address,
    now: Timestamp,
    /// For the agency: who added them. Its pages show pictures of no other server.
    #[prop(optional)]
    is_agency: bool,
    i18n: I18n,
) -> impl IntoView {
    let item = |(index, version)| {
        let viewer = viewer.clone();
        view! { <VersionItem version viewer is_newest=index == 0 now is_agency i18n/> }
    };
    view! { <ol class="versions">{versions.into_iter().enumerate().map(item).collect_view()}</ol> }
}

#[component]
fn VersionItem(
    version: ShownVersion,
    viewer: Address,
    is_newest: bool,
    now: Timestamp,
    is_agency: bool,
    i18n: I18n,
) -> impl IntoView {
    let ShownVersion { number, content, note, created_at, author_name } = version;
    let is_ours = matches!(content, Some(Content::File(_)));
    let url = content.as_ref().and_then(address::content);
    let why = content.as_ref().and_then(|content| i18n.quarantine(content.quarantine()));
    let why = why.map(|why| view! { <span class="version__note">{why}</span> });
    let kind = view! { <span class="tile__kind" aria-hidden="true">{url.as_deref().map(link_kind)}</span> };
    let picture = url.clone().filter(|url| (is_ours || !is_agency) && is_picture(url));
    let picture = picture.map(|url| view! { <Picture url sizes="9rem"/> });
    let lock = (!is_newest).then(|| {
        view! {
            <svg class="version__lock" viewBox="0 0 16 16" aria-hidden="true">
                <rect x="3" y="7" width="10" height="7" rx="1.5"/>
                <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2"/>
            </svg>
            <span class="sr-only">" " {i18n.version_locked()}</span>
        }
    });
    let name = view! {
        <span class="tile version__look">{kind} {picture}</span>
        <span class="version__name">{i18n.version_number(number)} {lock}</span>
    };
    let name = match url {
        None => name.into_any(),
        Some(url) => {
            let page = content.as_ref().and_then(|content| address::version_page(content, viewer, Some(number)));
            let (target, rel) = new_tab(page.as_ref());
            let leaves = target.map(|_| view! { <span class="sr-only">" " {i18n.in_new_tab()}</span> });
            view! { <a href=page.unwrap_or(url) target=target rel=rel>{name} {leaves}</a> }.into_any()
        }
    };
    let day = i18n.short_day(dates::today(created_at), dates::today(now));
    let by = author_name.filter(|_| is_agency).map(|name| view! { <bdi class="muted">{name}</bdi> });
    let note = note.map(|note| view! { <span class="version__note" dir="auto">{shortened(note, MAX_NOTE)}</span> });
    view! {
        <li class=if is_newest { "version version--newest" } else { "version" }>
            {name}
            <time class="muted" datetime=created_at.to_string() title=dates::moment(created_at, i18n.0)>{day}</time>
            {by}
            {why}
            {note}
        </li>
    }
}
