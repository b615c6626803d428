//! Files: who may read them, the space that they take, and what is swept.

use domain::audit::Actor;
use domain::files::{Content, ContentId, Quarantine};
use domain::projects::project_records::{Document, DocumentDraft};
use domain::{DomainError, File, FileName, MaterialAnswer, Person, Sha256Digest, Uploader, VersionDraft};
use serde_json::json;
use store::{Error, ImportError, Received, Store};
use tokio::task::JoinSet;

use crate::support::{Database, on_both_databases, to_id};

const DAY: i64 = 24 * 60 * 60_000;
const HOUR: i64 = 60 * 60_000;

fn digest(letter: char) -> Sha256Digest {
    Sha256Digest::parse(letter.to_string().repeat(64)).unwrap()
}

pub(crate) fn received(letter: char, size: i64) -> Received {
    let name = FileName::clean("logo.pdf").unwrap();
    Received { sha256: digest(letter), size, name, content_type: "application/pdf".into(), is_to_be_scanned: false }
}

pub(crate) async fn upload(store: &Store, by: &Uploader, letter: char) -> File {
    let id = store.begin_upload(None, 1_000, 1_000_000).await.unwrap();
    let received = received(letter, 1_000);
    store.claim_bytes(&id, &received).await.unwrap();
    store.add_file(&id, by, received).await.unwrap()
}

pub(crate) fn refusal<T: std::fmt::Debug>(result: Result<T, Error>) -> Option<DomainError> {
    result.unwrap_err().refusal()
}

pub(crate) fn contact(client: &Person) -> Uploader {
    Uploader { contact_id: Some(to_id("carla")), author_name: Some("Carla".into()), ..Uploader::from(client) }
}

pub(crate) async fn with_contact(db: &Database) {
    let file = json!({ "contacts": [{ "id": "carla", "client_id": "rossi", "name": "Carla" }] }).to_string();
    db.store.import(file.as_bytes(), &mut |_, _| ()).await.unwrap();
}

pub(crate) async fn sweep(store: &Store) -> (u64, usize) {
    let files = store.delete_unused_files().await.unwrap();
    let mut bytes = 0;
    for digest in store.unused_bytes().await.unwrap() {
        bytes += usize::from(store.remove_unused_bytes(&digest, async { true }).await.unwrap());
    }
    (files, bytes)
}

