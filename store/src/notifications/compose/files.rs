//! Files in which a scanner has found something.

use domain::id::ClientId;
use domain::notifications::{NotificationEvent, SkipReason};
use domain::{Author, File, Person};

use super::context::{ComposeContext, NotComposed, UnseenEvents};
use crate::db::Tx;
use crate::db::column::Column as _;
use crate::files::access::Readers;
use crate::tables::Record as _;

/// To the client: what the recipient could read. To the agency: what any person of the client could read, or its own uploads.
pub(super) async fn infected(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    client: Option<&ClientId>,
    person: Option<&Person>,
) -> Result<UnseenEvents, NotComposed> {
    let (readers, target) = match (context.recipient.side(), client, person) {
        (Author::Client, _, Some(person)) => (Readers::Person(person), context.target(person, None, None, None)),
        (Author::Admin, Some(client), Some(_)) => (Readers::Client(client), context.topic.agency_target()),
        (Author::Admin, None, _) => (Readers::Agency, context.topic.agency_target()),
        _ => return Err(SkipReason::Deleted.into()),
    };
    let (condition, mut values) = readers.condition();
    values.insert(0, context.since.into_cell());
    values.push(context.until.into_cell());
    let own = if client.is_none() { "file.client_id IS NULL AND" } else { "" };
    let sql = format!(
        "SELECT {} FROM file WHERE {own} file.quarantine = 'infected' AND file.infected_at >= $1 \
         AND file.infected_at < ${} AND {condition} ORDER BY file.infected_at, file.id LIMIT {}",
        File::COLUMNS,
        values.len(),
        NotificationEvent::MAX_LISTED
    );
    let files: Vec<File> = tx.fetch_all(sqlx::AssertSqlSafe(sql), values).await?;
    let is_agency = context.recipient.side() == Author::Admin;
    let event = |File { name, author_name, client_id, .. }: File| {
        let by =
            author_name.or_else(|| person.filter(|_| client_id.is_some()).map(|person| person.client.name.clone()));
        NotificationEvent::Infected { name: name.into(), by: by.filter(|_| is_agency) }
    };
    let events: Vec<_> = files.into_iter().map(event).collect();
    if events.is_empty() {
        return Err(SkipReason::Deleted.into());
    }
    Ok(UnseenEvents { project_name: None, topic_name: None, target, events })
}
