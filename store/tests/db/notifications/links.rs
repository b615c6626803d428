//! The credential in the links to clients.

use domain::notifications::LinkTarget;
use store::Store;

use super::{admin, next_notice, reply, with_notifications};
use crate::support::{Database, ROSSI_TOKEN, on_both_databases, to_id};

/// The credential in the link of an e-mail to `client`.
async fn emailed(db: &Database, client: &str) -> String {
    reply(db, client, client, "Ecco").await;
    let LinkTarget::Portal { link, .. } = next_notice(db).await.target else { panic!("another page") };
    link.reveal().to_owned()
}

/// The id of the client that `link` opens, if any.
async fn opened_client(store: &Store, link: &str) -> Option<String> {
    store.person_by_link(link).await.unwrap().map(|person| person.client().id.to_string())
}

on_both_databases! {
    async fn link_credential_survives_a_new_slug_and_ends_with_the_token(db: Database) {
        with_notifications(&db).await;
        let (link, verdi) = (emailed(&db, "rossi").await, emailed(&db, "verdi").await);
        assert!(!link.contains(ROSSI_TOKEN));
        assert_eq!(opened_client(&db.store, &verdi).await.as_deref(), Some("verdi"));
        let card = db.store.client_card(&to_id("rossi")).await.unwrap();
        db.store.new_slug(&admin(), &to_id("rossi"), &card.slug_version).await.unwrap();
        assert_eq!(opened_client(&db.store, &link).await.as_deref(), Some("rossi"));
        assert_eq!(emailed(&db, "rossi").await, link, "the same in every e-mail");
        db.store.rotate_token(&admin(), &to_id("rossi"), &card.token_version).await.unwrap();
        assert_eq!(opened_client(&db.store, &link).await, None);
        db.store.delete_client(&admin(), &to_id("verdi")).await.unwrap();
        assert_eq!(opened_client(&db.store, &verdi).await, None);
    }

    async fn link_and_portal_credentials_do_not_stand_for_each_other(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        let link = emailed(&db, "rossi").await;
        assert!(db.store.client_by_credential(&link).await.is_err());
        assert!(db.store.viewer_by_credential(&link).await.is_err());
        let (_, signature) = link.split_once('.').unwrap();
        for other in [
            &rossi.portal_credential(), ROSSI_TOKEN, "", ".", "rossi.", "..", "rossi.\0", "rossi.è",
            &format!("verdi.{signature}"),
            &format!("nobody.{signature}"),
            &format!("rossi.{}", &signature[..42]),
            &format!("{link}A"), &format!("{link}="), &format!(" {link}"), &format!("{link}.{signature}"),
        ] {
            assert_eq!(opened_client(&db.store, other).await, None, "{other}");
        }
    }
}
