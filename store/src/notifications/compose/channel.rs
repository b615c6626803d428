//! The events of a channel: messages, approvals, and what waits for one.

use domain::notifications::NotificationEvent;
use domain::{Author, Channel, Client, Person, Timestamp};

use super::context::{ComposeContext, NotComposed, UnseenEvents, unlisted, unlisted_count};
use super::messages;
use super::phase::{self, APPROVED, Deliverable, IN_REVIEW};
use super::seen::Seen;
use crate::db::Tx;

/// The newest unseen events, and how many more there are, once the first of them has waited for others.
pub(super) async fn unseen(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    person: &Person,
    channel: &Channel,
) -> Result<UnseenEvents, NotComposed> {
    let client = &person.client;
    let phase = match channel {
        Channel::General(_) => None,
        Channel::Phase(id) => Some(phase::project_and_name(tx, client, id).await?),
    };
    let seen = Seen::read(tx, context, person, channel).await?;
    let (since, until) = (context.since.as_millis(), context.until.as_millis());
    let unseen = since.max(seen.until().saturating_add(1))..until;
    let messages = messages::newest(tx, context, channel, &unseen).await?;
    let deliverables = match (channel, context.recipient.side()) {
        (Channel::General(_), _) => Vec::new(),
        (Channel::Phase(id), Author::Admin) => phase::newest(tx, id, &APPROVED, unseen).await?,
        // What waits for an approval is not seen by reading messages.
        (Channel::Phase(id), Author::Client) => phase::newest(tx, id, &IN_REVIEW, since..until).await?,
    };
    if messages.is_empty() && deliverables.is_empty() {
        return Err(seen.skip_reason(tx, context, channel).await?.into());
    }
    let unlisted = unlisted(
        unlisted_count(messages.len(), messages.first().map(|one| one.total)),
        unlisted_count(deliverables.len(), deliverables.first().map(|one| one.total)),
    );
    let (project, topic_name) = phase.unzip();
    let (project, project_name) = project.unzip();
    let deliverable = deliverables.first().map(|one| one.id.clone());
    let target = context.target(person, project, Some(channel.key()), deliverable);
    let messages = messages.iter().map(|one| (one.created_at, one.event(context, client)));
    let deliverables = deliverables.iter().map(|one| (one.since, deliverable_event(one, context, client)));
    let mut events: Vec<(i64, NotificationEvent)> = messages.chain(deliverables).collect();
    events.sort_by_key(|(at, _)| *at);
    // Of more than are listed the first is not known.
    if let (Some((first, _)), None) = (events.first(), &unlisted) {
        context.check_due(Timestamp::from_millis(*first))?;
    }
    let events = events.into_iter().map(|(_, event)| event).chain(unlisted).collect();
    Ok(UnseenEvents { project_name, topic_name, target, events })
}

fn deliverable_event(deliverable: &Deliverable, context: &ComposeContext<'_>, client: &Client) -> NotificationEvent {
    let title = deliverable.title.clone();
    match context.recipient.side() {
        Author::Admin => {
            let person = deliverable.approved_by.clone().filter(|name| *name != client.name);
            NotificationEvent::Approved { title, by: client.name.clone(), person }
        }
        Author::Client => NotificationEvent::ToApprove { title, description: deliverable.description.clone() },
    }
}
