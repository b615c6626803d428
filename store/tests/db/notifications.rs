//! The outbox of notifications.

mod by_hand;
mod compose;
mod due;
mod infected;
mod invitations;
mod leads;
mod lease;
mod links;
mod list;
mod material;
mod payments;
mod people;
mod push;
mod queue;
mod recipients;
mod reminders;
mod results;
mod sources;
mod summary;

use std::time::Duration;

use domain::id::{DeliverableId, ProjectId};
use domain::notifications::{Notification, NotificationEvent, NotificationState, SkipReason};
use domain::projects::board::BoardItem;
use domain::{Channel, DeliverableStatus, EmailAddress, Timestamp};
use store::{ClientScope, Composed, Leased, NotificationSettings, Outcome, Store};

use crate::support::{Database, admin, text, to_id};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const LEASE: Duration = Duration::from_mins(2);

fn enable(store: &Store, after: Duration) {
    let agency = EmailAddress::parse("studio@example.it").unwrap();
    store.enable_notifications(NotificationSettings { after, agency: Some(agency) });
}

/// The clients of the workspace with addresses; notifications are sent after five minutes.
async fn with_notifications(db: &Database) -> (ClientScope, ClientScope) {
    let clients = db.with_workspace().await;
    db.execute("UPDATE client SET email = id || '@example.it'").await;
    enable(&db.store, Duration::from_mins(5));
    clients
}

async fn post(db: &Database, client: &ClientScope, channel: &str, message: &str) {
    let channel = Channel::named(channel, client.id()).unwrap();
    db.store.post_message(client, &channel, &text(message), None).await.unwrap();
}

async fn reply(db: &Database, client: &str, channel: &str, message: &str) {
    db.store.reply(&to_id(client), channel, &text(message)).await.unwrap();
}

fn logo() -> (ProjectId, DeliverableId) {
    (ProjectId::parse("site").unwrap(), DeliverableId::parse("logo").unwrap())
}

/// Takes the logo back and sends it again.
async fn send_logo_for_approval(db: &Database) {
    let (site, logo) = logo();
    db.store.take_back(&site, &logo, DeliverableStatus::InReview).await.unwrap();
    db.store.send_for_approval(&site, &logo, DeliverableStatus::Pending).await.unwrap();
}

async fn delete(db: &Database, project: &str, item: &str) {
    let item: BoardItem = item.parse().unwrap();
    let version = db.store.deletion(&to_id(project), &item).await.unwrap().version;
    let project = ProjectId::parse(project).unwrap();
    db.store.delete_item(&admin(), &project, &item, &version).await.unwrap();
}

/// Leases everything that is due.
async fn lease(store: &Store) -> Vec<Leased> {
    store.lease_notifications(1000, LEASE).await.unwrap()
}

/// Leases the one row that is due five minutes from now.
async fn lease_one(db: &Database) -> Leased {
    db.clock.advance(5 * MINUTE);
    let [leased] = lease(&db.store).await.try_into().unwrap();
    leased
}

async fn composed(db: &Database, leased: &Leased) -> Composed {
    db.store.compose_notification(leased).await.unwrap()
}

/// The e-mail that is due five minutes from now, and its address; it is sent.
async fn next_email(db: &Database) -> (Notification, String) {
    let leased = lease_one(db).await;
    let Composed::Email(notice, address) = composed(db, &leased).await else { panic!("no e-mail") };
    finish(db, &leased, Outcome::Sent { subject: subject(&notice) }).await;
    (*notice, address.as_str().to_owned())
}

async fn next_notice(db: &Database) -> Notification {
    next_email(db).await.0
}

/// Why the row that is due five minutes from now is skipped.
async fn next_skip(db: &Database) -> SkipReason {
    db.clock.advance(5 * MINUTE);
    skipped_now(db).await
}

fn notice(composed: Composed) -> Notification {
    match composed {
        Composed::Email(notification, _) => *notification,
        other => panic!("{other:?}"),
    }
}

async fn finish(db: &Database, leased: &Leased, outcome: Outcome) {
    assert!(db.store.finish_notification(leased, &outcome).await.unwrap());
}

/// Moves the clock to a time.
fn set_clock(db: &Database, time: &str) {
    let time: Timestamp = time.parse().unwrap();
    db.clock.advance(time.as_millis() - db.store.clock().now().as_millis());
}

/// Moves the clock to a time and queues what its morning brings.
async fn at(db: &Database, time: &str) {
    set_clock(db, time);
    db.store.queue_reminders().await.unwrap();
}

/// The e-mails that are due now; they are sent.
async fn sent_now(db: &Database) -> Vec<Notification> {
    let mut sent = Vec::new();
    for leased in lease(&db.store).await {
        let notice = notice(composed(db, &leased).await);
        finish(db, &leased, Outcome::Sent { subject: subject(&notice) }).await;
        sent.push(notice);
    }
    sent
}

/// What is sent now, beside what is skipped.
async fn sent_besides_skipped(db: &Database) -> Vec<Notification> {
    let mut sent = Vec::new();
    for leased in lease(&db.store).await {
        match composed(db, &leased).await {
            Composed::Email(notice, _) => {
                finish(db, &leased, Outcome::Sent { subject: subject(&notice) }).await;
                sent.push(*notice);
            }
            Composed::Skip(reason) => finish(db, &leased, Outcome::Skipped(reason)).await,
            other => panic!("{other:?}"),
        }
    }
    sent
}

/// Why the one row that is due now is skipped.
async fn skipped_now(db: &Database) -> SkipReason {
    let [leased] = lease(&db.store).await.try_into().unwrap();
    match composed(db, &leased).await {
        Composed::Skip(reason) => {
            finish(db, &leased, Outcome::Skipped(reason)).await;
            reason
        }
        other => panic!("{other:?}"),
    }
}

/// The most pressing event; the words for it are in `pages`.
fn subject(notice: &Notification) -> String {
    match notice.most_pressing().unwrap() {
        NotificationEvent::Message { from, .. } => format!("{} messages from {from}", notice.message_count()),
        NotificationEvent::ToApprove { title, .. } => format!("to approve: {title}"),
        NotificationEvent::Reminder { title, .. } => format!("reminder: {title}"),
        NotificationEvent::NotApproved { title, client, .. } => format!("not approved by {client}: {title}"),
        NotificationEvent::Approved { title, by, .. } => format!("{by} approved: {title}"),
        NotificationEvent::ChangesRequested { title, by, .. } => format!("{by} asks for changes: {title}"),
        NotificationEvent::PaymentOverdue { label, .. } => format!("overdue: {label}"),
        NotificationEvent::Lead { name } => format!("lead: {name}"),
        NotificationEvent::Leads { count, .. } => format!("{count} leads"),
        NotificationEvent::SourceFailing { name } => format!("failing: {name}"),
        other => format!("{other:?}"),
    }
}

/// The texts of the messages in an e-mail.
fn messages(notice: &Notification) -> Vec<String> {
    notice.events.iter().filter_map(NotificationEvent::text).collect()
}

/// `recipient thread` of all rows in a state, oldest first.
async fn queued(db: &Database, state: NotificationState) -> Vec<String> {
    let lines = db.store.notifications(Some(state)).await.unwrap();
    let line = |line: &domain::notifications::NotificationLine| match line.recipient.person() {
        "" => format!("{} {}", line.recipient.role(), line.topic),
        person => format!("{person} {}", line.topic),
    };
    lines.iter().rev().map(line).collect()
}

async fn waiting(db: &Database) -> Vec<String> {
    queued(db, NotificationState::Waiting).await
}
