//! Material that clients are asked for: requests, answers, checklists, and their import and export.

use domain::id::{FileId, MaterialId, ProjectId};
use domain::{
    DomainError, File, FileName, MaterialAnswer, MaterialDraft, MaterialKind, MaterialRequest, MaterialStatus,
    MaterialTemplateDraft, Sha256Digest, ShownMaterial, Uploader,
};
use serde_json::{Value, json};
use store::{ClientScope, Error, ImportError, Received, Store};

use crate::support::{admin, on_both_databases, to_id};

const DAY: i64 = 24 * 60 * 60_000;

fn site() -> ProjectId {
    to_id("site")
}

pub(crate) fn draft(title: &str, kind: MaterialKind, due_on: Option<&str>) -> MaterialDraft {
    MaterialDraft {
        list: Some("Chi siamo".to_owned()),
        title: title.to_owned(),
        description: None,
        due_on: due_on.and_then(|day| day.parse().ok()),
        kind,
    }
}

/// Asks Rossi for a logo and a text.
async fn ask(store: &Store) -> (MaterialId, MaterialId) {
    let (logo, text) = (to_id::<MaterialId>("r-logo"), to_id::<MaterialId>("r-text"));
    let requests = vec![
        (logo.clone(), draft("Logo", MaterialKind::File, Some("2026-11-25"))),
        (text.clone(), draft("Testi", MaterialKind::Text, None)),
    ];
    store.request_material(&site(), requests).await.unwrap();
    (logo, text)
}

pub(crate) async fn upload(store: &Store, by: &Uploader, name: &str) -> FileId {
    let id = store.begin_upload(None, 10, 1_000_000).await.unwrap();
    let received = Received {
        sha256: Sha256Digest::parse("a".repeat(64)).unwrap(),
        size: 10,
        name: FileName::clean(name).unwrap(),
        content_type: "image/png".to_owned(),
        is_to_be_scanned: false,
    };
    store.claim_bytes(&id, &received).await.unwrap();
    store.add_file(&id, by, received).await.unwrap().id
}

async fn shown(store: &Store, id: &MaterialId) -> ShownMaterial {
    let page = store.material_page(&site()).await.unwrap();
    page.lists.into_iter().flat_map(|list| list.items).find(|one| one.request.id == *id).unwrap()
}

fn names(files: &[File]) -> Vec<&str> {
    files.iter().map(|file| file.name.as_str()).collect()
}

async fn answer(store: &Store, scope: &ClientScope, id: &MaterialId, files: &[&FileId]) -> Option<DomainError> {
    let files = MaterialAnswer::Files(files.iter().copied().cloned().collect());
    refusal(store.answer_material(scope, id.as_str(), &files).await)
}

fn refusal<T>(result: Result<T, Error>) -> Option<DomainError> {
    result.err().and_then(|error| error.refusal())
}

