//! The contacts of a client: their records, their forms, and what they see and do in the portal.

use domain::audit::Actor;
use domain::id::ContactId;
use domain::people::ContactCard;
use domain::{ContactDraft, DomainError, Form};
use serde_json::{Value, json};
use store::{Error, ImportError, Store};

use crate::support::{noon, on_both_databases, to_id};

fn admin() -> Actor {
    Actor::Admin("admin@example.it".to_owned())
}

fn draft(name: &str) -> ContactDraft {
    let form = ["can_write", "can_approve"].iter().fold(Form::default(), |form, right| form.with(right, Some("on")));
    ContactDraft::read(&form.with("name", Some(name))).unwrap()
}

fn carla() -> ContactId {
    to_id("carla")
}

/// Adds Carla to Rossi.
async fn add_carla(store: &Store) -> ContactCard {
    store.create_contact(&carla(), &to_id("rossi"), &draft("Carla Neri")).await.unwrap();
    card(store).await
}

async fn card(store: &Store) -> ContactCard {
    store.contacts(&to_id("rossi")).await.unwrap().remove(0)
}

async fn import_error(store: &Store, file: Value) -> String {
    match store.import(file.to_string().as_bytes(), &mut |_, _| ()).await {
        Err(ImportError::Invalid(problem)) => problem,
        other => panic!("expected an import error for {file}, got {other:?}"),
    }
}

async fn export(store: &Store) -> Value {
    serde_json::from_slice(&store.export().await.unwrap()).unwrap()
}

