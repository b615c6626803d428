//! What a client decided about deliverables, as the conversation shows it.

use serde::{Deserialize, Serialize};

use super::change_request;
use crate::id::DeliverableId;
use crate::{Author, ChannelKey, ChannelView, Comment, Timestamp};

/// A deliverable of a phase, as the phase's channel shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelDeliverable {
    pub id: DeliverableId,
    pub title: String,
    pub approved_at: Option<Timestamp>,
    /// The contact who approved it; none if it was the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<String>,
}

/// An approval, as a poll returns it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct ApprovalEvent {
    pub channel_key: ChannelKey,
    /// The deliverable's.
    pub id: DeliverableId,
    pub title: String,
    pub approved_at: Timestamp,
    /// The contact who approved it; none if it was the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<String>,
}

/// An entry of a channel, in the order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry<'a> {
    Message(&'a Comment),
    /// The client asked for changes to a deliverable, in this message.
    ChangeRequest {
        message: &'a Comment,
        /// Of the deliverable, with the version if it has several.
        title: &'a str,
        reason: &'a str,
    },
    /// The client approved a deliverable.
    Approval {
        id: &'a DeliverableId,
        title: &'a str,
        at: Timestamp,
        /// The contact who did.
        by: Option<&'a str>,
    },
}

impl Entry<'_> {
    pub fn at(&self) -> Timestamp {
        match self {
            Self::Message(message) | Self::ChangeRequest { message, .. } => message.created_at,
            Self::Approval { at, .. } => *at,
        }
    }

    pub fn author(&self) -> Author {
        match self {
            Self::Message(message) => message.author,
            Self::ChangeRequest { .. } | Self::Approval { .. } => Author::Client,
        }
    }

    /// The person who wrote or approved, if it was neither the client nor the agency's own account.
    pub fn author_name(&self) -> Option<&str> {
        match self {
            Self::Message(message) | Self::ChangeRequest { message, .. } => message.author_name.as_deref(),
            Self::Approval { by, .. } => *by,
        }
    }

    /// The stored message, if it is one.
    pub fn message(&self) -> Option<&Comment> {
        match self {
            Self::Message(message) | Self::ChangeRequest { message, .. } => Some(message),
            Self::Approval { .. } => None,
        }
    }
}

impl ChannelView {
    /// The messages shown, and the approvals between them: not those before the oldest message, if there
    /// are older ones.
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries: Vec<Entry<'_>> = self.messages.iter().map(|message| self.entry(message)).collect();
        let oldest = self.messages.first().filter(|_| self.has_older).map(|oldest| oldest.created_at);
        for deliverable in &self.deliverables {
            let Some(at) = deliverable.approved_at.filter(|at| Some(*at) >= oldest) else { continue };
            let index = entries.partition_point(|entry| entry.at() <= at);
            let ChannelDeliverable { id, title, approved_by, .. } = deliverable;
            entries.insert(index, Entry::Approval { id, title, at, by: approved_by.as_deref() });
        }
        entries
    }

    fn entry<'a>(&'a self, message: &'a Comment) -> Entry<'a> {
        let request = |one: &'a ChannelDeliverable| {
            let change_request::Request { heading, reason, .. } =
                change_request::parse(message.text.as_str(), &one.title)?;
            Some(Entry::ChangeRequest { message, title: heading, reason })
        };
        let mut deliverables = self.deliverables.iter().filter(|_| message.author == Author::Client);
        deliverables.find_map(request).unwrap_or(Entry::Message(message))
    }

    /// Hides the approvals at `before` and later, for a page of earlier messages.
    pub fn remove_approvals_from(&mut self, before: Timestamp) {
        for deliverable in &mut self.deliverables {
            deliverable.approved_at = deliverable.approved_at.filter(|at| *at < before);
        }
    }

    /// The time of the newest entry.
    pub fn newest(&self) -> Option<Timestamp> {
        let approvals = self.deliverables.iter().filter_map(|one| one.approved_at);
        approvals.chain(self.messages.last().map(|message| message.created_at)).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_millis(second * 1_000)
    }

    fn comment(id: &str, author: &str, text: &str, second: i64) -> Comment {
        serde_json::from_value(serde_json::json!({
            "id": id, "entity_type": "phase", "entity_id": "design", "channel_key": "design",
            "author": author, "text": text, "created_at": at(second), "badge": null,
        }))
        .expect("a comment")
    }

    fn channel(messages: Vec<Comment>, has_older: bool, approved: [Option<i64>; 2]) -> ChannelView {
        let deliverable = |(title, approved): (&str, Option<i64>)| ChannelDeliverable {
            id: DeliverableId::parse(title).expect("an id"),
            title: title.to_owned(),
            approved_at: approved.map(at),
            approved_by: None,
        };
        ChannelView {
            key: serde_json::from_value("design".into()).expect("a key"),
            phase_name: None,
            unread: 0,
            read_at: None,
            other_read_at: None,
            deliverables: ["Logo", "Home"].into_iter().zip(approved).map(deliverable).collect(),
            messages,
            has_older,
        }
    }

    #[test]
    fn approvals_stand_between_messages() {
        let messages = || vec![comment("a", "admin", "Ecco", 10), comment("b", "client", "Bene", 20)];
        let times = |channel: ChannelView| {
            channel.entries().iter().map(|entry| entry.at().as_millis() / 1_000).collect::<Vec<_>>()
        };
        assert_eq!(times(channel(messages(), false, [Some(15), Some(5)])), [5, 10, 15, 20]);
        assert_eq!(times(channel(messages(), true, [Some(25), Some(5)])), [10, 20, 25]);
        assert_eq!(times(channel(Vec::new(), false, [Some(1), None])), [1]);
        assert_eq!(channel(messages(), false, [Some(25), None]).newest(), Some(at(25)));
    }

    #[test]
    fn change_request_has_title_and_reason() {
        let messages = vec![
            comment("a", "client", "Home\n\nPiù grande.\n\nGrazie", 1),
            comment("b", "client", "Homepage\n\nNo", 2),
            comment("c", "admin", "Home\n\nEcco", 3),
        ];
        let channel = channel(messages, false, [None, None]);
        let entries = channel.entries();
        assert!(matches!(entries[0], Entry::ChangeRequest { title: "Home", reason: "Più grande.\n\nGrazie", .. }));
        assert!(entries[1..].iter().all(|entry| matches!(entry, Entry::Message(_))));
    }
}
