//! The contacts of a client: their records, their forms, and what they see and do in the portal.

use domain::id::ContactId;
use domain::people::ContactCard;
use domain::{Channel, ContactDraft, DomainError, Form, Timestamp};
use serde_json::{Value, json};
use store::{ClientScope, Error, Store};

use crate::support::{admin, export, import_error, noon, on_both_databases, read_times, text, to_id};

fn draft(name: &str) -> ContactDraft {
    let form = ["can_write", "can_approve"].iter().fold(Form::default(), |form, right| form.with(right, Some("on")));
    ContactDraft::read(&form.with("name", Some(name))).unwrap()
}

fn carla() -> ContactId {
    to_id("carla")
}

/// Adds Carla to Rossi.
async fn add_carla(store: &Store) -> ContactCard {
    store.create_contact(&carla(), &to_id("rossi"), &draft("Carla Neri"), None).await.unwrap();
    card(store).await
}

async fn card(store: &Store) -> ContactCard {
    store.contacts(&to_id("rossi")).await.unwrap().remove(0)
}

/// Carla, as the portal knows her.
async fn with_carla(store: &Store) -> ClientScope {
    let token = add_carla(store).await.contact.token;
    store.client_by_token(token.reveal()).await.unwrap()
}

/// The agency's unread messages in General and the phases of the project, as the portal shows them.
async fn unread(store: &Store, scope: &ClientScope) -> i64 {
    store.portal(scope, Some("site")).await.unwrap().channels.iter().map(|channel| channel.unread).sum()
}

