//! The chat's data in the browser, and how poll responses change it.

use domain::{ApprovalEvent, Author, ChannelDeliverable, ChannelKey, ChannelView, Comment, Timestamp};

use crate::api::chat::PollResponse;
use crate::api::history::HistoryResponse;

/// The channels of a project, as the client sees them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    /// General first, then the phases in order.
    pub channels: Vec<ChannelView>,
    /// Whether a message arrived for an unknown channel: the page must be reloaded.
    pub outdated: bool,
    cursor: Option<Timestamp>,
}

impl Conversation {
    /// The conversation as the server rendered it; `cursor` is the `since` of the first poll.
    pub fn new(channels: Vec<ChannelView>, cursor: Option<Timestamp>) -> Self {
        Self { channels, outdated: false, cursor }
    }

    /// The `since` of the next poll: the newest `created_at` that came from a poll. Sent messages do not
    /// move it: a message of the agency may have been committed just before.
    pub fn cursor(&self) -> Option<Timestamp> {
        self.cursor
    }

    /// The number of approvals in all channels.
    pub fn approvals(&self) -> usize {
        let deliverables = self.channels.iter().flat_map(|channel| &channel.deliverables);
        deliverables.filter(|one| one.approved_at.is_some()).count()
    }

    pub fn channel(&self, key: &ChannelKey) -> Option<&ChannelView> {
        self.channels.iter().find(|channel| channel.key == *key)
    }

    /// The number of unread messages in all channels.
    pub fn unread(&self) -> i64 {
        self.channels.iter().map(|channel| channel.unread).sum()
    }

    /// Whether a channel has unread messages up to `seen`.
    pub fn has_unread_up_to(&self, key: &ChannelKey, seen: Timestamp) -> bool {
        let is_new = |channel: &ChannelView| {
            let new = |message: &Comment| message.created_at <= seen && is_unread(message, channel.read_at);
            channel.messages.iter().any(new)
        };
        self.channel(key).is_some_and(is_new)
    }

    /// The number of the agency's messages in a channel after `seen`.
    pub fn unread_after(&self, key: &ChannelKey, seen: Option<Timestamp>) -> usize {
        let is_new = |message: &&Comment| is_unread(message, seen);
        self.channel(key).map_or(0, |channel| channel.messages.iter().filter(is_new).count())
    }

    /// Applies a poll's response.
    pub fn receive(&mut self, response: PollResponse) {
        for comment in response.comments {
            self.cursor = self.cursor.max(Some(comment.created_at));
            self.add(comment);
        }
        for approval in response.approvals.unwrap_or_default() {
            self.approve(approval);
        }
        for (key, at) in response.reads.0 {
            self.read_up_to(&key, at);
        }
        for (key, at) in response.agency_reads.unwrap_or_default().0 {
            if let Some(channel) = self.channels.iter_mut().find(|channel| channel.key == key) {
                channel.other_read_at = channel.other_read_at.max(Some(at));
            }
        }
    }

    fn approve(&mut self, approval: ApprovalEvent) {
        let ApprovalEvent { channel_key, id, title, approved_at, approved_by } = approval;
        let Some(channel) = self.channels.iter_mut().find(|channel| channel.key == channel_key) else {
            return;
        };
        let approved_at = Some(approved_at);
        match channel.deliverables.iter_mut().find(|one| one.id == id) {
            Some(shown) => (shown.approved_at, shown.approved_by) = (approved_at, approved_by),
            None => channel.deliverables.push(ChannelDeliverable { id, title, approved_at, approved_by }),
        }
    }

    /// Adds a page of older messages before those of a channel; skips those it has.
    pub fn prepend_older(&mut self, key: &ChannelKey, page: HistoryResponse) {
        let Some(channel) = self.channels.iter_mut().find(|channel| channel.key == *key) else { return };
        let is_loaded = |message: &Comment| channel.messages.iter().any(|loaded| loaded.id == message.id);
        let mut messages: Vec<Comment> = page.comments.into_iter().filter(|one| !is_loaded(one)).collect();
        messages.append(&mut channel.messages);
        channel.messages = messages;
        channel.has_older = page.has_older;
    }

    /// Adds a message the client just sent.
    pub fn add_sent(&mut self, comment: Comment) {
        self.add(comment);
    }

    /// Marks a channel as read up to `at`; never moves back.
    pub fn read_up_to(&mut self, key: &ChannelKey, at: Timestamp) {
        let Some(channel) = self.channels.iter_mut().find(|channel| channel.key == *key) else { return };
        if channel.read_at.is_some_and(|read| read >= at) {
            return;
        }
        channel.read_at = Some(at);
        // Messages older than those loaded may be unread too, unless `at` is past them.
        if channel.messages.first().is_none_or(|oldest| oldest.created_at <= at) {
            let unread = channel.messages.iter().filter(|message| is_unread(message, Some(at))).count();
            channel.unread = i64::try_from(unread).unwrap_or(i64::MAX);
        }
    }

    /// Inserts a message in order of time, unless it is there.
    fn add(&mut self, comment: Comment) {
        let Some(channel) = self.channels.iter_mut().find(|channel| channel.key == comment.channel_key) else {
            self.outdated = true;
            return;
        };
        if channel.messages.iter().any(|loaded| loaded.id == comment.id) {
            return;
        }
        if is_unread(&comment, channel.read_at) {
            channel.unread += 1;
        }
        let index = channel.messages.partition_point(|loaded| loaded.created_at <= comment.created_at);
        channel.messages.insert(index, comment);
    }
}

/// Whether the client has not read a message (docs/REFERENCE.md#unread-messages).
fn is_unread(message: &Comment, read_at: Option<Timestamp>) -> bool {
    message.author != Author::Client && read_at.is_none_or(|read| message.created_at > read)
}

#[cfg(test)]
mod tests;
