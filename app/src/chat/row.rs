//! Renders one row of a message list, on the server and in the browser.

use std::sync::Arc;

use domain::ShownFile;
use domain::files::content_type::has_preview;
use domain::line::initials;
use leptos::either::Either;
use leptos::prelude::*;

use super::links::{Piece, pieces};
use super::message_list::{Content, Facts, Row};
use crate::address::{self, message_place};
use crate::browser::outbox::SendState;
use crate::i18n::I18n;

/// What makes the rows of an open page live.
#[derive(Clone, Copy)]
pub struct LiveRows {
    /// The rows as they are now.
    pub rows: Memo<Vec<Row>>,
    /// Retries or discards the unsent message of this row.
    pub act: Callback<(UnsentAction, String)>,
    /// Whether screen readers announce the state of an unsent message here, and not elsewhere.
    pub announces_state: bool,
}

/// Writes the HTML of all rows of a log, as [`MessageRow`] renders each of them. A context on the server, for pages that keep
/// what they have rendered.
#[derive(Clone)]
pub struct RowWriter(pub Arc<WriteRows>);

type WriteRows = dyn Fn(&[Row]) -> String + Send + Sync;

impl RowWriter {
    /// The rows of a log, if there is a writer.
    pub fn written(rows: Memo<Vec<Row>>) -> Option<String> {
        let Self(write) = use_context()?;
        Some(write(&rows.read_untracked()))
    }
}

/// What the author of an unsent message can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnsentAction {
    Retry,
    Discard,
}

/// A row: its content stays, class and facts follow `live`.
#[component]
pub fn MessageRow(
    row: Row,
    i18n: I18n,
    /// The `id` of the element.
    #[prop(optional_no_strip)]
    id: Option<&'static str>,
    /// Of a row that never changes, none.
    #[prop(optional)]
    live: Option<LiveRows>,
) -> impl IntoView {
    let Row { key, class, facts, content, at } = row;
    let (author, body) = match content {
        Content::Line => (None, None),
        Content::Message { author, text, badge, files, pin } => {
            let badge = badge.map(|badge| {
                let about = [i18n.badge(badge.kind), ": ", &badge.name].concat();
                view! { <p class="message__badge" dir="auto">{about}</p> }
            });
            let text = view! { <MessageText text files pin i18n/> };
            (Some(author), Some(Either::Left((badge, text))))
        }
        Content::Event { author, what, title, text } => {
            let text = (!text.is_empty()).then(|| view! { <MessageText text i18n/> });
            let event = view! {
                <div class="message__event">
                    <p>
                        <strong>{what}</strong>
                        " "
                        <q dir="auto">{title}</q>
                    </p>
                    {text}
                </div>
            };
            (Some(author), Some(Either::Right(event)))
        }
    };
    let avatar = author.as_deref().map(initials).unwrap_or_default();
    // A tuple, no fragment: with erased types, on the server, that has a marker more than the browser expects.
    let author = author.map(|author| (view! { <span class="message__author" dir="auto">{author}</span> }, " "));
    let place = id.map(str::to_owned).or_else(|| at.map(|_| message_place(&key)));
    let live_class = {
        let key = key.clone();
        move || current(live, &key, |row| row.class.clone())
    };
    let live_facts = {
        let key = key.clone();
        move || current(live, &key, |row| row.facts.clone())
    };
    let act_key = key.clone();
    let facts_live = if live.is_some_and(|live| live.announces_state) { "polite" } else { "off" };
    view! {
        <li data-key=key data-avatar=avatar class=move || live_class().unwrap_or_else(|| class.clone()) id=place>
            {author}
            <span class="message__facts" aria-live=facts_live>
                {move || {
                    let facts = live_facts().unwrap_or_else(|| facts.clone());
                    facts_view(facts, act_key.clone(), live, i18n)
                }}
            </span>
            {body}
        </li>
    }
}

