//! What each use case changes of that which open pages of the agency show.

use std::time::Duration;

use domain::id::{DeliverableId, ProjectId};
use domain::leads::SourceKind;
use domain::{Channel, DeliverableStatus, EmailAddress, Topic};
use store::{NotificationSettings, Outcome, Store, TopicVersions};

use crate::sources::{deliver, json, source};
use crate::support::{on_both_databases, text, to_id};

/// The topics that have changed since `before`.
pub(crate) fn changed_since(before: TopicVersions, now: TopicVersions) -> Vec<Topic> {
    let is_changed = |topic: &Topic| now.tag(&[*topic]) != before.tag(&[*topic]);
    Topic::ALL.iter().copied().filter(is_changed).collect()
}

/// The topics that `work` changes in its own process.
pub(crate) async fn changed_by<T>(store: &Store, work: impl Future<Output = store::Result<T>>) -> Vec<Topic> {
    let before = current(store).await;
    work.await.unwrap();
    changed_since(before, store.topic_versions())
}

/// Once the commits of other processes are known: on PostgreSQL all topics change when the listener has connected.
pub(crate) async fn current(store: &Store) -> TopicVersions {
    loop {
        if let Some(versions) = store.current_topic_versions().await {
            return versions;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

on_both_databases! {
    async fn messages_receipts_and_approvals_change_the_conversation_only(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let store = &db.store;
        let general = Channel::General(rossi.id().clone());
        let conversation = [Topic::Conversation];
        assert_eq!(changed_by(store, store.post_message(&rossi, &general, &text("Ciao"), None)).await, conversation);
        assert_eq!(changed_by(store, store.reply(&to_id("rossi"), "design", &text("Ciao"))).await, conversation);
        assert_eq!(changed_by(store, store.mark_read(&rossi, "rossi", None)).await, conversation);
        assert_eq!(changed_by(store, store.mark_thread_read(&to_id("rossi"), "rossi", None)).await, conversation);
        assert_eq!(changed_by(store, store.mark_thread_unread(&to_id("rossi"))).await, conversation);
        assert_eq!(changed_by(store, store.unmark_thread(rossi.id())).await, conversation);
        assert_eq!(changed_by(store, store.approve(&rossi, "logo", None)).await, conversation);
    }

    async fn leases_change_nothing_and_results_the_notifications_only(db: Database) {
        db.with_workspace().await;
        db.execute("UPDATE client SET email = id || '@example.it'").await;
        let store = &db.store;
        let agency = EmailAddress::parse("studio@example.it").ok();
        store.enable_notifications(NotificationSettings { after: Duration::ZERO, agency });
        store.reply(&to_id("rossi"), "design", &text("Ciao")).await.unwrap();
        db.clock.advance(60_000);
        // Until what is known of other connections is older than the statement above.
        tokio::time::sleep(Duration::from_millis(100)).await;
        let before = current(store).await;
        let leased = store.lease_notifications(9, Duration::from_mins(1)).await.unwrap();
        assert_eq!((leased.len(), changed_since(before, store.topic_versions())), (1, vec![]));
        let failed = Outcome::Failed("550".to_owned());
        let finished = changed_by(store, store.finish_notification(&leased[0], &failed)).await;
        assert_eq!(finished, [Topic::Notification]);
    }

    async fn deliveries_change_the_leads_only_and_only_once_processed(db: Database) {
        let store = &db.store;
        let form = source(store, "form", SourceKind::Generic).await;
        let body = json(r#"{"name": "Anna", "email": "a@b.it"}"#);
        let before = current(store).await;
        let id = store.receive(Some(&form), &body, None).await.unwrap();
        assert_eq!(changed_since(before, store.topic_versions()), []);
        assert_eq!(changed_by(store, store.process_delivery(&id)).await, [Topic::Lead]);
    }

    async fn edit_of_a_project_changes_projects_and_settings_everything(db: Database) {
        db.with_workspace().await;
        let store = &db.store;
        let (project, logo) = (ProjectId::parse("site").unwrap(), DeliverableId::parse("logo").unwrap());
        let taken_back = store.take_back(&project, &logo, DeliverableStatus::InReview);
        assert_eq!(changed_by(store, taken_back).await, [Topic::Project]);
        assert_eq!(changed_by(store, store.set_setting("time_zone", "Europe/Rome")).await, Topic::ALL);
    }

    async fn change_of_another_process_raises_its_topic(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let other = db.another_process(db.clock.clone()).await;
        let before = current(&db.store).await;
        deliver(&other, &form, r#"{"name": "Anna", "email": "a@b.it"}"#).await;
        // At the latest when what is kept in memory is too old, but that takes a minute.
        let seen = async {
            loop {
                let changed = changed_since(before, current(&db.store).await);
                if !changed.is_empty() {
                    return changed;
                }
            }
        };
        let changed = tokio::time::timeout(Duration::from_secs(20), seen).await.unwrap();
        // SQLite says only that something was committed.
        let expected = if db.url.starts_with("sqlite") { Topic::ALL } else { &[Topic::Lead] };
        assert_eq!(changed, expected);
        other.close().await;
    }
}
