//! The thread of one client, for the agency.

use domain::conversation::inbox::{Thread, ThreadChannel, ThreadProject, channel_to_open};
use domain::id::{ClientId, CommentId, DeliverableId, PhaseId, ProjectId};
use domain::{Channel, ChannelDeliverable, ChannelView, DomainError, MessagePage, Slug, Timestamp};

use crate::conversation::history::page;
use crate::conversation::inbox::{self, found};
use crate::conversation::messages;
use crate::conversation::{read_receipts, turn, unread};
use crate::db::cache_versions::Change;
use crate::db::query::row;
use crate::db::row_lock;
use crate::db::{Connection, Tx};
use crate::search_index::Search;
use crate::{Fault, Result, Store};

/// The most messages that a thread opens with when there are many unread.
const MAX_UNREAD: usize = 200;

/// How many messages are shown after one that was searched for.
const AFTER_FOUND: usize = 15;

/// The message that a thread opens on.
#[derive(Debug, Clone)]
pub enum SearchHit<'a> {
    Words(&'a str),
    Message(CommentId),
}

impl Store {
    /// The thread of one client, opened on the newest message that has the words of `q` or, later, on that
    /// message by its id; as [`Store::thread`] if there is none.
    pub async fn thread_at(&self, client: &ClientId, at: &SearchHit<'_>) -> Result<Thread> {
        let mut tx = self.db.snapshot().await?;
        let found = match at {
            SearchHit::Words(q) => match Search::parse(q) {
                Some(search) => found::anywhere(&mut tx, &search, client).await?,
                None => None,
            },
            SearchHit::Message(message) => messages::find(&mut tx, client, message).await?,
        };
        let Some(found) = found else {
            tx.commit().await?;
            return self.thread(client, None, None).await;
        };
        let channel = Channel::named(found.channel_key.as_str(), client).ok_or(DomainError::UnknownChannel)?;
        let is_new = after(&mut tx, &channel, found.created_at, MessagePage::MAX_MESSAGES - 1).await?.is_none();
        // A page before it has room on both sides of the message.
        let before = if is_new { None } else { after(&mut tx, &channel, found.created_at, AFTER_FOUND).await? };
        tx.commit().await?;
        let thread = self.thread(client, Some(channel.key().as_str()), before).await?;
        Ok(Thread { found: Some(found.id), ..thread })
    }

    /// The thread of one client, in one snapshot. It opens on `channel`, else on one with unread messages,
    /// and shows the newest messages (at least all unread, up to a limit) or those before `before`.
    pub async fn thread(&self, id: &ClientId, channel: Option<&str>, before: Option<Timestamp>) -> Result<Thread> {
        let today = self.today().await?;
        let mut tx = self.db.snapshot().await?;
        let client_row = client_row(&mut tx, id).await?;
        let (state, newest_at) = inbox::state(&mut tx, id, today).await?;
        let mut channels = channels(&mut tx, id).await?;
        let open = channel_to_open(&channels, channel).ok_or(DomainError::UnknownChannel)?;
        let (open, unread) = (open.key.clone(), open.unread);
        let shown = Channel::named(open.as_str(), id).ok_or(DomainError::UnknownChannel)?;
        let most = match before {
            Some(_) => MessagePage::MAX_MESSAGES,
            None => usize::try_from(unread).unwrap_or(0).clamp(MessagePage::MAX_MESSAGES, MAX_UNREAD),
        };
        let MessagePage { messages, has_older } = page(&mut tx, &shown, before, most).await?;
        let deliverables = deliverables(&mut tx, &shown, &client_row.name).await?;
        tx.commit().await?;
        if let Some(tab) = channels.iter_mut().find(|tab| tab.channel.key == open) {
            tab.channel.messages = messages;
            tab.channel.deliverables = deliverables;
            if let Some(before) = before {
                tab.channel.remove_approvals_from(before);
            }
            tab.channel.has_older = has_older;
        }
        let ClientRow { name: client_name, company, slug, marks } = client_row;
        let is_marked = marks > 0;
        let (client_id, found) = (id.clone(), None);
        Ok(Thread { client_id, client_name, company, slug, open, channels, state, newest_at, is_marked, before, found })
    }

