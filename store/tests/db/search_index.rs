//! The search index follows the indexed records.

use domain::overview::ClientFilter;
use serde_json::json;

use crate::support::{Database as Db, on_both_databases, text, to_id};

/// How many clients, leads or projects have a word with this prefix.
async fn word_count(db: &Db, table: &'static str) -> i64 {
    db.number(match table {
        "client" => "SELECT COUNT(*) FROM client_word",
        "project" => "SELECT COUNT(*) FROM project_word",
        "lead" => "SELECT COUNT(*) FROM lead_word",
        _ => "SELECT COUNT(*) FROM thread_word",
    })
    .await
}

/// The number of words in each index.
async fn index_sizes(db: &Db) -> [i64; 4] {
    [
        word_count(db, "client").await,
        word_count(db, "project").await,
        word_count(db, "lead").await,
        word_count(db, "thread").await,
    ]
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
            "DELETE FROM thread_word", "UPDATE client SET sort_name = NULL",
            "DELETE FROM internal WHERE key LIKE '%_word'",
        ] {
            db.execute(statement).await;
        }
        let reopened = db.another_process(db.clock.clone()).await;
        assert_eq!(index_sizes(&db).await, complete);
        let page = reopened.client_list(&ClientFilter::default(), None).await.unwrap();
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
