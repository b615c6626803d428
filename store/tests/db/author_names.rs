//! The names of members on what they write.

use domain::audit::Actor;
use domain::id::CommentId;
use domain::{EmailAddress, Member, MemberDraft, Role, Timestamp};
use serde_json::{Value, json};
use store::{ClientScope, Store};

use crate::support::{noon, on_both_databases, text, to_id};

fn account() -> Actor {
    Actor::Admin("admin@example.it".to_owned())
}

async fn luca(store: &Store) -> Member {
    let email = EmailAddress::parse("luca@example.it").unwrap();
    let draft = MemberDraft { name: "Luca Ferri".to_owned(), email, role: Role::Member };
    store.add_member(&account(), &draft).await.unwrap().0
}

async fn export(store: &Store) -> Value {
    serde_json::from_slice(&store.export().await.unwrap()).unwrap()
}

/// The names on the agency's messages since noon, as the client gets them.
async fn shown(store: &Store, rossi: &ClientScope) -> [Vec<Option<String>>; 3] {
    let poll = store.poll(rossi, "site", Some(noon())).await.unwrap().comments;
    let history = store.history(rossi, "design", Timestamp::MAX).await.unwrap().messages;
    let portal = store.portal(rossi, Some("site")).await.unwrap().channels;
    let portal = portal.into_iter().find(|channel| channel.key.as_str() == "design").unwrap().messages;
    [poll, history, portal].map(|comments| {
        let new = comments.into_iter().filter(|comment| comment.created_at > noon());
        new.map(|comment| comment.author_name).collect()
    })
}

on_both_databases! {
    async fn reply_bears_the_name_that_the_member_had(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.clock.advance(1_000);
        let luca = luca(&db.store).await;
        let key = || Some(to_id::<CommentId>("019f0000-0000-7000-8000-000000000001"));
        let reply = async |by: &Actor, id| db.store.reply_once(by, rossi.id(), "design", &text("Ecco"), id).await.unwrap();
        let written = reply(&luca.actor(), key()).await;
        assert_eq!(written.author_name.as_deref(), Some("Luca Ferri"));
        let renamed = Actor::Member(luca.id.clone(), "Luca Bianchi".to_owned());
        assert_eq!(reply(&renamed, key()).await, written);
        assert_eq!(reply(&account(), None).await.author_name, None);

        db.store.delete_member(&account(), &luca.id).await.unwrap();
        let names = || vec![Some("Luca Ferri".to_owned()), None];
        assert_eq!(shown(&db.store, &rossi).await, [names(), names(), names()]);
        let thread = db.store.thread(rossi.id(), Some("design"), None).await.unwrap();
        assert!(thread.channel().unwrap().messages.contains(&written));
        let exported = export(&db.store).await;
        let comments = exported["comments"].as_array().unwrap();
        let replies = comments.iter().filter(|one| one["text"] == "Ecco").map(|one| one.get("author_name"));
        assert_eq!(replies.collect::<Vec<_>>(), [Some(&"Luca Ferri".into()), None]);
    }

    async fn clients_get_no_names_of_members_where_the_agency_hides_them(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.clock.advance(1_000);
        let luca = luca(&db.store).await;
        let written = db.store.reply_once(&luca.actor(), rossi.id(), "design", &text("Ecco"), None).await.unwrap();
        db.store.set_setting("show_member_names", "off").await.unwrap();
        assert_eq!(shown(&db.store, &rossi).await, [vec![None], vec![None], vec![None]]);
        // Names of contacts are not the agency's.
        let by_carla = json!({"comments": [{"id": "by-carla", "entity_type": "phase", "entity_id": "design", "author": "client",
            "text": "Ciao", "author_name": "Carla"}]});
        db.import(&by_carla.to_string()).await;
        let carla = Some("Carla".to_owned());
        let names = || vec![None, carla.clone()];
        assert_eq!(shown(&db.store, &rossi).await, [names(), names(), names()]);

        let thread = db.store.thread(rossi.id(), Some("design"), None).await.unwrap();
        assert!(thread.channel().unwrap().messages.contains(&written), "the agency keeps them");
        let exported = export(&db.store).await;
        let comments = exported["comments"].as_array().unwrap();
        assert_eq!(comments.iter().find(|one| one["text"] == "Ecco").unwrap()["author_name"], "Luca Ferri");
        db.store.set_setting("show_member_names", "on").await.unwrap();
        let names = || vec![Some("Luca Ferri".to_owned()), carla.clone()];
        assert_eq!(shown(&db.store, &rossi).await, [names(), names(), names()]);
    }
}
