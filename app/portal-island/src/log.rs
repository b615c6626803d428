//! The log of the open channel, and the button down to messages that came in below.

use leptos::html::inner_html;
use leptos::prelude::*;

use crate::LiveChat;
use app::browser::dom::is_plain_click;
use app::chat::message_list::Row;
use app::chat::row::{LiveRows, MessageRow, RowWriter};

#[component]
pub fn MessageLog(chat: LiveChat) -> impl IntoView {
    let i18n = chat.i18n();
    let state = chat.state;
    let act = Callback::new(move |(action, key)| chat.act(action, key));
    // The form announces why a message was not sent.
    let live = LiveRows { rows: chat.rows, act, announces_state: false };
    let older = move || state.read().older_address();
    let older_label = move || {
        let label = if state.read().is_loading_older { i18n.loading_older() } else { i18n.show_earlier() };
        Some(label.to_owned())
    };
    let quiet = move |value: &str| state.read().is_quiet.then(|| value.to_owned());
    let unseen = move || state.read().unseen();
    // In place of the same rows, rendered one by one.
    let written = if cfg!(target_arch = "wasm32") { None } else { RowWriter::written(chat.rows) };
    view! {
        <div class="chat__window">
            <div
                class="log"
                role="log"
                aria-label=i18n.messages()
                tabindex="0"
                aria-live=move || quiet("off")
                aria-busy=move || quiet("true")
                node_ref=chat.log
                on:scroll=move |_| chat.schedule_read_check()
            >
                <div class="log__inner">
                    <p class="log__older" hidden=move || older().is_none()>
                        <a
                            href=move || older().unwrap_or_default()
                            on:click=move |event| {
                                if is_plain_click(&event) {
                                    event.prevent_default();
                                    chat.load_older();
                                }
                            }
                        >
                            {older_label}
                        </a>
                    </p>
                    <p class="empty" hidden=move || !chat.rows.read().is_empty()>{i18n.empty_channel()}</p>
                    <ol class="messages" node_ref=chat.list {..inner_html(written)}>
                        <For each=chat.rows key=|row: &Row| row.key.clone() let(row)>
                            <MessageRow row i18n live/>
                        </For>
                    </ol>
                </div>
            </div>
            <button
                class="chat__jump"
                type="button"
                hidden=move || unseen() == 0
                on:click=move |_| chat.scroll_to_end()
            >
                {move || Some(unseen()).filter(|count| *count > 0).map(|count| i18n.jump(count))}
            </button>
        </div>
    }
}
