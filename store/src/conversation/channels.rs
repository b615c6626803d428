//! The channels in the portal: the newest messages and the unread counts.

use std::collections::{BTreeMap, HashMap};

use domain::id::{ClientId, PhaseId, ProjectId};
use domain::{Channel, ChannelDeliverable, ChannelKey, ChannelView, Comment, MessagePage, Person, Timestamp};
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::conversation::member_names;
use crate::conversation::read_receipts::{of_agency, of_person, stored_key};
use crate::db::Connection;
use crate::db::keyset::Conditions;
use crate::db::rows::{comment_columns, comment_joins, sorted_comments};

/// Less than every timestamp. The SQL below repeats the number.
pub(crate) const BEFORE_ALL: i64 = Timestamp::MIN.as_millis() - 1;

/// How many messages the agency wrote in General of `client`, or in `phase` of `project`, after the read receipt of the
/// contact `$2`, or of the client if that is empty, and after `$3` ([`read_from_start`]). A subquery per channel, so that the index is entered at the receipt and no read message is
/// scanned. (Unread by the agency: unread.rs.)
macro_rules! unread {
    (general) => {
        unread!(@after "client.id", "client.id", "comment.client_id = client.id AND comment.phase_id IS NULL")
    };
    (phase) => {
        unread!(@after "project.client_id", "phase.id", "comment.phase_id = phase.id")
    };
    (@after $client:literal, $key:literal, $channel:literal) => {
        concat!(
            "(SELECT COUNT(*) FROM comment WHERE ", $channel, " AND comment.author = 'admin' \
             AND comment.created_at > COALESCE((\
               SELECT seen.read_at FROM client_channel_read seen \
               WHERE seen.client_id = ", $client, " AND seen.channel_key = ", $key, " AND $2 = ''), (\
               SELECT CASE WHEN seen.read_at > $3 THEN seen.read_at ELSE $3 END FROM contact_channel_read seen \
               WHERE seen.contact_id = $2 AND seen.channel_key = ", $key, "), $3))"
        )
    };
}

/// Up to when everything counts as read, whatever the receipts: what was written before a contact was added.
fn read_from_start(person: &Person) -> i64 {
    person.contact.as_ref().map_or(BEFORE_ALL, |contact| contact.created_at.as_millis() - 1)
}

/// The values of `unread!`.
fn unread_values(person: &Person) -> (&str, &str, i64) {
    let contact = person.contact.as_ref().map_or("", |contact| contact.id.as_str());
    (person.client.id.as_str(), contact, read_from_start(person))
}

/// The data of the channels of a project, taken channel by channel.
pub(crate) struct Channels {
    newest: HashMap<ChannelKey, Vec<Comment>>,
    unread: HashMap<ChannelKey, i64>,
    reads: BTreeMap<ChannelKey, Timestamp>,
    /// [`read_from_start`], of a contact.
    read_before: Option<Timestamp>,
    other_reads: BTreeMap<ChannelKey, Timestamp>,
}

impl Channels {
    /// Loads General and the phases of `project`, if there is one.
    pub(crate) async fn load(
        connection: &mut Connection,
        person: &Person,
        project: Option<&ProjectId>,
    ) -> Result<Self, Fault> {
        let client = &person.client.id;
        Ok(Self {
            newest: newest(connection, client, project).await?,
            unread: unread(connection, person).await?,
            reads: of_person(connection, person).await?,
            read_before: person.contact.as_ref().map(|_| Timestamp::from_millis(read_from_start(person))),
            other_reads: of_agency(connection, client).await?,
        })
    }

    /// The unread messages of General and of the phases of all the client's projects.
    pub(crate) fn unread(&self) -> &HashMap<ChannelKey, i64> {
        &self.unread
    }

