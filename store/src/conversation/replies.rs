//! Replies of the agency.

use domain::audit::Actor;
use domain::id::{ClientId, CommentId};
use domain::{Channel, Comment, DomainError, MessageText, Pin, Timestamp};

use crate::conversation::attachments;
use crate::conversation::messages::{self, MessageDraft, Writer};
use crate::conversation::typing;
use crate::db::cache_versions::Change;
use crate::db::{Tx, row_lock};
use crate::{Error, Result, Store};

/// A reply as a form sends it.
#[derive(Debug, Clone, Copy)]
pub struct ReplyForm<'a> {
    /// The key of the channel.
    pub channel: &'a str,
    pub text: &'a MessageText,
    /// Uploads of the agency that nothing refers to yet.
    pub files: &'a [String],
    /// The place on a picture that it is about.
    pub pin: Option<&'a Pin>,
    /// The id of its message: sent twice, it writes once. Without one that holds for a form with files or a place only.
    pub id: Option<&'a CommentId>,
    /// The time of the newest message that the writer has seen: a later one of somebody else of the agency refuses it.
    /// `None` sends it in any case.
    pub seen: Option<Timestamp>,
}

impl<'a> ReplyForm<'a> {
    /// A text alone, sent in any case.
    pub fn of(channel: &'a str, text: &'a MessageText) -> Self {
        Self { channel, text, files: &[], pin: None, id: None, seen: None }
    }

    fn draft(&self) -> MessageDraft<'a> {
        MessageDraft { text: self.text, files: self.files, pin: self.pin }
    }
}

impl Store {
    /// Writes a message of the agency as such.
    pub async fn reply(&self, client: &ClientId, key: &str, text: &MessageText) -> Result<Comment> {
        let channel = self.parse_channel(client, key).await?;
        self.write_reply(client, &channel, None, ReplyForm::of(key, text)).await
    }

    /// Writes a message of somebody of the agency. The same form with another text, as after the browser's Back, writes
    /// another message.
    ///
    /// # Errors
    /// [`DomainError::Answered`] when somebody else of the agency has answered since [`ReplyForm::seen`].
    pub async fn reply_once(&self, by: &Actor, client: &ClientId, form: ReplyForm<'_>) -> Result<Comment> {
        let channel = self.parse_channel(client, form.channel).await?;
        let key = form.draft().form_key(&channel, by.key()).filter(|_| form.id.is_none());
        let form = ReplyForm { id: form.id.or(key.as_ref()), ..form };
        match self.write_reply(client, &channel, Some(by), form).await {
            Err(Error::Domain(DomainError::KeyTaken)) => {}
            outcome => return outcome,
        }
        let mut connection = self.db.readers().acquire().await?;
        let written = match form.id {
            Some(id) => messages::find_written(&mut connection, client, Writer::of_agency(by), id).await?,
            None => None,
        };
        let mut same = written.filter(|one| one.text == *form.text && one.channel_key == channel.key());
        // Sent twice, files are uploaded twice.
        if let Some(one) = &same
            && !attachments::has_same_files(&mut connection, &one.id, form.files).await?
        {
            same = None;
        }
        drop(connection);
        match same {
            Some(comment) => Ok(comment),
            None => self.write_reply(client, &channel, Some(by), ReplyForm { id: None, ..form }).await,
        }
    }

    async fn write_reply(
        &self,
        client: &ClientId,
        channel: &Channel,
        by: Option<&Actor>,
        form: ReplyForm<'_>,
    ) -> Result<Comment> {
        let mut tx = self.db.write_shared(Change::Message(client.clone())).await?;
        let written = self.check_and_write(&mut tx, client, channel, by, form).await;
        tx.end(written).await
    }

    async fn check_and_write(
        &self,
        tx: &mut Tx,
        client: &ClientId,
        channel: &Channel,
        by: Option<&Actor>,
        form: ReplyForm<'_>,
    ) -> Result<Comment> {
        if let Some((by, seen)) = by.zip(form.seen) {
            // Of two who answer at once, the second sees the first one's message.
            row_lock::acquire(tx, "client", client.as_str()).await?;
            if is_answered(tx, by, client, channel, seen).await? && !is_written(tx, client, form.id).await? {
                return Err(DomainError::Answered.into());
            }
        }
        let writer = by.map_or(Writer::AGENCY, Writer::of_agency);
        let written = self.write_message(tx, client, channel, writer, form.draft(), form.id.cloned()).await?;
        if let Some(by) = by {
            typing::end(tx, by, client, channel).await?;
        }
        Ok(written)
    }
}

/// Whether somebody else of the agency has written in the channel after `seen`. Messages bear names only, so that two with
/// the same name count as one.
async fn is_answered(tx: &mut Tx, by: &Actor, client: &ClientId, channel: &Channel, seen: Timestamp) -> Result<bool> {
    let sql = match channel {
        Channel::General(_) => {
            "SELECT COUNT(*) FROM comment WHERE client_id = $1 AND $2 = $1 AND phase_id IS NULL AND created_at > $3 \
             AND author = 'admin' AND COALESCE(author_name, '') <> $4"
        }
        Channel::Phase(_) => {
            "SELECT COUNT(*) FROM comment WHERE client_id = $1 AND phase_id = $2 AND created_at > $3 \
             AND author = 'admin' AND COALESCE(author_name, '') <> $4"
        }
    };
    let name = by.author_name().unwrap_or_default();
    let answers: i64 = tx.fetch_value(sql, (client, channel.key().as_str(), seen, name)).await?;
    Ok(answers > 0)
}

/// Whether the form was sent before.
async fn is_written(tx: &mut Tx, client: &ClientId, id: Option<&CommentId>) -> Result<bool> {
    let Some(id) = id else { return Ok(false) };
    Ok(messages::find(tx, client, id).await?.is_some())
}
