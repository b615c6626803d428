//! Drafts and unsent replies, in the tab's session storage: nothing typed is lost offline or on another page. A reply is
//! shown at once, sent in the background under its final id, and retried until the server has it. Without JavaScript
//! the same form is posted. What was refused because somebody else has answered is put back into the form, with the question
//! whether to send it.

use app::browser::clock::device_now;
use app::browser::dom::{closest, find, find_all};
use app::browser::fetch::{self, FetchError};
use app::browser::outbox::{Outbox, SendState, Unsent};
use app::browser::storage::{form_body, load, save};
use app::browser::timer::Timer;
use app::browser::uuid::new_message_id;
use app::chat::files_field::has_files;
use app::chat::message::Side;
use app::chat::message_list::{Row, unsent_row};
use app::chat::row::{LiveRows, MessageRow, UnsentAction};
use domain::id::CommentId;
use domain::{MessageText, Timestamp};
use leptos::ev;
use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlFormElement, HtmlInputElement};

use crate::fields::{self, Field};
use crate::{phrases, regions};

pub(crate) const DRAFT: &str = "atrio:reply:";
pub(crate) const UNSENT: &str = "atrio:replies";
/// The time between attempts, in milliseconds.
const RETRY: u32 = 10_000;

/// The unsent replies of this tab, of all conversations.
#[derive(Clone, Copy)]
pub(crate) struct Replies(RwSignal<State>);

#[derive(Default)]
struct State {
    outbox: Outbox,
    is_sending: bool,
    /// Begins the next attempt.
    timer: Timer,
}

impl Replies {
    /// Sends what is unsent, from any page; a page with a reply form shows what belongs to it.
    pub(crate) fn start() {
        let replies = Self(RwSignal::default());
        replies.change(|outbox| outbox.restore(&load(UNSENT)));
        if let Some(form) = find("[data-reply]") {
            restore_draft(&form);
        }
        if let (Some(list), Some(place)) = (find("[data-unsent]"), open_place()) {
            replies.show(list, place);
        }
        // They listen as long as the page is open.
        let _ = window_event_listener(ev::input, |event| {
            if let Some(form) = closest(&event, "[data-reply]") {
                save_draft(&form);
            }
        });
        let _ = window_event_listener(ev::submit, move |event| {
            if let Some(form) = closest(&event, "[data-reply]") {
                replies.queue(&event, form.unchecked_ref());
            }
        });
        let _ = window_event_listener(ev::online, move |_| replies.send());
        replies.send();
    }

    /// Shows the unsent replies of a conversation below its messages.
    fn show(self, list: HtmlElement, place: String) {
        let i18n = phrases();
        let side = Side::Agency(String::new());
        let row = move |reply: &Unsent| unsent_row(reply, &side, i18n);
        let rows = Memo::new(move |_| self.0.read().outbox.at(&place).map(&row).collect::<Vec<Row>>());
        let act = Callback::new(move |(action, id)| self.act(action, id));
        let live = LiveRows { rows, act, announces_state: true };
        mount_to(list, move || {
            view! {
                <For each=rows key=|row: &Row| row.key.clone() let(row)>
                    <MessageRow row i18n live/>
                </For>
            }
        })
        .forget();
    }

    /// Takes a submitted reply over from the browser.
    fn queue(self, event: &Event, form: &HtmlFormElement) {
        // The browser sends files, and says how far it is. Those that came with a refused reply go once, as the page is new then.
        if files_of(form).is_some_and(|input| has_files(&input)) || !find_all(form, "[name='form[files]']").is_empty() {
            return;
        }
        let (Some(text), Some(id)) = (field(form, "form[text]"), field(form, "form[id]")) else { return };
        // A text that the server would refuse is posted: the page comes back with the reason and the text.
        let Ok(parsed) = MessageText::parse(&text.value()) else { return };
        let at = Timestamp::from_millis(device_now());
        let (Ok(own_id), Some(next_id), Some(body)) =
            (CommentId::parse(id.value()), new_message_id(at), form_body(form))
        else {
            return;
        };
        event.prevent_default();
        self.change(|outbox| {
            outbox.add(Unsent {
                id: own_id,
                place: place_of(form),
                text: parsed.into(),
                at,
                state: SendState::Sending,
                action: form.action(),
                body,
            });
        });
        id.set_value(next_id.as_str());
        text.set_value("");
        save_draft(form);
        self.send();
    }

    /// Sends what is queued, one reply after the other.
    fn send(self) {
        if std::mem::replace(&mut self.0.write_untracked().is_sending, true) {
            return;
        }
        self.change(Outbox::resume);
        spawn_local(async move {
            while let Some(reply) = self.next() {
                let sent = post(&reply).await;
                self.change(|outbox| match sent {
                    Ok(Answer::Taken(_)) => drop(outbox.remove(&reply.id)),
                    Ok(Answer::Asked(_)) => {}
                    Err(FetchError::Gone) => outbox.set_state(&reply.id, SendState::Failed),
                    Err(_) => outbox.pause(),
                });
                match sent {
                    // The page with the reply in it, if it is of the open conversation.
                    Ok(Answer::Taken(page)) if open_place().as_ref() == Some(&reply.place) => regions::refresh(&page),
                    Ok(Answer::Asked(page)) => self.ask(&reply, &page),
                    Ok(Answer::Taken(_)) | Err(FetchError::Gone) => {}
                    Err(FetchError::RateLimited(_) | FetchError::Unavailable) => {
                        self.0.read_untracked().timer.set(RETRY, move || self.send());
                        break;
                    }
                }
            }
            self.0.write_untracked().is_sending = false;
        });
    }

