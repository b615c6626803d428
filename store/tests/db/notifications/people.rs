//! Which people of the agency and of a client a notification names.

use domain::audit::Actor;
use domain::notifications::NotificationEvent;

use super::{next_notice, post, with_notifications};
use crate::support::{on_both_databases, text, to_id};

const CARLA: &str = "carla-token-carla-token";

/// What each event names besides its side.
async fn people(db: &crate::support::Database) -> Vec<Option<String>> {
    let person = |event: NotificationEvent| match event {
        NotificationEvent::Message { by: person, .. }
        | NotificationEvent::ChangesRequested { person, .. }
        | NotificationEvent::Approved { person, .. } => person,
        other => panic!("{other:?}"),
    };
    next_notice(db).await.events.into_iter().map(person).collect()
}

on_both_databases! {
    async fn notification_of_client_names_member_unless_hidden(db: Database) {
        with_notifications(&db).await;
        let luca = Actor::Member(to_id("luca"), "Luca".to_owned());
        for (setting, expected) in [("on", Some("Luca".to_owned())), ("off", None)] {
            db.store.set_setting("show_member_names", setting).await.unwrap();
            let reply = store::ReplyForm { channel: "verdi", text: &text("Hello"), files: &[], pin: None, id: None, seen: None };
            db.store.reply_once(&luca, &to_id("verdi"), reply).await.unwrap();
            assert_eq!(people(&db).await, [expected]);
        }
    }

    async fn notification_of_agency_names_person_of_client(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.import(&format!(
            r#"{{"contacts": [{{"id": "carla", "client_id": "rossi", "name": "Carla Neri", "token": "{CARLA}"}}]}}"#
        )).await;
        let carla = db.store.client_by_token(CARLA).await.unwrap();
        // Whoever hides the names of members hides no contact.
        db.store.set_setting("show_member_names", "off").await.unwrap();
        post(&db, &carla, "design", "Ciao").await;
        post(&db, &rossi, "design", "Ciao").await;
        db.store.request_changes(&carla, "logo", None, &text("Più blu")).await.unwrap();
        let name = || Some("Carla Neri".to_owned());
        assert_eq!(people(&db).await, [name(), None, name()]);
        db.store.approve(&carla, "logo", None).await.unwrap();
        assert_eq!(people(&db).await, [name()]);
    }
}
