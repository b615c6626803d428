//! Drafts and unsent replies, in the tab's session storage: nothing typed is lost offline or on another page. A reply is
//! shown at once, sent in the background under its final id, and retried until the server has it. Without JavaScript
//! the same form is posted.

use app::browser::clock::device_now;
use app::browser::dom::{closest, find, listen, set_attr};
use app::browser::fetch::{self, FetchError};
use app::browser::outbox::SendState;
use app::browser::uuid::new_message_id;
use app::chat::markup::Markup;
use app::chat::message::{Side, author_html, send_state_html, text_class, text_html};
use app::i18n::I18n;
use domain::{Author, MessageText, Timestamp};
use leptos::prelude::{document, window};
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlFormElement, HtmlTextAreaElement};

use crate::LivePage;
use app::browser::storage::{form_body, load, save};

pub(crate) const DRAFT: &str = "atrio:reply:";
pub(crate) const UNSENT: &str = "atrio:replies";
/// The time between attempts, in milliseconds.
const RETRY: u32 = 10_000;

/// A reply that the server does not have.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Reply {
    /// The `data-reply` of its form: client and channel.
    place: String,
    id: String,
    text: String,
    /// The address and the body of the request.
    action: String,
    body: String,
    /// Whether the server refused it; its author discards it or tries again.
    is_refused: bool,
}

/// The reply form of the page.
struct ReplyForm {
    form: HtmlFormElement,
    text: HtmlTextAreaElement,
    place: String,
}

impl ReplyForm {
    fn find() -> Option<Self> {
        let form = find("[data-reply]")?;
        let place = form.get_attribute("data-reply")?;
        Some(Self {
            text: find("[data-reply] textarea")?.unchecked_into(),
            form: form.unchecked_into(),
            place,
        })
    }
}

impl LivePage {
    pub(super) fn add_reply_listeners(&'static self) {
        self.replies.replace(serde_json::from_str(&load(UNSENT)).unwrap_or_default());
        if let Some(ReplyForm { text, place, .. }) = ReplyForm::find() {
            if text.value().is_empty() {
                text.set_value(&load(&draft_key(&place)));
            }
            let typed = text.clone();
            listen(&text, "input", move |_| {
                save(&draft_key(&place), &typed.value());
            });
        }
        listen(&document(), "submit", move |event| self.queue_reply(&event));
        listen(&window(), "online", move |_| self.send_replies());
        listen(&document(), "click", move |event| self.handle_reply_button(&event));
        self.show_replies();
        self.send_replies();
    }

    /// Takes a submitted reply over from the browser.
    fn queue_reply(&'static self, event: &Event) {
        let Some(ReplyForm { form, text, place }) =
            ReplyForm::find().filter(|_| closest(event, "[data-reply]").is_some())
        else {
            return;
        };
        // A text that the server would refuse is posted: the page comes back with the reason and the text.
        let Ok(parsed) = MessageText::parse(&text.value()) else { return };
        let (Some(id), Some(body)) = (new_id(), form_body(&form)) else { return };
        event.prevent_default();
        let reply = Reply {
            id: form_value(&form, "form[id]"),
            text: String::from(parsed),
            action: form.action(),
            place: place.clone(),
            body,
            is_refused: false,
        };
        self.replies.borrow_mut().push(reply);
        if let Ok(Some(field)) = form.query_selector("[name='form[id]']") {
            set_attr(&field, "value", &id);
        }
        // The mark against sending twice is for forms that leave the page.
        let _ = form.remove_attribute("data-sent");
        text.set_value("");
        save(&draft_key(&place), "");
        self.replies_changed();
        self.send_replies();
    }

    /// Sends what is queued, one reply after the other.
    fn send_replies(&'static self) {
        if !self.is_sending.replace(true) {
            spawn_local(async move {
                while let Some(reply) = self.next_reply() {
                    match send(&reply).await {
                        Ok(page) => {
                            self.replies.borrow_mut().retain(|other| other.id != reply.id);
                            self.show_sent(&reply, &page);
                        }
                        Err(FetchError::Gone) => self.refuse_reply(&reply.id),
                        Err(FetchError::RateLimited(_) | FetchError::Unavailable) => {
                            self.reply_timer.set(RETRY, move || self.send_replies());
                            break;
                        }
                    }
                    self.replies_changed();
                }
                self.is_sending.set(false);
                self.show_replies();
            });
        }
    }

