//! The stage: the picture with its pins, or a player; between the ways to the previous and the next file.

use domain::files::content_type::{has_preview, is_played};
use domain::{PinThread, Place};
use leptos::either::{Either, EitherOf3};
use leptos::prelude::*;

use super::Reader;
use super::load::Found;
use crate::address;
use crate::i18n::I18n;
use crate::portal::tile::link_kind;

/// The width of the preview that shows the whole picture.
pub const WHOLE: u32 = 1_440;

#[component]
pub fn Stage<'a>(found: &'a Found, reader: &'a Reader, i18n: I18n) -> impl IntoView + use<> {
    let (url, name) = (address::file(&found.file.id, &found.file.name), found.file.name.to_string());
    let shown = if found.is_picture() {
        EitherOf3::A(view! { <MarkedPicture found reader i18n/> })
    } else if is_played(&found.file.content_type) {
        EitherOf3::B(view! { <Player url content_type=found.file.content_type.clone()/> })
    } else {
        let kind = link_kind(&url);
        EitherOf3::C(view! {
            <a class="stage__file" href=url target="_blank" rel="noopener noreferrer">
                <span class="tile__kind" aria-hidden="true">{kind}</span>
                <bdi>{name}</bdi>
                <span class="button button--quiet">{i18n.open()} <span class="sr-only">" " {i18n.in_new_tab()}</span></span>
            </a>
        })
    };
    let way = |at: Option<usize>, rel: &'static str, name: &'static str, path: &'static str| {
        let id = found.files.get(at?)?;
        let href = (reader.viewer)(id.as_str()).into_string();
        Some(view! {
            <a class="stage__way" href=href rel=rel aria-label=name title=name>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d=path/></svg>
            </a>
        })
    };
    let previous = way(found.index.checked_sub(1), "prev", i18n.previous_work(), "M14.5 6l-6 6 6 6");
    let next = way(Some(found.index + 1), "next", i18n.next_work(), "M9.5 6l6 6-6 6");
    view! { <section class="stage">{previous} {shown} {next}</section> }
}

/// Plays a recording; its parts are fetched as they are needed.
#[component]
pub fn Player(url: String, content_type: String) -> impl IntoView {
    if content_type.starts_with("video/") {
        Either::Left(view! { <video class="stage__player" controls preload="metadata" playsinline src=url></video> })
    } else {
        Either::Right(view! { <audio class="stage__player" controls preload="metadata" src=url></audio> })
    }
}

/// The picture, on which who may write sets a pin: a button that sends where it was clicked, in a browser without JavaScript too.
#[component]
fn MarkedPicture<'a>(found: &'a Found, reader: &'a Reader, i18n: I18n) -> impl IntoView + use<> {
    let url = address::file(&found.file.id, &found.file.name);
    let src = if has_preview(&found.file.content_type) { format!("{url}?w={WHOLE}") } else { url.clone() };
    let (width, height) = found.size.unzip();
    let title = found.one.deliverable.title.clone();
    let picture = if reader.may_write {
        let address = (reader.viewer)(found.one.deliverable.id.as_str()).into_string();
        Either::Left(view! {
            <form class="stage__form" action=address>
                <input type="hidden" name="version" value=found.version.to_string()/>
                <input type="hidden" name="w"/>
                <input type="hidden" name="h"/>
                <input type="image" name="point" src=src width=width height=height alt=i18n.set_pin()/>
            </form>
        })
    } else {
        Either::Right(view! { <img src=src width=width height=height alt=title/> })
    };
    let is_new = |place: &Place| !found.pins.iter().any(|pin| pin.place == *place);
    let places = found.pins.iter().map(|pin: &PinThread| pin.place).chain(found.chosen.filter(is_new));
    let markers = (1..).zip(places).map(|(number, place)| {
        let address = (reader.viewer)(found.one.deliverable.id.as_str());
        let current = (found.chosen == Some(place)).then_some("true");
        view! {
            <a class="pin-marker" href=found.chosen_at(address, place) aria-current=current aria-label=i18n.pin_number(number)>
                <PinMarker x=Some(percent(place.x)) y=Some(percent(place.y)) number/>
            </a>
        }
    });
    let hint = reader.may_write.then(|| view! { <p class="stage__hint">{i18n.pin_hint()}</p> });
    view! {
        <div class="stage__picture">
            <div class="stage__frame">
                {picture}
                <svg class="stage__pins" width="100%" height="100%">{markers.collect_view()}</svg>
            </div>
            {hint}
            <p class="stage__hint"><a href=url target="_blank" rel="noopener noreferrer">{i18n.full_size()} <span class="sr-only">" " {i18n.in_new_tab()}</span></a></p>
        </div>
    }
}

fn percent(thousandths: i64) -> String {
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}

/// A drop with its point at the left below, so that it does not cover what it means; with a number.
#[component]
pub fn PinMarker(
    /// Where the point is, in the drawing around it.
    x: Option<String>,
    y: Option<String>,
    number: usize,
) -> impl IntoView {
    view! {
        <svg class="pin-marker__shape" x=x y=y width="28" height="28" viewBox="0 -28 28 28" overflow="visible" aria-hidden="true">
            <path d="M0 0v-14a14 14 0 1 1 14 14z"/>
            <text x="14" y="-9.5" text-anchor="middle">{number}</text>
        </svg>
    }
}
