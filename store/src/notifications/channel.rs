//! The events of a channel that its recipient has not seen.

use domain::conversation::change_request;
use domain::id::{PhaseId, ProjectId};
use domain::notifications::{NoticeEvent, Place, Recipient, SkipReason};
use domain::{Author, Channel, Client, DeliverableStatus, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use super::compose::{Content, Reading};
use crate::Fault;
use crate::conversation::channels::BEFORE_ALL;
use crate::db::Tx;
use crate::db::rows::stored;

/// More messages are not read: an e-mail has no room for them.
const MOST: i64 = 200;

/// The unseen events, or why there are none.
pub(super) async fn content(
    tx: &mut Tx,
    reading: &Reading<'_>,
    client: &Client,
    channel: &Channel,
) -> Result<Result<Content, SkipReason>, Fault> {
    let (phase, deliverables) = match channel {
        Channel::General(_) => (None, Vec::new()),
        Channel::Phase(id) => match phase(tx, client, id).await? {
            None => return Ok(Err(SkipReason::Deleted)),
            phase => (phase, deliverables(tx, id).await?),
        },
    };
    let messages = messages(tx, reading, channel).await?;
    let seen = seen(tx, reading, client, channel).await?;
    let mut events: Vec<(i64, NoticeEvent)> = match reading.recipient {
        Recipient::Admin => {
            let unseen = messages.iter().filter(|message| message.created_at > seen.until());
            let messages = unseen.map(|message| from_client(message, client, &deliverables));
            let approvals = deliverables.iter().filter_map(|one| one.approval(reading, client, &seen));
            messages.chain(approvals).collect()
        }
        Recipient::Client(_) => {
            let unseen = messages.iter().filter(|message| message.created_at > seen.until());
            let messages = unseen.map(|message| from_agency(message, reading));
            messages.chain(deliverables.iter().filter_map(|one| one.to_approve(reading))).collect()
        }
    };
    if events.is_empty() {
        return Ok(Err(reason(&messages, &seen, &deliverables, reading)));
    }
    events.sort_by_key(|(at, _)| *at);
    let (topic, project) = phase.unzip();
    let place = match reading.recipient {
        Recipient::Admin => Place::Thread { client: client.id.clone(), channel: channel.key() },
        Recipient::Client(_) => Place::Portal {
            slug: client.slug.clone(),
            project,
            channel: Some(channel.key()),
            deliverable: match deliverables.iter().find(|one| one.to_approve(reading).is_some()) {
                Some(deliverable) => Some(stored(deliverable.id.clone())?),
                None => None,
            },
        },
    };
    Ok(Ok(Content { topic, place, events: events.into_iter().map(|(_, event)| event).collect() }))
}

/// A request for changes begins with the title of its deliverable, which is not approved since.
fn from_client(message: &Message, client: &Client, deliverables: &[Deliverable]) -> (i64, NoticeEvent) {
    let requested = deliverables.iter().filter(|one| one.approved_at.is_none()).find_map(|one| {
        let reason = change_request::reason(&message.text, &one.title)?;
        Some((one.title.clone(), reason.to_owned()))
    });
    let by = client.name.clone();
    let event = match requested {
        Some((title, text)) => NoticeEvent::ChangesRequested { title, by, text },
        None => message.event(by),
    };
    (message.created_at, event)
}

fn from_agency(message: &Message, reading: &Reading<'_>) -> (i64, NoticeEvent) {
    (message.created_at, message.event(reading.agency.name_or_default().to_owned()))
}

/// Why there is no event left.
fn reason(
    messages: &[Message],
    seen: &Seen,
    deliverables: &[Deliverable],
    reading: &Reading<'_>,
) -> SkipReason {
    let is_approved = |one: &Deliverable| one.approved_at.is_some_and(|at| reading.has(at));
    let has_approved = deliverables.iter().any(is_approved);
    match (messages.last(), reading.recipient) {
        (Some(newest), _) if newest.created_at <= seen.read_at => SkipReason::Read,
        (Some(_), _) => SkipReason::Answered,
        (None, Recipient::Client(_)) if has_approved => SkipReason::Approved,
        (None, Recipient::Admin) if has_approved => SkipReason::Read,
        (None, _) => SkipReason::Deleted,
    }
}

#[derive(FromRow)]
struct Message {
    text: String,
    created_at: i64,
}

impl Message {
    fn event(&self, from: String) -> NoticeEvent {
        NoticeEvent::Message { from, text: self.text.clone(), at: Timestamp::from_millis(self.created_at) }
    }
}

/// The messages of the other side, oldest first.
async fn messages(tx: &mut Tx, reading: &Reading<'_>, channel: &Channel) -> Result<Vec<Message>, Fault> {
    let sql = format!(
        "SELECT text, created_at FROM comment WHERE {} AND author = $2 AND created_at >= $3 AND created_at < $4 \
         ORDER BY created_at, id LIMIT {MOST}",
        of_channel(channel)
    );
    let other = match reading.recipient {
        Recipient::Admin => Author::Client,
        Recipient::Client(_) => Author::Admin,
    };
    Ok(sqlx::query_as(AssertSqlSafe(sql))
        .bind(channel.key().as_str())
        .bind(other.as_str())
        .bind(reading.since.as_millis())
        .bind(reading.until.as_millis())
        .fetch_all(&mut **tx)
        .await?)
}

/// Up to when the recipient has read the channel, and when they wrote last.
struct Seen {
    read_at: i64,
    answered_at: i64,
}

impl Seen {
    fn until(&self) -> i64 {
        self.read_at.max(self.answered_at)
    }
}

async fn seen(tx: &mut Tx, reading: &Reading<'_>, client: &Client, channel: &Channel) -> Result<Seen, Fault> {
    let (receipts, own) = match reading.recipient {
        Recipient::Admin => ("admin_channel_read", Author::Admin),
        Recipient::Client(_) => ("client_channel_read", Author::Client),
    };
    let sql = format!(
        "SELECT (SELECT read_at FROM {receipts} WHERE client_id = $4 AND channel_key = $1), \
         (SELECT created_at FROM comment WHERE {} AND author = $2 AND created_at >= $3 \
          ORDER BY created_at DESC LIMIT 1)",
        of_channel(channel)
    );
    let (read_at, answered_at): (Option<i64>, Option<i64>) = sqlx::query_as(AssertSqlSafe(sql))
        .bind(channel.key().as_str())
        .bind(own.as_str())
        .bind(reading.since.as_millis())
        .bind(client.id.as_str())
        .fetch_one(&mut **tx)
        .await?;
    Ok(Seen { read_at: read_at.unwrap_or(BEFORE_ALL), answered_at: answered_at.unwrap_or(BEFORE_ALL) })
}

/// `$1` is the key of the channel.
const fn of_channel(channel: &Channel) -> &'static str {
    match channel {
        Channel::General(_) => "client_id = $1 AND phase_id IS NULL",
        Channel::Phase(_) => "phase_id = $1",
    }
}