    /// Raises the agency's read receipt of the channel to the earlier of now and `up_to`, never lowers it.
    pub async fn mark_thread_read(&self, client: &ClientId, key: &str, up_to: Option<Timestamp>) -> Result<Timestamp> {
        let channel = self.parse_channel(client, key).await?;
        let now = self.clock.now();
        let read_at = up_to.map_or(now, |up_to| up_to.min(now));
        read_receipts::mark_read_by_agency(&self.db, client, &channel, read_at).await
    }

    /// What the client wrote in the channel up to `up_to` needs no answer: it counts as read, and they do not wait for
    /// it. Without a channel, whatever was read in all of them.
    pub async fn set_aside(&self, client: &ClientId, place: Option<(&str, Timestamp)>) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write_shared(Change::Conversation(client.clone())).await?;
        row_lock::acquire(&mut tx, "client", client.as_str()).await?;
        tx.execute(UNMARK, [client]).await?;
        if let Some((key, up_to)) = place {
            let channel = Channel::named(key, client).ok_or(DomainError::UnknownChannel)?;
            let read_at = up_to.min(now);
            read_receipts::raise_agency(&mut tx, client, &channel, read_at).await?;
            turn::set_aside(&mut tx, client, &channel, read_at, now).await?;
        } else {
            turn::set_aside_read(&mut tx, client, now).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Undoes [`Store::snooze`], else the last [`Store::set_aside`]. What was read stays so.
    pub async fn reopen(&self, client: &ClientId) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Conversation(client.clone())).await?;
        row_lock::acquire(&mut tx, "client", client.as_str()).await?;
        if tx.execute("DELETE FROM follow_up WHERE client_id = $1", [client]).await? == 0 {
            turn::reopen(&mut tx, client).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Marks a thread as unread: it waits again. Read receipts do not change: the client keeps seeing their messages as read.
    pub async fn mark_thread_unread(&self, client: &ClientId) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Conversation(client.clone())).await?;
        // Before whose turn it is is read: a message that is being written changes it.
        row_lock::acquire(&mut tx, "client", client.as_str()).await?;
        client_row(&mut tx, client).await?;
        let sql = "INSERT INTO unread_mark (client_id) SELECT client.id FROM client WHERE client.id = $1 \
             ON CONFLICT (client_id) DO NOTHING";
        tx.execute(sql, [&client]).await?;
        turn::derive(&mut tx, client.as_str()).await?;
        Ok(tx.commit().await?)
    }

    /// Removes the unread mark of a thread, if any.
    pub async fn unmark_thread(&self, client: &ClientId) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Conversation(client.clone())).await?;
        row_lock::acquire(&mut tx, "client", client.as_str()).await?;
        tx.execute(UNMARK, [&client]).await?;
        turn::derive(&mut tx, client.as_str()).await?;
        Ok(tx.commit().await?)
    }

    /// Parses a channel key, and checks that the client exists. Writing checks that the channel belongs to them.
    pub(super) async fn parse_channel(&self, client: &ClientId, key: &str) -> Result<Channel> {
        let mut connection = self.db.readers().acquire().await?;
        client_row(&mut connection, client).await?;
        Ok(Channel::named(key, client).ok_or(DomainError::UnknownChannel)?)
    }
}

