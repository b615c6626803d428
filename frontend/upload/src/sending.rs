//! What happens when a form with uploads is sent: it waits until all are there. A client's message is then sent in the background,
//! and their page shows it as it shows what was sent in another tab.

use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{BroadcastChannel, Event, EventInit, FormData, RequestInit, Response};

use crate::browser::{find_all, sleep, window};
use crate::form::{self, Form};
use crate::memory;
use crate::upload::{Owner, State};

pub(crate) fn submitted(event: &Event) {
    let element = event.target().map(JsCast::unchecked_into);
    let Some(form) = element.and_then(|element| form::known(&element)) else { return };
    if form.uploads().is_empty() {
        return;
    }
    // The property `id` of a form with a field of that name is the field.
    let is_client_message = form.element.get_attribute("id").as_deref() == Some("composer")
        // The page comes back without those of a message that was refused.
        && find_all("[form=composer]").is_empty();
    let is_whole = !form.has(State::Running) && !form.has(State::Stopped) && !form.is_sending.get();
    // The islands would send a message without its files.
    if !is_whole || is_client_message || form.element.has_attribute("data-reply") {
        event.stop_immediate_propagation();
    }
    if is_whole && !is_client_message {
        return form.leave();
    }
    event.prevent_default();
    if is_whole {
        form.is_sending.set(true);
        form.note("sending");
        spawn_local(send(form));
    } else if form.has(State::Running) {
        form.is_waiting.set(true);
        form.waits_in.replace(form.channel());
        form.note("waiting");
    } else if form.has(State::Stopped) {
        form.note("stopped");
    }
}

/// Sends a message of a client.
async fn send(form: Rc<Form>) {
    let (sent, text, channel) = (form.uploads(), form.text(), form.channel());
    let status = post(&form).await.unwrap_or_default();
    form.is_sending.set(false);
    let is_same = channel == form.channel();
    match status {
        200..300 => {
            form.note("");
            for upload in sent {
                upload.remove();
            }
            if !is_same {
                memory::write(&form.channel_draft(&channel), "");
            }
            // The channel of the tabs is named after the client, whose id the credential begins with.
            let credential = form.credential();
            if let Some(tabs) = credential.split('.').next().and_then(|client| BroadcastChannel::new(client).ok()) {
                let _ = tabs.post_message(&JsValue::NULL);
            }
            // The island has it as the draft of its channel, and shows it there again.
            while channel != form.channel() && form.element.is_connected() {
                sleep(300).await;
            }
            remove_sent(&form, &text, is_same);
        }
        // Sent as a form it leads to the page that shows why, and the text again.
        400..429 if is_same => {
            form.leave();
            let _ = form.element.submit();
        }
        _ => form.note("interrupted"),
    }
}

/// The status of the answer.
async fn post(form: &Form) -> Option<u16> {
    let request = RequestInit::new();
    request.set_method("POST");
    request.set_body(&FormData::new_with_form(&form.element).ok()?.into());
    let address = form.element.get_attribute("action")?;
    let response = JsFuture::from(window().fetch_with_str_and_init(&address, &request)).await.ok()?;
    Some(response.unchecked_into::<Response>().status())
}

/// Leaves in the field what was typed while the message was under way.
fn remove_sent(form: &Form, sent: &str, takes_focus: bool) {
    let Some(field) = form.textarea() else { return };
    let text = field.value();
    let Some(rest) = text.strip_prefix(sent) else { return };
    field.set_value(rest.trim_start());
    let bubbling = EventInit::new();
    bubbling.set_bubbles(true);
    // The island counts the characters, and keeps no draft of what was sent.
    if let Ok(event) = Event::new_with_event_init_dict("input", &bubbling) {
        let _ = field.dispatch_event(&event);
    }
    if takes_focus {
        let _ = field.focus();
    }
}