on_both_databases! {
    async fn contacts_and_what_they_did_round_trip(db: Database) {
        db.with_workspace().await;
        let empty = export(&db.store).await;
        assert_eq!((&empty["contacts"], &empty["contact_channel_reads"]), (&json!([]), &json!([])));
        db.import(&json!({
            "contacts": [
                {"id": "carla", "client_id": "rossi", "name": "Carla", "token": "carla-token-carla-token", "created_at": "2026-01-01"},
                {"id": "dino", "client_id": "rossi", "name": "Dino", "email": "dino@rossi.it", "role": "Capo", "language": "en",
                 "can_write": false, "can_approve": false, "notify": "daily"},
            ],
            "contact_channel_reads": [
                {"contact_id": "carla", "channel_key": "rossi", "read_at": "2026-03-01"},
                {"contact_id": "dino", "channel_key": "rossi", "read_at": "2026-03-02"},
                {"contact_id": "carla", "channel_key": "design", "read_at": "2026-03-03"},
            ],
            "deliverables": [{"id": "sign", "task_id": "logo-task", "title": "Insegna", "status": "approved",
                "approved_at": "2026-03-01", "approved_by": "Carla"}],
            "comments": [{"id": "by-carla", "entity_type": "general", "entity_id": "rossi", "author": "client", "text": "Ciao",
                "author_name": "Carla"}],
        }).to_string()).await;
        let exported = export(&db.store).await;
        assert_eq!(exported["contacts"][0], json!({
            "id": "carla", "client_id": "rossi", "name": "Carla", "email": null, "role": null, "language": null,
            "can_write": true, "can_approve": true, "notify": "now", "token": "carla-token-carla-token",
            "created_at": "2026-01-01T00:00:00.000Z",
        }));
        assert_eq!(exported["contacts"][1]["token"].as_str().map(str::len), Some(43));
        assert_eq!(exported["contact_channel_reads"][1]["channel_key"], "rossi");
        let of = |member: &str, id: &str| {
            exported[member].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone()
        };
        assert_eq!(of("comments", "by-carla")["author_name"], "Carla");
        assert_eq!(of("comments", "verdi-1").get("author_name"), None);
        assert_eq!(of("deliverables", "sign")["approved_by"], "Carla");
        assert_eq!(of("deliverables", "logo")["approved_by"], Value::Null);
        let copy = db.sibling().await;
        let file = db.store.export().await.unwrap();
        copy.import(std::str::from_utf8(&file).unwrap()).await;
        assert_eq!(copy.store.export().await.unwrap(), file);
        copy.store.close().await;
    }

    async fn import_refuses_wrong_contacts(db: Database) {
        db.with_workspace().await;
        db.import(&json!({
            "contacts": [{"id": "carla", "client_id": "rossi", "name": "Carla", "token": "carla-token-carla-token"}],
            "contact_channel_reads": [{"contact_id": "carla", "channel_key": "rossi", "read_at": "2026-03-01"}],
        }).to_string()).await;
        let contact = |field: &str, value: Value| {
            let mut contact = json!({"id": "dino", "client_id": "rossi", "name": "Dino"});
            contact[field] = value;
            json!({"contacts": [contact]})
        };
        let with_client = |field: &str, value: &str, token: &str| {
            let mut client = json!({"id": "new", "name": "Nuovo"});
            client[field] = value.into();
            json!({"contacts": [{"id": "dino", "client_id": "new", "name": "Dino", "token": token}], "clients": [client]})
        };
        let read = |contact: &str, key: &str| {
            json!({"contact_channel_reads": [{"contact_id": contact, "channel_key": key, "read_at": "2026-03-01"}]})
        };
        for (file, problem) in [
            (contact("client_id", "nobody".into()), "contacts[0].client_id: names no client"),
            (contact("id", "carla".into()), "contacts[0].id: is already in the database"),
            (contact("name", " ".into()), "contacts[0].name: must not be empty"),
            (contact("role", "x".repeat(101).into()), "contacts[0].role: must be at most 100 characters"),
            (contact("notify", "weekly".into()), "contacts[0].notify: unknown variant"),
            (contact("language", "de".into()), "contacts[0].language: unknown variant"),
            (contact("email", "x".into()), "contacts[0].email: must be an e-mail address"),
            (contact("can_write", 1.into()), "contacts[0].can_write: invalid type"),
            (contact("slug", "dino".into()), "contacts[0].slug: unknown field"),
            (contact("token", "short".into()), "contacts[0].token: must be 16 to 128"),
            (contact("token", "carla-token-carla-token".into()), "contacts[0].token: is already in the database"),
            (contact("token", "rossi-token-rossi-token".into()), "contacts[0].token: is already in the database"),
            (with_client("token", "the-same-for-both", "the-same-for-both"), "contacts[0].token: is already in clients[0]"),
            (with_client("slug", "the-same-for-both", "the-same-for-both"), "contacts[0].token: is the slug of a client"),
            (with_client("token", "carla-token-carla-token", "another-token-of-dino"), "clients[0].token: is already in the database"),
            (with_client("slug", "carla-token-carla-token", "another-token-of-dino"), "clients[0].slug: is the token of a client"),
            (read("nobody", "rossi"), "contact_channel_reads[0].contact_id: names no contact"),
            (read("carla", "verdi"), "contact_channel_reads[0].channel_key: is no channel of this client"),
            (read("carla", "screens"), "contact_channel_reads[0].channel_key: is no channel of this client"),
            (read("carla", "rossi"), "contact_channel_reads[0].channel_key: is already in the database"),
            (json!({"deliverables": [{"id": "x", "task_id": "logo-task", "title": "X", "approved_by": "Carla"}]}),
             "deliverables[0].approved_by: must be absent"),
            (json!({"comments": [{"id": "x", "entity_type": "general", "entity_id": "rossi", "author": "client", "text": "x",
                "author_name": ""}]}), "comments[0].author_name: must not be empty"),
        ] {
            let error = import_error(&db.store, file).await;
            assert!(error.starts_with(problem), "{problem}: {error}");
        }
    }

    async fn contact_forms_sent_twice_change_once(db: Database) {
        db.with_workspace().await;
        let before = add_carla(&db.store).await;
        assert_eq!((before.contact.name.as_str(), before.contact.created_at), ("Carla Neri", noon()));
        add_carla(&db.store).await;
        assert_eq!(db.store.contacts(&to_id("rossi")).await.unwrap(), std::slice::from_ref(&before));

        let changed = ContactDraft { can_write: false, ..draft("Carla Bianchi") };
        db.store.save_contact(&carla(), &changed, &before.version).await.unwrap();
        let stale = db.store.save_contact(&carla(), &draft("Carla"), &before.version).await;
        assert!(matches!(stale, Err(Error::Domain(DomainError::Stale))));
        let saved = card(&db.store).await;
        assert_eq!((saved.contact.name.as_str(), saved.contact.can_write), ("Carla Bianchi", false));

        for _ in 0..2 {
            db.store.rotate_contact_token(&admin(), &carla(), &before.token_version).await.unwrap();
        }
        let renewed = card(&db.store).await.contact.token;
        assert_ne!(renewed, before.contact.token);
        db.store.rotate_contact_token(&admin(), &carla(), &before.token_version).await.unwrap();
        assert_eq!(card(&db.store).await.contact.token, renewed);

        db.store.delete_contact(&admin(), &carla()).await.unwrap();
        let again = db.store.delete_contact(&admin(), &carla()).await;
        assert!(matches!(again, Err(Error::Domain(DomainError::UnknownRecord))));
        let of_nobody = db.store.create_contact(&carla(), &to_id("nobody"), &draft("Carla")).await;
        assert!(matches!(of_nobody, Err(Error::Domain(DomainError::UnknownRecord))));
        let log = db.store.audit(&domain::audit::Filter::default(), None).await.unwrap().items;
        let actions: Vec<_> = log.iter().map(|entry| (entry.action.as_str(), entry.subject_name.as_str())).collect();
        assert_eq!(actions, [("contact_deleted", "Carla Bianchi"), ("token_rotated", "Carla Bianchi")]);
    }
}