/// The name and project of a phase of the client.
pub(super) async fn phase(
    tx: &mut Tx,
    client: &Client,
    phase: &PhaseId,
) -> Result<Option<(String, ProjectId)>, Fault> {
    let found: Option<(String, String)> = sqlx::query_as(
        "SELECT phase.name, project.id FROM phase JOIN project ON project.id = phase.project_id \
         WHERE phase.id = $1 AND project.client_id = $2",
    )
    .bind(phase.as_str())
    .bind(client.id.as_str())
    .fetch_optional(&mut **tx)
    .await?;
    found.map(|(name, project)| Ok((name, stored(project)?))).transpose()
}

#[derive(FromRow)]
pub(super) struct Deliverable {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) status: String,
    pub(super) status_since: Option<i64>,
    pub(super) approved_at: Option<i64>,
}

impl Deliverable {
    fn approval(&self, reading: &Reading<'_>, client: &Client, seen: &Seen) -> Option<(i64, NoticeEvent)> {
        let at = self.approved_at.filter(|at| reading.has(*at) && *at > seen.until())?;
        Some((at, NoticeEvent::Approved { title: self.title.clone(), by: client.name.clone() }))
    }

    fn to_approve(&self, reading: &Reading<'_>) -> Option<(i64, NoticeEvent)> {
        let since = self.status_since.filter(|at| reading.has(*at))?;
        let waits = self.status == DeliverableStatus::InReview.as_str();
        waits.then(|| (since, NoticeEvent::ToApprove { title: self.title.clone() }))
    }
}

pub(super) async fn deliverables(tx: &mut Tx, phase: &PhaseId) -> Result<Vec<Deliverable>, Fault> {
    Ok(sqlx::query_as(
        "SELECT deliverable.id, deliverable.title, deliverable.status, deliverable.status_since, \
         deliverable.approved_at FROM task JOIN deliverable ON deliverable.task_id = task.id \
         WHERE task.phase_id = $1 ORDER BY deliverable.id",
    )
    .bind(phase.as_str())
    .fetch_all(&mut **tx)
    .await?)
}
