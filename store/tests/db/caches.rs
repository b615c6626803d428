//! Polls and portals from memory see every change: of this process at once, of another within its limit.

use std::sync::Arc;
use std::time::Duration;

use domain::id::ContactId;
use domain::portal::Portal;
use domain::{Channel, Comment, ContactDraft, DomainError, Form, Timestamp};
use serde_json::json;
use store::{ClientScope, Poll, Store};

use crate::support::{admin, noon, on_both_databases, read_times, text, to_id};

/// A time after the comments of the workspace and before those of the tests.
fn after_workspace() -> Timestamp {
    "2026-11-01T00:00:00Z".parse().unwrap()
}

/// Polls from the newest message on, twice: the second poll is answered from memory.
async fn idle_since(store: &Store, scope: &ClientScope, newest: Timestamp) -> Poll {
    for _ in 0..2 {
        let poll = store.poll(scope, "site", Some(newest)).await.unwrap();
        assert_eq!(poll.comments, []);
    }
    store.poll(scope, "site", Some(newest)).await.unwrap()
}

async fn only_comment(store: &Store, scope: &ClientScope, since: Timestamp) -> Comment {
    let poll = store.poll(scope, "site", Some(since)).await.unwrap();
    let [comment] = poll.comments.try_into().unwrap();
    comment
}

/// The portal at `site`, which the second look has from memory.
async fn site(store: &Store, scope: &ClientScope) -> Portal {
    let portal = store.portal(scope, Some("site")).await.unwrap();
    assert_eq!(store.portal(scope, Some("site")).await.unwrap(), portal);
    portal
}

