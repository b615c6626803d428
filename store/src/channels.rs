//! What either side sees of its channels: the newest messages and what is unread.

use std::collections::{BTreeMap, HashMap};

use domain::id::{ClientId, ProjectId};
use domain::portal::{ChannelView, MessagePage};
use domain::{Channel, ChannelKey, Comment, Timestamp};
use sqlx::AnyConnection;

use crate::Fault;
use crate::receipts::{Reader, reads, stored_key};
use crate::rows::{CommentRow, comment_columns, comment_joins, in_order};

/// A moment before every other. The SQL below writes it out.
pub(crate) const BEFORE_ALL: i64 = Timestamp::MIN.as_millis() - 1;

/// How many messages `$author` wrote in General of `client`, or in `phase` of `project`, after the read
/// record in `$reads`. Asked channel by channel, so that the index is entered at that record: what has
/// been read is not even passed over.
macro_rules! unread {
    (general, $reads:literal, $author:literal) => {
        unread!(@after $reads, "client.id", "client.id", $author,
            "comment.client_id = client.id AND comment.phase_id IS NULL")
    };
    (phase, $reads:literal, $author:literal) => {
        unread!(@after $reads, "project.client_id", "phase.id", $author, "comment.phase_id = phase.id")
    };
    (@after $reads:literal, $client:literal, $key:literal, $author:literal, $channel:literal) => {
        concat!(
            "(SELECT COUNT(*) FROM comment WHERE ", $channel, " AND comment.author = '", $author, "' \
             AND comment.created_at > COALESCE((\
               SELECT seen.read_at FROM ", $reads, " seen \
               WHERE seen.client_id = ", $client, " AND seen.channel_key = ", $key, "), -62167219200001))"
        )
    };
}

/// The unread messages of the client `$1`, by channel.
macro_rules! unread_by_channel {
    ($reads:literal, $author:literal) => {
        concat!(
            "SELECT client.id, ",
            unread!(general, $reads, $author),
            " AS unread FROM client WHERE client.id = $1 UNION ALL SELECT phase.id, ",
            unread!(phase, $reads, $author),
            " FROM project JOIN phase ON phase.project_id = project.id WHERE project.client_id = $1"
        )
    };
}

/// What `reader` finds in the channels of one client, to be taken out channel by channel.
pub(crate) struct Channels {
    newest: HashMap<ChannelKey, Vec<Comment>>,
    unread: HashMap<ChannelKey, i64>,
    reads: BTreeMap<ChannelKey, Timestamp>,
    other_reads: BTreeMap<ChannelKey, Timestamp>,
}

impl Channels {
    /// Reads General and the phases of `project`, or of all projects.
    pub(crate) async fn load(
        connection: &mut AnyConnection,
        reader: Reader,
        client: &ClientId,
        project: Option<&ProjectId>,
    ) -> Result<Self, Fault> {
        Ok(Self {
            newest: newest(connection, client, project).await?,
            unread: unread(connection, reader, client).await?,
            reads: reads(connection, reader, client).await?,
            other_reads: reads(connection, reader.other(), client).await?,
        })
    }

    /// The channel as `reader` sees it.
    pub(crate) fn take(&mut self, channel: &Channel, phase_name: Option<String>) -> ChannelView {
        let key = channel.key();
        let MessagePage { messages, has_older } =
            MessagePage::newest_of(self.newest.remove(&key).unwrap_or_default());
        ChannelView {
            phase_name,
            unread: self.unread.remove(&key).unwrap_or(0),
            read_at: self.reads.get(&key).copied(),
            other_read_at: self.other_reads.get(&key).copied(),
            messages,
            has_older,
            key,
        }
    }
}

/// How many messages to skip to find the newest one that does not fit on a page.
pub(crate) fn page_size() -> i64 {
    i64::try_from(MessagePage::MOST).unwrap_or(i64::MAX)
}