fn is_refused<T: std::fmt::Debug>(outcome: &Result<T, Error>, reason: DomainError) -> bool {
    matches!(outcome, Err(Error::Domain(error)) if *error == reason)
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
        db.store.save_contact(&admin(), &carla(), &changed, &before.version).await.unwrap();
        let stale = db.store.save_contact(&admin(), &carla(), &draft("Carla"), &before.version).await;
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
        let of_nobody = db.store.create_contact(&carla(), &to_id("nobody"), &draft("Carla"), None).await;
        assert!(matches!(of_nobody, Err(Error::Domain(DomainError::UnknownRecord))));
        let log = db.store.audit(&domain::audit::Filter::default(), None).await.unwrap().items;
        let actions: Vec<_> = log.iter().map(|entry| (entry.action.as_str(), entry.subject_name.as_str())).collect();
        assert_eq!(actions, [("contact_deleted", "Carla Bianchi"), ("token_rotated", "Carla Bianchi")]);
    }

    async fn second_contact_with_the_same_id_is_refused(db: Database) {
        db.with_workspace().await;
        add_carla(&db.store).await;
        add_carla(&db.store).await;
        for (client, name) in [("rossi", "Dino Bianchi"), ("verdi", "Carla Neri")] {
            let second = db.store.create_contact(&carla(), &to_id(client), &draft(name), None).await;
            assert!(is_refused(&second, DomainError::Stale), "{client}: {second:?}");
        }
        let contacts = db.store.contacts(&to_id("rossi")).await.unwrap();
        assert_eq!(contacts.iter().map(|card| card.contact.name.as_str()).collect::<Vec<_>>(), ["Carla Neri"]);
    }

    async fn project_tab_counts_approvals_only_for_approvers(db: Database) {
        db.with_workspace().await;
        let carla = with_carla(&db.store).await;
        let waiting = async |scope: &ClientScope| db.store.portal(scope, None).await.unwrap().projects[0].waiting;
        assert_eq!(waiting(&carla).await, 1, "the logo");
        let card = card(&db.store).await;
        let reader = ContactDraft { can_approve: false, ..draft("Carla Neri") };
        db.store.save_contact(&admin(), &self::carla(), &reader, &card.version).await.unwrap();
        let carla = db.store.client_by_token(card.contact.token.reveal()).await.unwrap();
        assert_eq!(waiting(&carla).await, 0);
    }

    async fn contact_reads_for_themselves(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.reply(rossi.id(), "design", &text("Prima di Carla")).await.unwrap();
        db.clock.advance(1_000);
        let carla = with_carla(&db.store).await;
        assert_eq!((unread(&db.store, &rossi).await, unread(&db.store, &carla).await), (2, 0));
        let reads = async |scope: &ClientScope| {
            read_times(&db.store.poll(scope, "site", None).await.unwrap().person_reads).into_keys().collect::<Vec<_>>()
        };
        assert_eq!(reads(&carla).await, Vec::<String>::new());

        db.store.reply(rossi.id(), "design", &text("Per tutti")).await.unwrap();
        db.store.reply(rossi.id(), "rossi", &text("In generale")).await.unwrap();
        assert_eq!(unread(&db.store, &carla).await, 2);
        let portal = db.store.portal(&carla, None).await.unwrap();
        assert_eq!(portal.projects.iter().map(|tab| tab.waiting).collect::<Vec<_>>(), [2, 0], "a deliverable and a message");
        db.clock.advance(1_000);
        for channel in ["design", "rossi"] {
            db.store.mark_read(&carla, channel, None).await.unwrap();
        }
        assert_eq!((unread(&db.store, &carla).await, unread(&db.store, &rossi).await), (0, 4));
        assert_eq!((reads(&carla).await.len(), reads(&rossi).await.len()), (2, 0));
        let foreign = db.store.mark_read(&carla, "screens", None).await;
        assert!(is_refused(&foreign, DomainError::UnknownChannel));
    }

    async fn agency_sees_the_newest_receipt_of_any_person(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let carla = with_carla(&db.store).await;
        let read = async || {
            let thread = db.store.thread(rossi.id(), Some("design"), None).await.unwrap();
            let shown = thread.shown().unwrap().clone();
            (shown.channel.other_read_at, shown.read_by)
        };
        assert_eq!(read().await, (None, None));
        let by_carla = db.store.mark_read(&carla, "design", None).await.unwrap();
        let carla_read = (Some(by_carla), Some("Carla Neri".to_owned()));
        assert_eq!(read().await, carla_read);
        let earlier = Timestamp::from_millis(by_carla.as_millis() - 1_000);
        db.store.mark_read(&rossi, "design", Some(earlier)).await.unwrap();
        assert_eq!(read().await, carla_read);
        db.clock.advance(1_000);
        let by_rossi = db.store.mark_read(&rossi, "design", None).await.unwrap();
        assert_eq!(read().await, (Some(by_rossi), Some(rossi.person().client.name.clone())));
        // Without contacts nobody else can have read it.
        db.store.delete_contact(&admin(), &carla.person().contact.as_ref().unwrap().id).await.unwrap();
        assert_eq!(read().await, (Some(by_rossi), None));
    }

    async fn message_and_approval_store_the_name_of_the_contact(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let carla = with_carla(&db.store).await;
        let general = Channel::General(rossi.id().clone());
        let key = to_id::<domain::id::CommentId>("019f0000-0000-7000-8000-000000000001");
        let written = db.store.post_message(&carla, &general, &text("Ciao"), Some(key.clone())).await.unwrap();
        assert_eq!(written.author_name.as_deref(), Some("Carla Neri"));
        let again = db.store.post_message(&carla, &general, &text("Altro"), Some(key.clone())).await.unwrap();
        assert_eq!(again, written);
        let by_other = db.store.post_message(&rossi, &general, &text("Ciao"), Some(key)).await;
        assert!(is_refused(&by_other, DomainError::KeyTaken));
        let own = db.store.post_message(&rossi, &general, &text("Ciao"), None).await.unwrap();
        assert_eq!(own.author_name, None);

        db.store.request_changes(&carla, "logo", None, &text("Più grande")).await.unwrap();
        let poll = db.store.poll(&rossi, "site", Some(noon())).await.unwrap();
        let request = poll.comments.iter().find(|one| one.text.as_str().starts_with("Logo")).unwrap();
        assert_eq!(request.author_name.as_deref(), Some("Carla Neri"));
        db.store.approve(&carla, "logo", None).await.unwrap();
        let log = db.store.audit(&domain::audit::Filter::default(), None).await.unwrap().items;
        let actors: Vec<_> = log.iter().map(|entry| (entry.actor.as_str(), entry.actor_name.as_str())).collect();
        assert_eq!(actors, [("rossi", "Carla Neri"); 2]);

        // A later name, and the end of the contact, change nothing.
        let version = card(&db.store).await.version;
        db.store.save_contact(&admin(), &to_id("carla"), &draft("Altra"), &version).await.unwrap();
        db.store.delete_contact(&admin(), &to_id("carla")).await.unwrap();
        let exported = export(&db.store).await;
        let logo = exported["deliverables"].as_array().unwrap().iter().find(|one| one["id"] == "logo").unwrap();
        assert_eq!(logo["approved_by"], "Carla Neri");
        let names = exported["comments"].as_array().unwrap().iter().filter(|one| one["author_name"] == "Carla Neri");
        assert_eq!(names.count(), 2);
        assert_eq!(exported["contact_channel_reads"], json!([]));
    }

    async fn approval_stores_the_name_of_the_client(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        let exported = export(&db.store).await;
        let logo = exported["deliverables"].as_array().unwrap().iter().find(|one| one["id"] == "logo").unwrap();
        assert_eq!(logo["approved_by"], "Rossi");
    }

    async fn missing_right_is_checked_before_the_record(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let nobody = ContactDraft { can_write: false, can_approve: false, ..draft("Dino") };
        db.store.create_contact(&to_id("dino"), rossi.id(), &nobody, None).await.unwrap();
        let token = card(&db.store).await.contact.token;
        let dino = db.store.client_by_token(token.reveal()).await.unwrap();
        for channel in [Channel::General(rossi.id().clone()), Channel::Phase(to_id("screens"))] {
            let outcome = db.store.post_message(&dino, &channel, &text("Ciao"), None).await;
            assert!(is_refused(&outcome, DomainError::NotAllowed));
        }
        for deliverable in ["logo", "screen", "nothing"] {
            let approval = db.store.approve(&dino, deliverable, None).await;
            assert!(is_refused(&approval, DomainError::NotAllowed));
            let request = db.store.request_changes(&dino, deliverable, None, &text("No")).await;
            assert!(is_refused(&request, DomainError::NotAllowed));
        }
        let version = card(&db.store).await.version;
        let may_approve = ContactDraft { can_approve: true, ..nobody };
        db.store.save_contact(&admin(), &to_id("dino"), &may_approve, &version).await.unwrap();
        let dino = db.store.client_by_token(token.reveal()).await.unwrap();
        db.store.request_changes(&dino, "logo", None, &text("No")).await.unwrap();
    }

    async fn renewed_or_deleted_contact_is_refused_at_once(db: Database) {
        db.with_workspace().await;
        let carla = with_carla(&db.store).await;
        let other = db.another_process(db.clock.clone()).await;
        let ways = [carla.person().token().reveal().to_owned(), carla.portal_credential()];
        let are_open = async |store: &Store, ways: &[String]| {
            let mut open = Vec::new();
            for way in ways {
                // The second look-up is from memory.
                store.viewer_by_credential(way).await.ok();
                open.push(store.viewer_by_credential(way).await.is_ok());
            }
            open
        };
        for store in [&db.store, &other] {
            assert_eq!(are_open(store, &ways).await, [true, true]);
        }
        let link = carla.portal_key();
        assert!(db.store.person_by_link(&link).await.unwrap().is_some());
        assert!(db.store.viewer_by_credential(&link).await.is_err(), "a link is no credential");
        assert!(db.store.person_by_link(&ways[1]).await.unwrap().is_none(), "a credential is no link");
        db.store.rotate_contact_token(&admin(), &to_id("carla"), &card(&db.store).await.token_version).await.unwrap();
        assert_eq!(are_open(&db.store, &ways).await, [false, false]);
        assert!(db.store.person_by_link(&link).await.unwrap().is_none());
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        assert_eq!(are_open(&other, &ways).await, [false, false]);

        let renewed = [card(&db.store).await.contact.token.reveal().to_owned()];
        for store in [&db.store, &other] {
            assert_eq!(are_open(store, &renewed).await, [true]);
        }
        db.store.delete_contact(&admin(), &to_id("carla")).await.unwrap();
        assert_eq!(are_open(&db.store, &renewed).await, [false]);
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        assert_eq!(are_open(&other, &renewed).await, [false]);
        other.close().await;
    }

    async fn polls_of_two_people_are_kept_apart(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let carla = with_carla(&db.store).await;
        db.store.mark_read(&carla, "design", None).await.unwrap();
        for _ in 0..2 {
            let reads = async |scope| read_times(&db.store.poll(scope, "site", Some(noon())).await.unwrap().person_reads).len();
            assert_eq!((reads(&rossi).await, reads(&carla).await), (0, 1));
        }
    }

    async fn refused_text_and_visit_belong_to_one_person(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let carla = with_carla(&db.store).await;
        let form = domain::Unsaved { name: "message".to_owned(), form: Form::default(), problems: domain::Problems::default() };
        let id = db.store.store_unsaved_form(store::FormOwner::Client(&carla), &form).await.unwrap();
        assert!(db.store.unsaved(store::FormOwner::Client(&carla), &id).await.unwrap().is_some());
        assert_eq!(db.store.unsaved(store::FormOwner::Client(&rossi), &id).await.unwrap(), None);
        db.store.record_visit(&carla);
        db.store.write_visits().await.unwrap();
        assert_eq!(card(&db.store).await.last_visit, Some(noon()));
        assert_eq!(db.number("SELECT COUNT(*) FROM client WHERE last_visit_at IS NOT NULL").await, 0);
        db.store.choose_frequency(&carla, domain::notifications::Frequency::Never).await.unwrap();
        assert_eq!(card(&db.store).await.contact.notify.as_str(), "never");
        assert_eq!(export(&db.store).await["clients"][0]["notify"], "now");
    }
}
