//! The events of a channel that its recipient has not seen.

pub(super) mod deliverables;
mod messages;
mod seen;

use domain::id::{PhaseId, ProjectId};
use domain::notifications::{NoticeEvent, Place, Recipient, SkipReason};
use domain::{Channel, Client};

use super::compose::{Content, Reading};
use crate::Fault;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::portal::credential;
use deliverables::Deliverable;
use seen::Seen;

/// The newest unseen events and how many more there are, or why there are none.
pub(super) async fn content(
    tx: &mut Tx,
    reading: &Reading<'_>,
    client: &Client,
    channel: &Channel,
) -> Result<Result<Content, SkipReason>, Fault> {
    let phase = match channel {
        Channel::General(_) => None,
        Channel::Phase(id) => match phase(tx, client, id).await? {
            None => return Ok(Err(SkipReason::Deleted)),
            phase => phase,
        },
    };
    let seen = Seen::read(tx, reading, client, channel).await?;
    let since = reading.since.as_millis();
    let unseen = since.max(seen.until().saturating_add(1))..reading.until.as_millis();
    let messages = messages::newest(tx, reading, channel, &unseen).await?;
    let deliverables = match (channel, reading.recipient) {
        (Channel::General(_), _) => Vec::new(),
        (Channel::Phase(id), Recipient::Admin) => deliverables::approved(tx, id, &unseen).await?,
        (Channel::Phase(id), Recipient::Client(_)) => {
            deliverables::to_approve(tx, id, &(since..reading.until.as_millis())).await?
        }
    };
    if messages.is_empty() && deliverables.is_empty() {
        return Ok(Err(seen.reason(tx, reading, channel).await?));
    }
    let unlisted = unlisted(
        messages.first().map_or(0, |one| one.total - count(messages.len())),
        deliverables.first().map_or(0, |one| one.total - count(deliverables.len())),
    );
    let (topic, project) = phase.unzip();
    let place = match reading.recipient {
        Recipient::Admin => Place::Thread { client: client.id.clone(), channel: channel.key() },
        Recipient::Client(_) => Place::Portal {
            slug: client.slug.clone(),
            link: credential::link::of(client),
            project,
            channel: Some(channel.key()),
            deliverable: deliverables.first().map(|one| stored(one.id.clone())).transpose()?,
        },
    };
    let messages = messages.iter().map(|one| (one.created_at, one.event(reading, client)));
    let deliverables = deliverables.iter().map(|one| (one.since, event(one, reading, client)));
    let mut events: Vec<(i64, NoticeEvent)> = messages.chain(deliverables).collect();
    events.sort_by_key(|(at, _)| *at);
    let events = events.into_iter().map(|(_, event)| event).chain(unlisted).collect();
    Ok(Ok(Content { topic, place, events }))
}

pub(super) fn unlisted(messages: i64, deliverables: i64) -> Option<NoticeEvent> {
    (messages + deliverables > 0).then_some(NoticeEvent::Unlisted { messages, deliverables })
}

/// To the agency an approval, to the client what waits for theirs.
fn event(deliverable: &Deliverable, reading: &Reading<'_>, client: &Client) -> NoticeEvent {
    let title = deliverable.title.clone();
    match reading.recipient {
        Recipient::Admin => NoticeEvent::Approved { title, by: client.name.clone() },
        Recipient::Client(_) => NoticeEvent::ToApprove { title },
    }
}

pub(super) fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// `$1` is the key of the channel.
const fn of_channel(channel: &Channel) -> &'static str {
    match channel {
        Channel::General(_) => "comment.client_id = $1 AND comment.phase_id IS NULL",
        Channel::Phase(_) => "comment.phase_id = $1",
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