/// A part of the row with this key as it is now; none for a row that never changes, or is about to be removed.
fn current<T>(live: Option<LiveRows>, key: &str, part: fn(&Row) -> T) -> Option<T> {
    live?.rows.read().iter().find(|row| row.key == key).map(part)
}

fn facts_view(facts: Facts, key: String, live: Option<LiveRows>, i18n: I18n) -> impl IntoView + use<> {
    let (text, is_failed) = match facts {
        Facts::Time { at, shown, is_hour, full, has_title } => {
            let title = has_title.then(|| full.clone());
            let full = if is_hour { full } else { [", ", &full].concat() };
            return Either::Left(view! {
                <time datetime=at.to_string() title=title>
                    <span aria-hidden=is_hour.then_some("true")>{shown}</span>
                    <span class="sr-only">{full}</span>
                </time>
            });
        }
        Facts::Text(text) => (text, false),
        Facts::Unsent(state) => (send_state(state, i18n).to_owned(), state == SendState::Failed),
    };
    let button = move |action, label: &'static str| {
        let key = key.clone();
        let act = move |_| {
            if let Some(live) = live {
                live.act.run((action, key.clone()));
            }
        };
        (" ", view! { <button type="button" class="link-button" on:click=act>{label}</button> })
    };
    let buttons =
        is_failed.then(|| (button(UnsentAction::Retry, i18n.retry()), button(UnsentAction::Discard, i18n.discard())));
    Either::Right((text, buttons))
}

/// The state of an unsent message in words.
fn send_state(state: SendState, i18n: I18n) -> &'static str {
    match state {
        SendState::Sending => i18n.sending(),
        SendState::Waiting => i18n.waiting_to_send(),
        SendState::Failed => i18n.unsent(),
    }
}

/// A message's text with its links, and its files: pictures are shown, others named with their size. All are links of one type,
/// which is small in the browser.
#[component]
pub fn MessageText(
    text: String,
    #[prop(default = Vec::new())] files: Vec<ShownFile>,
    /// Where the place is shown that it is about: a picture of it comes first.
    #[prop(default = None)]
    pin: Option<String>,
    i18n: I18n,
) -> impl IntoView {
    let link = |dir: Option<&'static str>, href: String, picture: Option<String>, shown: String| {
        let picture = picture.map(|alt| view! { <img src=[&href, "?w=576"].concat() alt=alt loading="lazy"/> });
        view! {
            <a dir=dir target="_blank" rel="noopener noreferrer" href=href>
                {picture}
                {shown}
            </a>
        }
    };
    let piece = |piece: Piece<'_>| match piece {
        Piece::Text(plain) => Either::Left(plain.to_owned()),
        Piece::Link { shown, scheme } => Either::Right(link(None, [scheme, shown].concat(), None, shown.to_owned())),
    };
    let file = |ShownFile { id, name, size, content_type }: ShownFile| {
        let (href, name) = (address::file(&id, &name), name.to_string());
        let (href, picture, shown) = if has_preview(&content_type) {
            (href, Some(name), String::new())
        } else {
            ([&href, "?open"].concat(), None, [&name, " · ", &i18n.size(size)].concat())
        };
        Either::Right(link(Some("auto"), href, picture, shown))
    };
    let pieces = pieces(&text);
    let text = match pieces[..] {
        [Piece::Text(plain)] if files.is_empty() && pin.is_none() => Either::Left(plain.to_owned()),
        _ => {
            let place = |href| Either::Right(link(Some("auto"), href, Some(i18n.pin().to_owned()), String::new()));
            let shown = pin.into_iter().map(place).chain(pieces.into_iter().map(piece));
            Either::Right(shown.chain(files.into_iter().map(file)).collect_view())
        }
    };
    view! { <p class="message__text" dir="auto">{text}</p> }
}

#[cfg(test)]
mod tests {
    use domain::id::FileId;
    use domain::{Badge, EntityType, FileName, Language, Timestamp};

    use super::*;

