//! What was written about places on the picture, and the form for the chosen place.

use app::address::CHOSEN;
use app::chat::Side;
use app::chat::files_field::FilesField;
use app::chat::row::MessageText;
use app::dates;
use domain::line::initials;
use domain::{Author, Comment, PinThread, Place};
use leptos::either::Either;
use leptos::prelude::*;

use super::Reader;
use super::load::Found;
use super::stage::{PinMarker, WHOLE};
use crate::address;
use crate::i18n::I18n;
use crate::ui::{ErrorBanner, Flash, KeptFiles, RefusedText};

/// The `id` of the form.
const FORM: &str = "pin-form";
/// How much of the width a detail shows, in thousandths.
const DETAIL: i64 = 300;

#[component]
pub fn PinList<'a>(found: &'a Found, reader: &'a Reader, flash: Flash, i18n: I18n) -> impl IntoView + use<> {
    let counted = i18n.pins_counted(found.pins.len());
    let items =
        (1..).zip(&found.pins).map(|(number, pin)| view! { <Pin number pin found reader i18n/> }).collect_view();
    let form = match found.chosen.filter(|_| reader.may_write) {
        Some(place) => Either::Left(view! { <PinForm place found reader flash i18n/> }),
        // Who may write no more keeps the words.
        None => Either::Right(view! {
            <ErrorBanner error=flash.error i18n/>
            <RefusedText text=flash.draft/>
        }),
    };
    view! {
        <section class="pins" aria-labelledby="pins-heading">
            <h2 id="pins-heading">{counted} " " <span class="muted">{i18n.on_this_version(found.version)}</span></h2>
            <ol class="pins__list">{items}</ol>
            {form}
        </section>
    }
}

#[component]
fn Pin<'a>(
    number: usize,
    pin: &'a PinThread,
    found: &'a Found,
    reader: &'a Reader,
    i18n: I18n,
) -> impl IntoView + use<> {
    let is_chosen = found.chosen == Some(pin.place);
    let href = found.chosen_at((reader.viewer)(found.one.deliverable.id.as_str()), pin.place);
    let reply = (reader.may_write && !is_chosen).then(|| {
        view! { <a class="pin__reply" href=href.clone() aria-label=i18n.reply_to_pin(number)>{i18n.submit_reply()}</a> }
    });
    let detail = view! { <Detail place=pin.place found/> };
    let messages = pin.messages.iter().enumerate();
    let messages =
        messages.map(|(index, message)| view! { <Message message is_answer={index > 0} found reader i18n/> });
    view! {
        <li class="pin" aria-current=is_chosen.then_some("true") id=is_chosen.then_some(CHOSEN)>
            <a class="pin__detail pin-marker" href=href aria-label=i18n.pin_number(number)>
                {detail}
                <PinMarker x=None y=None number/>
            </a>
            <div class="pin__messages">{messages.collect_view()} {reply}</div>
        </li>
    }
}

/// The part of the picture around a place.
#[component]
fn Detail<'a>(place: Place, found: &'a Found) -> impl IntoView + use<> {
    found.size.map(|(width, height)| {
        let url = address::file(&found.file.id, &found.file.name);
        let height = i64::from(height) * Place::MAX / i64::from(width.max(1));
        let side = DETAIL.min(height);
        let start = |at: i64, all: i64| (at - side / 2).clamp(0, all - side);
        let shown =
            format!("{} {} {side} {side}", start(place.x, Place::MAX), start(place.y * height / Place::MAX, height));
        view! {
            <svg class="pin__picture" viewBox=shown aria-hidden="true">
                <image href=format!("{url}?w={WHOLE}") width=Place::MAX.to_string() height=height.to_string()/>
            </svg>
        }
    })
}

#[component]
fn Message<'a>(
    message: &'a Comment,
    is_answer: bool,
    found: &'a Found,
    reader: &'a Reader,
    i18n: I18n,
) -> impl IntoView + use<> {
    let Comment { author, author_name, text, files, created_at, .. } = message.clone();
    let name = reader.side.person(author, author_name.as_deref());
    let name = name.unwrap_or_else(|| reader.side.name(author, *i18n)).to_owned();
    let day = i18n.recent_day(dates::today(created_at), dates::today(found.now));
    let face = is_answer.then(|| {
        let is_agency = author == Author::Admin && !matches!(reader.side, Side::Agency(_));
        let class = if is_agency { "avatar avatar--agency" } else { "avatar" };
        view! { <span class=class aria-hidden="true">{initials(&name)}</span> }
    });
    view! {
        <article class=if is_answer { "pin__message pin__message--answer" } else { "pin__message" }>
            {face}
            <p class="pin__facts">
                <b dir="auto">{name}</b>
                " "
                <time class="muted" datetime=created_at.to_string() title=dates::moment(created_at, i18n.0)>
                    {day} " " {dates::time(created_at)}
                </time>
            </p>
            <MessageText text=text.to_string() files i18n=*i18n/>
        </article>
    }
}

/// Bound to the chosen place: an answer to its pin, or the first message of a new one.
#[component]
fn PinForm<'a>(place: Place, found: &'a Found, reader: &'a Reader, flash: Flash, i18n: I18n) -> impl IntoView + use<> {
    let known = found.pins.iter().position(|pin| pin.place == place);
    let number = known.unwrap_or(found.pins.len()) + 1;
    let heading = if known.is_some() { i18n.reply_to_pin(number) } else { i18n.new_pin(number) };
    let leave = (reader.viewer)(found.one.deliverable.id.as_str()).with("version", &found.version.to_string());
    let hidden = |(name, value): &(&'static str, String)| {
        view! { <input type="hidden" name=*name value=value.clone()/> }
    };
    let hidden = reader.fields.iter().map(hidden).collect_view();
    let [place_name, text_name, files_name] = reader.names;
    let submit = match reader.side {
        Side::Client { .. } => Either::Left(i18n.submit_message()),
        Side::Agency(_) => Either::Right(i18n.submit_reply()),
    };
    let Flash { error, draft, files, .. } = flash;
    // The fragment of the address would take the focus from what has `autofocus`.
    let field = if known.is_none() { CHOSEN } else { "pin-text" };
    view! {
        <form
            id=FORM
            class="pin-form"
            method="post"
            action=reader.action
            enctype="multipart/form-data"
            novalidate
        >
            {hidden}
            <input type="hidden" name=place_name value=format!("{}-{place}", found.version)/>
            <p class="pin-form__head">
                <span class="pin-marker"><PinMarker x=None y=None number/></span>
                <label for=field>{heading}</label>
                <a class="viewer__round" href=leave.into_string() aria-label=i18n.leave_pin() title=i18n.leave_pin()>
                    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 7l10 10M17 7L7 17"/></svg>
                </a>
            </p>
            <ErrorBanner error i18n/>
            <div class="composer">
                <textarea id=field class="composer__box" name=text_name rows="2" dir="auto" autofocus>{draft}</textarea>
                <FilesField i18n=*i18n/>
                <button class="button">{submit}</button>
            </div>
        </form>
        <KeptFiles form=FORM name=files_name kept=files i18n/>
    }
}
