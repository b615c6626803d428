//! The invitation to the portal.

use domain::DomainError;
use domain::notifications::{NotificationEvent, SkipReason};
use store::Error;

use super::{sent_now, skipped_now, waiting, with_notifications};
use crate::support::{Database, on_both_databases, to_id};

/// The version of the last invitation of Rossi.
async fn version(db: &Database) -> String {
    db.store.client_overview(&to_id("rossi"), None).await.unwrap().invitation_version
}

async fn invite(db: &Database, text: Option<&str>, version: &str) -> Result<(), Error> {
    db.store.invite_client(&to_id("rossi"), text, version).await
}

on_both_databases! {
    async fn invitation_is_sent_at_once_and_opens_the_portal(db: Database) {
        with_notifications(&db).await;
        invite(&db, Some("Benvenuto."), &version(&db).await).await.unwrap();
        let [notice] = sent_now(&db).await.try_into().unwrap();
        assert_eq!(notice.events, [NotificationEvent::Invitation { text: "Benvenuto.".to_owned(), needs_code: false }]);
        assert!(notice.target.path().starts_with("/c/rossi-a1b2?link=rossi."), "{}", notice.target.path());
        let overview = db.store.client_overview(&to_id("rossi"), None).await.unwrap();
        assert_eq!(overview.invited_at, Some(db.store.clock().now()));
        assert_eq!(overview.invitation.as_deref(), Some("Benvenuto."));
    }

    async fn invitation_form_sent_twice_invites_once(db: Database) {
        with_notifications(&db).await;
        let seen = version(&db).await;
        invite(&db, Some("Benvenuto."), &seen).await.unwrap();
        assert_eq!(sent_now(&db).await.len(), 1);
        db.clock.advance(1_000);
        invite(&db, Some("Altro."), &seen).await.unwrap();
        assert!(waiting(&db).await.is_empty());
        // From the page as it is now, it is another invitation.
        invite(&db, Some("Altro."), &version(&db).await).await.unwrap();
        assert_eq!(waiting(&db).await, ["client invitation:rossi"]);
    }

    async fn client_without_emails_is_not_invited(db: Database) {
        with_notifications(&db).await;
        for sql in ["UPDATE client SET notify = 'never'", "UPDATE client SET notify = 'now', email = NULL"] {
            db.execute(sql).await;
            let refused = invite(&db, Some("Benvenuto."), &version(&db).await).await;
            assert!(matches!(refused, Err(Error::Domain(DomainError::Stale))), "{sql}: {refused:?}");
        }
        assert!(waiting(&db).await.is_empty());
        // The agency has sent it by other means.
        invite(&db, None, &version(&db).await).await.unwrap();
        assert!(waiting(&db).await.is_empty());
        let overview = db.store.client_overview(&to_id("rossi"), None).await.unwrap();
        assert!(overview.invited_at.is_some());
    }

    async fn client_who_has_come_is_not_sent_the_invitation(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        invite(&db, Some("Benvenuto."), &version(&db).await).await.unwrap();
        db.store.record_visit(&rossi);
        db.store.write_visits().await.unwrap();
        assert_eq!(skipped_now(&db).await, SkipReason::Read);
    }
}
