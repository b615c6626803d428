//! Versions of deliverables, and the receipts of their approvals.

use domain::audit::Actor;
use domain::files::{Content, ContentId};
use domain::id::{DeliverableId, ProjectId, VersionId};
use domain::{Approval, DeliverableDraft, DeliverableStatus, DomainError, Form, Uploader, VersionDraft};
use serde_json::{Value, json};
use store::{ClientScope, Error, RequestOrigin, Store};
use tokio::task::JoinSet;

use crate::files::upload;
use crate::support::{Database, export, import_error, noon, on_both_databases, text, to_id};

const LINK: &str = "https://files.example/logo-1.pdf";

fn luca() -> Actor {
    Actor::Member(to_id("luca"), "Luca".to_owned())
}

fn draft(url: &str, note: &str) -> VersionDraft {
    VersionDraft::read(&Form::default().with("url", Some(url)).with("note", Some(note))).unwrap()
}

fn ids() -> (ProjectId, DeliverableId) {
    (to_id("site"), to_id("logo"))
}

async fn add(store: &Store, id: &str, url: &str) -> Result<(), Error> {
    let (project, logo) = ids();
    store.add_version(&luca(), &project, &logo, &to_id::<VersionId>(id), &draft(url, "Più grande")).await
}

/// The workspace, with a link for the logo, which is in review.
async fn with_logo(db: &Database) -> ClientScope {
    let (rossi, _) = db.with_workspace().await;
    db.execute(format!(
        "UPDATE deliverable SET url = '{LINK}', status = 'in_review', status_since = 1 WHERE id = 'logo'"
    ))
    .await;
    rossi
}

async fn exported(db: &Database, member: &str) -> Vec<Value> {
    export(&db.store).await[member].as_array().unwrap().clone()
}

const OTHER_LINK: &str = "https://files.example/b.pdf";

/// Saves the form of the logo with another link.
async fn change_link(store: &Store) -> DeliverableDraft {
    let (project, logo) = ids();
    let board = store.board(&project).await.unwrap();
    let version = &board.phases[0].tasks[0].deliverables[0].version;
    let draft = DeliverableDraft { title: "Logo".to_owned(), description: None, url: Some(OTHER_LINK.to_owned()) };
    store.save_deliverable(&luca(), &project, &logo, version, &draft).await.unwrap();
    draft
}

