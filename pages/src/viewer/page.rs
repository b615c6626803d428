//! The page: its head with the way back and the versions, the stage, and the pins.

use domain::files::Content;
use leptos::nonce::use_nonce;
use leptos::prelude::*;

use super::Reader;
use super::load::Found;
use super::pins::PinList;
use super::stage::Stage;
use crate::address;
use crate::i18n::I18n;
use crate::portal::PortalContext;
use crate::portal::deliverable::Answers;
use crate::portal::dialogs::CommandFallback;
use crate::portal::picture::is_picture;
use crate::portal::tile::Picture;
use crate::render::Page;
use crate::ui::Flash;

/// In the page itself: it is opened from few pages, everybody loads the style sheet of the portal.
const STYLE: &str = concat!(include_str!("stage.css"), include_str!("pins.css"), include_str!("viewer.css"));
/// Tells the server how large the picture was when it was clicked, and follows the arrow keys.
const SCRIPT: &str = include_str!("viewer.js");

/// `portal` is for a client, who can answer.
pub fn viewer_page(found: Found, reader: Reader, flash: Flash, portal: Option<PortalContext>) -> Page {
    let i18n = reader.i18n;
    let title = found.one.deliverable.title.clone();
    let answers = portal.filter(|_| found.is_in_review() && found.is_newest()).map(|portal| {
        provide_context(portal);
        let id = found.one.deliverable.id.to_string();
        let url = address::file(&found.file.id, &found.file.name);
        view! {
            <div class="viewer__answers">
                <Answers id title=title.clone() url=Some(url) version=found.version phase=found.phase.clone() i18n/>
            </div>
            <CommandFallback/>
        }
    });
    let older = (!found.is_newest()).then(|| {
        let newest = (reader.viewer)(found.one.deliverable.id.as_str()).into_string();
        view! {
            <p class="viewer__older">
                {i18n.older_version(found.version)} " " <a href=newest>{i18n.to_newest_version()}</a>
            </p>
        }
    });
    let head = view! { <Head found=&found reader=&reader i18n/> };
    let stage = view! { <Stage found=&found reader=&reader i18n/> };
    let pins = found.is_picture().then(|| view! { <PinList found=&found reader=&reader flash i18n/> });
    let body = view! {
        <ViewerStyle/>
        <a class="skip" href="#main">{i18n.skip()}</a>
        {head}
        <main id="main" class="viewer">
            {older}
            {stage}
            {pins}
        </main>
        {answers}
        <script nonce=use_nonce()>{SCRIPT}</script>
    };
    Page {
        language: i18n.0,
        title: format!("{title} · {}", found.project.name),
        description: None,
        body: body.into_any(),
    }
}

/// The style of stages, in the page.
#[component]
pub fn ViewerStyle() -> impl IntoView {
    view! { <style nonce=use_nonce()>{STYLE}</style> }
}

#[component]
fn Head<'a>(found: &'a Found, reader: &'a Reader, i18n: I18n) -> impl IntoView + use<> {
    let id = found.one.deliverable.id.as_str();
    let position = (found.files.len() > 1).then(|| format!(" · {}", i18n.position(found.index + 1, found.files.len())));
    let version = |version: &domain::ShownVersion| {
        let number = version.number;
        let href = (reader.viewer)(id).with("version", &number.to_string()).into_string();
        let url = version.content.as_ref().filter(|content| matches!(content, Content::File(_)));
        let url = url.and_then(address::content)?;
        let picture = is_picture(&url).then(|| view! { <Picture url sizes="2.5rem" size=(40, 50)/> });
        let current = (number == found.version).then_some("page");
        Some(view! {
            <li>
                <a href=href aria-current=current aria-label=i18n.version_number(number)>{picture} <b>{number}</b></a>
            </li>
        })
    };
    let versions = (found.one.versions.len() > 1).then(|| {
        let items = found.one.versions.iter().filter_map(version).collect_view();
        view! { <nav class="viewer__versions" aria-label=i18n.versions()><ol>{items}</ol></nav> }
    });
    let file = address::file(&found.file.id, &found.file.name);
    view! {
        <header class="viewer__head">
            <a class="viewer__round" href=reader.back.clone() aria-label=i18n.receipt_back() title=i18n.receipt_back()>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M14.5 6l-6 6 6 6"/></svg>
            </a>
            <div class="viewer__title">
                <h1 dir="auto">{found.one.deliverable.title.clone()}</h1>
                <p class="muted">
                    <bdi>{found.project.name.clone()}</bdi> " · " <bdi>{found.phase.clone()}</bdi> {position}
                </p>
            </div>
            {versions}
            <a class="viewer__round" href=file download="" aria-label=i18n.download() title=i18n.download()>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4v11m-5-4.5 5 5 5-5M5 20h14"/></svg>
            </a>
        </header>
    }
}
