//! Writing a message, for the people of a client and the agency.

use domain::audit::Actor;
use domain::id::{ClientId, CommentId, ContactId};
use domain::{Author, Channel, Comment, CommentPin, DomainError, MessageText, Person, Pin, Timestamp};

use crate::conversation::unread::unseen;
use crate::conversation::{attachments, turn};
use crate::db::batch::Batch;
use crate::db::rows;
use crate::db::rows::{comment_columns, comment_joins};
use crate::db::{Connection, Tx};
use crate::search_index::{self, Index};
use crate::secrets;
use crate::{Fault, Result, StoreParts};

/// Who writes a message.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Writer<'a> {
    pub(crate) side: Author,
    /// The name that the message bears.
    pub(super) name: Option<&'a str>,
    pub(crate) contact: Option<&'a ContactId>,
}

impl<'a> Writer<'a> {
    /// The agency as such.
    pub(crate) const AGENCY: Self = Self { side: Author::Admin, name: None, contact: None };

    /// Somebody of the agency. Who of them wrote a message matters to readers only.
    pub(crate) fn of_agency(by: &'a Actor) -> Self {
        Self { name: by.author_name(), ..Self::AGENCY }
    }

    pub(crate) fn of(person: &'a Person) -> Self {
        let contact = person.contact.as_ref().map(|contact| &contact.id);
        Self { side: Author::Client, name: person.author_name(), contact }
    }
}

/// What a message says.
#[derive(Debug, Clone, Copy)]
pub struct MessageDraft<'a> {
    /// Empty only beside files.
    pub text: &'a MessageText,
    /// Ids of uploads of the writer that nothing refers to yet, in the order in which the message shows them.
    pub files: &'a [String],
    pub pin: Option<&'a Pin>,
}

impl MessageDraft<'_> {
    /// The id of a message that `writer` sends with a form without one: sent twice, it writes once. `None` for a text alone, which
    /// somebody may say again.
    pub(super) fn form_key(&self, channel: &Channel, writer: &str) -> Option<CommentId> {
        let pin = self.pin.map(|Pin { deliverable_id, version, x, y }| format!("{deliverable_id} {version} {x} {y}"));
        if self.files.is_empty() && pin.is_none() {
            return None;
        }
        let (channel, files) = (channel.key(), self.files.join(","));
        let parts = [writer, channel.as_str(), &pin.unwrap_or_default(), &files, self.text.as_str()];
        CommentId::parse(secrets::id_of(&parts)).ok()
    }
}

impl<'a> From<&'a MessageText> for MessageDraft<'a> {
    fn from(text: &'a MessageText) -> Self {
        Self { text, files: &[], pin: None }
    }
}

impl StoreParts {
    /// Writes a message of `writer` in a channel of `client`, with the id `key` if given, and notifies the other side. The
    /// caller commits.
    ///
    /// # Errors
    /// [`DomainError::UnknownChannel`] when the channel is not the client's, [`DomainError::KeyTaken`] when a
    /// message has the key, [`DomainError::InvalidPin`], [`DomainError::TooManyFiles`], [`DomainError::UnknownFile`], or a fault.
    pub(crate) async fn write_message(
        &self,
        tx: &mut Tx,
        client: &ClientId,
        channel: &Channel,
        writer: Writer<'_>,
        draft: MessageDraft<'_>,
        key: Option<CommentId>,
    ) -> Result<Comment> {
        let text = draft.text;
        let (write, parent) = match channel {
            Channel::General(owner) => (WRITE_IN_GENERAL, owner.as_str()),
            Channel::Phase(phase) => (WRITE_IN_PHASE, phase.as_str()),
        };
        let Writer { side: author, name, contact } = writer;
        let created_at = next_comment_time(tx, client, author, self.clock.now()).await?;
        let id = key.map_or_else(secrets::id, String::from);
        let inserted = tx.execute(write, (&id, &client, parent, &author, &text, created_at, name, contact)).await?;
        if inserted == 0 {
            return Err(insert_error(tx, &id).await?.into());
        }
        if let Some(pin) = draft.pin {
            attachments::set_pin(tx, &id, channel, pin).await?;
        }
        let files = attachments::attach(tx, &id, (client, writer), draft.files).await?;
        let mut batch = Batch::default();
        search_index::add(&mut batch, Index::Thread, [(client.as_str(), text.as_str())]);
        self.notify_of_channel(tx, &mut batch, client, channel, author, created_at).await?;
        batch.execute(tx).await?;
        if author == Author::Admin {
            turn::answer(tx, client, channel, created_at).await?;
        }
        let comment = Comment::on(&channel.entity(), rows::stored(id)?, author, text.clone(), created_at);
        Ok(Comment {
            author_name: name.map(str::to_owned),
            files,
            pin: draft.pin.cloned().map(CommentPin::At),
            ..comment
        })
    }
}

