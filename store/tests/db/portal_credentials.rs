//! The portal credential, which a page contains in place of the token.

use domain::DomainError;
use store::{Error, Store};

use crate::support::{ROSSI_TOKEN, admin, on_both_databases, to_id};

/// The id of the client that `credential` opens, if any.
async fn opened_client(store: &Store, credential: &str) -> Option<String> {
    match store.client_by_credential(credential).await {
        Ok(scope) => Some(scope.id().to_string()),
        Err(Error::Domain(DomainError::UnknownToken)) => None,
        Err(other) => panic!("{other}"),
    }
}

on_both_databases! {
    async fn credential_and_token_open_their_client(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        assert_eq!(opened_client(&db.store, &rossi.portal_credential()).await.as_deref(), Some("rossi"));
        assert_eq!(opened_client(&db.store, &verdi.portal_credential()).await.as_deref(), Some("verdi"));
        assert_eq!(opened_client(&db.store, ROSSI_TOKEN).await.as_deref(), Some("rossi"));
        assert_eq!(opened_client(&db.store, "rossi-a1b2").await, None);
        // It is the same however the client was found, and does not contain the token.
        assert_eq!(db.store.person_by_slug("rossi-a1b2").await.unwrap().portal_credential(), rossi.portal_credential());
        assert!(!rossi.portal_credential().contains(ROSSI_TOKEN));
    }

    async fn credential_does_not_open_another_client(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let (rossi, verdi) = (rossi.portal_credential(), verdi.portal_credential());
        let (_, signature) = rossi.split_once('.').unwrap();
        assert_eq!(opened_client(&db.store, &format!("verdi.{signature}")).await, None);
        // It would not open it with the same slug (which is unique) or the same id either.
        assert_ne!(rossi.rsplit('.').next(), verdi.rsplit('.').next());
    }

    // At once, although valid credentials are kept in memory.
    async fn credential_ends_when_token_or_slug_changes(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let store = &db.store;
        for credential in [&rossi.portal_credential(), &verdi.portal_credential(), ROSSI_TOKEN] {
            assert!(opened_client(store, credential).await.is_some());
        }
        store.new_slug(&admin(), &to_id("rossi"), &store.client_card(&to_id("rossi")).await.unwrap().slug_version).await.unwrap();
        assert_eq!(opened_client(store, &rossi.portal_credential()).await, None);
        let renamed = store.client_by_token(ROSSI_TOKEN).await.unwrap();
        assert_eq!(opened_client(store, &renamed.portal_credential()).await.as_deref(), Some("rossi"));

        let version = store.client_card(&to_id("rossi")).await.unwrap().token_version;
        store.rotate_token(&admin(), &to_id("rossi"), &version).await.unwrap();
        assert_eq!(opened_client(store, &renamed.portal_credential()).await, None);
        assert_eq!(opened_client(store, ROSSI_TOKEN).await, None);
        store.delete_client(&admin(), &to_id("verdi")).await.unwrap();
        assert_eq!(opened_client(store, &verdi.portal_credential()).await, None);
    }

    async fn malformed_credentials_open_nothing(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let credential = rossi.portal_credential();
        let (client, signature) = credential.split_once('.').unwrap();
        let (short, long) = (&signature[..42], format!("{signature}A"));
        let other_end = if signature.ends_with('A') { "Q" } else { "A" };
        for malformed in [
            "", ".", "rossi.", ".x", "..", "rossi..", "rossi.\0", "rossi.è",
            &format!(".{signature}"),
            &format!("{client}.{short}"),
            &format!("{client}.{long}"),
            &format!("{client}.{signature}="),
            &format!("{client}.{signature}."),
            &format!("{client}.{short}{other_end}"),
            &format!("{client}.{}", signature.to_ascii_lowercase()),
            &format!("{client} .{signature}"),
            &format!(" {credential}"),
            &format!("{credential} "),
            &format!("{client}.{ROSSI_TOKEN}"),
            &format!("{}.{signature}", "x".repeat(65)),
            &format!("nobody.{signature}"),
            &"a.".repeat(100_000),
        ] {
            let opened = opened_client(&db.store, malformed).await;
            assert_eq!(opened, None, "{}", malformed.chars().take(80).collect::<String>());
        }
    }
}
