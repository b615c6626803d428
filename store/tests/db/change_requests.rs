//! Change requests of clients.

use domain::portal::PortalDeliverable;
use domain::{Approval, Author, Deliverable, DeliverableStatus, DomainError, Timestamp};
use store::{ClientScope, Error, Store};
use tokio::task::JoinSet;

use crate::support::{noon, on_both_databases, text, to_id};

async fn card(store: &Store, rossi: &ClientScope) -> PortalDeliverable {
    let site = store.portal(rossi, None).await.unwrap().project.unwrap();
    site.phases[0].tasks[0].deliverables[0].clone()
}

async fn logo(store: &Store, rossi: &ClientScope) -> Deliverable {
    card(store, rossi).await.deliverable
}

/// The messages in the channel of the phase after the two old comments.
async fn phase_messages(store: &Store, rossi: &ClientScope) -> Vec<String> {
    let page = store.history(rossi, "design", Timestamp::MAX).await.unwrap();
    page.messages[2..]
        .iter()
        .map(|message| {
            assert_eq!((message.author, message.entity_type.as_str()), (Author::Client, "phase"));
            message.text.to_string()
        })
        .collect()
}

on_both_databases! {
    async fn change_request_sets_status_and_posts_reason(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.request_changes(&rossi, "logo", None, &text("Più grande.\nGrazie")).await.unwrap();
        assert_eq!(logo(&db.store, &rossi).await.status.as_str(), "changes_requested");
        assert_eq!(phase_messages(&db.store, &rossi).await, ["Logo\n\nPiù grande.\nGrazie"]);
        assert_eq!(db.unread().await, 2);

        // Repeated: the card quotes the newest, with its message; the deliverable can still be approved.
        db.store.request_changes(&rossi, "logo", None, &text("E blu")).await.unwrap();
        let request = card(&db.store, &rossi).await.request.unwrap();
        let newest = db.store.history(&rossi, "design", Timestamp::MAX).await.unwrap().messages.pop().unwrap();
        assert_eq!((request.reason.as_str(), request.at, request.message), ("E blu", newest.created_at, newest.id));
        assert_eq!(phase_messages(&db.store, &rossi).await.len(), 2);
        assert_eq!(db.store.approve(&rossi, "logo", None).await.unwrap(), Approval::Now(noon()));
        assert_eq!(card(&db.store, &rossi).await.request, None);
    }

    async fn long_reason_is_split_into_two_messages(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let reason = "parola ".repeat(285) + "fine";
        db.store.request_changes(&rossi, "logo", None, &text(&reason)).await.unwrap();
        let phase_messages = phase_messages(&db.store, &rossi).await;
        assert_eq!(phase_messages.len(), 2);
        assert!(phase_messages.iter().all(|message| message.chars().count() <= 2000));
        assert_eq!(phase_messages.join(" "), format!("Logo\n\n{reason}"));
    }

    async fn repeated_change_request_posts_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let request = async |reason: &str| db.store.request_changes(&rossi, "logo", None, &text(reason)).await.unwrap();
        let long = "parola ".repeat(285) + "fine";
        for reason in ["Più blu", "Più blu", &long, &long] {
            request(reason).await;
        }
        assert_eq!(phase_messages(&db.store, &rossi).await.len(), 3, "a short request is one message, a long one two");
        // The same text after another message is a new request.
        request("Più blu").await;
        assert_eq!(phase_messages(&db.store, &rossi).await.len(), 4);
    }

    async fn equal_change_request_after_resubmission_posts_again(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.request_changes(&rossi, "logo", None, &text("Più blu")).await.unwrap();
        db.clock.advance(1_000);
        let sent = DeliverableStatus::ChangesRequested;
        db.store.send_for_approval(&to_id("site"), &to_id("logo"), sent).await.unwrap();
        db.store.request_changes(&rossi, "logo", None, &text("Più blu")).await.unwrap();
        assert_eq!(phase_messages(&db.store, &rossi).await, ["Logo\n\nPiù blu", "Logo\n\nPiù blu"]);
    }

    // It may not be opened again by asking for changes.
    async fn change_request_on_withdrawn_deliverable_is_rejected(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.take_back(&to_id("site"), &to_id("logo"), DeliverableStatus::InReview).await.unwrap();
        let before = db.store.export().await.unwrap();
        let refused = db.store.request_changes(&rossi, "logo", None, &text("Fammi vedere")).await;
        assert!(matches!(refused, Err(Error::Domain(DomainError::TakenBack))), "{refused:?}");
        assert!(db.store.export().await.unwrap() == before);
    }

    async fn concurrent_equal_change_requests_post_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let mut requests = JoinSet::new();
        for _ in 0..20 {
            let (store, rossi) = (db.store.clone(), rossi.clone());
            requests.spawn(async move { store.request_changes(&rossi, "logo", None, &text("Più blu")).await });
        }
        while let Some(outcome) = requests.join_next().await {
            outcome.unwrap().unwrap();
        }
        assert_eq!(phase_messages(&db.store, &rossi).await, ["Logo\n\nPiù blu"]);
    }

    async fn change_request_after_approval_is_rejected(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        let refused = db.store.request_changes(&rossi, "logo", None, &text("No")).await;
        assert!(matches!(refused, Err(Error::Domain(DomainError::AlreadyApproved))));
        let logo = logo(&db.store, &rossi).await;
        assert_eq!((logo.status.as_str(), logo.approved_at), ("approved", Some(noon())));
        assert!(phase_messages(&db.store, &rossi).await.is_empty());
    }

    async fn change_request_on_foreign_deliverable_is_rejected(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let before = db.store.export().await.unwrap();
        for (scope, id) in [(&rossi, "screen"), (&verdi, "logo"), (&rossi, "nothing"), (&rossi, "no id"),
            (&rossi, "logo-task"), (&rossi, "")]
        {
            let refused = db.store.request_changes(scope, id, None, &text("Mio")).await;
            assert!(matches!(refused, Err(Error::Domain(DomainError::UnknownDeliverable))), "{id:?}");
        }
        assert!(db.store.export().await.unwrap() == before);
    }

    // If the message cannot be stored, the status does not change either.
    async fn change_request_is_atomic(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        // The index allows one message of the client, so that the second insert fails.
        db.execute("CREATE UNIQUE INDEX one_message ON comment (author) WHERE task_id IS NULL").await;
        db.store.request_changes(&rossi, "logo", None, &text(&"parola ".repeat(300)[..1999])).await.unwrap_err();
        assert!(phase_messages(&db.store, &rossi).await.is_empty());
        let logo = logo(&db.store, &rossi).await;
        assert_eq!(logo.status.as_str(), "in_review");
    }

    async fn concurrent_requests_and_approvals_stay_consistent(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        let mut approvals = JoinSet::new();
        let mut requests = JoinSet::new();
        for number in 0..24 {
            let (store, other_store) =
                if number % 2 == 0 { (db.store.clone(), other.clone()) } else { (other.clone(), db.store.clone()) };
            let (approver, requester, clock) = (rossi.clone(), rossi.clone(), db.clock.clone());
            requests.spawn(async move {
                let reason = text(&format!("Ancora, {number}"));
                match other_store.request_changes(&requester, "logo", None, &reason).await {
                    Ok(()) => 1,
                    Err(Error::Domain(DomainError::AlreadyApproved)) => 0,
                    Err(other) => panic!("{other}"),
                }
            });
            // The first requests are still running.
            if number >= 10 {
                approvals.spawn(async move {
                    clock.advance(1);
                    store.approve(&approver, "logo", None).await.unwrap()
                });
            }
        }
        let approvals = approvals.join_all().await;
        let written: usize = requests.join_all().await.into_iter().sum();
        let first: Vec<_> = approvals
            .iter()
            .filter_map(|approval| if let Approval::Now(at) = approval { Some(*at) } else { None })
            .collect();
        assert_eq!(first.len(), 1);
        let logo = logo(&db.store, &rossi).await;
        assert_eq!((logo.status.as_str(), logo.approved_at), ("approved", Some(first[0])));
        // Every accepted request has its message, and there is no other.
        let messages = db.number("SELECT COUNT(*) FROM comment WHERE author = 'client' AND task_id IS NULL").await;
        assert_eq!(messages, i64::try_from(written).unwrap());
        other.close().await;
    }
}