/// The newest messages of each channel, oldest of them first, and at least one more where there are
/// older ones.
async fn newest(
    connection: &mut AnyConnection,
    client: &ClientId,
    project: Option<&ProjectId>,
) -> Result<HashMap<ChannelKey, Vec<Comment>>, Fault> {
    let mut rows = sqlx::query_as::<_, CommentRow>(NEWEST_IN_GENERAL)
        .bind(client.as_str())
        .bind(page_size())
        .fetch_all(&mut *connection)
        .await?;
    rows.extend(
        sqlx::query_as::<_, CommentRow>(NEWEST_IN_PHASES)
            .bind(client.as_str())
            .bind(page_size())
            .bind(project.map(ProjectId::as_str))
            .fetch_all(connection)
            .await?,
    );
    let mut channels = HashMap::<_, Vec<_>>::new();
    for comment in in_order(rows)? {
        channels.entry(comment.channel_key.clone()).or_default().push(comment);
    }
    Ok(channels)
}

// Each channel is read from its 51st newest message on, found in the index.
const NEWEST_IN_GENERAL: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM comment c",
    comment_joins!(),
    "WHERE c.client_id = $1 AND c.phase_id IS NULL AND c.created_at >= COALESCE((\
       SELECT older.created_at FROM comment older WHERE older.client_id = $1 AND older.phase_id IS NULL \
       ORDER BY older.created_at DESC, older.id DESC LIMIT 1 OFFSET $2), -62167219200001)",
);
const NEWEST_IN_PHASES: &str = concat!(
    "WITH channel AS MATERIALIZED (\
       SELECT phase.id AS phase_id, COALESCE((\
         SELECT older.created_at FROM comment older WHERE older.phase_id = phase.id \
         ORDER BY older.created_at DESC, older.id DESC LIMIT 1 OFFSET $2), -62167219200001) AS since \
       FROM project JOIN phase ON phase.project_id = project.id \
       WHERE project.client_id = $1 AND ($3 IS NULL OR project.id = $3)) \
     SELECT ",
    comment_columns!(),
    " FROM channel JOIN comment c ON c.phase_id = channel.phase_id AND c.created_at >= channel.since",
    comment_joins!(),
);

/// How many messages of the other side are unread in each channel.
async fn unread(
    connection: &mut AnyConnection,
    reader: Reader,
    client: &ClientId,
) -> Result<HashMap<ChannelKey, i64>, Fault> {
    let rows: Vec<(String, i64)> = sqlx::query_as(match reader {
        Reader::Client => unread_by_channel!("client_channel_read", "admin"),
        Reader::Admin => unread_by_channel!("admin_channel_read", "client"),
    })
    .bind(client.as_str())
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(|(channel, count)| Ok((stored_key(&channel, client)?, count))).collect()
}

/// The unread messages of clients, over every channel: client and count.
pub(crate) async fn unread_of_every_client(
    connection: &mut AnyConnection,
) -> Result<HashMap<String, i64>, Fault> {
    let rows: Vec<(String, i64)> = sqlx::query_as(concat!(
        "SELECT client_id, CAST(SUM(unread) AS BIGINT) AS unread FROM (SELECT client.id AS client_id, ",
        unread!(general, "admin_channel_read", "client"),
        " AS unread FROM client UNION ALL SELECT project.client_id, ",
        unread!(phase, "admin_channel_read", "client"),
        " FROM project JOIN phase ON phase.project_id = project.id) counted GROUP BY client_id"
    ))
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}

/// How many things wait for the client in each project where any do: deliverables in review, and
/// unread messages of its phases.
pub(crate) async fn waiting(
    connection: &mut AnyConnection,
    client: &ClientId,
) -> Result<HashMap<String, i64>, Fault> {
    let rows: Vec<(String, i64)> = sqlx::query_as(concat!(
        "SELECT project_id, CAST(SUM(waiting) AS BIGINT) AS waiting FROM (\
           SELECT project.id AS project_id, ",
        unread!(phase, "client_channel_read", "admin"),
        " AS waiting FROM project JOIN phase ON phase.project_id = project.id \
           WHERE project.client_id = $1 \
         UNION ALL SELECT project.id, COUNT(*) FROM project \
           JOIN phase ON phase.project_id = project.id JOIN task ON task.phase_id = phase.id \
           JOIN deliverable ON deliverable.task_id = task.id AND deliverable.status = 'in_review' \
           WHERE project.client_id = $1 GROUP BY project.id) counted GROUP BY project_id"
    ))
    .bind(client.as_str())
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}
