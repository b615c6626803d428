//! What is sent, read when it is due, in one snapshot. Each topic has its module, which knows no other topic.

mod channel;
mod context;
mod files;
mod invitation;
mod leads;
mod material;
mod messages;
mod payment;
mod phase;
mod reminder;
mod seen;
mod source;
mod summary;

use std::time::Duration;

use domain::notifications::{
    LinkTarget, Medium, MorningSwitch, Notification, NotificationTopic, Recipient, SkipReason,
};
use domain::{Client, Contact, Date, EmailAddress, Person, Timestamp};

use super::lease::Leased;
use super::settings::agency_preferences;
use crate::auth::push_devices::{PushDevice, devices};
use crate::db::Tx;
use crate::settings::agency::agency;
use crate::tables::select_one;
use crate::{Fault, Result, Store};
use context::{ComposeContext, NotComposed, UnseenEvents};

/// What is to be done with a row that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Composed {
    Email(Box<Notification>, EmailAddress),
    /// To each of these devices, at least one.
    Push(Box<Notification>, Vec<PushDevice>),
    Skip(SkipReason),
    /// It is due at another time now.
    Later(Timestamp),
}

impl Store {
    pub async fn compose_notification(&self, leased: &Leased) -> Result<Composed> {
        let mut tx = self.db.snapshot().await?;
        let composed = match self.compose(&mut tx, leased).await {
            Ok(composed) => composed,
            Err(NotComposed::Skip(reason)) => Composed::Skip(reason),
            Err(NotComposed::Later(due)) => Composed::Later(due),
            Err(NotComposed::Fault(fault)) => return Err(fault.into()),
        };
        tx.commit().await?;
        Ok(composed)
    }

    async fn compose(&self, tx: &mut Tx, leased: &Leased) -> Result<Composed, NotComposed> {
        let Leased { id, recipient, topic, medium, since, is_fixed, .. } = leased;
        let now = self.clock.now();
        let preferences = self.preferences(tx, recipient, topic).await??;
        let schedule = &preferences.schedule;
        let delay = self.notification_settings().map_or(Duration::ZERO, |settings| settings.after);
        let due = schedule.due(*medium, topic, delay, *since).ok_or(SkipReason::Never)?;
        let due = due.max(schedule.quiet_hours.end(now, &schedule.zone));
        if due > now {
            return Ok(Composed::Later(due));
        }
        let client: Option<Client> = match topic.client() {
            Some(id) => select_one(tx, "client WHERE client.id = $1", [id.as_str()]).await?,
            None => None,
        };
        let is_on = match topic.morning_switch() {
            Some(MorningSwitch::RemindApprovals) => client.as_ref().is_none_or(|one| one.remind_approvals),
            Some(MorningSwitch::RemindPayments) => client.as_ref().is_none_or(|one| one.remind_payments),
            Some(MorningSwitch::MorningSummary) | None => true,
        };
        if !is_on || !preferences.wants(topic) {
            return Err(SkipReason::Off.into());
        }
        let contact: Option<Contact> = match recipient.contact() {
            Some(id) => select_one(tx, "contact WHERE contact.id = $1", [id]).await?,
            None => None,
        };
        let person = client.map(|client| Person { client, contact });
        let (agency, settings) = (agency(tx).await?, agency_preferences(tx).await?);
        let (zone, since, until) = (&schedule.zone, *since, next_row(tx, leased).await?);
        let (queued_until, sent_since) = if topic.is_sent_in_morning() {
            mornings(tx, leased, zone.midnight(zone.date(now))).await?
        } else {
            (None, None)
        };
        let asked_since = sent_since.map_or(since, |first| first.min(since));
        let context = ComposeContext {
            recipient,
            topic,
            agency: &agency,
            medium: *medium,
            schedule,
            delay,
            is_fixed: *is_fixed,
            zone,
            now,
            since,
            until,
            queued_until,
            asked_since,
        };
        let UnseenEvents { project_name, topic_name, target, events } =
            unseen_events(tx, &context, person.as_ref()).await?;
        // A lead on its own is about nothing else: others of its source neither join nor replace it.
        let topic = match &target {
            LinkTarget::Lead(lead) => NotificationTopic::Lead(lead.clone()),
            _ => topic.clone(),
        };
        let notification = Box::new(Notification {
            id: id.clone(),
            recipient: recipient.clone(),
            language: preferences.language,
            agency,
            topic,
            project_name,
            topic_name,
            target,
            events,
            with_texts: settings.mail_texts,
        });
        match medium {
            Medium::Email => {
                let address = self.address(recipient, preferences.email).ok_or(SkipReason::NoAddress)?;
                Ok(Composed::Email(notification, address))
            }
            Medium::Push => {
                let devices = devices(tx, recipient).await?;
                if devices.is_empty() {
                    return Err(SkipReason::NoDevice.into());
                }
                Ok(Composed::Push(notification, devices))
            }
        }
    }

