//! What the agency sees of its conversations (docs/REFERENCE.md#channels).

use serde::{Deserialize, Serialize};

use crate::id::{ClientId, ProjectId};
use crate::portal::ChannelView;
use crate::{ChannelKey, Comment, Slug};

/// One line of the inbox: the conversation with one client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadSummary {
    pub client_id: ClientId,
    pub client_name: String,
    pub company: Option<String>,
    /// The newest message, when there is one; in a search the newest one that was searched for.
    pub message: Option<Comment>,
    /// In a search: where in that message, in bytes, a word begins that was searched for.
    pub found_at: Option<usize>,
    /// In a search: whether what was searched for is in what else is known of the client, or in a message of
    /// long ago, rather than in what the line shows.
    pub is_found_elsewhere: bool,
    /// How many of the client's messages nobody has read, over all channels; one more when the thread
    /// is marked as unread.
    pub unread: i64,
}

/// The conversation with one client, channel by channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    pub client_id: ClientId,
    pub client_name: String,
    pub company: Option<String>,
    /// The address of their portal.
    pub slug: Slug,
    /// The channel on show.
    pub open: ChannelKey,
    /// General first, then the phases of each project. Only the one on show has its messages.
    pub channels: Vec<ThreadChannel>,
    /// Whether it is marked as unread.
    pub is_marked: bool,
}

impl Thread {
    /// Whether something in it waits to be read.
    pub fn is_unread(&self) -> bool {
        self.is_marked || self.channels.iter().any(|tab| tab.channel.unread > 0)
    }

    /// The channel on show.
    pub fn channel(&self) -> Option<&ChannelView> {
        self.channels.iter().map(|tab| &tab.channel).find(|channel| channel.key == self.open)
    }
}

/// A tab of a thread. Its [`ChannelView::read_at`] is the snapshot of adminLastReadAt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadChannel {
    /// The project the phase belongs to; none for General.
    pub project: Option<ThreadProject>,
    /// The channel; unread counts the client's messages.
    pub channel: ChannelView,
}

/// The project a phase belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadProject {
    pub id: ProjectId,
    pub name: String,
}

/// Which channel of a thread to show: the one that is `wanted`, else the first with something unread,
/// else General. None when there is none that is wanted.
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
            messages: Vec::new(),
            has_older: false,
        };
        ThreadChannel { project: None, channel }
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