    /// Puts a reply back into its form, below the question of `page`. Where that is not open, or something else is typed in
    /// it, the reply stays unsent, and is sent as it is when its author retries.
    fn ask(self, reply: &Unsent, page: &str) {
        let form = find("[data-reply]").filter(|form| place_of(form) == reply.place);
        let free = form.and_then(|form| Some((field(&form, "form[text]")?, form)));
        match free.filter(|(text, _)| text.value().is_empty()) {
            Some((text, form)) => {
                self.change(|outbox| drop(outbox.remove(&reply.id)));
                text.set_value(&reply.text);
                save_draft(&form);
                regions::refresh(page);
            }
            None => self.change(|outbox| {
                outbox.set_body(&reply.id, without_seen(&reply.body));
                outbox.set_state(&reply.id, SendState::Failed);
            }),
        }
    }

    fn next(self) -> Option<Unsent> {
        self.0.read_untracked().outbox.next().cloned()
    }

    /// Retries or discards a refused reply.
    fn act(self, action: UnsentAction, id: String) {
        let Ok(id) = CommentId::parse(id) else { return };
        self.change(|outbox| match action {
            UnsentAction::Retry => outbox.set_state(&id, SendState::Sending),
            UnsentAction::Discard => drop(outbox.remove(&id)),
        });
        self.send();
    }

    /// Changes the outbox and stores it.
    fn change(self, change: impl FnOnce(&mut Outbox)) {
        let mut state = self.0.write();
        change(&mut state.outbox);
        save(UNSENT, &state.outbox.all_to_json());
    }
}

/// The page that answers a reply.
enum Answer {
    Taken(String),
    /// Somebody else has answered meanwhile: the page asks whether to send it.
    Asked(String),
}

/// Posts a reply as its form would.
async fn post(reply: &Unsent) -> Result<Answer, FetchError> {
    let response = fetch::call(&reply.action, fetch::post_form(&reply.body)).await?;
    let address = response.url();
    if address.contains("error=answered") {
        return fetch::text(response).await.map(Answer::Asked);
    }
    // Signed out, or refused: the text stays here.
    if is_refusal(&address) { Err(FetchError::Gone) } else { fetch::text(response).await.map(Answer::Taken) }
}

fn files_of(form: &Element) -> Option<HtmlInputElement> {
    find_all(form, "[type=file]").pop()?.dyn_into().ok()
}

/// The body of a reply that is sent whoever has answered.
fn without_seen(body: &str) -> String {
    body.split('&').filter(|field| !field.starts_with("form%5Bseen%5D=")).collect::<Vec<_>>().join("&")
}

/// Whether the page at an address says that a reply was not taken.
fn is_refusal(address: &str) -> bool {
    address.contains("error=") || address.contains("/admin/login")
}

/// The conversation of the page, if it has a reply form.
fn open_place() -> Option<String> {
    find("[data-reply]").map(|form| place_of(&form))
}

/// The conversation of a reply form: client and channel.
fn place_of(form: &Element) -> String {
    form.get_attribute("data-reply").unwrap_or_default()
}

fn field(form: &Element, name: &str) -> Option<Field> {
    fields::named(form).find(|(other, _)| other == name).map(|(_, field)| field)
}

fn restore_draft(form: &Element) {
    if let Some(text) = field(form, "form[text]").filter(|text| text.value().is_empty()) {
        text.set_value(&load(&draft_key(form)));
    }
}

fn save_draft(form: &Element) {
    if let Some(text) = field(form, "form[text]") {
        save(&draft_key(form), &text.value());
    }
}

fn draft_key(form: &Element) -> String {
    [DRAFT, &place_of(form)].concat()
}

#[cfg(test)]
mod tests {
    use super::{is_refusal, without_seen};

    #[test]
    fn body_without_seen_has_every_other_field() {
        let body = "client=a&form%5Bseen%5D=2026-11-20T12%3A00%3A00.000Z&form%5Btext%5D=form%255Bseen%255D%3D";
        assert_eq!(without_seen(body), "client=a&form%5Btext%5D=form%255Bseen%255D%3D");
    }

    #[test]
    fn reply_is_taken_unless_the_page_shows_an_error_or_the_sign_in() {
        assert!(!is_refusal("https://a.it/admin/inbox/anna?channel=anna&since=1#conversation"));
        assert!(is_refusal("https://a.it/admin/inbox/anna?channel=anna&error=too_long"));
        assert!(is_refusal("https://a.it/admin/login?next=%2Fadmin"));
    }
}
