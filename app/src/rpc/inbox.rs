//! The agency's side of the conversations.

use domain::inbox::{Thread, ThreadSummary};
use domain::{ChannelKey, Language, Timestamp};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::Mishap;

/// What stands around every page of the agency.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Desk {
    /// Who is signed in.
    pub email: String,
    /// In which language.
    pub language: Language,
    /// How many messages of clients nobody has read.
    pub unread: i64,
}

/// A thread as it was when it was opened, and which of its channels is.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OpenThread {
    /// The conversation.
    pub thread: Thread,
    /// The channel on show.
    pub open: ChannelKey,
}

impl OpenThread {
    /// The thread, opened on `channel`, else on the first with something unread, else on General;
    /// `None` when it has no such channel.
    pub fn of(thread: Thread, channel: Option<&str>) -> Option<Self> {
        let channels = || thread.channels.iter().map(|tab| &tab.channel);
        let open = match channel {
            Some(key) => channels().find(|view| view.key.as_str() == key)?,
            None => channels().find(|view| view.unread > 0).or_else(|| channels().next())?,
        };
        Some(Self { open: open.key.clone(), thread })
    }

    /// The moment of the newest message on show.
    pub fn newest(&self) -> Option<Timestamp> {
        let open = self.thread.channels.iter().find(|tab| tab.channel.key == self.open)?;
        open.channel.messages.last().map(|message| message.created_at)
    }
}

/// The desk of the signed-in admin; anybody else is sent to sign in and come back to `page`.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "desk")]
pub async fn load_desk(
    /// The path and query of the page being rendered.
    page: String,
) -> Result<Desk, Mishap> {
    use crate::{address::Address, viewer::Admin};

    let to_login = |_: &Mishap| leptos_axum::redirect(&Address::login(&page).top(), false);
    let email = Admin::signed_in().inspect_err(to_login)?;
    let store = expect_context::<store::Store>();
    Ok(Desk { email, language: store.language().await?, unread: store.inbox_unread().await? })
}

/// One line per client, unread first.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "inbox")]
pub async fn load_inbox() -> Result<Vec<ThreadSummary>, Mishap> {
    crate::viewer::Admin::signed_in()?;
    Ok(expect_context::<store::Store>().threads().await?)
}

/// The conversation with a client. What is on show counts as read from now on; the answer is from
/// before.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Missing`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "thread")]
pub async fn load_thread(
    /// The id of the client.
    client: String,
    /// The key of a channel.
    channel: Option<String>,
) -> Result<OpenThread, Mishap> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
    let open = OpenThread::of(store.thread(&client).await?, channel.as_deref()).ok_or(Mishap::Missing)?;
    if let Some(newest) = open.newest() {
        store.mark_thread_read(&client, open.open.as_str(), Some(newest)).await?;
    }
    Ok(open)
}

/// Writes a message of the agency, and brings a browser back to the channel.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Missing`]; what is wrong with the text; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "reply")]
pub async fn write_reply(
    /// The id of the client.
    client: String,
    /// The key of a channel.
    channel: String,
    /// What was written, as the form sent it.
    text: String,
) -> Result<(), Mishap> {
    use crate::address::{Address, CONVERSATION};

    let text = super::as_typed(&text);
    let outcome = async {
        crate::viewer::Admin::signed_in()?;
        let text = domain::MessageText::parse(&text)?;
        expect_context::<store::Store>().reply(&client, &channel, &text).await?;
        Ok(())
    }
    .await;
    let page = Address::thread(&client).with("channel", &channel);
    leptos_axum::redirect(&page.after(outcome, &text).at(CONVERSATION), false);
    outcome
}

#[cfg(test)]
mod tests {
    use domain::portal::ChannelView;

    use super::*;

    fn thread(unread: [i64; 2]) -> Thread {
        let tab = |key: &str, unread| {
            let key = serde_json::from_value(key.into()).expect("a key");
            let channel = ChannelView {
                key,
                phase_name: None,
                unread,
                read_at: None,
                other_read_at: None,
                messages: Vec::new(),
                has_older: false,
            };
            domain::inbox::ThreadChannel { project: None, channel }
        };
        Thread {
            client_id: domain::id::ClientId::parse("rossi").expect("an id"),
            client_name: "Anna Rossi".to_owned(),
            company: None,
            channels: vec![tab("rossi", unread[0]), tab("design", unread[1])],
        }
    }

    #[test]
    fn a_thread_opens_where_something_waits() {
        let open = |unread, channel| OpenThread::of(thread(unread), channel).map(|one| one.open.to_string());
        assert_eq!(open([0, 0], None).as_deref(), Some("rossi"));
        assert_eq!(open([0, 2], None).as_deref(), Some("design"));
        assert_eq!(open([0, 2], Some("rossi")).as_deref(), Some("rossi"));
        assert_eq!(open([0, 0], Some("elsewhere")), None);
    }
}
