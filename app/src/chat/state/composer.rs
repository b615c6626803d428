//! What the message form shows, and the drafts of the channels.

use domain::MessageText;

use super::ChatState;
use crate::chat::ChatStart;

/// The most rows of the message field, in browsers that do not grow it with CSS.
const MAX_ROWS: usize = 6;

/// What the message form shows besides the text, which is the field's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComposerState {
    /// Empty if there is no error.
    pub error: String,
    pub is_invalid: bool,
    /// How many characters are left; negative if there are too many.
    pub remaining: i64,
    pub rows: usize,
}

impl ComposerState {
    pub(super) fn new(start: &ChatStart) -> Self {
        Self {
            is_invalid: !start.error.is_empty(),
            error: start.error.clone(),
            remaining: MessageText::remaining(&start.draft),
            rows: 1,
        }
    }
}

impl ChatState {
    /// The draft of the open channel.
    pub fn draft(&self) -> &str {
        self.drafts.iter().find(|(channel, _)| *channel == self.open).map_or("", |(_, draft)| draft)
    }

    pub fn set_draft(&mut self, text: String) {
        self.drafts.retain(|(channel, _)| *channel != self.open);
        if !text.is_empty() {
            self.drafts.push((self.open.clone(), text));
        }
    }

    /// Whether unsent text would be lost with the page.
    pub fn would_lose_text(&self) -> bool {
        self.storage_failed && !(self.drafts.is_empty() && self.outbox.is_empty())
    }

    /// An empty error clears it.
    pub fn set_error(&mut self, error: &str) {
        error.clone_into(&mut self.composer.error);
        self.composer.is_invalid &= !error.is_empty();
    }

    /// Measures the text of the field.
    pub fn measure_text(&mut self, text: &str) {
        self.composer.remaining = MessageText::remaining(text);
        self.composer.rows = text.split('\n').count().min(MAX_ROWS);
    }
}