    /// Removes the data of a channel and returns its view.
    pub(crate) fn take(
        &mut self,
        channel: &Channel,
        phase_name: Option<String>,
        deliverables: Vec<ChannelDeliverable>,
    ) -> ChannelView {
        let key = channel.key();
        let MessagePage { messages, has_older } = MessagePage::newest_of(self.newest.remove(&key).unwrap_or_default());
        ChannelView {
            phase_name,
            unread: self.unread.remove(&key).unwrap_or(0),
            read_at: self.reads.get(&key).copied().max(self.read_before),
            other_read_at: self.other_reads.get(&key).copied(),
            deliverables,
            messages,
            has_older,
            key,
        }
    }
}

/// The OFFSET of the newest message that does not fit on a page.
const OFFSET: usize = MessagePage::MAX_MESSAGES;

/// The newest messages of each channel, oldest first, and at least one more if there are older ones. Where they begin is
/// read first: with these times as values, both databases find the messages in an index, however many there are.
async fn newest(
    connection: &mut Connection,
    client: &ClientId,
    project: Option<&ProjectId>,
) -> Result<HashMap<ChannelKey, Vec<Comment>>, Fault> {
    let project = project.map_or("", ProjectId::as_str);
    let begins: Vec<(Option<PhaseId>, i64)> = connection.fetch_all(BEGINS, (client, OFFSET, project)).await?;
    let mut channels = Conditions::default();
    for (phase, begin) in begins {
        match phase {
            None => channels.add("c.client_id = $1 AND c.phase_id IS NULL AND c.created_at >= $2", (client, begin)),
            Some(phase) => channels.add("c.phase_id = $1 AND c.created_at >= $2", (phase, begin)),
        }
    }
    let sql = format!(
        concat!("SELECT ", comment_columns!(), " FROM comment c", comment_joins!(), "WHERE {}"),
        channels.any()
    );
    let mut rows = connection.fetch_all::<Comment>(AssertSqlSafe(sql), channels.values).await?;
    member_names::hide_from_client(connection, &mut rows).await?;
    let mut newest = HashMap::<_, Vec<_>>::new();
    for comment in sorted_comments(rows) {
        newest.entry(comment.channel_key.clone()).or_default().push(comment);
    }
    Ok(newest)
}

/// The time of the first message to read of General, whose phase is null, and of each phase.
const BEGINS: &str = "SELECT CAST(NULL AS TEXT) AS phase_id, COALESCE((\
       SELECT older.created_at FROM comment older WHERE older.client_id = $1 AND older.phase_id IS NULL \
       ORDER BY older.created_at DESC, older.id DESC LIMIT 1 OFFSET $2), -62167219200001) AS begin_at \
     UNION ALL SELECT phase.id, COALESCE((\
       SELECT older.created_at FROM comment older WHERE older.phase_id = phase.id \
       ORDER BY older.created_at DESC, older.id DESC LIMIT 1 OFFSET $2), -62167219200001) \
     FROM project JOIN phase ON phase.project_id = project.id WHERE project.client_id = $1 AND project.id = $3";

/// How many messages of the agency are unread in each channel.
async fn unread(connection: &mut Connection, person: &Person) -> Result<HashMap<ChannelKey, i64>, Fault> {
    let sql = concat!(
        "SELECT client.id, ",
        unread!(general),
        " AS unread FROM client WHERE client.id = $1 UNION ALL SELECT phase.id, ",
        unread!(phase),
        " FROM project JOIN phase ON phase.project_id = project.id WHERE project.client_id = $1"
    );
    let rows: Vec<(String, i64)> = connection.fetch_all(sql, unread_values(person)).await?;
    rows.into_iter().map(|(channel, count)| Ok((stored_key(&channel, &person.client.id)?, count))).collect()
}

/// How many messages of the agency are unread in the phases of each project. Projects with none may be absent.
pub(crate) async fn unread_by_project(
    connection: &mut Connection,
    person: &Person,
) -> Result<HashMap<String, i64>, Fault> {
    let sql = concat!(
        "SELECT project_id, CAST(SUM(unread) AS BIGINT) FROM (SELECT project.id AS project_id, ",
        unread!(phase),
        " AS unread FROM project JOIN phase ON phase.project_id = project.id \
           WHERE project.client_id = $1) counted GROUP BY project_id"
    );
    Ok(connection.fetch_all(sql, unread_values(person)).await?.into_iter().collect())
}
