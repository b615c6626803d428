//! Files in messages, and places on pictures.

use domain::audit::Actor;
use domain::files::ContentId;
use domain::id::CommentId;
use domain::projects::board::Step;
use domain::{
    Channel, Comment, CommentPin, DomainError, File, Form, MessageText, Pin, Problems, Unsaved, Uploader, VersionDraft,
};
use serde_json::json;
use store::{ClientScope, FormOwner, ImportError, MessageDraft, ReplyForm, Store};
use tokio::task::JoinSet;

use crate::files::{contact, refusal, sweep, upload, with_contact};
use crate::support::{Database, on_both_databases, to_id};

fn text(text: &str) -> MessageText {
    MessageText::parse_beside_files(text).unwrap()
}

fn ids(files: &[&File]) -> Vec<String> {
    files.iter().map(|file| file.id.to_string()).collect()
}

fn design() -> Channel {
    Channel::Phase(to_id("design"))
}

async fn send(store: &Store, scope: &ClientScope, said: &str, files: &[String]) -> store::Result<Comment> {
    let (text, general) = (text(said), Channel::General(scope.id().clone()));
    store.post_message(scope, &general, MessageDraft { text: &text, files, pin: None }, None).await
}

async fn point(store: &Store, scope: &ClientScope, channel: &Channel, pin: &Pin) -> store::Result<Comment> {
    let text = text("Qui");
    store.post_message(scope, channel, MessageDraft { pin: Some(pin), ..(&text).into() }, None).await
}

fn pin(version: i64) -> Pin {
    Pin { deliverable_id: to_id("logo"), version, x: 0, y: 1000 }
}

/// A picture is the version 2 of the deliverable `logo`, a PDF is 3.
async fn with_picture(db: &Database) {
    for (id, letter) in [("picture", 'c'), ("pdf", 'd')] {
        let file = upload(&db.store, &Uploader::default(), letter).await;
        let content = ContentId::File(file.id);
        let by = Actor::Admin("studio@example.com".to_owned());
        let draft = VersionDraft { content, note: None };
        db.store.add_version(&by, &to_id("site"), &to_id("logo"), &to_id(id), &draft).await.unwrap();
    }
    let picture = format!("UPDATE file SET content_type = 'image/png' WHERE sha256 = '{}'", "c".repeat(64));
    db.execute(picture).await;
}

async fn comments(store: &Store, scope: &ClientScope) -> Vec<Comment> {
    store.poll(scope, "site", None).await.unwrap().comments
}