on_both_databases! {
    async fn upload_is_read_by_its_person_and_the_agency_alone(db: Database) {
        let (rossi, bianchi) = db.with_workspace().await;
        with_contact(&db).await;
        let own = upload(&db.store, &Uploader::from(rossi.person()), 'a').await;
        let contacts = upload(&db.store, &contact(rossi.person()), 'a').await;
        let agencys = upload(&db.store, &Uploader::agency(Some("Luca")), 'b').await;
        assert_eq!(db.store.file_of_client(&rossi, own.id.as_str()).await.unwrap(), own);
        for (scope, file) in [(&bianchi, &own), (&rossi, &contacts), (&rossi, &agencys), (&bianchi, &agencys)] {
            let read = db.store.file_of_client(scope, file.id.as_str()).await;
            assert_eq!(refusal(read), Some(DomainError::UnknownFile));
        }
        for id in ["", "nessuno", "../x", "è"] {
            assert_eq!(refusal(db.store.file_of_client(&rossi, id).await), Some(DomainError::UnknownFile), "{id}");
        }
        for file in [&own, &contacts, &agencys] {
            assert_eq!(&db.store.file(file.id.as_str()).await.unwrap(), file);
        }
        db.execute("DELETE FROM contact".to_owned()).await;
        let read = db.store.file_of_client(&rossi, contacts.id.as_str()).await;
        assert_eq!(refusal(read), Some(DomainError::UnknownFile), "what a deleted contact left is nobody's");
    }

    async fn file_in_check_is_not_read_and_an_infected_one_is_none(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let file = upload(&db.store, &Uploader::from(rossi.person()), 'a').await;
        for (quarantine, expected) in [
            (Quarantine::Waiting, Some(DomainError::FileInCheck)),
            (Quarantine::Infected, Some(DomainError::UnknownFile)),
        ] {
            db.execute(format!("UPDATE file SET quarantine = '{quarantine}'")).await;
            assert_eq!(refusal(db.store.file_of_client(&rossi, file.id.as_str()).await), expected);
            assert_eq!(refusal(db.store.file(file.id.as_str()).await), expected);
        }
    }

    async fn unfinished_uploads_count_and_a_digest_counts_once(db: Database) {
        let by = Uploader::default();
        let first = db.store.begin_upload(None, 600, 1_000).await.unwrap();
        assert_eq!(refusal(db.store.begin_upload(None, 401, 1_000).await), Some(DomainError::FilesFull));
        assert_eq!(refusal(db.store.reserve_for_upload(&first, 1_001, 1_000).await), Some(DomainError::FilesFull));
        db.store.reserve_for_upload(&first, 1_000, 1_000).await.unwrap();
        db.store.give_up_upload(&first).await.unwrap();
        for _ in 0..2 {
            let id = db.store.begin_upload(None, 400, 1_000).await.unwrap();
            db.store.claim_bytes(&id, &received('a', 400)).await.unwrap();
            assert_eq!(db.store.used_file_bytes().await.unwrap(), 400);
            db.store.add_file(&id, &by, received('a', 400)).await.unwrap();
        }
        assert_eq!(db.store.used_file_bytes().await.unwrap(), 400);
        assert!(db.store.begin_upload(None, 600, 1_000).await.is_ok());
    }

    async fn uploads_at_once_take_no_more_than_there_is(db: Database) {
        let mut uploads = JoinSet::new();
        for number in 0..8 {
            let store = if number % 2 == 0 { db.store.clone() } else { db.another_process(db.clock.clone()).await };
            uploads.spawn(async move { store.begin_upload(None, 300, 1_000).await });
        }
        let results = uploads.join_all().await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 3);
        assert!(results.into_iter().all(|result| result.is_ok() || refusal(result) == Some(DomainError::FilesFull)));
    }

    async fn unused_file_goes_after_a_day_and_its_bytes_an_hour_later(db: Database) {
        let by = Uploader::default();
        upload(&db.store, &by, 'a').await;
        db.clock.advance(DAY - 1);
        assert_eq!(sweep(&db.store).await, (0, 0));
        let again = upload(&db.store, &by, 'a').await;
        db.clock.advance(1);
        assert_eq!(sweep(&db.store).await, (1, 0));
        assert_eq!(db.store.recorded_files().await.unwrap(), [again]);
        db.clock.advance(DAY);
        assert_eq!(sweep(&db.store).await, (1, 0), "a backup may still need the bytes");
        db.clock.advance(HOUR - 1);
        assert_eq!(sweep(&db.store).await, (0, 0));
        db.clock.advance(1);
        assert_eq!(db.store.unused_bytes().await.unwrap(), [digest('a')]);
        let remains = db.store.remove_unused_bytes(&digest('a'), async { false }).await.unwrap();
        assert!(!remains, "the store did not answer");
        assert_eq!(sweep(&db.store).await, (0, 1));
        assert_eq!(sweep(&db.store).await, (0, 0));
    }

    async fn claimed_bytes_are_not_removed(db: Database) {
        upload(&db.store, &Uploader::default(), 'a').await;
        db.execute("DELETE FROM file".to_owned()).await;
        sweep(&db.store).await;
        db.clock.advance(2 * HOUR);
        assert_eq!(db.store.unused_bytes().await.unwrap(), [digest('a')]);
        let id = db.store.begin_upload(None, 1_000, 1_000_000).await.unwrap();
        db.store.claim_bytes(&id, &received('a', 1_000)).await.unwrap();
        let removed = db.store.remove_unused_bytes(&digest('a'), async { panic!("they are claimed") }).await.unwrap();
        assert!(!removed);
    }

    async fn upload_that_sends_nothing_expires(db: Database) {
        let id = db.store.begin_upload(None, 1_000, 1_000).await.unwrap();
        db.clock.advance(9 * 60_000);
        db.store.keep_upload(&id).await.unwrap();
        db.clock.advance(9 * 60_000);
        assert!(db.store.expired_uploads().await.unwrap().is_empty());
        db.clock.advance(60_000);
        assert_eq!(db.store.expired_uploads().await.unwrap().len(), 1);
        db.store.delete_expired_upload(&id).await.unwrap();
        assert!(db.store.begin_upload(None, 1_000, 1_000).await.is_ok());
    }

    async fn part_is_added_once_and_an_upload_becomes_one_file(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let (by, name) = (Uploader::from(rossi.person()), FileName::clean("video.mp4").unwrap());
        let upload = db.store.begin_resumable_upload("rossi", &by, &name, 1_000, 1_000_000).await.unwrap();
        let lost = db.store.begin_part(&upload).await.unwrap();
        let number = db.store.begin_part(&upload).await.unwrap();
        assert_eq!(refusal(db.store.add_part(&upload, lost, 400).await), Some(DomainError::Stale));
        let part = db.store.add_part(&upload, number, 600).await.unwrap();
        assert_eq!(refusal(db.store.add_part(&upload, number, 600).await), Some(DomainError::Stale));
        assert_eq!(refusal(db.store.resumable_upload("bianchi", &upload.id).await), Some(DomainError::UnknownFile));
        let stored = db.store.resumable_upload("rossi", &upload.id).await.unwrap();
        assert_eq!((stored.received, stored.parts, stored.uploader), (600, vec![number], by));
        db.store.claim_bytes(&upload.id, &received('a', 1_000)).await.unwrap();
        let file = db.store.complete_upload(&part, received('a', 1_000)).await.unwrap();
        assert_eq!(refusal(db.store.complete_upload(&part, received('a', 1_000)).await), Some(DomainError::Stale));
        let complete = db.store.resumable_upload("rossi", &upload.id).await.unwrap();
        assert_eq!((complete.received, complete.file_id), (1_000, Some(file.id.clone())));
        assert_eq!(db.store.recorded_files().await.unwrap(), [file]);
        db.clock.advance(DAY);
        assert_eq!(refusal(db.store.resumable_upload("rossi", &upload.id).await), Some(DomainError::UnknownFile));
    }

    async fn ended_upload_accepts_no_part_and_frees_space(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let (by, name) = (Uploader::from(rossi.person()), FileName::clean("video.mp4").unwrap());
        let upload = db.store.begin_resumable_upload("rossi", &by, &name, 1_000, 1_000).await.unwrap();
        let number = db.store.begin_part(&upload).await.unwrap();
        assert_eq!(db.store.end_upload(&upload.id).await.unwrap(), 1);
        assert_eq!(refusal(db.store.add_part(&upload, number, 600).await), Some(DomainError::Stale));
        assert_eq!(refusal(db.store.begin_part(&upload).await), Some(DomainError::UnknownFile));
        db.store.begin_upload(None, 1_000, 1_000).await.unwrap();
        assert_eq!(db.store.expired_uploads().await.unwrap().len(), 1, "the sweep removes what is left of it");
    }

    async fn client_cannot_reserve_all_upload_space(db: Database) {
        let (rossi, bianchi) = db.with_workspace().await;
        let name = FileName::clean("video.mp4").unwrap();
        let begin = async |by: &Uploader, length| db.store.begin_resumable_upload("x", by, &name, length, 1_000).await;
        let [rossi, bianchi] = [&rossi, &bianchi].map(|scope| Uploader::from(scope.person()));
        begin(&rossi, 300).await.unwrap();
        assert_eq!(refusal(begin(&rossi, 201).await), Some(DomainError::FilesFull));
        begin(&rossi, 200).await.unwrap();
        assert_eq!(refusal(begin(&bianchi, 501).await), Some(DomainError::FilesFull));
        begin(&bianchi, 400).await.unwrap();
        begin(&Uploader::default(), 50).await.unwrap();
        begin(&Uploader::default(), 50).await.unwrap();
    }

    async fn uploads_of_one_client_leave_space_to_others(db: Database) {
        let (rossi, bianchi) = db.with_workspace().await;
        let first = db.store.begin_upload(Some(rossi.id()), 1_000, 1_000).await.unwrap();
        db.store.reserve_for_upload(&first, 400, 1_000).await.unwrap();
        let second = db.store.begin_upload(Some(rossi.id()), 100, 1_000).await.unwrap();
        for refused in [
            db.store.reserve_for_upload(&second, 101, 1_000).await,
            db.store.begin_upload(Some(rossi.id()), 1, 1_000).await.map(drop),
            db.store.begin_upload(Some(bianchi.id()), 501, 1_000).await.map(drop),
        ] {
            assert_eq!(refusal(refused), Some(DomainError::FilesFull));
        }
        db.store.begin_upload(None, 500, 1_000).await.unwrap();
    }

    async fn upload_comes_in_a_bounded_number_of_parts(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let (by, name) = (Uploader::from(rossi.person()), FileName::clean("video.mp4").unwrap());
        let upload = db.store.begin_resumable_upload("rossi", &by, &name, 3 * 65_536, 1_000_000).await.unwrap();
        for number in 0..103 {
            assert_eq!(db.store.begin_part(&upload).await.unwrap(), number);
        }
        assert_eq!(refusal(db.store.begin_part(&upload).await), Some(DomainError::UnknownFile));
    }

    async fn upload_of_somebody_who_was_deleted_meanwhile_is_refused(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        with_contact(&db).await;
        let by = contact(rossi.person());
        let upload = db.store.begin_upload(None, 1_000, 1_000_000).await.unwrap();
        db.execute("DELETE FROM contact WHERE id = 'carla'").await;
        db.store.claim_bytes(&upload, &received('a', 1_000)).await.unwrap();
        let refused = refusal(db.store.add_file(&upload, &by, received('a', 1_000)).await);
        assert_eq!(refused, Some(DomainError::UnknownToken));
        assert_eq!(db.number("SELECT COUNT(*) FROM file").await, 0);
        assert_eq!(db.number("SELECT COUNT(*) FROM file_upload").await, 1, "until it is given up");
    }

    async fn ids_with_nul_are_unknown(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let (id, answer) = ("a\0", MaterialAnswer::Text("Sì".to_owned()));
        assert_eq!(refusal(db.store.resumable_upload("rossi", id).await), Some(DomainError::UnknownFile));
        assert_eq!(refusal(db.store.agency_upload(id).await), Some(DomainError::UnknownFile));
        assert_eq!(refusal(db.store.answer_material(&rossi, id, &answer).await), Some(DomainError::UnknownRecord));
        assert_eq!(refusal(db.store.receipt_by_digest(id).await), Some(DomainError::UnknownReceipt));
    }

    async fn files_are_imported_as_exported(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        with_contact(&db).await;
        upload(&db.store, &contact(rossi.person()), 'a').await;
        upload(&db.store, &Uploader::default(), 'b').await;
        let export = db.store.export().await.unwrap();
        let sibling = Store::connect(&db.sibling_address().await, db.clock.clone()).await.unwrap();
        sibling.import(&export, &mut |_, _| ()).await.unwrap();
        assert_eq!(sibling.export().await.unwrap(), export);
        assert_eq!(sibling.used_file_bytes().await.unwrap(), 2_000, "their bytes are in the store, or will be");
        sweep(&sibling).await;
        assert_eq!(sibling.export().await.unwrap(), export, "imported files have a day as well");
        sibling.close().await;
    }

    async fn file_of_a_document_or_version_is_kept_and_read_by_the_client(db: Database) {
        let (rossi, bianchi) = db.with_workspace().await;
        let by = Actor::Admin("studio@example.com".to_owned());
        let document = upload(&db.store, &Uploader::default(), 'a').await;
        let version = upload(&db.store, &Uploader::default(), 'b').await;
        for file in [&document, &version] {
            assert_eq!(refusal(db.store.file_of_client(&rossi, file.id.as_str()).await), Some(DomainError::UnknownFile));
        }
        let draft = |file: &File| DocumentDraft { name: "Contratto".into(), content: ContentId::File(file.id.clone()) };
        let project = to_id("site");
        db.store.add_record::<Document>(&by, &project, to_id("d"), &draft(&document)).await.unwrap();
        let gone = File { id: to_id("nessuno"), ..document.clone() };
        let refused = db.store.add_record::<Document>(&by, &project, to_id("e"), &draft(&gone)).await;
        assert_eq!(refusal(refused), Some(DomainError::UnknownFile));
        let content = ContentId::File(version.id.clone());
        let draft = VersionDraft { content, note: None };
        db.store.add_version(&by, &project, &to_id("logo"), &to_id("v"), &draft).await.unwrap();
        let again = upload(&db.store, &Uploader::default(), 'b').await;
        let sent_again = VersionDraft { content: ContentId::File(again.id), note: None };
        db.store.add_version(&by, &project, &to_id("logo"), &to_id("v"), &sent_again).await.unwrap();

        db.clock.advance(2 * DAY);
        sweep(&db.store).await;
        for file in [&document, &version] {
            assert_eq!(&db.store.file_of_client(&rossi, file.id.as_str()).await.unwrap(), file);
            let foreign = db.store.file_of_client(&bianchi, file.id.as_str()).await;
            assert_eq!(refusal(foreign), Some(DomainError::UnknownFile));
        }
        let history = db.store.deliverable_history(&project, &to_id("logo")).await.unwrap();
        assert_eq!(history.newest(), Some(Content::File(version.clone())), "the same bytes are no other version");
        for (quarantine, expected) in [("waiting", DomainError::FileInCheck), ("infected", DomainError::UnknownFile)] {
            db.execute(format!("UPDATE file SET quarantine = '{quarantine}' WHERE id = '{}'", version.id)).await;
            assert_eq!(refusal(db.store.approve(&rossi, "logo", None).await), Some(expected), "nobody can read it");
        }
        db.execute("UPDATE file SET quarantine = NULL").await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        let receipt = db.store.receipt(&rossi, "logo").await.unwrap();
        assert_eq!((receipt.sha256, receipt.url), (Some("b".repeat(64)), None));

        db.execute("UPDATE deliverable SET status = 'pending', approved_at = NULL, approved_by = NULL".to_owned()).await;
        let read = db.store.file_of_client(&rossi, version.id.as_str()).await;
        assert_eq!(refusal(read), Some(DomainError::UnknownFile), "nothing unfinished is shown");
        let export = db.store.export().await.unwrap();
        let sibling = Store::connect(&db.sibling_address().await, db.clock.clone()).await.unwrap();
        sibling.import(&export, &mut |_, _| ()).await.unwrap();
        assert_eq!(sibling.export().await.unwrap(), export);
        sibling.close().await;
        db.store.delete_record::<Document>(&by, &project, &to_id("d")).await.unwrap();
        sweep(&db.store).await;
        db.clock.advance(DAY);
        assert_eq!(sweep(&db.store).await.0, 1);
    }

    async fn imported_document_or_version_is_a_link_or_a_file(db: Database) {
        db.with_workspace().await;
        let file = json!([{ "id": "f", "sha256": "a".repeat(64), "size": 1, "name": "a", "content_type": "image/png" }]);
        let link = "https://example.com";
        for (url, id, field) in [
            (json!(null), json!(null), "url"),
            (json!(link), json!("f"), "url"),
            (json!(null), json!("nessuno"), "file_id"),
        ] {
            let document = json!({ "id": "d", "project_id": "site", "name": "a", "url": url, "file_id": id });
            let version = json!({ "id": "v", "deliverable_id": "logo", "number": 1, "url": url, "file_id": id });
            for (member, record) in [("documents", document), ("deliverable_versions", version)] {
                let mut json = json!({ "files": file });
                json[member] = json!([record]);
                let Err(ImportError::Invalid(error)) = db.store.import(json.to_string().as_bytes(), &mut |_, _| ()).await
                else {
                    panic!("{json} was imported")
                };
                assert!(error.starts_with(&format!("{member}[0].{field}: ")), "{error}");
            }
        }
    }

    async fn import_error_names_the_field_of_a_file(db: Database) {
        db.with_workspace().await;
        with_contact(&db).await;
        let file = |field: &str, value: serde_json::Value| {
            let mut file = json!({ "id": "f", "sha256": "a".repeat(64), "size": 1, "name": "a", "content_type": "image/png" });
            file[field] = value;
            json!({ "files": [file] }).to_string()
        };
        for (field, value) in [
            ("sha256", json!("../x")), ("size", json!(-1)), ("name", json!("a/b")), ("name", json!("")),
            ("client_id", json!("nessuno")), ("contact_id", json!("nessuno")), ("contact_id", json!("carla")),
        ] {
            let json = file(field, value);
            let Err(ImportError::Invalid(error)) = db.store.import(json.as_bytes(), &mut |_, _| ()).await else {
                panic!("{json} was imported")
            };
            assert!(error.starts_with(&format!("files[0].{field}: ")), "{error}");
        }
    }
}