    /// Shows the page that answers a reply of its own channel, with the reply in it.
    fn show_sent(&self, reply: &Reply, page: &str) {
        if ReplyForm::find().is_some_and(|form| form.place == reply.place) {
            self.show_page(page);
        }
    }

    fn next_reply(&self) -> Option<Reply> {
        self.replies.borrow().iter().find(|reply| !reply.is_refused).cloned()
    }

    fn refuse_reply(&self, id: &str) {
        if let Some(reply) = self.replies.borrow_mut().iter_mut().find(|reply| reply.id == id) {
            reply.is_refused = true;
        }
    }

    fn replies_changed(&self) {
        let replies = self.replies.borrow();
        let json = if replies.is_empty() {
            String::new()
        } else {
            serde_json::to_string(&*replies).unwrap_or_default()
        };
        drop(replies);
        save(UNSENT, &json);
        self.show_replies();
    }

    /// Shows the unsent replies of the open channel below its messages.
    fn show_replies(&self) {
        let (Some(list), Some(form)) = (find("[data-unsent]"), ReplyForm::find()) else { return };
        let language = document().document_element().and_then(|root| root.get_attribute("lang"));
        let i18n = I18n::from(if language.as_deref() == Some("en") {
            domain::Language::En
        } else {
            domain::Language::It
        });
        let side = Side::Agency(String::new());
        let mut html = Markup::default();
        for reply in self.replies.borrow().iter().filter(|reply| reply.place == form.place) {
            let (state, class) = match (reply.is_refused, self.is_sending.get()) {
                (true, _) => (SendState::Failed, " message--failed"),
                (false, true) => (SendState::Sending, " message--leaving"),
                (false, false) => (SendState::Waiting, " message--leaving"),
            };
            html.raw("<li data-id=\"").text(&reply.id).raw("\" class=\"");
            html.text(&text_class(&side, Author::Admin, &reply.text)).raw(class).raw("\">");
            html.add(&author_html(&side, Author::Admin, i18n)).raw("<span class=\"message__facts\">");
            html.add(&send_state_html(state, i18n)).raw("</span>").add(&text_html(&reply.text, None, i18n));
            html.raw("</li>");
        }
        if list.inner_html() != html.as_str() {
            list.set_inner_html(html.as_str());
        }
    }

    /// Handles the buttons of refused replies.
    fn handle_reply_button(&'static self, event: &Event) {
        let (Some(button), Some(row)) = (closest(event, "[data-unsent] [data-act]"), closest(event, "li"))
        else {
            return;
        };
        let id = row.get_attribute("data-id").unwrap_or_default();
        if button.get_attribute("data-act").as_deref() == Some("retry") {
            if let Some(reply) = self.replies.borrow_mut().iter_mut().find(|reply| reply.id == id) {
                reply.is_refused = false;
            }
        } else {
            self.replies.borrow_mut().retain(|reply| reply.id != id);
        }
        self.replies_changed();
        self.send_replies();
    }
}

/// Posts a reply as its form would; returns the page that answers it.
async fn send(reply: &Reply) -> Result<String, FetchError> {
    let request = fetch::post_form(&reply.body);
    let response = fetch::call(&reply.action, request).await?;
    let address = response.url();
    // Signed out, or refused: the text stays here.
    if address.contains("error=") || address.contains("/admin/login") {
        return Err(FetchError::Gone);
    }
    fetch::text(response).await
}

fn form_value(form: &HtmlFormElement, name: &str) -> String {
    web_sys::FormData::new_with_form(form)
        .ok()
        .and_then(|data| data.get(name).as_string())
        .unwrap_or_default()
}

fn new_id() -> Option<String> {
    Some(new_message_id(Timestamp::from_millis(device_now()))?.to_string())
}

fn draft_key(place: &str) -> String {
    [DRAFT, place].concat()
}