    fn address(&self, recipient: &Recipient, email: Option<String>) -> Option<EmailAddress> {
        match recipient {
            Recipient::Admin => self.notification_settings()?.agency.clone(),
            Recipient::Member(_) | Recipient::Client(_) => EmailAddress::parse(&email?).ok(),
        }
    }
}

async fn unseen_events(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    person: Option<&Person>,
) -> Result<UnseenEvents, NotComposed> {
    match (context.topic, person) {
        (NotificationTopic::Channel(_, key), Some(person)) => channel::unseen(tx, context, person, key).await,
        (NotificationTopic::Reminder(_, phase), Some(person)) => reminder::unseen(tx, context, person, phase).await,
        (NotificationTopic::Payment(_, id), Some(person)) => payment::unseen(tx, context, person, id).await,
        (NotificationTopic::Material(_, project), Some(person)) => material::unseen(tx, context, person, project).await,
        (NotificationTopic::MaterialReminder(_, project), Some(person)) => {
            material::due(tx, context, person, project).await
        }
        (NotificationTopic::Invitation(_), Some(person)) => invitation::unseen(tx, context, person).await,
        (NotificationTopic::Lead(lead), _) => leads::unseen_lead(tx, lead).await,
        (NotificationTopic::Leads(source), _) => leads::unseen(tx, context, source.as_ref()).await,
        (NotificationTopic::Source(source), _) => source::unseen(tx, context, source).await,
        (NotificationTopic::Files(client), person) => files::infected(tx, context, client.as_ref(), person).await,
        (NotificationTopic::Summary(date), _) => summary::unseen(tx, context, *date).await,
        (
            NotificationTopic::Channel(..)
            | NotificationTopic::Reminder(..)
            | NotificationTopic::Payment(..)
            | NotificationTopic::Material(..)
            | NotificationTopic::MaterialReminder(..)
            | NotificationTopic::Invitation(_),
            None,
        ) => Err(SkipReason::Deleted.into()),
    }
}

/// The first event of the later rows of the topic.
async fn next_row(tx: &mut Tx, leased: &Leased) -> Result<Timestamp, Fault> {
    let sql = "SELECT MIN(created_at) FROM notification \
         WHERE recipient = $1 AND thread = $2 AND medium = $3 AND COALESCE(contact_id, member_id, '') = $4 AND number > $5";
    let Leased { recipient, topic, medium, number, .. } = leased;
    let next: Option<i64> = tx.fetch_value(sql, (recipient.role(), topic, medium, recipient.person(), *number)).await?;
    Ok(next.map_or(Timestamp::MAX, Timestamp::from_millis))
}

/// The last morning whose reminders are queued, and the first event of the earlier rows of the topic that were sent since
/// `midnight` or are still to be sent.
async fn mornings(
    tx: &mut Tx,
    leased: &Leased,
    midnight: Timestamp,
) -> Result<(Option<Date>, Option<Timestamp>), Fault> {
    let sql = "SELECT (SELECT value FROM internal WHERE key = 'last_morning'), (SELECT MIN(created_at) FROM notification \
         WHERE recipient = $1 AND thread = $2 AND medium = $3 AND COALESCE(contact_id, member_id, '') = $4 AND number < $5 \
         AND (state IN ('waiting', 'sending') OR state = 'sent' AND due_at >= $6))";
    let Leased { recipient, topic, medium, number, .. } = leased;
    tx.fetch_one(sql, (recipient.role(), topic, medium, recipient.person(), *number, midnight)).await
}