on_both_databases! {
    async fn first_added_version_is_the_second_and_keeps_the_link_as_the_first(db: Database) {
        let rossi = with_logo(&db).await;
        db.clock.advance(1_000);
        add(&db.store, "v2", "https://files.example/logo-2.pdf").await.unwrap();
        add(&db.store, "v2", "https://files.example/logo-2.pdf").await.unwrap();
        let versions = exported(&db, "deliverable_versions").await;
        let numbers: Vec<_> = versions.iter().map(|one| (one["number"].as_i64().unwrap(), one["url"].as_str().unwrap())).collect();
        assert!(numbers.contains(&(1, LINK)) && numbers.contains(&(2, "https://files.example/logo-2.pdf")), "{numbers:?}");
        assert_eq!(numbers.len(), 2, "a form sent twice adds one");
        let second = versions.iter().find(|one| one["number"] == 2).unwrap();
        assert_eq!((&second["author_name"], &second["note"]), (&json!("Luca"), &json!("Più grande")));
        let logo = exported(&db, "deliverables").await.into_iter().find(|one| one["id"] == "logo").unwrap();
        assert_eq!((&logo["url"], &logo["status"]), (&Value::Null, &json!("in_review")));
        // The portal shows the link of the newest.
        let portal = db.store.portal(&rossi, None).await.unwrap().project.unwrap();
        let shown = &portal.phases[0].tasks[0].deliverables[0];
        assert_eq!(shown.deliverable.url.as_deref(), Some("https://files.example/logo-2.pdf"));
        assert_eq!(shown.versions.iter().map(|one| one.number).collect::<Vec<_>>(), [2, 1]);
    }

    async fn version_with_taken_id_and_other_content_is_another(db: Database) {
        with_logo(&db).await;
        for number in [2, 3, 3] {
            add(&db.store, "v2", &format!("https://files.example/logo-{number}.pdf")).await.unwrap();
        }
        let (project, logo) = ids();
        let history = db.store.deliverable_history(&project, &logo).await.unwrap();
        let newest = Content::Link("https://files.example/logo-3.pdf".to_owned());
        assert_eq!((history.versions.len(), history.newest()), (3, Some(newest)), "the other one is added once");
        let noted = draft("https://files.example/logo-3.pdf", "Con il filo bianco");
        db.store.add_version(&luca(), &project, &logo, &to_id("v2"), &noted).await.unwrap();
        let history = db.store.deliverable_history(&project, &logo).await.unwrap();
        assert_eq!((history.versions.len(), &history.versions[0].note), (4, &noted.note));
        let icon = DeliverableDraft { title: "Icona".to_owned(), description: None, url: None };
        db.store.add_deliverable(&project, &to_id("logo-task"), &to_id("icon"), &icon).await.unwrap();
        let taken = db.store.add_version(&luca(), &project, &to_id("icon"), &to_id("v2"), &draft(LINK, "")).await;
        assert!(matches!(taken, Err(Error::Domain(DomainError::Stale))), "{taken:?}");
    }

    async fn version_of_what_has_changes_requested_asks_again_and_of_an_approved_one_is_refused(db: Database) {
        let rossi = with_logo(&db).await;
        db.execute("UPDATE deliverable SET status = 'changes_requested' WHERE id = 'logo'").await;
        add(&db.store, "v2", "https://files.example/logo-2.pdf").await.unwrap();
        let (project, logo) = ids();
        let shown = db.store.deliverable_history(&project, &logo).await.unwrap().deliverable;
        assert_eq!(shown.status, DeliverableStatus::InReview);
        db.store.approve(&rossi, "logo", None).await.unwrap();
        let refused = add(&db.store, "v3", LINK).await;
        assert!(matches!(refused, Err(Error::Domain(DomainError::AlreadyApproved))), "{refused:?}");
        let foreign = db.store.add_version(&luca(), &to_id("app"), &logo, &to_id("v4"), &draft(LINK, "")).await;
        assert!(matches!(foreign, Err(Error::Domain(DomainError::UnknownRecord))), "{foreign:?}");
    }

    async fn another_link_of_what_is_in_review_is_a_version(db: Database) {
        let rossi = with_logo(&db).await;
        let (project, logo) = ids();
        let changed = change_link(&db.store).await;
        let stale = db.store.approve(&rossi, "logo", Some(1)).await;
        assert!(matches!(stale, Err(Error::Domain(DomainError::NewerVersion))), "{stale:?}");
        let board = db.store.board(&project).await.unwrap();
        let version = board.phases[0].tasks[0].deliverables[0].version.clone();
        let without = DeliverableDraft { url: None, ..changed };
        assert!(db.store.save_deliverable(&luca(), &project, &logo, &version, &without).await.is_err(), "versions stay");
        assert_eq!(db.store.approve(&rossi, "logo", Some(2)).await.unwrap(), Approval::Now(noon()));
    }

    async fn deliverable_with_file_needs_no_warning(db: Database) {
        with_logo(&db).await;
        let (project, logo) = ids();
        db.execute("UPDATE client SET email = 'rossi@example.it'").await;
        db.store.enable_notifications(store::NotificationSettings {
            after: std::time::Duration::ZERO,
            agency: domain::EmailAddress::parse("studio@example.it").ok(),
        });
        let needs_warning = async || db.store.needs_warning(&project, &logo).await.unwrap();
        db.execute("UPDATE deliverable SET url = NULL, status = 'pending' WHERE id = 'logo'").await;
        assert!(needs_warning().await, "there is nothing to look at");
        let file = upload(&db.store, &Uploader::default(), 'a').await;
        let draft = VersionDraft { content: ContentId::File(file.id), note: None };
        db.store.add_version(&luca(), &project, &logo, &to_id("v"), &draft).await.unwrap();
        db.store.take_back(&project, &logo, DeliverableStatus::InReview).await.unwrap();
        assert!(!needs_warning().await);
    }

    async fn another_link_of_what_was_taken_back_is_a_version(db: Database) {
        let rossi = with_logo(&db).await;
        let (project, logo) = ids();
        db.store.take_back(&project, &logo, DeliverableStatus::InReview).await.unwrap();
        change_link(&db.store).await;
        let stale = db.store.approve(&rossi, "logo", Some(1)).await;
        assert!(matches!(stale, Err(Error::Domain(DomainError::NewerVersion))), "{stale:?}");
    }

    async fn another_link_of_what_has_changes_requested_is_a_version(db: Database) {
        let rossi = with_logo(&db).await;
        db.store.request_changes(&rossi, "logo", Some(1), &text("Più blu")).await.unwrap();
        let (project, logo) = ids();
        change_link(&db.store).await;
        let history = db.store.deliverable_history(&project, &logo).await.unwrap();
        let links = [OTHER_LINK, LINK].map(|url| Some(Content::Link(url.to_owned())));
        assert_eq!(history.versions.into_iter().map(|one| one.content).collect::<Vec<_>>(), links);
        assert_eq!(history.deliverable.status, DeliverableStatus::InReview);
    }

    async fn approval_of_nothing_is_no_approval_of_the_version_that_came_after(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.execute("UPDATE deliverable SET url = NULL, status = 'in_review', status_since = 1 WHERE id = 'logo'").await;
        add(&db.store, "v", LINK).await.unwrap();
        let stale = db.store.approve(&rossi, "logo", Some(1)).await;
        assert!(matches!(stale, Err(Error::Domain(DomainError::NewerVersion))), "{stale:?}");
        // What was never shown has no first version yet.
        let (project, _) = ids();
        let draft = DeliverableDraft { title: "Icona".to_owned(), description: None, url: None };
        db.store.add_deliverable(&project, &to_id("logo-task"), &to_id("icon"), &draft).await.unwrap();
        db.store.add_version(&luca(), &project, &to_id("icon"), &to_id("first"), &self::draft(LINK, "")).await.unwrap();
        let history = db.store.deliverable_history(&project, &to_id("icon")).await.unwrap();
        assert_eq!(history.versions.iter().map(|one| one.number).collect::<Vec<_>>(), [1]);
    }

    async fn request_for_changes_names_its_version(db: Database) {
        let rossi = with_logo(&db).await;
        let request = async || {
            let project = db.store.portal(&rossi, None).await.unwrap().project.unwrap();
            let request = project.phases[0].tasks[0].deliverables[0].request.clone().unwrap();
            (request.version, request.reason)
        };
        db.store.request_changes(&rossi, "logo", Some(1), &text("Più blu")).await.unwrap();
        assert_eq!(request().await, (None, "Più blu".to_owned()), "the only version needs no number");
        add(&db.store, "v2", "https://files.example/logo-2.pdf").await.unwrap();
        let before = db.store.export().await.unwrap();
        let stale = db.store.request_changes(&rossi, "logo", Some(1), &text("Più rosso")).await;
        assert!(matches!(stale, Err(Error::Domain(DomainError::NewerVersion))), "{stale:?}");
        assert_eq!(db.store.export().await.unwrap(), before);
        db.store.request_changes(&rossi, "logo", Some(2), &text("Più rosso")).await.unwrap();
        assert_eq!(request().await, (Some(2), "Più rosso".to_owned()));
        let comments = exported(&db, "comments").await;
        assert!(comments.iter().any(|one| one["text"] == "Logo · v2\n\nPiù rosso"), "{comments:?}");
    }

    async fn stale_approval_writes_nothing(db: Database) {
        let rossi = with_logo(&db).await;
        add(&db.store, "v2", "https://files.example/logo-2.pdf").await.unwrap();
        let before = db.store.export().await.unwrap();
        for version in [1, 3, i64::MAX] {
            let refused = db.store.approve(&rossi, "logo", Some(version)).await;
            assert!(matches!(refused, Err(Error::Domain(DomainError::NewerVersion))), "{version}: {refused:?}");
        }
        assert_eq!(db.store.export().await.unwrap(), before);
        assert_eq!(db.store.approve(&rossi, "logo", Some(2)).await.unwrap(), Approval::Now(noon()));
        assert_eq!(db.store.approve(&rossi, "logo", Some(1)).await.unwrap(), Approval::Already(noon()));
    }

    async fn receipts_of_simultaneous_approvals_form_one_chain(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let deliverables: Vec<_> = (0..24)
            .map(|n| json!({"id": format!("d{n}"), "task_id": "logo-task", "title": format!("Tavola {n}"), "status": "in_review"}))
            .collect();
        db.import(&json!({"deliverables": deliverables}).to_string()).await;
        let other = db.another_process(db.clock.clone()).await;
        let mut approvals = JoinSet::new();
        for number in 0..24 {
            let origin = RequestOrigin::new("2001:db8::7".to_owned(), b"Browser/\xff 1");
            let store = if number % 2 == 0 { &db.store } else { &other }.from_origin(origin);
            let rossi = rossi.clone();
            approvals.spawn(async move { store.approve(&rossi, &format!("d{number}"), Some(1)).await.unwrap() });
        }
        approvals.join_all().await;
        let receipts = exported(&db, "receipts").await;
        assert_eq!(receipts.len(), 24);
        let mut links = vec![String::new()];
        while let Some(next) = receipts.iter().find(|one| one["previous"] == json!(links.last().unwrap())) {
            links.push(next["digest"].as_str().unwrap().to_owned());
            assert_eq!((&next["address"], &next["user_agent"]), (&json!("2001:db8::7"), &json!("Browser/\u{fffd} 1")));
            assert!(links.len() <= 25, "the chain has no circle");
        }
        assert_eq!(links.len(), 25, "each follows another");
        assert_eq!(db.store.verify_receipts().await.unwrap().faults, [""; 0]);

        let receipt = db.store.receipt(&rossi, "d7").await.unwrap();
        assert_eq!(db.store.receipt_by_digest(&receipt.digest).await.unwrap(), receipt);
        assert!(db.store.receipt(&verdi, "d7").await.is_err(), "another client's");
        // It outlives the deliverable, and an import takes it as it is.
        db.execute("DELETE FROM deliverable").await;
        assert_eq!(db.store.receipt(&rossi, "d7").await.unwrap(), receipt);
        let export = db.store.export().await.unwrap();
        let copy = db.sibling().await;
        copy.import(std::str::from_utf8(&export).unwrap()).await;
        assert!(copy.store.export().await.unwrap() == export);

        // Not the first, which is deleted.
        let changed = receipts.iter().find(|one| one["digest"] == json!(links[12])).unwrap()["id"].as_str().unwrap();
        db.execute(format!("UPDATE receipt SET approved_by = 'Nessuno' WHERE id = '{changed}'")).await;
        db.execute("DELETE FROM receipt WHERE previous = ''").await;
        let faults = db.store.verify_receipts().await.unwrap().faults;
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults.iter().any(|fault| fault.starts_with(&format!("receipt {changed} is not"))), "{faults:?}");
        other.close().await;
        copy.store.close().await;
    }

    async fn imported_circle_of_receipts_refuses_no_approval(db: Database) {
        let rossi = with_logo(&db).await;
        let receipt = |id: &str, previous: &str, digest: &str| json!({
            "id": id, "deliverable_id": id, "deliverable_title": "Logo", "version": 1, "client_id": "rossi",
            "approved_by": "Rossi", "approved_at": "2026-01-02T03:04:05Z", "address": "", "user_agent": "",
            "previous": previous.repeat(64), "digest": digest.repeat(64),
        });
        db.import(&json!({"receipts": [receipt("a", "1", "2"), receipt("b", "2", "1")]}).to_string()).await;
        assert_eq!(db.store.approve(&rossi, "logo", None).await.unwrap(), Approval::Now(noon()));
        assert_eq!(db.store.receipt(&rossi, "logo").await.unwrap().previous.len(), 64);
    }

    async fn deliverable_imported_again_keeps_its_receipt(db: Database) {
        let rossi = with_logo(&db).await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        let receipt = db.store.receipt(&rossi, "logo").await.unwrap();
        db.execute("DELETE FROM deliverable WHERE id = 'logo'").await;
        db.import(&json!({"deliverables": [{"id": "logo", "task_id": "logo-task", "title": "Logo"}]}).to_string()).await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert_eq!(db.store.receipt(&rossi, "logo").await.unwrap(), receipt);
        assert_eq!(db.store.verify_receipts().await.unwrap().faults, [""; 0]);
    }

    async fn import_refuses_two_versions_with_one_number_and_two_receipts_in_one_place(db: Database) {
        with_logo(&db).await;
        let version = |id: &str, number: i64| json!({"id": id, "deliverable_id": "logo", "number": number, "url": LINK});
        let error = import_error(&db.store, json!({"deliverable_versions": [version("a", 2), version("b", 2)]})).await;
        assert_eq!(error, "deliverable_versions[1].number: is already in deliverable_versions[0]");
        let error = import_error(&db.store, json!({"deliverable_versions": [version("a", 0)]})).await;
        assert!(error.contains("number"), "{error}");
        let error = import_error(&db.store, json!({"deliverable_versions": [version("a", 2), version("a", 3)]})).await;
        assert_eq!(error, "deliverable_versions[1].id: is already in deliverable_versions[0]");
        db.import(&json!({"deliverable_versions": [version("a", 2), version("c", 5)]}).to_string()).await;
        let error = import_error(&db.store, json!({"deliverable_versions": [version("d", 5)]})).await;
        assert_eq!(error, "deliverable_versions[0].number: is already in the database");

        let receipt = |id: &str, deliverable: &str, previous: &str| json!({
            "id": id, "deliverable_id": deliverable, "deliverable_title": "Logo", "version": 1, "sha256": null, "url": LINK,
            "client_id": "rossi", "approved_by": "Rossi", "approved_at": "2026-01-02T03:04:05Z", "address": "",
            "user_agent": "", "previous": previous, "digest": "d".repeat(64),
        });
        let error = import_error(&db.store, json!({"receipts": [receipt("a", "x", ""), receipt("a", "y", "1")]})).await;
        assert_eq!(error, "receipts[1].id: is already in receipts[0]");
        let error = import_error(&db.store, json!({"receipts": [receipt("a", "x", ""), receipt("b", "x", "1")]})).await;
        assert_eq!(error, "receipts[1].deliverable_id: is already in receipts[0]");
        let error = import_error(&db.store, json!({"receipts": [receipt("a", "x", ""), receipt("b", "y", "")]})).await;
        assert_eq!(error, "receipts[1].previous: is already in receipts[0]");
    }
}