    fn html(facts: Facts, content: Content) -> String {
        let row = Row { key: "a".to_owned(), class: "message".to_owned(), facts, content, at: None };
        view! { <MessageRow row i18n=Language::It.into()/> }.to_html().replace("<!>", "")
    }

    fn message(text: &str, badge: Option<Badge>) -> Content {
        Content::Message { author: "Anna".to_owned(), text: text.to_owned(), badge, files: Vec::new(), pin: None }
    }

    #[test]
    fn message_text_is_escaped_and_linked() {
        let html = html(Facts::Text("ora".to_owned()), message("<img onerror=x>\n& www.a.it/?b=1&c=\"d", None));
        assert_eq!(
            html,
            "<li data-key=\"a\" data-avatar=\"A\" class=\"message\"><span dir=\"auto\" class=\"message__author\">Anna</span> \
             <span aria-live=\"off\" class=\"message__facts\">ora</span><p dir=\"auto\" class=\"message__text\">\
             &lt;img onerror=x&gt;\n&amp; <a target=\"_blank\" rel=\"noopener noreferrer\" \
             href=\"https://www.a.it/?b=1&amp;c=\">www.a.it/?b=1&amp;c=</a>\"d</p></li>"
        );
    }

    #[test]
    fn old_comment_shows_its_badge() {
        let badge = Badge { kind: EntityType::Task, name: "Logo <b>".to_owned() };
        assert!(html(Facts::Text(String::new()), message("ok", Some(badge))).contains(">Attività: Logo &lt;b&gt;</p>"));
    }

    #[test]
    fn picture_is_shown_and_another_file_named() {
        let file = |name: &str, content_type: &str| ShownFile {
            id: FileId::parse("f").expect("an id"),
            name: FileName::clean(name).expect("a name"),
            size: 1_234_567,
            content_type: content_type.to_owned(),
        };
        let files = vec![file("a b.png", "image/png"), file("<b>.svg", "image/svg+xml")];
        let content = Content::Message {
            author: "Anna".to_owned(),
            text: String::new(),
            badge: None,
            files,
            pin: Some("/files/pins/a".to_owned()),
        };
        let html = html(Facts::Text(String::new()), content);
        assert!(html.contains("<img src=\"/files/f/a%20b.png?w=576\" alt=\"a b.png\" loading=\"lazy\">"), "{html}");
        assert!(html.contains(">&lt;b&gt;.svg · 1,2 MB</a>"), "{html}");
        let place = "href=\"/files/pins/a\"><img src=\"/files/pins/a?w=576\" alt=\"Segno sull’immagine\"";
        assert!(html.contains(place), "{html}");
    }

    #[test]
    fn time_shows_hour_and_full_date() {
        let time = |is_hour, has_title| Facts::Time {
            at: Timestamp::from_millis(0),
            shown: "11:30".to_owned(),
            is_hour,
            full: "oggi, 11:30".to_owned(),
            has_title,
        };
        let hour = html(time(true, false), Content::Line);
        assert!(hour.contains(
            "<time datetime=\"1970-01-01T00:00:00.000Z\"><span aria-hidden=\"true\">11:30</span>\
             <span class=\"sr-only\">oggi, 11:30</span></time>"
        ));
        assert!(
            html(time(false, true), Content::Line).contains(
                " title=\"oggi, 11:30\"><span>11:30</span><span class=\"sr-only\">, oggi, 11:30</span></time>"
            )
        );
    }

    #[test]
    fn failed_message_can_be_retried_or_discarded() {
        let sending = html(Facts::Unsent(SendState::Sending), message("x", None));
        assert!(sending.contains("Invio in corso…") && !sending.contains("<button"));
        let failed = html(Facts::Unsent(SendState::Failed), message("x", None));
        for part in ["Non inviato", ">Riprova</button>", ">Elimina</button>"] {
            assert!(failed.contains(part), "{part} in {failed}");
        }
    }
}
