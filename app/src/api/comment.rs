//! `POST /api/client/comment`: the client writes a message (docs/REFERENCE.md#post-apiclientcomment). Forms:
//! [`WriteMessage`](crate::portal_actions::WriteMessage).

use domain::id::{ClientId, PhaseId};
use domain::{Channel, Comment, DomainError, EntityType, MessageText, Pin};
use http::StatusCode;
use serde::{Deserialize, Serialize};

use super::ErrorWords;

pub const PATH: &str = "/api/client/comment";
/// The header with the id of the comment: a repeated request returns the comment as it was first written.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";
pub const INVALID: ErrorWords = ErrorWords::INVALID;
pub const UNKNOWN_CHANNEL: ErrorWords = ErrorWords(StatusCode::NOT_FOUND, "Conversazione non trovata");

pub const fn error(error: DomainError) -> ErrorWords {
    match error {
        DomainError::UnknownToken => ErrorWords::UNKNOWN_TOKEN,
        DomainError::EmptyText
        | DomainError::TextTooLong
        | DomainError::NulInText
        | DomainError::KeyTaken
        | DomainError::InvalidPin
        | DomainError::TooManyFiles => INVALID,
        DomainError::UnknownFile => super::files::UNKNOWN,
        _ => UNKNOWN_CHANNEL,
    }
}

/// What a form has of a message: its text, which may be empty beside files, and the ids of its files from a list with commas.
///
/// # Errors
/// Those of [`MessageText::parse`].
pub fn text_and_files(text: &str, files: &str) -> Result<(MessageText, Vec<String>), DomainError> {
    let files: Vec<String> = files.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect();
    let text = if files.is_empty() { MessageText::parse(text) } else { MessageText::parse_beside_files(text) };
    Ok((text?, files))
}

#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct NewComment {
    /// The credential.
    #[cfg_attr(not(target_arch = "wasm32"), schema(min_length = 1))]
    pub token: String,
    /// `general` or `phase`.
    pub entity_type: EntityType,
    /// Of the client, or of a phase.
    #[cfg_attr(not(target_arch = "wasm32"), schema(min_length = 1))]
    pub entity_id: String,
    /// May be empty or absent beside files.
    #[serde(default)]
    pub text: Option<MessageText>,
    /// Ids of uploads of the same person. The island leaves files and places to the forms of the page.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", serde(skip_serializing))]
    #[cfg_attr(not(target_arch = "wasm32"), schema(min_items = 1, max_items = 10))]
    pub files: Option<Vec<String>>,
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", serde(skip_serializing))]
    pub pin: Option<Pin>,
}

impl NewComment {
    /// A message in the channel with this key.
    pub fn in_channel(token: String, channel: String, client: &ClientId, text: MessageText) -> Self {
        let entity_type = if channel == client.as_str() { EntityType::General } else { EntityType::Phase };
        Self { token, entity_type, entity_id: channel, text: Some(text), files: None, pin: None }
    }

    pub fn is_valid(&self) -> bool {
        matches!(self.entity_type, EntityType::General | EntityType::Phase)
            && !self.token.is_empty()
            && !self.entity_id.is_empty()
            && self.has_content()
            && self.pin.as_ref().is_none_or(Pin::is_valid)
    }

    /// A text, or some files, each once.
    fn has_content(&self) -> bool {
        match &self.files {
            None => self.text.as_ref().is_some_and(|text| !text.is_empty()),
            Some(files) => {
                let is_repeated = |(index, file)| files[..index].contains(file);
                (1..=Comment::MAX_FILES).contains(&files.len()) && !files.iter().enumerate().any(is_repeated)
            }
        }
    }

    /// `None` if the client cannot have such a channel; the store checks whose phase it is.
    pub fn channel(&self, client: &ClientId) -> Option<Channel> {
        match self.entity_type {
            EntityType::General if self.entity_id == client.as_str() => Some(Channel::General(client.clone())),
            EntityType::Phase => PhaseId::parse(self.entity_id.as_str()).ok().map(Channel::Phase),
            _ => None,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema))]
pub struct CommentResponse {
    pub comment: Comment,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_comment_names_its_channel() {
        let client = ClientId::parse("rossi").expect("an id");
        for channel in ["rossi", "design"] {
            let text = MessageText::parse("ciao").expect("a text");
            let new = NewComment::in_channel("t".to_owned(), channel.to_owned(), &client, text);
            assert!(new.is_valid());
            assert_eq!(new.channel(&client), Channel::named(channel, &client));
        }
    }
}