on_both_databases! {
    async fn request_is_answered_reopened_and_accepted(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let store = &db.store;
        let (logo, text) = ask(store).await;
        ask(store).await;
        let page = store.material_page(&site()).await.unwrap();
        assert_eq!(page.lists.len(), 1, "a form sent twice asks once");
        assert_eq!((page.lists[0].title(), page.lists[0].items.len()), ("Chi siamo", 2));

        let by = Uploader::from(rossi.person());
        let (first, second) = (upload(store, &by, "uno.png").await, upload(store, &by, "due.png").await);
        assert_eq!(answer(store, &verdi, &logo, &[&first]).await, Some(DomainError::UnknownRecord));
        assert_eq!(answer(store, &rossi, &text, &[&first]).await, Some(DomainError::UnknownRecord), "a text is asked for");
        assert_eq!(answer(store, &rossi, &logo, &[&first]).await, None);
        assert_eq!(answer(store, &rossi, &logo, &[&second]).await, None);
        let sent = shown(store, &logo).await;
        assert_eq!((sent.request.status, names(&sent.files)), (MaterialStatus::Received, vec!["uno.png", "due.png"]));
        assert_eq!(sent.request.answered_by.as_deref(), Some("Rossi"));

        assert_eq!(refusal(store.accept_material(&admin(), &site(), &text, None).await), Some(DomainError::Stale));
        assert_eq!(refusal(store.accept_material(&admin(), &to_id("shop"), &logo, None).await), Some(DomainError::UnknownRecord));
        store.reopen_material(&admin(), &site(), &logo, None, "Serve in vettoriale").await.unwrap();
        let reopened = shown(store, &logo).await;
        assert_eq!((reopened.request.status, reopened.request.reason.as_deref(), reopened.files.len()),
            (MaterialStatus::Open, Some("Serve in vettoriale"), 2));
        let third = upload(store, &by, "tre.svg").await;
        assert_eq!(answer(store, &rossi, &logo, &[&third]).await, None);
        assert_eq!(shown(store, &logo).await.request.reason.as_deref(), Some("Serve in vettoriale"), "until accepted");
        store.accept_material(&admin(), &site(), &logo, None).await.unwrap();
        store.accept_material(&admin(), &site(), &logo, None).await.unwrap();
        let accepted = shown(store, &logo).await;
        assert_eq!((accepted.request.status, accepted.request.reason, accepted.files.len()), (MaterialStatus::Accepted, None, 3));
        let fourth = upload(store, &by, "quattro.png").await;
        assert_eq!(answer(store, &rossi, &logo, &[&fourth]).await, Some(DomainError::Stale));

        let written = MaterialAnswer::text("  Nati nel 1950. ").unwrap();
        store.answer_material(&rossi, text.as_str(), &written).await.unwrap();
        assert_eq!(shown(store, &text).await.request.text.as_deref(), Some("Nati nel 1950."));
        let actions: i64 = db.number("SELECT COUNT(*) FROM audit WHERE action LIKE 'material_%'").await;
        assert_eq!(actions, 6);
    }

    async fn unseen_material_answer_is_not_decided(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let (store, (_, text)) = (&db.store, ask(&db.store).await);
        let send = async |written: &str| {
            db.clock.advance(1);
            store.answer_material(&rossi, text.as_str(), &MaterialAnswer::Text(written.to_owned())).await.unwrap();
            Some(shown(store, &text).await.request.answer_version())
        };
        let (first, second) = (send("Bozza").await, send("Definitivo").await);
        let accept = async |seen| refusal(store.accept_material(&admin(), &site(), &text, seen).await);
        let reopen = async |seen| refusal(store.reopen_material(&admin(), &site(), &text, seen, "Di più").await);
        for seen in [first, Some(0)] {
            assert_eq!((accept(seen).await, reopen(seen).await), (Some(DomainError::Stale), Some(DomainError::Stale)));
        }
        let kept = shown(store, &text).await.request;
        assert_eq!((kept.status, kept.reason.as_deref()), (MaterialStatus::Received, None));
        assert_eq!((accept(second).await, accept(first).await), (None, None), "accepting twice is no error");
        assert_eq!((reopen(first).await, reopen(second).await), (Some(DomainError::Stale), None));
    }

    async fn material_request_with_taken_id_is_refused(db: Database) {
        db.with_workspace().await;
        let (logo, _) = ask(&db.store).await;
        let again = vec![(to_id("r-foto"), draft("Foto", MaterialKind::File, None)), (logo.clone(), draft("Icona", MaterialKind::File, None))];
        assert_eq!(refusal(db.store.request_material(&site(), again).await), Some(DomainError::Stale));
        assert_eq!(shown(&db.store, &logo).await.request.title, "Logo");
        assert_eq!(db.number("SELECT COUNT(*) FROM material_request").await, 2, "nothing is written");
    }

    async fn file_is_in_one_answer_and_read_by_all_people_of_its_client(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        db.import(r#"{"contacts": [{"id": "carla", "client_id": "rossi", "name": "Carla", "token": "ccccccccccccccccccccccccccccccccccccccccccc"},
            {"id": "muto", "client_id": "rossi", "name": "Muto", "can_write": false, "token": "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"}]}"#).await;
        let store = &db.store;
        let carla = store.client_by_token(&"c".repeat(43)).await.unwrap();
        let muto = store.client_by_token(&"m".repeat(43)).await.unwrap();
        let (logo, _) = ask(store).await;
        let other: MaterialId = to_id("r-foto");
        store.request_material(&site(), vec![(other.clone(), draft("Foto", MaterialKind::File, None))]).await.unwrap();
        let by = Uploader { contact_id: Some(to_id("carla")), author_name: Some("Carla".into()), ..Uploader::from(rossi.person()) };
        let file = upload(store, &by, "logo.png").await;
        assert_eq!(refusal(store.file_of_client(&rossi, file.as_str()).await), Some(DomainError::UnknownFile));
        assert_eq!(answer(store, &rossi, &logo, &[&file]).await, Some(DomainError::UnknownFile), "another person's");
        assert_eq!(answer(store, &muto, &logo, &[&file]).await, Some(DomainError::NotAllowed));
        assert_eq!(refusal(store.check_material(&muto, logo.as_str()).await), Some(DomainError::NotAllowed));
        assert_eq!(answer(store, &carla, &logo, &[&file, &file]).await, Some(DomainError::UnknownFile), "twice");
        assert_eq!(shown(store, &logo).await.files.len(), 0, "nothing is written");
        assert_eq!(answer(store, &carla, &logo, &[&file]).await, None);
        assert_eq!(answer(store, &carla, &other, &[&file]).await, Some(DomainError::UnknownFile));
        assert_eq!(shown(store, &logo).await.request.answered_by.as_deref(), Some("Carla"));
        for scope in [&rossi, &carla, &muto] {
            assert_eq!(store.file_of_client(scope, file.as_str()).await.unwrap().id, file);
        }
        assert_eq!(refusal(store.file_of_client(&verdi, file.as_str()).await), Some(DomainError::UnknownFile));
        db.clock.advance(2 * DAY);
        assert_eq!(store.delete_unused_files().await.unwrap(), 0);
        db.clock.advance(2 * DAY);
        assert_eq!(store.delete_unused_files().await.unwrap(), 0, "an answer keeps its files");

        let portal = store.portal(&muto, None).await.unwrap();
        assert_eq!(portal.open_items.material, []);
        let portal = store.portal(&carla, Some("site")).await.unwrap();
        let items: Vec<_> = portal.open_items.material.iter().map(|one| (one.title.as_str(), one.arrived, one.all)).collect();
        assert_eq!(items, [("Chi siamo", 1, 3)]);
        let lists = portal.project.unwrap().material;
        let logo_item = lists[0].items.iter().find(|one| one.request.id == logo).unwrap();
        assert_eq!(names(&logo_item.files), ["logo.png"]);

        store.delete_record::<MaterialRequest>(&admin(), &site(), &logo).await.unwrap();
        assert_eq!(store.delete_unused_files().await.unwrap(), 0);
        db.clock.advance(2 * DAY);
        assert_eq!(store.delete_unused_files().await.unwrap(), 1);
    }

    async fn one_of_two_answers_at_once_gets_a_file(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let (logo, _) = ask(&db.store).await;
        let other: MaterialId = to_id("r-foto");
        db.store.request_material(&site(), vec![(other.clone(), draft("Foto", MaterialKind::File, None))]).await.unwrap();
        let file = upload(&db.store, &Uploader::from(rossi.person()), "logo.png").await;
        let files = [&file];
        let (one, two) = tokio::join!(
            answer(&db.store, &rossi, &logo, &files),
            answer(&db.store, &rossi, &other, &files),
        );
        assert!([(None, Some(DomainError::UnknownFile)), (Some(DomainError::UnknownFile), None)].contains(&(one, two)), "{one:?} {two:?}");
    }

    async fn editing_a_material_request_keeps_its_answer(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let (_, text) = ask(&db.store).await;
        db.store.answer_material(&rossi, text.as_str(), &MaterialAnswer::Text("Ciao".into())).await.unwrap();
        let page = db.store.material_page(&site()).await.unwrap();
        let version = &page.requests.iter().find(|one| one.record.id == text).unwrap().version;
        let changed = draft("Testi nuovi", MaterialKind::File, Some("2026-12-01"));
        db.store.save_record::<MaterialRequest>(&site(), &text, &changed, version).await.unwrap();
        let saved = shown(&db.store, &text).await.request;
        assert_eq!((saved.title.as_str(), saved.kind, saved.status), ("Testi nuovi", MaterialKind::Text, MaterialStatus::Received));
        let other = draft("Altri testi", MaterialKind::Text, None);
        let stale = db.store.save_record::<MaterialRequest>(&site(), &text, &other, version).await;
        assert_eq!(refusal(stale), Some(DomainError::Stale));
    }

    async fn list_becomes_a_template(db: Database) {
        db.with_workspace().await;
        ask(&db.store).await;
        let id = to_id("t1");
        assert_eq!(refusal(db.store.template_of_list(&id, &site(), "Altro").await), Some(DomainError::UnknownRecord));
        db.store.template_of_list(&id, &site(), "Chi siamo").await.unwrap();
        db.store.template_of_list(&id, &site(), "Chi siamo").await.unwrap();
        let template = db.store.material_template(&id).await.unwrap();
        let drafts = template.drafts("Pagina nuova", "2026-12-24".parse().ok());
        let asked: Vec<_> = drafts.iter().map(|one| (one.title.as_str(), one.kind)).collect();
        assert_eq!(asked, [("Logo", MaterialKind::File), ("Testi", MaterialKind::Text)]);
        let versioned = db.store.material_templates().await.unwrap().remove(0);
        let changed = MaterialTemplateDraft { title: "Base".into(), items: template.items[..1].to_vec() };
        db.store.save_material_template(&id, Some(&versioned.version), changed.clone()).await.unwrap();
        let other = MaterialTemplateDraft { title: "Altra".into(), ..changed };
        let stale = db.store.save_material_template(&id, Some(&versioned.version), other).await;
        assert_eq!(refusal(stale), Some(DomainError::Stale));
        for _ in 0..2 {
            db.store.template_of_list(&id, &site(), "Chi siamo").await.unwrap();
        }
        let all = db.store.material_templates().await.unwrap();
        assert_eq!(all.iter().map(|one| &*one.record.title).collect::<Vec<_>>(), ["Base", "Chi siamo"], "under another id");
        db.store.delete_material_template(&admin(), &id).await.unwrap();
        assert_eq!(refusal(db.store.delete_material_template(&admin(), &id).await), Some(DomainError::UnknownRecord));
    }

    async fn material_is_exported_with_its_files(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let (logo, _) = ask(&db.store).await;
        let by = Uploader::from(rossi.person());
        let (one, two) = (upload(&db.store, &by, "uno.png").await, upload(&db.store, &by, "due.png").await);
        assert_eq!(answer(&db.store, &rossi, &logo, &[&two, &one]).await, None);
        db.store.template_of_list(&to_id("t1"), &site(), "Chi siamo").await.unwrap();
        let export = db.store.export().await.unwrap();
        let json: Value = serde_json::from_slice(&export).unwrap();
        let request = json["material_requests"].as_array().unwrap().iter().find(|one| one["id"] == "r-logo").unwrap();
        assert_eq!(request["files"], json!([two, one]));
        assert_eq!(request.as_object().unwrap().len(), 14);
        assert_eq!(json["material_templates"][0]["items"][1], json!({"title": "Testi", "description": null, "kind": "text"}));
        let members: Vec<&str> = ["documents", "material_templates", "material_requests", "notes"].into();
        let text = std::str::from_utf8(&export).unwrap();
        let places: Vec<_> = members.iter().map(|name| text.find(&format!("\n\"{name}\": [")).unwrap()).collect();
        assert!(places.is_sorted(), "{places:?}");
        let sibling = db.sibling().await;
        sibling.import(text).await;
        assert_eq!(sibling.store.export().await.unwrap(), export);
        sibling.store.close().await;
    }

    async fn import_error_names_the_field_of_material(db: Database) {
        db.with_workspace().await;
        let file = json!([{ "id": "f", "sha256": "a".repeat(64), "size": 1, "name": "a", "content_type": "image/png" }]);
        let request = json!({ "id": "r", "project_id": "site", "title": "Logo", "kind": "file" });
        for (field, value) in [
            ("project_id", json!("nessuno")), ("title", json!("")), ("kind", json!("photo")), ("status", json!("done")),
            ("list", json!("")), ("due_on", json!("domani")), ("files", json!(["nessuno"])), ("files", json!(["f", "f"])),
            ("id", json!("a b")), ("answered_by", json!("x".repeat(201))), ("description", json!("x".repeat(10_001))),
        ] {
            let mut request = request.clone();
            request[field] = value;
            let json = json!({ "files": file, "material_requests": [request] }).to_string();
            let Err(ImportError::Invalid(error)) = db.store.import(json.as_bytes(), &mut |_, _| ()).await else {
                panic!("{json} was imported")
            };
            assert!(error.starts_with(&format!("material_requests[0].{field}")), "{error}");
        }
        let template = |items: Value| json!({ "material_templates": [{ "id": "t", "title": "A", "items": items }] }).to_string();
        for items in [json!([{ "title": "", "kind": "file" }]), json!([{ "title": "A" }]), json!([["A", null, "file"]]), json!("A")] {
            let Err(ImportError::Invalid(error)) = db.store.import(template(items).as_bytes(), &mut |_, _| ()).await else {
                panic!("imported")
            };
            assert!(error.starts_with("material_templates[0].items"), "{error}");
        }
        db.import(&json!({ "files": file, "material_requests": [
            { "id": "r", "project_id": "site", "title": "Logo", "kind": "file", "files": ["f"] }] }).to_string()).await;
        let again = json!({ "material_requests": [
            { "id": "s", "project_id": "site", "title": "Logo", "kind": "file", "files": ["f"] }] }).to_string();
        let Err(ImportError::Invalid(error)) = db.store.import(again.as_bytes(), &mut |_, _| ()).await else { panic!("imported") };
        assert_eq!(error, "material_requests[0].files: is already in the database");
    }

    async fn imported_file_is_in_one_message_or_answer_at_most(db: Database) {
        db.with_workspace().await;
        let files = json!(["f", "g"].map(|id| {
            json!({ "id": id, "sha256": "a".repeat(64), "size": 1, "name": "a", "content_type": "image/png" })
        }));
        let comment = json!([{ "id": "c", "entity_type": "general", "entity_id": "rossi", "author": "client", "text": "", "files": ["f"] }]);
        let request = |file: &str| json!([{ "id": "r", "project_id": "site", "title": "Logo", "kind": "file", "files": [file] }]);
        let both = json!({ "files": files, "comments": comment, "material_requests": request("f") }).to_string();
        let error = async |json: String| match db.store.import(json.as_bytes(), &mut |_, _| ()).await {
            Err(ImportError::Invalid(error)) => error,
            other => panic!("{other:?}"),
        };
        assert_eq!(error(both).await, "material_requests[0].files: is already in comments[0]");
        db.import(&json!({ "files": files, "comments": comment, "material_requests": request("g") }).to_string()).await;
        let again = json!({ "material_requests": [{ "id": "s", "project_id": "site", "title": "Logo", "kind": "file", "files": ["f"] }] });
        assert_eq!(error(again.to_string()).await, "material_requests[0].files: is already in the database");
        let mut comment = comment.clone();
        comment[0]["id"] = json!("d");
        comment[0]["files"] = json!(["g"]);
        assert_eq!(error(json!({ "comments": comment }).to_string()).await, "comments[0].files: is already in the database");
    }
}
