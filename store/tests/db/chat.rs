//! Messages and read receipts of a client.

use domain::{Author, Channel, DomainError, EntityType, Timestamp};

use crate::support::{domain_error, noon, on_both_databases, read_times, text, to_id};

on_both_databases! {
    async fn poll_returns_all_project_channels_in_order(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let design = Channel::named("design", rossi.id()).unwrap();
        let general = Channel::General(rossi.id().clone());
        let hello = db.store.post_message(&rossi, &general, &text("Buongiorno"), None).await.unwrap();
        let mail = db.store.reply(&to_id("rossi"), "design", &text("Ecco")).await.unwrap();
        let elsewhere = Channel::named("catalogue", rossi.id()).unwrap();
        db.store.post_message(&rossi, &elsewhere, &text("Altrove"), None).await.unwrap();

        let poll = db.store.poll(&rossi, "site", None).await.unwrap();
        let comments: Vec<_> = poll.comments.iter().map(|c| (c.text.as_str(), c.entity_type, c.author)).collect();
        assert_eq!(comments, [
            ("Sul task", EntityType::Task, Author::Admin),
            ("Sul logo", EntityType::Deliverable, Author::Client),
            ("Buongiorno", EntityType::General, Author::Client),
            ("Ecco", EntityType::Phase, Author::Admin),
        ]);
        let badge = |i: usize| poll.comments[i].badge.as_ref().map(|badge| badge.name.as_str());
        assert_eq!((badge(0), badge(1), badge(2)), (Some("Disegnare il logo"), Some("Logo"), None));
        assert_eq!(poll.comments[1].channel_key, design.key());
        assert_eq!(&poll.comments[2..], [hello.clone(), mail.clone()]);

        let later = db.store.poll(&rossi, "site", Some(hello.created_at)).await.unwrap();
        assert_eq!(later.comments, [mail]);
    }

    async fn read_receipt_never_moves_back(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let at = |millis| Some(Timestamp::from_millis(noon().as_millis() + millis));
        let mark = async |up_to| db.store.mark_read(&rossi, "design", up_to).await.unwrap();
        assert_eq!(Some(mark(at(-5_000)).await), at(-5_000));
        assert_eq!(Some(mark(at(-9_000)).await), at(-5_000));
        assert_eq!(mark(at(99_000)).await, noon());
        db.clock.advance(-60_000);
        assert_eq!(mark(None).await, noon());
        let reads = read_times(&db.store.poll(&rossi, "shop", None).await.unwrap().person_reads);
        assert_eq!(reads.len(), 1);
    }

    async fn poll_returns_no_approvals_of_another_clients_project_with_the_same_id(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.import(r#"{"projects": [{"id": "rossi", "client_id": "verdi", "name": "Omonimo"}],
            "phases": [{"id": "p", "project_id": "rossi", "name": "P"}], "tasks": [{"id": "t", "phase_id": "p", "title": "T"}],
            "deliverables": [{"id": "d", "task_id": "t", "title": "Segreto", "status": "approved", "approved_at": "2026-01-01"}]}"#).await;
        let poll = db.store.poll(&rossi, "rossi", None).await.unwrap();
        assert_eq!((poll.project.approval_count, poll.project.approvals.get()), (0, "[]"));
    }

    async fn records_of_other_clients_are_not_found(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let store = &db.store;
        assert_eq!(domain_error(store.poll(&rossi, "app", None).await), DomainError::UnknownProject);
        assert_eq!(domain_error(store.poll(&rossi, "no\0pe", None).await), DomainError::UnknownProject);
        assert_eq!(domain_error(store.portal(&rossi, Some("app")).await), DomainError::UnknownProject);
        for key in ["screens", "verdi", "nothing", "no\0pe", ""] {
            assert_eq!(domain_error(store.mark_read(&rossi, key, None).await), DomainError::UnknownChannel, "{key:?}");
            assert_eq!(domain_error(store.reply(&to_id("rossi"), key, &text("x")).await), DomainError::UnknownChannel);
        }
        let theirs = [Channel::General(verdi.id().clone()), Channel::named("screens", verdi.id()).unwrap()];
        for channel in theirs {
            let post = store.post_message(&rossi, &channel, &text("x"), None).await;
            assert_eq!(domain_error(post), DomainError::UnknownChannel);
        }
        assert_eq!(domain_error(store.approve(&rossi, "screen", None).await), DomainError::UnknownDeliverable);
        assert_eq!(domain_error(store.reply(&to_id("nobody"), "nobody", &text("x")).await), DomainError::UnknownClient);
        assert_eq!(domain_error(store.client_by_token("rossi-a1b2\0").await), DomainError::UnknownToken);
        assert_eq!(domain_error(store.person_by_slug("è").await), DomainError::UnknownSlug);
        assert_eq!(domain_error(store.person_by_key("\0").await), DomainError::UnknownClient);
        assert_eq!(db.number("SELECT COUNT(*) FROM comment").await, 3);
    }

    async fn client_is_found_by_slug_or_token(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        for key in ["rossi-a1b2", "rossi-token-rossi-token"] {
            assert_eq!(db.store.person_by_key(key).await.unwrap().client().id, *rossi.id());
        }
        assert_eq!(db.store.person_by_slug("rossi-a1b2").await.unwrap().client(), rossi.client());
    }
}