/// The time of the message after `at` that has `between` others before it, if there are so many.
async fn after(tx: &mut Tx, channel: &Channel, at: Timestamp, between: usize) -> Result<Option<Timestamp>, Fault> {
    let sql = match channel {
        Channel::General(_) => {
            "SELECT created_at FROM comment WHERE client_id = $1 AND phase_id IS NULL AND created_at > $2 \
             ORDER BY created_at LIMIT 1 OFFSET $3"
        }
        Channel::Phase(_) => {
            "SELECT created_at FROM comment WHERE phase_id = $1 AND created_at > $2 \
             ORDER BY created_at LIMIT 1 OFFSET $3"
        }
    };
    tx.fetch_optional_value(sql, (channel.key().as_str(), at, between)).await
}

const UNMARK: &str = "DELETE FROM unread_mark WHERE client_id = $1";

row! {
    struct ClientRow {
        name: String,
        company: Option<String>,
        slug: Slug,
        /// 1 if the thread is marked as unread, else 0.
        marks: i64,
    }
}

async fn client_row(connection: &mut Connection, client: &ClientId) -> Result<ClientRow> {
    let sql = "SELECT name, company, slug, \
         (SELECT COUNT(*) FROM unread_mark WHERE unread_mark.client_id = client.id) AS marks \
         FROM client WHERE id = $1";
    Ok(connection.fetch_optional(sql, [client]).await?.ok_or(DomainError::UnknownClient)?)
}

/// Every channel of the client, without messages.
async fn channels(tx: &mut Tx, client: &ClientId) -> Result<Vec<ThreadChannel>> {
    let phases = phases(tx, client).await?;
    let unread = unread::by_channel(tx, client).await?;
    let reads = read_receipts::of_agency(tx, client).await?;
    let other_reads = read_receipts::of_anybody(tx, client).await?;
    let tab = |project, channel: &Channel, phase_name| {
        let key = channel.key();
        let channel = ChannelView {
            phase_name,
            unread: unread.get(key.as_str()).copied().unwrap_or(0),
            read_at: reads.get(&key).copied(),
            other_read_at: other_reads.get(&key).map(|(at, _)| *at),
            deliverables: Vec::new(),
            messages: Vec::new(),
            has_older: false,
            key,
        };
        let read_by = other_reads.get(&channel.key).and_then(|(_, name)| name.clone());
        ThreadChannel { project, channel, read_by }
    };
    let mut channels = vec![tab(None, &Channel::General(client.clone()), None)];
    for (project, phase, name) in phases {
        channels.push(tab(Some(project), &Channel::Phase(phase), Some(name)));
    }
    Ok(channels)
}

/// The deliverables of a phase of `client`.
async fn deliverables(tx: &mut Tx, channel: &Channel, client: &str) -> Result<Vec<ChannelDeliverable>, Fault> {
    let sql = "SELECT deliverable.id, deliverable.title, deliverable.approved_at, deliverable.approved_by \
         FROM task JOIN deliverable ON deliverable.task_id = task.id WHERE task.phase_id = $1";
    let rows: Vec<(DeliverableId, String, Option<Timestamp>, Option<String>)> =
        tx.fetch_all(sql, [channel.key().as_str()]).await?;
    let deliverable = |(id, title, approved_at, by): (_, _, _, Option<String>)| {
        let approved_by = by.filter(|name| name != client);
        ChannelDeliverable { id, title, approved_at, approved_by }
    };
    Ok(rows.into_iter().map(deliverable).collect())
}

/// The phases of every project of the client: oldest project first, phases in order.
async fn phases(tx: &mut Tx, client: &ClientId) -> Result<Vec<(ThreadProject, PhaseId, String)>, Fault> {
    let sql = "SELECT project.created_at, project.id, phase.position, phase.id, project.name, phase.name \
         FROM project JOIN phase ON phase.project_id = project.id WHERE project.client_id = $1";
    let mut rows: Vec<(i64, ProjectId, i64, PhaseId, String, String)> = tx.fetch_all(sql, [client]).await?;
    rows.sort();
    let phase = |(_, id, _, phase, name, phase_name)| (ThreadProject { id, name }, phase, phase_name);
    Ok(rows.into_iter().map(phase).collect())
}
