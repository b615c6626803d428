//! The search index follows the indexed records.

use domain::overview::{ClientFilter, HitKind};
use domain::projects::board::BoardItem;
use domain::{DeliverableDraft, Document, Form, Note, PhaseDraft, ProjectDraft, ProjectRecord, TaskDraft};
use serde_json::json;

use crate::support::{Database as Db, admin, on_both_databases, text, to_id};

/// How many clients, leads or projects have a word with this prefix.
async fn word_count(db: &Db, table: &'static str) -> i64 {
    db.number(match table {
        "client" => "SELECT COUNT(*) FROM client_word",
        "project" => "SELECT COUNT(*) FROM project_word",
        "lead" => "SELECT COUNT(*) FROM lead_word",
        "phase" => "SELECT COUNT(*) FROM phase_word",
        "task" => "SELECT COUNT(*) FROM task_word",
        "deliverable" => "SELECT COUNT(*) FROM deliverable_word",
        "document" => "SELECT COUNT(*) FROM document_word",
        "note" => "SELECT COUNT(*) FROM note_word",
        _ => "SELECT COUNT(*) FROM thread_word",
    })
    .await
}

/// The number of words in each index.
async fn index_sizes(db: &Db) -> [i64; 9] {
    let mut sizes = [0; 9];
    let tables = ["client", "project", "lead", "thread", "phase", "task", "deliverable", "document", "note"];
    for (size, table) in sizes.iter_mut().zip(tables) {
        *size = word_count(db, table).await;
    }
    sizes
}

/// The kinds of the groups found, with the titles of their hits.
async fn found(db: &Db, q: &str) -> Vec<(HitKind, Vec<String>)> {
    let groups = db.store.search(q, None).await.unwrap();
    groups.into_iter().map(|group| (group.kind, group.hits.into_iter().map(|hit| hit.title).collect())).collect()
}