on_both_databases! {
    async fn poll_sees_changes_of_this_process_at_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let store = &db.store;
        let general = Channel::General(rossi.id().clone());
        let mut newest = after_workspace();

        idle_since(store, &rossi, newest).await;
        let sent = store.post_message(&rossi, &general, &text("uno"), None).await.unwrap();
        assert_eq!(only_comment(store, &rossi, newest).await, sent);
        newest = sent.created_at;
        idle_since(store, &rossi, newest).await;
        let replied = store.reply(&to_id("rossi"), "design", &text("due")).await.unwrap();
        assert_eq!(only_comment(store, &rossi, newest).await, replied);
        newest = replied.created_at;

        assert_eq!(read_times(&idle_since(store, &rossi, newest).await.person_reads).len(), 0);
        store.mark_read(&rossi, "rossi", None).await.unwrap();
        assert_eq!(read_times(&idle_since(store, &rossi, newest).await.person_reads).len(), 1);
        store.mark_thread_read(&to_id("rossi"), "design", None).await.unwrap();
        assert_eq!(read_times(&idle_since(store, &rossi, newest).await.project.agency_reads).len(), 1);

        let approvals = async || idle_since(store, &rossi, newest).await.project.approval_count;
        assert_eq!(approvals().await, 0);
        store.approve(&rossi, "logo", None).await.unwrap();
        assert_eq!(approvals().await, 1);
        db.execute("UPDATE deliverable SET approved_at = NULL, status = 'in_review'").await;

        store.request_changes(&rossi, "logo", None, &text("Più grande")).await.unwrap();
        let request = only_comment(store, &rossi, newest).await;
        idle_since(store, &rossi, request.created_at).await;
        store.delete_client(&admin(), &to_id("rossi")).await.unwrap();
        let gone = store.poll(&rossi, "site", Some(request.created_at)).await;
        assert_eq!(gone.unwrap_err().refusal(), Some(DomainError::UnknownProject));
    }

    async fn cached_portal_quotes_the_newest_request_for_changes(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let quoted = async || {
            let portal = db.store.cached_portal(&rossi, None).await.unwrap().portal_at(noon());
            serde_json::to_string(&portal).unwrap().matches("Ancora più blu").count()
        };
        db.store.request_changes(&rossi, "logo", None, &text("Più blu")).await.unwrap();
        assert_eq!(quoted().await, 0);
        // Who writes the same by hand asks for the same.
        let design = Channel::Phase(to_id("design"));
        db.store.post_message(&rossi, &design, &text("Logo\n\nAncora più blu"), None).await.unwrap();
        assert_eq!(quoted().await, 2, "in the conversation, and with the deliverable");
    }

    async fn poll_sees_changes_of_another_process_soon(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        let newest = after_workspace();
        idle_since(&db.store, &rossi, newest).await;

        let replied = other.reply(&to_id("rossi"), "design", &text("Ciao")).await.unwrap();
        let seen = async {
            loop {
                let poll = db.store.poll(&rossi, "site", Some(newest)).await.unwrap();
                if !poll.comments.is_empty() {
                    return poll.comments;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        // Ten times the limit: the machine may be busy.
        let seen = tokio::time::timeout(Duration::from_secs(10), seen).await.unwrap();
        assert_eq!(seen, [replied]);
        other.close().await;
    }

    // A message of one project does not hide that there is none in another.
    async fn projects_of_a_client_are_polled_apart(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let newest = after_workspace();
        idle_since(&db.store, &rossi, newest).await;
        let elsewhere = db.store.reply(&to_id("rossi"), "catalogue", &text("Altrove")).await.unwrap();
        assert_eq!(idle_since(&db.store, &rossi, newest).await.comments, []);
        let shop = db.store.poll(&rossi, "shop", Some(newest)).await.unwrap();
        assert_eq!(shop.comments, [elsewhere]);
        let foreign = db.store.poll(&rossi, "app", Some(newest)).await;
        assert_eq!(foreign.unwrap_err().refusal(), Some(DomainError::UnknownProject));
    }

    async fn portal_sees_changes_of_this_process_at_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let store = &db.store;
        let general = Channel::General(rossi.id().clone());
        assert_eq!(site(store, &rossi).await.channels[0].messages, []);

        let sent = store.post_message(&rossi, &general, &text("uno"), None).await.unwrap();
        assert_eq!(site(store, &rossi).await.channels[0].messages, [sent]);
        store.reply(&to_id("rossi"), "design", &text("due")).await.unwrap();
        assert_eq!(site(store, &rossi).await.channels[1].unread, 2);
        db.clock.advance(1_000);
        store.mark_read(&rossi, "design", None).await.unwrap();
        assert_eq!(site(store, &rossi).await.channels[1].unread, 0);
        store.approve(&rossi, "logo", None).await.unwrap();
        assert_eq!(site(store, &rossi).await.open_items.to_approve, []);
        store.set_setting("agency_name", "Studio Lume").await.unwrap();
        assert_eq!(site(store, &rossi).await.agency.name.as_deref(), Some("Studio Lume"));
        assert_eq!(store.agency().await.unwrap().name.as_deref(), Some("Studio Lume"));
        db.import(r#"{"documents": [{"id": "d2", "project_id": "site", "name": "Manuale", "url": "https://example.com/2"}]}"#).await;
        assert_eq!(site(store, &rossi).await.project.unwrap().documents.len(), 2);
        store.delete_client(&admin(), &to_id("rossi")).await.unwrap();
        let gone = store.portal(&rossi, Some("site")).await;
        assert_eq!(gone.unwrap_err().refusal(), Some(DomainError::UnknownProject));
    }

    async fn portal_is_read_again_only_after_a_change(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let name = async || site(&db.store, &rossi).await.project.unwrap().name;
        assert_eq!(name().await, "Sito");
        // PostgreSQL announces what Atrio commits; of a file any commit is seen.
        if db.url.starts_with("postgres") {
            db.execute("UPDATE project SET name = 'Nuovo' WHERE id = 'site'").await;
            assert_eq!(name().await, "Sito");
        }
        db.store.reply(&to_id("verdi"), "verdi", &text("Altrove")).await.unwrap();
        // What the client writes is added to what is known.
        let design = Channel::Phase(to_id("design"));
        let sent = db.store.post_message(&rossi, &design, &text("Ecco"), None).await.unwrap();
        let portal = site(&db.store, &rossi).await;
        assert_eq!((portal.project.unwrap().name.as_str(), portal.cursor), ("Sito", Some(sent.created_at)));
        assert_eq!(portal.channels[1].messages.last(), Some(&sent));
        // What the agency writes is counted.
        db.store.reply(&to_id("rossi"), "design", &text("Ciao")).await.unwrap();
        let expected = if db.url.starts_with("postgres") { "Nuovo" } else { "Sito" };
        assert_eq!(name().await, expected);
    }

    // However many messages came since, and wherever.
    async fn portal_and_poll_with_new_messages_equal_those_read_anew(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let store = &db.store;
        let general = Channel::General(rossi.id().clone());
        let design = Channel::Phase(to_id("design"));
        let catalogue = Channel::Phase(to_id("catalogue"));
        let mut all = Vec::new();
        for burst in [1, 2, 9, 1, 60] {
            site(store, &rossi).await;
            for number in 0..burst {
                let channel = [&general, &design, &catalogue][number % 3];
                all.push(store.post_message(&rossi, channel, &text("Ecco"), None).await.unwrap());
            }
            let (portal, poll) = (site(store, &rossi).await, store.poll(&rossi, "site", Some(after_workspace())).await.unwrap());
            store.mark_read(&rossi, "rossi", Some(after_workspace())).await.unwrap();
            let anew = site(store, &rossi).await;
            let messages = |portal: &Portal| portal.channels.iter().map(|one| (one.messages.clone(), one.has_older)).collect::<Vec<_>>();
            assert_eq!(messages(&portal), messages(&anew));
            assert_eq!((portal.cursor, &portal.projects), (anew.cursor, &anew.projects));
            let of_site = all.iter().filter(|one| one.channel_key != catalogue.key()).cloned().collect::<Vec<_>>();
            assert_eq!(poll.comments, of_site);
        }
    }

    async fn portal_has_the_rights_and_the_clock_of_the_moment(db: Database) {
        db.with_workspace().await;
        let carla: ContactId = to_id("carla");
        let draft = |rights: &[&str]| {
            let form = rights.iter().fold(Form::default(), |form, right| form.with(right, Some("on")));
            ContactDraft::read(&form.with("name", Some("Carla Neri"))).unwrap()
        };
        db.store.create_contact(&carla, &to_id("rossi"), &draft(&["can_approve"]), None).await.unwrap();
        let scope = async || {
            let card = db.store.contacts(&to_id("rossi")).await.unwrap().remove(0);
            (db.store.client_by_token(card.contact.token.reveal()).await.unwrap(), card.version)
        };
        let (before, version) = scope().await;
        assert_eq!(site(&db.store, &before).await.open_items.to_approve.len(), 1);
        db.store.save_contact(&admin(), &carla, &draft(&[]), &version).await.unwrap();
        // A request that began before the change comes first.
        site(&db.store, &before).await;
        let (after, _) = scope().await;
        assert_eq!(site(&db.store, &after).await.open_items.to_approve, []);

        let now = site(&db.store, &after).await.now;
        db.clock.advance(60_000);
        assert_eq!(site(&db.store, &after).await.now.as_millis(), now.as_millis() + 60_000);
    }

    async fn portal_sees_changes_of_another_process_soon(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        site(&db.store, &rossi).await;
        other.set_setting("agency_name", "Studio Lume").await.unwrap();
        let seen = async {
            while db.store.portal(&rossi, Some("site")).await.unwrap().agency.name.is_none() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        // Ten times the limit: the machine may be busy.
        tokio::time::timeout(Duration::from_secs(10), seen).await.unwrap();
        other.close().await;
    }

    async fn portals_in_memory_stay_within_their_bound(db: Database) {
        const CLIENTS: usize = 60;
        let token = |client: usize| format!("token-of-a-client-{client:06}");
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| json!({ "id": format!("c{client}"), "name": "Rossi", "token": token(client) }))
            .collect();
        let comment = |client: usize, number: usize| {
            json!({
                "id": format!("m{client}-{number}"), "entity_type": "general", "entity_id": format!("c{client}"),
                "author": "client", "text": "x".repeat(2_000), "created_at": "2026-11-01T09:00:00Z",
            })
        };
        // Each portal has 100 kB of text: in its content, in its page and in the rows of that.
        let comments: Vec<_> =
            (0..CLIENTS).flat_map(|client| (0..50).map(move |number| comment(client, number))).collect();
        db.import(&json!({ "clients": clients, "comments": comments }).to_string()).await;
        let mut portals = Vec::new();
        for client in 0..CLIENTS {
            let scope = db.store.client_by_token(&token(client)).await.unwrap();
            portals.push(Arc::downgrade(&db.store.cached_portal(&scope, None).await.unwrap()));
        }
        let kept = portals.iter().filter(|portal| portal.strong_count() > 0).count();
        assert!((10..=40).contains(&kept), "{kept} in 16 MiB");
    }
}
