//! Conversations as the agency's inbox shows them (docs/REFERENCE.md#channels).

use crate::id::{ClientId, CommentId, ProjectId};
use crate::{ChannelDeliverable, ChannelKey, ChannelView, Comment, Date, Slug, Timestamp};

/// A row of the inbox: the conversation with one client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadSummary {
    pub client_id: ClientId,
    pub client_name: String,
    pub company: Option<String>,
    pub state: ThreadState,
    /// When the newest entry was written; `None` while there is none.
    pub newest_at: Option<Timestamp>,
    /// The message that a client waits with, else the newest, if any; in a search the newest match.
    pub message: Option<Comment>,
    /// Where that message is; `None` in General.
    pub place: Option<PhasePlace>,
    /// The newest event, if it is an approval.
    pub approval: Option<ChannelDeliverable>,
    /// In a search: byte offset of a match in that message.
    pub found_at: Option<usize>,
    /// In a search: whether the match is in other data of the client, or in a message too old to be shown
    /// here.
    pub is_found_elsewhere: bool,
    /// Unread messages and unseen approvals of the client in all channels, plus one if the thread is marked as unread.
    pub unread: i64,
}

/// Whether a client waits for an answer (docs/REFERENCE.md#waiting).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadState {
    /// They wait since the first message that is unread or unanswered in its channel.
    Waits(Timestamp),
    /// Put off until a day, or until something is written.
    Snoozed(Option<Date>),
    /// What they wrote last needs no answer.
    SetAside,
    /// The agency wrote last, or nobody did.
    Answered,
}

/// The names of a phase and its project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhasePlace {
    pub project: String,
    pub phase: String,
}

/// The conversation with one client, channel by channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    pub client_id: ClientId,
    pub client_name: String,
    pub company: Option<String>,
    /// The address of their portal.
    pub slug: Slug,
    /// The channel shown.
    pub open: ChannelKey,
    /// General first, then the phases of each project. Only the channel shown has its messages.
    pub channels: Vec<ThreadChannel>,
    pub state: ThreadState,
    /// When the newest entry of all channels was written; `None` while there is none.
    pub newest_at: Option<Timestamp>,
    /// Whether an admin marked it as unread.
    pub is_marked: bool,
    /// The timestamp before which its messages are, if they are earlier ones.
    pub before: Option<Timestamp>,
    /// The message that was searched for; the channel shows it.
    pub found: Option<CommentId>,
}

impl Thread {
    /// Whether it has unread messages or is marked as unread.
    pub fn is_unread(&self) -> bool {
        self.is_marked || self.channels.iter().any(|tab| tab.channel.unread > 0)
    }

    /// The tab that is shown.
    pub fn shown(&self) -> Option<&ThreadChannel> {
        self.channels.iter().find(|tab| tab.channel.key == self.open)
    }

    /// The channel that is shown.
    pub fn channel(&self) -> Option<&ChannelView> {
        self.shown().map(|tab| &tab.channel)
    }
}

/// A tab of a thread. Its [`ChannelView::read_at`] is a snapshot of `adminLastReadAt`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadChannel {
    /// The project of the phase; none for General.
    pub project: Option<ThreadProject>,
    /// The channel; unread counts the client's messages.
    pub channel: ChannelView,
    /// Who of the client has read up to [`ChannelView::other_read_at`]; `None` where it can only be the client.
    pub read_by: Option<String>,
}

/// The project a phase belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadProject {
    pub id: ProjectId,
    pub name: String,
}

/// The channel to show: the `wanted` one, else the first with unread messages, else General. `None` if the
/// wanted one does not exist.
pub fn channel_to_open<'a>(channels: &'a [ThreadChannel], wanted: Option<&str>) -> Option<&'a ChannelView> {
    let mut all = channels.iter().map(|tab| &tab.channel);
    match wanted {
        Some(key) => all.find(|channel| channel.key.as_str() == key),
        None => all.clone().find(|channel| channel.unread > 0).or_else(|| all.next()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tab(key: &str, unread: i64) -> ThreadChannel {
        let key = serde_json::from_value(key.into()).expect("a key");
        let channel = ChannelView {
            key,
            phase_name: None,
            unread,
            read_at: None,
            other_read_at: None,
            deliverables: Vec::new(),
            messages: Vec::new(),
            has_older: false,
        };
        ThreadChannel { project: None, channel, read_by: None }
    }

    #[test]
    fn thread_opens_at_unread_channel() {
        let open = |unread: [i64; 2], wanted| {
            let channels = [tab("rossi", unread[0]), tab("design", unread[1])];
            channel_to_open(&channels, wanted).map(|channel| channel.key.to_string())
        };
        assert_eq!(open([0, 0], None).as_deref(), Some("rossi"));
        assert_eq!(open([0, 2], None).as_deref(), Some("design"));
        assert_eq!(open([0, 2], Some("rossi")).as_deref(), Some("rossi"));
        assert_eq!(open([0, 0], Some("elsewhere")), None);
        assert_eq!(channel_to_open(&[], None), None);
    }
}