on_both_databases! {
    async fn import_indexes_clients_projects_leads_and_messages(db: Database) {
        db.with_workspace().await;
        db.import(r#"{"leads": [{"id": "l", "name": "Gina Lollo", "phone": "02 12345678"}]}"#).await;
        // Rossi, Verdi; Sito, Negozio, Vecchio, App; Gina, Lollo, 02 and six ends of the number;
        // "sul", "task" and "logo" of Rossi, "hello" of Verdi.
        let sizes = index_sizes(&db).await;
        assert_eq!((sizes[0], sizes[1], sizes[3]), (2, 4, 4));
        assert_eq!(db.number("SELECT COUNT(*) FROM thread_word WHERE client_id = 'rossi'").await, 3);
        assert_eq!(sizes[2], 2 + 1 + 6);
    }

    async fn new_messages_and_deliveries_are_indexed(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let general = domain::Channel::General(rossi.id().clone());
        let before = index_sizes(&db).await;
        db.store.post_message(&rossi, &general, &text("Perché? Perché no!"), None).await.unwrap();
        db.store.reply(&to_id("rossi"), "rossi", &text("perche sul logo")).await.unwrap();
        let after = index_sizes(&db).await;
        assert_eq!(after[3] - before[3], 2, "indexes perche and no");

        let body = |phone: Option<&str>| json!({"name": "Gina", "email": "gina@example.com", "phone": phone});
        crate::leads::deliver_to_main(&db.store, &body(None)).await;
        assert_eq!(word_count(&db, "lead").await, 3, "indexes gina, example and com");
        crate::leads::deliver_to_main(&db.store, &body(Some("12345"))).await;
        assert_eq!(word_count(&db, "lead").await, 4);
    }

    async fn old_database_is_indexed_on_open(db: Database) {
        db.with_workspace().await;
        db.import(r#"{"leads": [{"id": "l", "name": "Gina"}]}"#).await;
        let complete = index_sizes(&db).await;
        for statement in [
            "DELETE FROM client_word", "DELETE FROM project_word", "DELETE FROM lead_word",
            "DELETE FROM thread_word", "DELETE FROM phase_word", "DELETE FROM task_word", "DELETE FROM deliverable_word",
            "DELETE FROM document_word", "DELETE FROM note_word", "UPDATE client SET sort_name = NULL",
            "DELETE FROM internal WHERE key LIKE '%_word'",
        ] {
            db.execute(statement).await;
        }
        let reopened = db.another_process(db.clock.clone()).await;
        assert_eq!(index_sizes(&db).await, complete);
        let page = reopened.client_list(&ClientFilter::default(), None).await.unwrap().page;
        assert_eq!(page.items.len(), 2);
        assert_eq!(db.number("SELECT COUNT(*) FROM client WHERE sort_name IS NULL").await, 0);

        // The index is built once: an entry missing afterwards is not restored.
        db.execute("DELETE FROM client_word").await;
        db.another_process(db.clock.clone()).await.close().await;
        assert_eq!(word_count(&db, "client").await, 0);
        // Another version of the normalisation rebuilds it.
        db.execute("UPDATE internal SET value = '0' WHERE key = 'client_word'").await;
        db.another_process(db.clock.clone()).await.close().await;
        assert_eq!(word_count(&db, "client").await, complete[0]);
        reopened.close().await;
    }

    async fn search_finds_each_kind_in_order(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.import(r#"{"clients": [{"id": "birra", "name": "Birra Etichetta"}],
            "projects": [{"id": "p", "client_id": "birra", "name": "Etichette"}],
            "phases": [{"id": "f", "project_id": "p", "name": "Etichette, bozze"}],
            "tasks": [{"id": "t", "phase_id": "f", "title": "Carta", "description": "Per l’etichetta"}],
            "deliverables": [{"id": "d", "task_id": "t", "title": "Étichetta Barbera"}],
            "documents": [{"id": "o", "project_id": "p", "name": "Etichetta.pdf", "url": "https://a.example"}],
            "notes": [{"id": "n", "project_id": "p", "text": "Le etichette sono 212"}],
            "leads": [{"id": "l", "name": "Etichettificio"}]}"#).await;
        let general = domain::Channel::General(rossi.id().clone());
        db.store.post_message(&rossi, &general, &text("Le etichette sono belle"), None).await.unwrap();
        let group = |kind, title: &str| (kind, vec![title.to_owned()]);
        assert_eq!(found(&db, "ETICH").await, [
            group(HitKind::Client, "Birra Etichetta"),
            group(HitKind::Project, "Etichette"),
            group(HitKind::Deliverable, "Étichetta Barbera"),
            group(HitKind::Task, "Carta"),
            group(HitKind::Phase, "Etichette, bozze"),
            group(HitKind::Message, "Rossi"),
            group(HitKind::Document, "Etichetta.pdf"),
            group(HitKind::Note, "Le etichette sono 212"),
            group(HitKind::Lead, "Etichettificio"),
        ]);
        assert_eq!(found(&db, "212 etich").await, [group(HitKind::Note, "Le etichette sono 212")]);
        for nothing in ["etichettare", "etich nulla", "!", " "] {
            assert_eq!(found(&db, nothing).await, [], "{nothing}");
        }
        let only = db.store.search("etich", Some(HitKind::Task)).await.unwrap();
        assert_eq!(only.len(), 1);
        let hit = &only[0].hits[0];
        assert_eq!((hit.client.as_deref(), hit.project.as_deref()), (Some("Birra Etichetta"), Some("Etichette")));
        assert_eq!((only[0].count, hit.found_at), (1, Some("Per ".len())));
    }

    async fn search_counts_more_than_it_shows_and_puts_open_projects_first(db: Database) {
        let task = |number: usize| {
            let phase = if number < 3 { "on" } else { "off" };
            format!(r#"{{"id": "t{number}", "phase_id": "{phase}", "title": "Menu {number}"}}"#)
        };
        let tasks: Vec<String> = (0..110).map(task).collect();
        db.import(&format!(r#"{{"clients": [{{"id": "c", "name": "Nello"}}],
            "projects": [{{"id": "a", "client_id": "c", "name": "Sito"}},
                {{"id": "b", "client_id": "c", "name": "Vecchio", "status": "archived"}}],
            "phases": [{{"id": "on", "project_id": "a", "name": "Ora"}}, {{"id": "off", "project_id": "b", "name": "Prima"}}],
            "tasks": [{}]}}"#, tasks.join(","))).await;
        let few = db.store.search("menu", None).await.unwrap();
        let ids = |group: &domain::overview::HitGroup| group.hits.iter().map(|hit| hit.id.clone()).collect::<Vec<_>>();
        assert_eq!((few[0].count, ids(&few[0])), (110, vec!["t2".to_owned(), "t1".to_owned()]));
        let many = db.store.search("menu", Some(HitKind::Task)).await.unwrap();
        assert_eq!((many[0].count, many[0].hits.len()), (110, 100));
    }

    async fn search_follows_additions_edits_and_deletions(db: Database) {
        db.with_workspace().await;
        let (store, site) = (&db.store, to_id("site"));
        let form = |word: &str| {
            let form = Form::default().with("name", Some(word)).with("title", Some(word)).with("text", Some(word));
            form.with("url", Some("https://a.example"))
        };
        let zucca = form("Zucca");
        store.add_phase(&site, &to_id("zp"), &PhaseDraft::read(&zucca).unwrap()).await.unwrap();
        store.add_task(&site, &to_id("zp"), &to_id("zt"), &TaskDraft::read(&zucca).unwrap()).await.unwrap();
        let deliverable = DeliverableDraft::read(&zucca).unwrap();
        store.add_deliverable(&site, &to_id("zt"), &to_id("zd"), &deliverable).await.unwrap();
        store.add_record::<Document>(&admin(), &site, to_id("zo"), &Document::parse_form(&zucca).unwrap()).await.unwrap();
        store.add_record::<Note>(&admin(), &site, to_id("zn"), &Note::parse_form(&zucca).unwrap()).await.unwrap();
        let all = [HitKind::Deliverable, HitKind::Task, HitKind::Phase, HitKind::Document, HitKind::Note];
        let kinds = async |q: &str| found(&db, q).await.into_iter().map(|(kind, _)| kind).collect::<Vec<_>>();
        assert_eq!(kinds("zucca").await, all);

        // The plan is copied with its words.
        let draft = ProjectDraft { name: "Copia".to_owned(), ..ProjectDraft::default() };
        store.create_project(&to_id("copy"), &to_id("rossi"), &draft, Some(&site)).await.unwrap();
        for kind in &all[..3] {
            assert_eq!(store.search("zucca", Some(*kind)).await.unwrap()[0].count, 2, "{kind}");
        }
        let admin = admin();
        let seen = store.deletion(&to_id("copy"), &BoardItem::Project).await.unwrap().version;
        store.delete_item(&admin, &to_id("copy"), &BoardItem::Project, &seen).await.unwrap();
        assert_eq!(store.search("zucca", Some(HitKind::Task)).await.unwrap()[0].count, 1);

        let melone = form("Melone");
        let board = store.board(&site).await.unwrap();
        let phase = board.phases.iter().find(|one| one.phase.id.as_str() == "zp").unwrap();
        let task = &phase.tasks[0];
        let draft = DeliverableDraft::read(&melone).unwrap();
        store.save_deliverable(&admin, &site, &to_id("zd"), &task.deliverables[0].version, &draft).await.unwrap();
        store.save_task(&site, &to_id("zt"), &task.version, &TaskDraft::read(&melone).unwrap()).await.unwrap();
        store.save_phase(&site, &to_id("zp"), &phase.version, &PhaseDraft::read(&melone).unwrap()).await.unwrap();
        let documents = store.records::<Document>(&site).await.unwrap().1;
        let document = documents.iter().find(|one| one.record.id.as_str() == "zo").unwrap();
        let draft = Document::parse_form(&melone).unwrap();
        store.save_record::<Document>(&site, &to_id("zo"), &draft, &document.version).await.unwrap();
        let notes = store.notes(&site, None, None).await.unwrap().1.items;
        let note = notes.iter().find(|one| one.record.id.as_str() == "zn").unwrap();
        let draft = Note::parse_form(&melone).unwrap();
        store.save_record::<Note>(&site, &to_id("zn"), &draft, &note.version).await.unwrap();
        assert_eq!((kinds("zucca").await, kinds("melone").await), (vec![], all.to_vec()));
        store.delete_record::<Note>(&admin, &site, &to_id("zn")).await.unwrap();
        assert_eq!(kinds("melone").await, all[..4]);
    }

    async fn concurrent_opens_index_old_database_once(db: Database) {
        let clients: Vec<String> = (0..600)
            .map(|number| format!(r#"{{"id": "c{number}", "name": "Cliente {number}"}}"#))
            .collect();
        db.import(&format!(r#"{{"clients": [{}]}}"#, clients.join(","))).await;
        let complete = index_sizes(&db).await;
        for statement in ["DELETE FROM client_word", "DELETE FROM internal WHERE key LIKE '%_word'"] {
            db.execute(statement).await;
        }
        let (one, two) =
            tokio::join!(db.another_process(db.clock.clone()), db.another_process(db.clock.clone()));
        assert_eq!(index_sizes(&db).await, complete);
        one.close().await;
        two.close().await;
    }
}