on_both_databases! {
    async fn files_of_a_message_are_read_by_the_client_and_kept(db: Database) {
        let (rossi, bianchi) = db.with_workspace().await;
        with_contact(&db).await;
        let people = db.store.contacts(rossi.id()).await.unwrap();
        let carla = db.store.client_by_token(people[0].contact.token.reveal()).await.unwrap();
        let before = comments(&db.store, &rossi).await.len();
        let files = [
            upload(&db.store, &contact(rossi.person()), 'b').await,
            upload(&db.store, &contact(rossi.person()), 'a').await,
        ];
        let sent = send(&db.store, &carla, "", &ids(&[&files[0], &files[1]])).await.unwrap();
        assert_eq!(sent.files, files.clone().map(Into::into));
        assert_eq!(sent.excerpt(), "logo.pdf, logo.pdf");
        let shown = comments(&db.store, &rossi).await;
        assert_eq!((shown.len(), &shown[before]), (before + 1, &sent));
        db.clock.advance(2 * 24 * 60 * 60_000);
        assert_eq!(sweep(&db.store).await, (0, 0));
        for file in &files {
            assert_eq!(&db.store.file_of_client(&rossi, file.id.as_str()).await.unwrap(), file);
            let foreign = db.store.file_of_client(&bianchi, file.id.as_str()).await;
            assert_eq!(refusal(foreign), Some(DomainError::UnknownFile));
        }
    }

    async fn message_takes_unused_uploads_of_its_writer_alone(db: Database) {
        let (rossi, bianchi) = db.with_workspace().await;
        with_contact(&db).await;
        let used = upload(&db.store, &Uploader::from(rossi.person()), 'a').await;
        send(&db.store, &rossi, "", &ids(&[&used])).await.unwrap();
        let own = upload(&db.store, &Uploader::from(rossi.person()), 'a').await;
        let others = [
            upload(&db.store, &contact(rossi.person()), 'a').await,
            upload(&db.store, &Uploader::from(bianchi.person()), 'a').await,
            upload(&db.store, &Uploader::default(), 'a').await,
            used,
        ];
        let before = db.store.export().await.unwrap();
        for other in &others {
            let refused = send(&db.store, &rossi, "Ecco", &ids(&[&own, other])).await;
            assert_eq!(refusal(refused), Some(DomainError::UnknownFile));
        }
        for id in ["nessuno", "../x", ""] {
            let refused = send(&db.store, &rossi, "Ecco", &[id.to_owned()]).await;
            assert_eq!(refusal(refused), Some(DomainError::UnknownFile));
        }
        assert_eq!(db.store.export().await.unwrap(), before, "nothing is written");
    }

    async fn file_is_in_one_message_also_when_sent_at_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let file = ids(&[&upload(&db.store, &Uploader::from(rossi.person()), 'a').await]);
        let mut sending = JoinSet::new();
        for _ in 0..4 {
            let (store, scope, file) = (db.another_process(db.clock.clone()).await, rossi.clone(), file.clone());
            sending.spawn(async move { send(&store, &scope, "", &file).await });
        }
        let results = sending.join_all().await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        assert_eq!(comments(&db.store, &rossi).await.iter().filter(|one| !one.files.is_empty()).count(), 1);
    }

    async fn reply_has_files_and_is_written_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let by = Actor::Admin("studio@example.com".to_owned());
        let key = CommentId::parse("reply-1").unwrap();
        let mut written = Vec::new();
        // Twice the same form, and after the browser's Back another file.
        for letter in ['a', 'a', 'b'] {
            let files = ids(&[&upload(&db.store, &Uploader::default(), letter).await]);
            let form = ReplyForm { channel: "rossi", text: &text(""), files: &files, pin: None, id: Some(&key), seen: None };
            written.push(db.store.reply_once(&by, rossi.id(), form).await.unwrap());
        }
        assert_eq!(written[0], written[1]);
        assert_ne!(written[0].id, written[2].id);
        let shown = comments(&db.store, &rossi).await;
        assert_eq!(shown.iter().filter(|one| !one.files.is_empty()).count(), 2);
        db.store.file_of_client(&rossi, written[2].files[0].id.as_str()).await.unwrap();
    }

    async fn repeated_form_with_files_or_pin_posts_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        with_picture(&db).await;
        let by = Actor::Admin("studio@example.com".to_owned());
        let before = comments(&db.store, &rossi).await.len();
        let files = ids(&[&upload(&db.store, &Uploader::from(rossi.person()), 'a').await]);
        let (said, place, design) = (text("Ecco"), pin(2), design());
        let of_client = [MessageDraft { text: &said, files: &files, pin: None }, MessageDraft { pin: Some(&place), ..(&said).into() }];
        for draft in of_client {
            let written = db.store.post_form(&rossi, &design, draft).await.unwrap();
            assert_eq!(db.store.post_form(&rossi, &design, draft).await.unwrap(), written);
        }
        let other = MessageDraft { text: &text("Altro"), ..of_client[0] };
        assert_eq!(refusal(db.store.post_form(&rossi, &design, other).await), Some(DomainError::UnknownFile));
        let reply = ReplyForm { pin: Some(&place), ..ReplyForm::of("design", &said) };
        let written = db.store.reply_once(&by, rossi.id(), reply).await.unwrap();
        assert_eq!(db.store.reply_once(&by, rossi.id(), reply).await.unwrap().id, written.id);
        assert_eq!(comments(&db.store, &rossi).await.len(), before + 3);
        for _ in 0..2 {
            db.store.post_form(&rossi, &design, (&said).into()).await.unwrap();
        }
        assert_eq!(comments(&db.store, &rossi).await.len(), before + 5, "a text alone may be said again");
    }

    async fn refused_form_drops_used_uploads(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let by = Uploader::from(rossi.person());
        let files = [upload(&db.store, &by, 'a').await, upload(&db.store, &by, 'b').await];
        let foreign = upload(&db.store, &Uploader::default(), 'c').await;
        send(&db.store, &rossi, "", &ids(&[&files[0]])).await.unwrap();
        let all = [ids(&[&files[0], &files[1], &foreign]), vec!["nessuno".to_owned(), "../x".to_owned()]].concat().join(",");
        let form = Form::default().with("text", Some("Ecco")).with("files", Some(all));
        let unsaved = Unsaved { name: "message".to_owned(), form, problems: Problems::default() };
        for (owner, kept) in [(FormOwner::Client(&rossi), &files[1]), (FormOwner::Agency, &foreign)] {
            let id = db.store.store_unsaved_form(owner, &unsaved).await.unwrap();
            let form = db.store.unsaved(owner, &id).await.unwrap().unwrap().form;
            assert_eq!((form.get("text"), form.get("files")), ("Ecco", kept.id.as_str()));
        }
    }

    async fn place_is_on_an_image_of_the_channel(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        with_picture(&db).await;
        let before = comments(&db.store, &rossi).await.len();
        let general = Channel::General(rossi.id().clone());
        for (channel, wrong) in [
            (&general, pin(2)),
            (&Channel::Phase(to_id("build")), pin(2)),
            (&design(), pin(1)),
            (&design(), pin(3)),
            (&design(), pin(4)),
            (&design(), Pin { deliverable_id: to_id("nessuno"), ..pin(2) }),
            (&design(), Pin { y: 1001, ..pin(2) }),
        ] {
            let refused = refusal(point(&db.store, &rossi, channel, &wrong).await);
            assert!(matches!(refused, Some(DomainError::InvalidPin | DomainError::UnknownChannel)), "{wrong:?}");
        }
        db.execute("UPDATE deliverable SET status = 'pending' WHERE id = 'logo'".to_owned()).await;
        assert_eq!(refusal(point(&db.store, &rossi, &design(), &pin(2)).await), Some(DomainError::InvalidPin));
        db.execute("UPDATE deliverable SET status = 'in_review' WHERE id = 'logo'".to_owned()).await;
        assert_eq!(comments(&db.store, &rossi).await.len(), before);
        let sent = point(&db.store, &rossi, &design(), &pin(2)).await.unwrap();
        assert_eq!(sent.pin, Some(CommentPin::At(pin(2))));
        assert_eq!(comments(&db.store, &rossi).await.last(), Some(&sent));
        db.execute("DELETE FROM deliverable WHERE id = 'logo'".to_owned()).await;
        // An import clears what is kept in memory.
        db.import("{}").await;
        assert_eq!(comments(&db.store, &rossi).await.last(), Some(&Comment { pin: None, ..sent }));
    }

    async fn moved_task_takes_messages_about_its_pictures_along(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        with_picture(&db).await;
        let sent = point(&db.store, &rossi, &design(), &pin(2)).await.unwrap();
        let channel_of_message = async || {
            let found = comments(&db.store, &rossi).await.into_iter().find(|one| one.id == sent.id);
            found.unwrap().channel_key.to_string()
        };
        assert_eq!((channel_of_message().await.as_str(), db.unread().await), ("design", 2));
        db.store.mark_thread_read(rossi.id(), "build", None).await.unwrap();
        let step = Step::Task { id: to_id("logo-task"), to: to_id("build"), before: None };
        db.store.apply_step(&to_id("site"), &step).await.unwrap();
        assert_eq!((channel_of_message().await.as_str(), db.unread().await), ("build", 0));
        let export = db.store.export().await.unwrap();
        let sibling = Store::connect(&db.sibling_address().await, db.clock.clone()).await.unwrap();
        sibling.import(&export, &mut |_, _| ()).await.unwrap();
        assert_eq!(sibling.export().await.unwrap(), export);
        sibling.close().await;
    }

    async fn message_has_at_most_ten_files(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let mut files = Vec::new();
        for _ in 0..=Comment::MAX_FILES {
            files.push(upload(&db.store, &Uploader::from(rossi.person()), 'a').await.id.to_string());
        }
        let before = comments(&db.store, &rossi).await.len();
        assert_eq!(refusal(send(&db.store, &rossi, "", &files).await), Some(DomainError::TooManyFiles));
        assert_eq!(comments(&db.store, &rossi).await.len(), before);
        send(&db.store, &rossi, "", &files[1..]).await.unwrap();
    }

    async fn files_and_places_are_imported_as_exported(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        with_picture(&db).await;
        let files = [
            upload(&db.store, &Uploader::from(rossi.person()), 'b').await,
            upload(&db.store, &Uploader::from(rossi.person()), 'a').await,
        ];
        send(&db.store, &rossi, "", &ids(&[&files[0], &files[1]])).await.unwrap();
        point(&db.store, &rossi, &design(), &pin(2)).await.unwrap();
        let export = db.store.export().await.unwrap();
        let sibling = Store::connect(&db.sibling_address().await, db.clock.clone()).await.unwrap();
        sibling.import(&export, &mut |_, _| ()).await.unwrap();
        assert_eq!(sibling.export().await.unwrap(), export);
        sibling.close().await;
        let export: serde_json::Value = serde_json::from_slice(&export).unwrap();
        let with = |name: &str| {
            let comments = export["comments"].as_array().unwrap().iter().filter_map(|one| one.get(name).cloned());
            comments.collect::<Vec<_>>()
        };
        assert_eq!(with("files"), [json!(ids(&[&files[0], &files[1]]))]);
        assert_eq!(with("pin"), [json!({ "deliverable_id": "logo", "version": 2, "x": 0, "y": 1000 })]);
    }

    async fn import_error_names_the_field_of_a_message(db: Database) {
        db.with_workspace().await;
        let file = |id: &str| json!({ "id": id, "sha256": "a".repeat(64), "size": 1, "name": "a", "content_type": "image/png" });
        let files: Vec<_> = (0..11).map(|number| file(&format!("f{number}"))).collect();
        let all: Vec<String> = (0..11).map(|number| format!("f{number}")).collect();
        let pin = json!({ "deliverable_id": "logo", "version": 1, "x": 1, "y": 1 });
        let with = |name: &str, value: serde_json::Value| {
            let mut pin = pin.clone();
            pin[name] = value;
            pin
        };
        for (kind, entity, field, value) in [
            ("general", "rossi", "files", json!(["nessuno"])),
            ("general", "rossi", "files", json!(["f0", "f0"])),
            ("general", "rossi", "files", json!(all)),
            ("general", "rossi", "pin", pin.clone()),
            ("phase", "design", "pin", with("x", json!(-1))),
            ("phase", "design", "pin", with("version", json!(0))),
            ("phase", "design", "pin", with("deliverable_id", json!("nessuno"))),
            ("general", "rossi", "text", json!(" ")),
        ] {
            let mut comment =
                json!({ "id": "c", "entity_type": kind, "entity_id": entity, "author": "client", "text": "Ecco" });
            comment[field] = value;
            let json = json!({ "files": files, "comments": [comment] }).to_string();
            let Err(ImportError::Invalid(error)) = db.store.import(json.as_bytes(), &mut |_, _| ()).await else {
                panic!("{json} was imported")
            };
            assert!(error.starts_with(&format!("comments[0].{field}: ")), "{error}");
        }
        let comment = |id: &str| json!({ "id": id, "entity_type": "general", "entity_id": "rossi", "author": "client", "text": "", "files": ["f1"] });
        let json = json!({ "files": files, "comments": [comment("a"), comment("b")] }).to_string();
        let Err(ImportError::Invalid(error)) = db.store.import(json.as_bytes(), &mut |_, _| ()).await else {
            panic!("a file is in two messages")
        };
        assert_eq!(error, "comments[1].files: is already in comments[0]");
    }
}
