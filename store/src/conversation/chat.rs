//! The client's chat: posting messages, read receipts.

use domain::id::CommentId;
use domain::{Channel, Comment, DomainError, Timestamp};

use crate::conversation::message_queue::NewMessage;
use crate::conversation::messages::{self, MessageDraft, Writer};
use crate::conversation::read_receipts;
use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::{ClientScope, Error, Result, Store};

impl Store {
    /// Raises the person's read receipt of the channel to the earlier of now and `up_to`, never lowers it.
    /// Returns the stored receipt.
    pub async fn mark_read(&self, scope: &ClientScope, key: &str, up_to: Option<Timestamp>) -> Result<Timestamp> {
        let channel = Channel::named(key, scope.id()).ok_or(DomainError::UnknownChannel)?;
        let now = self.clock.now();
        let read_at = up_to.map_or(now, |up_to| up_to.min(now));
        read_receipts::mark_read(&self.db, scope.person(), &channel, read_at).await
    }

    /// Writes a message of a person. `key` becomes its id; if they have already written a message with
    /// this key, that one is returned unchanged. Retries therefore write it once.
    ///
    /// # Errors
    /// [`DomainError::NotAllowed`] when they may not write, [`DomainError::UnknownChannel`](domain::DomainError) when the channel is not the client's,
    /// [`DomainError::KeyTaken`](domain::DomainError) when another message has the key, [`DomainError::InvalidPin`],
    /// [`DomainError::TooManyFiles`], [`DomainError::UnknownFile`], or a fault.
    pub async fn post_message<'a>(
        &self,
        scope: &ClientScope,
        channel: &Channel,
        draft: impl Into<MessageDraft<'a>>,
        key: Option<CommentId>,
    ) -> Result<Comment> {
        scope.check_can_write()?;
        let draft = draft.into();
        let written = if draft.files.is_empty() && draft.pin.is_none() {
            let (scope, channel, text) = (scope.clone(), channel.clone(), draft.text.clone());
            self.write_queued(NewMessage { scope, channel, text, key: key.clone() }).await
        } else {
            let tx = self.db.write_shared(Change::Message(scope.id().clone())).await?;
            self.write_and_commit(tx, scope, channel, draft, key.clone()).await
        };
        match written {
            // A retry, it may be.
            Err(Error::Domain(DomainError::KeyTaken)) => {
                let comment = self.find_written(scope, key.as_ref()).await?;
                Ok(comment.ok_or(DomainError::KeyTaken)?)
            }
            written => written,
        }
    }

    /// As [`Self::post_message`], of a form, which writes once if it has files or a place and is sent twice: its answer may be lost.
    pub async fn post_form(&self, scope: &ClientScope, channel: &Channel, draft: MessageDraft<'_>) -> Result<Comment> {
        let key = draft.form_key(channel, &scope.person().id().to_string());
        self.post_message(scope, channel, draft, key).await
    }

    /// Writes one message of a person, and ends the transaction.
    pub(super) async fn write_and_commit(
        &self,
        mut tx: Tx,
        scope: &ClientScope,
        channel: &Channel,
        draft: MessageDraft<'_>,
        key: Option<CommentId>,
    ) -> Result<Comment> {
        let written = self.write_message(&mut tx, scope.id(), channel, Writer::of(scope.person()), draft, key).await;
        tx.end(written).await
    }

    /// The message that the person has written with `key`, if any.
    async fn find_written(&self, scope: &ClientScope, key: Option<&CommentId>) -> Result<Option<Comment>> {
        let Some(key) = key else { return Ok(None) };
        let mut connection = self.db.readers().acquire().await?;
        Ok(messages::find_written(&mut connection, scope.id(), Writer::of(scope.person()), key).await?)
    }
}
