//! The agency's side of the conversations.

use std::cmp::Reverse;
use std::collections::HashMap;

use domain::id::{ClientId, PhaseId};
use domain::inbox::{Thread, ThreadChannel, ThreadProject, ThreadSummary};
use domain::{Author, Channel, Comment, MessageText, Refusal, Timestamp};
use sqlx::AnyConnection;
use sqlx::FromRow;

use crate::channels::{Channels, unread_of_every_client};
use crate::db::Tx;
use crate::receipts::{self, Reader};
use crate::rows::{CommentRow, comment_columns, comment_joins, stored};
use crate::{Fault, Result, Store, messages};

impl Store {
    /// One line per client: unread first, then by last message.
    ///
    /// # Errors
    /// A fault.
    pub async fn threads(&self) -> Result<Vec<ThreadSummary>> {
        let mut tx = self.db.snapshot().await?;
        let clients: Vec<(String, String, Option<String>)> =
            sqlx::query_as("SELECT id, name, company FROM client").fetch_all(&mut *tx).await?;
        let mut last = last_messages(&mut tx).await?;
        let mut unread = unread_of_every_client(&mut tx).await?;
        tx.commit().await?;
        let mut threads = clients
            .into_iter()
            .map(|(id, client_name, company)| {
                Ok(ThreadSummary {
                    client_name,
                    company,
                    last_message: last.remove(&id),
                    unread: unread.remove(&id).unwrap_or(0),
                    client_id: stored(id)?,
                })
            })
            .collect::<Result<Vec<_>, Fault>>()?;
        threads.sort_by_cached_key(|thread| {
            let last = thread.last_message.as_ref().map(|message| message.created_at);
            let name = thread.client_name.to_lowercase();
            (thread.unread == 0, Reverse(last), name, thread.client_id.clone())
        });
        Ok(threads)
    }

    /// How many messages of clients nobody has read.
    ///
    /// # Errors
    /// A fault.
    pub async fn inbox_unread(&self) -> Result<i64> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(unread_of_every_client(&mut connection).await?.values().sum())
    }

    /// The conversation with one client, in one snapshot.
    ///
    /// # Errors
    /// [`Refusal::UnknownClient`](domain::Refusal), or a fault.
    pub async fn thread(&self, client: &str) -> Result<Thread> {
        let id = ClientId::parse(client).map_err(|_| Refusal::UnknownClient)?;
        let mut tx = self.db.snapshot().await?;
        let (client_name, company) = name_and_company(&mut tx, &id).await?;
        let phases = phases(&mut tx, &id).await?;
        let mut found = Channels::load(&mut tx, Reader::Admin, &id, None).await?;
        tx.commit().await?;

        let mut tab = |project, channel: &Channel, phase_name| ThreadChannel {
            project,
            channel: found.take(channel, phase_name),
        };
        let mut channels = vec![tab(None, &Channel::General(id.clone()), None)];
        for (project, phase, name) in phases {
            channels.push(tab(Some(project), &Channel::Phase(phase), Some(name)));
        }
        Ok(Thread { client_id: id, client_name, company, channels })
    }

    /// Writes a message of the agency.
    ///
    /// # Errors
    /// [`Refusal::UnknownClient`](domain::Refusal) or [`Refusal::UnknownChannel`](domain::Refusal),
    /// or a fault.
    pub async fn reply(&self, client: &str, key: &str, text: &MessageText) -> Result<Comment> {
        let (client, channel) = self.aim(client, key).await?;
        let mut tx = self.db.write().await?;
        let comment =
            messages::write(&mut tx, &client, &channel, Author::Admin, text, None, self.clock.now()).await?;
        tx.commit().await?;
        Ok(comment)
    }

    /// Records that the agency has read the channel up to the earlier of now and `up_to`; never
    /// moves back.
    ///
    /// # Errors
    /// As [`Store::reply`].
    pub async fn mark_thread_read(
        &self,
        client: &str,
        key: &str,
        up_to: Option<Timestamp>,
    ) -> Result<Timestamp> {
        let (client, channel) = self.aim(client, key).await?;
        let now = self.clock.now();
        let read_at = up_to.map_or(now, |up_to| up_to.min(now));
        receipts::mark_read(&self.db, Reader::Admin, &client, &channel, read_at).await
    }

    /// The client, and the channel that `key` would name; whether it is theirs is for the writing
    /// to find out.
    async fn aim(&self, client: &str, key: &str) -> Result<(ClientId, Channel)> {
        let client = ClientId::parse(client).map_err(|_| Refusal::UnknownClient)?;
        let mut connection = self.db.readers().acquire().await?;
        name_and_company(&mut connection, &client).await?;
        let channel = Channel::named(key, &client).ok_or(Refusal::UnknownChannel)?;
        Ok((client, channel))
    }
}

async fn name_and_company(
    connection: &mut AnyConnection,
    client: &ClientId,
) -> Result<(String, Option<String>)> {
    Ok(sqlx::query_as("SELECT name, company FROM client WHERE id = $1")
        .bind(client.as_str())
        .fetch_optional(connection)
        .await?
        .ok_or(Refusal::UnknownClient)?)
}

/// The newest message of every client that has any, by client.
async fn last_messages(tx: &mut Tx) -> Result<HashMap<String, Comment>, Fault> {
    let rows: Vec<CommentRow> = sqlx::query_as(LAST_MESSAGES).fetch_all(&mut **tx).await?;
    rows.into_iter().map(|row| Ok((row.client().to_owned(), Comment::try_from(row)?))).collect()
}

const LAST_MESSAGES: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM client JOIN comment c ON c.id = (\
       SELECT newest.id FROM comment newest WHERE newest.client_id = client.id \
       ORDER BY newest.created_at DESC, newest.id DESC LIMIT 1)",
    comment_joins!(),
);

/// The phases of every project of the client: oldest project first, phases in order.
async fn phases(tx: &mut Tx, client: &ClientId) -> Result<Vec<(ThreadProject, PhaseId, String)>, Fault> {
    #[derive(FromRow)]
    struct Row {
        project_id: String,
        project_name: String,
        project_created_at: i64,
        id: String,
        name: String,
        position: i64,
    }
    let mut rows: Vec<Row> = sqlx::query_as(
        "SELECT project.id AS project_id, project.name AS project_name, \
         project.created_at AS project_created_at, phase.id, phase.name, phase.position \
         FROM project JOIN phase ON phase.project_id = project.id WHERE project.client_id = $1",
    )
    .bind(client.as_str())
    .fetch_all(&mut **tx)
    .await?;
    rows.sort_by(|a, b| {
        let (this, that) = ((a.project_created_at, &a.project_id), (b.project_created_at, &b.project_id));
        this.cmp(&that).then((a.position, &a.id).cmp(&(b.position, &b.id)))
    });
    rows.into_iter()
        .map(|row| {
            let project = ThreadProject { id: stored(row.project_id)?, name: row.project_name };
            Ok((project, stored(row.id)?, row.name))
        })
        .collect()
}
