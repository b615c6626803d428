//! The form that marks a channel as read, for browsers without scripts.

use app::portal_actions::MarkRead;
use domain::portal::ChannelView;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::i18n::I18n;
use crate::portal::FormTarget;

/// A button in `<noscript>`, shown while the open channel has unread messages.
#[component]
pub fn MarkReadForm(channels: Vec<ChannelView>, target: FormTarget, i18n: I18n) -> impl IntoView {
    let open =
        channels.into_iter().find(|channel| channel.key.as_str() == target.channel && channel.unread > 0);
    let newest = open.and_then(|channel| channel.messages.last().map(|message| message.created_at));
    newest.map(|up_to| {
        view! {
            <noscript>
                <form method="post" action=MarkRead::PATH class="read-form">
                    <input type="hidden" name="key" value=target.slug.to_string()/>
                    <input type="hidden" name="pass" value=target.pass/>
                    <input type="hidden" name="project" value=target.project/>
                    <input type="hidden" name="channel" value=target.channel/>
                    <input type="hidden" name="up_to" value=up_to.to_string()/>
                    <button class="button button--quiet">{i18n.mark_read()}</button>
                </form>
            </noscript>
        }
    })
}