/// The message that `writer` has written with this key in the thread of `client`, if any.
pub(crate) async fn find_written(
    connection: &mut Connection,
    client: &ClientId,
    writer: Writer<'_>,
    key: &CommentId,
) -> Result<Option<Comment>, Fault> {
    let contact = writer.contact.map_or("", ContactId::as_str);
    connection.fetch_optional(WRITTEN, (key, client, writer.side, contact)).await
}

/// A message of the client, by its id.
pub(crate) async fn find(
    connection: &mut Connection,
    client: &ClientId,
    id: &CommentId,
) -> Result<Option<Comment>, Fault> {
    connection.fetch_optional(FIND, (id, client)).await
}

/// Why nothing was inserted: the id is taken, or the channel does not exist.
async fn insert_error(tx: &mut Tx, id: &str) -> Result<DomainError, Fault> {
    let taken: Option<String> = tx.fetch_optional_value("SELECT id FROM comment WHERE id = $1", [id]).await?;
    Ok(if taken.is_some() { DomainError::KeyTaken } else { DomainError::UnknownChannel })
}

/// The `created_at` of the client's next comment: now, or one millisecond after the newest when the clock has
/// not advanced (docs/REFERENCE.md#order-of-messages). The row of the client stays locked until commit, so no
/// earlier `created_at` is committed later. A client who writes waits; whether one still waits after an answer is derived.
async fn next_comment_time(tx: &mut Tx, client: &ClientId, author: Author, now: Timestamp) -> Result<Timestamp> {
    let raise = match author {
        Author::Client => {
            "UPDATE client SET \
             last_comment_at = CASE WHEN last_comment_at >= $2 THEN last_comment_at + 1 ELSE $2 END, \
             turn_since = CASE WHEN turn = 'admin' THEN turn_since \
               WHEN last_comment_at >= $2 THEN last_comment_at + 1 ELSE $2 END, \
             turn = 'admin' WHERE id = $1 RETURNING last_comment_at"
        }
        Author::Admin => {
            "UPDATE client SET \
             last_comment_at = CASE WHEN last_comment_at >= $2 THEN last_comment_at + 1 ELSE $2 END \
             WHERE id = $1 RETURNING last_comment_at"
        }
    };
    let at = tx.fetch_optional_value(raise, (client, now)).await?;
    // `None`: the client was deleted meanwhile.
    Ok(at.ok_or(DomainError::UnknownChannel)?)
}

const WRITE_IN_GENERAL: &str = concat!(
    "INSERT INTO comment (id, client_id, author, text, created_at, author_name, contact_id, unanswered, unseen) \
     SELECT $1, client.id, $4, $5, $6, $7, $8, CASE WHEN $4 = 'client' THEN 1 ELSE 0 END, ",
    unseen!("$4", "$6", "client.id", "client.id"),
    " FROM client WHERE client.id = $2 AND client.id = $3 ON CONFLICT (id) DO NOTHING"
);

const WRITE_IN_PHASE: &str = concat!(
    "INSERT INTO comment (id, client_id, phase_id, author, text, created_at, author_name, contact_id, unanswered, unseen) \
     SELECT $1, project.client_id, phase.id, $4, $5, $6, $7, $8, CASE WHEN $4 = 'client' THEN 1 ELSE 0 END, ",
    unseen!("$4", "$6", "project.client_id", "phase.id"),
    " FROM phase JOIN project ON project.id = phase.project_id \
     WHERE project.client_id = $2 AND phase.id = $3 ON CONFLICT (id) DO NOTHING"
);

const FIND: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM comment c",
    comment_joins!(),
    "WHERE c.id = $1 AND c.client_id = $2",
);

const WRITTEN: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM comment c",
    comment_joins!(),
    "WHERE c.id = $1 AND c.client_id = $2 AND c.author = $3 AND COALESCE(c.contact_id, '') = $4",
);
