//! What is sent, read when it is due, in one snapshot.

use std::time::Duration;

use domain::notifications::{
    Medium, Mornings, Notice, NoticeEvent, Place, PushNotice, Recipient, SkipReason, Thread, last_morning,
};
use domain::{Agency, Client, Date, EmailAddress, Language, Timestamp, Zone};

use super::lease::Leased;
use super::{channel, lead, payment, recipient_column, reminder, source, summary};
use crate::auth::push_devices::{PushDevice, devices};
use crate::db::{Connection, Tx};
use crate::settings::agency::agency;
use crate::tables::select_one;
use crate::{Fault, Result, Store};

/// What is to be done with a row that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Composed {
    Send(Box<Notice>),
    /// To each of these devices, at least one.
    Push(Box<PushNotice>, Vec<PushDevice>),
    Skip(SkipReason),
    /// It is due at another time now.
    Later(Timestamp),
}

/// The events of a thread that its recipient has not seen.
pub(super) struct Content {
    pub(super) topic: Option<String>,
    pub(super) place: Place,
    pub(super) events: Vec<NoticeEvent>,
}

/// What the events of a row are read for.
pub(super) struct Reading<'a> {
    pub(super) recipient: &'a Recipient,
    pub(super) agency: &'a Agency,
    pub(super) since: Timestamp,
    /// Later events have a row of their own.
    pub(super) until: Timestamp,
    pub(super) now: Timestamp,
    pub(super) zone: &'a Zone,
}

impl Reading<'_> {
    pub(super) fn today(&self) -> Date {
        self.zone.date(self.now)
    }

    /// The mornings of a row that begins with one.
    pub(super) fn mornings(&self) -> Mornings {
        let last = last_morning(self.now, self.zone);
        let before_next = last_morning(Timestamp::from_millis(self.until.as_millis() - 1), self.zone);
        Mornings { first: self.zone.date(self.since), last: last.min(before_next) }
    }
}

impl Store {
    pub async fn compose_notification(&self, leased: &Leased) -> Result<Composed> {
        let mut tx = self.db.snapshot().await?;
        let now = self.clock.now();
        let preferences = self.preferences(&mut tx, &leased.recipient).await?;
        let after = self.notification_settings().map_or(Duration::ZERO, |settings| settings.after);
        let Some(due) = preferences.due(leased.medium, &leased.thread, after, leased.since) else {
            return Ok(Composed::Skip(SkipReason::Never));
        };
        let due = due.max(preferences.quiet_hours.end(now, &preferences.zone));
        if due > now {
            return Ok(Composed::Later(due));
        }
        let agency = agency(&mut tx).await?;
        let until = next(&mut tx, leased).await?;
        let Leased { recipient, since, .. } = leased;
        let zone = &preferences.zone;
        let reading = Reading { recipient, agency: &agency, since: *since, until, now, zone };
        let client: Option<Client> = match leased.thread.client() {
            Some(id) => select_one(&mut tx, "client WHERE client.id = $1", &[id.as_str()]).await?,
            None => None,
        };
        let content = match (&leased.thread, &client) {
            (Thread::Channel(_, channel), Some(client)) => {
                channel::content(&mut tx, &reading, client, channel).await?
            }
            (Thread::Reminder(_, phase), Some(client)) => {
                reminder::content(&mut tx, &reading, client, phase).await?
            }
            (Thread::Payment(_, payment), Some(client)) => {
                payment::content(&mut tx, &reading, client, payment).await?
            }
            (Thread::Channel(..) | Thread::Reminder(..) | Thread::Payment(..), None) => {
                Err(SkipReason::Deleted)
            }
            (Thread::Lead(lead), _) => lead::content(&mut tx, lead).await?,
            (Thread::Leads(source), _) => lead::content_of_source(&mut tx, &reading, source.as_ref()).await?,
            (Thread::Source(source), _) => source::content(&mut tx, &reading, source).await?,
            (Thread::Summary(date), _) => summary::content(&mut tx, &reading, *date).await?,
        };
        let content = match content {
            Ok(content) => content,
            Err(reason) => return Ok(Composed::Skip(reason)),
        };
        let (language, with_texts) = language_and_texts(&mut tx).await?;
        let language = match (recipient, &client) {
            (Recipient::Client(_), Some(client)) => client.language,
            _ => language,
        };
        let Content { topic, place, events } = content;
        // A lead on its own is about nothing else: others of its source neither join nor replace it.
        let thread = match &place {
            Place::Lead(lead) => Thread::Lead(lead.clone()),
            _ => leased.thread.clone(),
        };
        let recipient = recipient.clone();
        let devices = match leased.medium {
            Medium::Email => Vec::new(),
            Medium::Push => devices(&mut tx, &recipient).await?,
        };
        tx.commit().await?;
        if leased.medium == Medium::Push {
            if devices.is_empty() {
                return Ok(Composed::Skip(SkipReason::NoDevice));
            }
            let thread = thread.to_string();
            let notice = PushNotice { recipient, language, agency, thread, place, events };
            return Ok(Composed::Push(Box::new(notice), devices));
        }
        let Some(address) = self.address(&recipient, client.as_ref()) else {
            return Ok(Composed::Skip(SkipReason::NoAddress));
        };
        Ok(Composed::Send(Box::new(Notice {
            id: leased.id.clone(),
            recipient,
            address,
            language,
            agency,
            thread: thread.in_mail_programs().to_string(),
            topic,
            place,
            events,
            with_texts,
        })))
    }

    fn address(&self, recipient: &Recipient, client: Option<&Client>) -> Option<EmailAddress> {
        match recipient {
            Recipient::Admin => self.notification_settings()?.agency.clone(),
            Recipient::Client(_) => EmailAddress::parse(client?.email.as_deref()?).ok(),
        }
    }
}

/// The first event of the later rows of the thread.
async fn next(tx: &mut Tx, leased: &Leased) -> Result<Timestamp, Fault> {
    let until: Option<i64> = sqlx::query_scalar(
        "SELECT MIN(created_at) FROM notification \
         WHERE recipient = $1 AND thread = $2 AND medium = $3 AND number > $4",
    )
    .bind(recipient_column(&leased.recipient))
    .bind(leased.thread.to_string())
    .bind(leased.medium.as_str())
    .bind(leased.number)
    .fetch_one(&mut **tx)
    .await?;
    Ok(until.map_or(Timestamp::MAX, Timestamp::from_millis))
}

/// The settings `language` and `mail_texts`.
async fn language_and_texts(connection: &mut Connection) -> Result<(Language, bool), Fault> {
    let settings: Vec<(String, String)> =
        sqlx::query_as("SELECT key, value FROM setting WHERE key IN ('language', 'mail_texts')")
            .fetch_all(connection)
            .await?;
    let value =
        |wanted: &str| settings.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
    let language = value("language").and_then(|language| language.parse().ok()).unwrap_or_default();
    Ok((language, value("mail_texts") != Some("off")))
}
