//! Import, export, the demo and backups.

mod sources;

use domain::{ChannelView, Member, Role};
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use store::{ImportError, Store};

use crate::support::{WORKSPACE, on_both_databases, to_id};

async fn import_error(store: &Store, json: &str) -> String {
    match store.import(json.as_bytes(), &mut |_, _| ()).await {
        Err(ImportError::Invalid(problem)) => problem,
        other => panic!("expected an import error for {json}, got {other:?}"),
    }
}

on_both_databases! {
    async fn demo_loads_once_with_recent_dates(db: Database) {
        let loaded = db.store.load_demo().await.unwrap().unwrap();
        assert!(loaded.records > 150, "{loaded:?}");
        assert_eq!(db.store.load_demo().await.unwrap(), None);
        let clients = db.store.clients().await.unwrap();
        assert_eq!(clients.len(), 3);
        assert!(clients.iter().all(|client| client.token.reveal().len() == 43));
        let threads = db.store.inbox("", false, None).await.unwrap().items;
        assert!(db.unread().await > 0);
        for thread in threads {
            let last = thread.message.unwrap().created_at.as_millis();
            let age = crate::support::noon().as_millis() - last;
            assert!((0..4 * 86_400_000).contains(&age), "{age}");
        }
    }

    async fn demo_covers_portal_features(db: Database) {
        db.store.load_demo().await.unwrap();
        let agency = db.store.agency().await.unwrap();
        assert!(agency.name.is_some() && agency.accent.is_some() && agency.logo.is_some());
        for client in db.store.clients().await.unwrap() {
            let scope = db.store.client_by_token(client.token.reveal()).await.unwrap();
            let portal = db.store.portal(&scope, None).await.unwrap();
            let project = portal.project.unwrap();
            let open_items = portal.open_items;
            assert!(!open_items.to_approve.is_empty(), "{}", client.name);
            let today = domain::Zone::default().date(crate::support::noon());
            let upcoming = project.upcoming();
            assert!(upcoming.len() > 1 && upcoming.iter().all(|one| one.on >= today), "{}: {upcoming:?}", client.name);
            assert!(portal.channels.iter().any(|channel| channel.other_read_at.is_some()));
            if client.company.as_deref() == Some("Trattoria da Nello") {
                continue;
            }
            let tasks = project.phases.iter().flat_map(|phase| &phase.tasks);
            let statuses: Vec<_> =
                tasks.flat_map(|task| &task.deliverables).map(|one| one.deliverable.status.as_str()).collect();
            assert!(statuses.contains(&"changes_requested"), "{}", client.name);
            let linked = |channel: &ChannelView| {
                channel.unread > 0 && channel.messages.iter().any(|one| one.text.as_str().contains("https://"))
            };
            assert!(portal.channels.iter().any(linked), "{}", client.name);
        }
    }

    async fn demo_has_members_and_contacts(db: Database) {
        db.store.load_demo().await.unwrap();
        let members = db.store.members().await.unwrap();
        assert_eq!(members.iter().map(|one| one.role).collect::<Vec<_>>(), [Role::Owner, Role::Member]);
        assert!(members.iter().all(Member::is_active));
        let contacts = db.store.contacts(&to_id("ferraris")).await.unwrap();
        assert_eq!(contacts.iter().map(|one| one.contact.can_approve).collect::<Vec<_>>(), [true, false, true]);
        let exported: serde_json::Value = serde_json::from_slice(&db.store.export().await.unwrap()).unwrap();
        let people = members.iter().map(|one| &one.name).chain(contacts.iter().map(|one| &one.contact.name));
        let names: Vec<&str> = people.map(String::as_str).collect();
        for (member, field) in [("comments", "author_name"), ("notes", "author_name"), ("activities", "author_name")] {
            let written: Vec<_> = exported[member].as_array().unwrap().iter().filter_map(|one| one[field].as_str()).collect();
            assert!(!written.is_empty() && written.iter().all(|name| names.contains(name)), "{member}: {written:?}");
        }
        assert_eq!(db.store.verify_receipts().await.unwrap().faults, [""; 0]);
        let approved = exported["deliverables"].as_array().unwrap().iter().filter(|one| one["status"] == "approved").count();
        assert_eq!(exported["receipts"].as_array().unwrap().len(), approved);
        assert!(exported["deliverables"].as_array().unwrap().iter().any(|one| one["approved_by"] == "Paolo Ferraris"));
        let has = |member: &str, field: &str| exported[member].as_array().unwrap().iter().any(|one| !one[field].is_null());
        assert!(has("receipts", "sha256") && has("comments", "pin") && has("comments", "files"), "pictures");
        let month = "2026-11-20".parse().unwrap();
        let hours = db.store.hours_by_person(month).await.unwrap();
        assert!(hours.len() == 3 && hours.iter().all(|person| person.minutes > 0), "{hours:?}");
    }

    async fn import_and_open_transaction_do_not_deadlock(db: Database) {
        let mut writer = AnyConnection::connect(&db.url).await.unwrap();
        let mut writing = writer.begin().await.unwrap();
        sqlx::raw_sql("UPDATE comment SET id = id").execute(&mut *writing).await.unwrap();
        let store = db.store.clone();
        let import = tokio::spawn(async move {
            store.import(WORKSPACE.as_bytes(), &mut |_, _| ()).await.map_err(|error| error.to_string())
        });
        // By then the import has reached the locked rows; a later start would only make the test easier.
        tokio::time::sleep(Duration::from_millis(200)).await;
        sqlx::raw_sql("UPDATE client SET id = id").execute(&mut *writing).await.unwrap();
        writing.commit().await.unwrap();
        import.await.unwrap().unwrap();
    }

    async fn settings_are_replaced_while_there_is_nothing_else(db: Database) {
        let settings = r#"{"settings": [{"key": "language", "value": "en"}]}"#;
        for _ in 0..2 {
            db.store.import(settings.as_bytes(), &mut |_, _| ()).await.unwrap();
        }
        assert!(db.store.load_demo().await.unwrap().is_some());
        assert_eq!(import_error(&db.store, settings).await, "settings[0].key: is already in the database");
    }

    async fn export_round_trips_byte_for_byte(db: Database) {
        db.store.load_demo().await.unwrap();
        let first = db.store.export().await.unwrap();
        let json: serde_json::Value = serde_json::from_slice(&first).unwrap();
        assert_eq!(json.as_object().unwrap().len(), 27);
        let other = db.sibling().await;
        other.import(std::str::from_utf8(&first).unwrap()).await;
        let second = other.store.export().await.unwrap();
        other.store.close().await;
        assert_eq!(String::from_utf8(second).unwrap(), String::from_utf8(first).unwrap());
    }

    async fn frequency_of_emails_is_a_field_of_a_client(db: Database) {
        db.import(r#"{"clients": [{"id": "a", "name": "A"}, {"id": "b", "name": "B", "notify": "daily"}]}"#).await;
        let exported: serde_json::Value = serde_json::from_slice(&db.store.export().await.unwrap()).unwrap();
        let of = |client: usize| exported["clients"][client]["notify"].as_str().unwrap().to_owned();
        assert_eq!((of(0), of(1)), ("now".to_owned(), "daily".to_owned()));
        assert!(exported.get("notifications").is_none());
    }

    async fn reminders_are_exported_when_they_are_off(db: Database) {
        let records = r#"{"clients": [{"id": "a", "name": "A", "remind_approvals": true},
            {"id": "b", "name": "B", "remind_approvals": false, "remind_payments": false}]}"#;
        db.import(records).await;
        let exported: serde_json::Value = serde_json::from_slice(&db.store.export().await.unwrap()).unwrap();
        let of = |client: usize| {
            ["remind_approvals", "remind_payments"].map(|field| exported["clients"][client].get(field).cloned())
        };
        assert_eq!(of(0), [None, None]);
        assert_eq!(of(1), [Some(false.into()), Some(false.into())]);
    }

    async fn malformed_import_file_is_rejected_in_one_line(db: Database) {
        let cases = [
            ("", "line 1, column 0: EOF while parsing a value"),
            ("{\n  \"clients\": [}", "line 2, column 15: expected value"),
            ("{} x", "line 1, column 4: trailing characters"),
            ("[]", "invalid type: sequence, expected an object"),
            (r#"{"client": []}"#, "unknown field `client`, expected one of"),
            (r#"{"clients": [], "clients": []}"#, "duplicate field `clients`"),
            (r#"{"settings": [["language", "it"]]}"#, "settings[0]: invalid type: sequence, expected an object"),
            (r#"{"clients": {}}"#, "clients: invalid type: map, expected a sequence"),
            (r#"{"clients": [{"id": "a", "name": "A", "language": 5}]}"#, "clients[0].language: expected a word"),
            (r#"{"clients": [{"id": "a", "name": "A", "language": 5}"#, "line 1, column 51: expected value"),
        ];
        for (json, problem) in cases {
            let error_line = import_error(&db.store, json).await;
            assert!(error_line.contains(problem), "{json}: {error_line}");
        }
        let deep = format!("{{\"activities\": {}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(import_error(&db.store, &deep).await.contains("nested more than"));
        assert_eq!(db.number("SELECT COUNT(*) FROM client").await, 0);
    }

    async fn import_error_names_member_index_and_field(db: Database) {
        db.import(WORKSPACE).await;
        let long = "x".repeat(201);
        let message = format!(r#"{{"id":"c","entity_type":"general","entity_id":"rossi","author":"client","text":"{}"}}"#, "😀".repeat(2001));
        let cases = [
            // The shape of a record.
            ("clients", r#"{"name":"A"}"#, "clients[0]: missing field `id`"),
            ("clients", r#"{"id":"a"}"#, "clients[0]: missing field `name`"),
            ("clients", r#"{"id":"a b","name":"A"}"#, "clients[0].id: must be 1 to 64 of"),
            ("clients", r#"{"id":"a","name":"A","nome":"B"}"#, "clients[0].nome: unknown field `nome`"),
            ("clients", r#"{"id":"a","name":"A","name":"B"}"#, "clients[0]: duplicate field `name`"),
            ("clients", r#"{"id":"a","name":7}"#, "clients[0].name: invalid type: integer `7`, expected a string"),
            ("clients", r#"{"id":"a","name":"  "}"#, "clients[0].name: must not be empty"),
            ("clients", &format!(r#"{{"id":"a","name":"{long}"}}"#), "clients[0].name: must be at most 200 characters"),
            ("clients", r#"{"id":"a","name":"A\u0000"}"#, "clients[0].name: must not contain NUL"),
            ("clients", r#"{"id":"a","name":"A","email":"x"}"#, "clients[0].email: must be an e-mail address"),
            ("clients", r#"{"id":"a","name":"A","email":"a@x.it,evil@x.it"}"#, "clients[0].email: must be an e-mail address"),
            ("leads", r#"{"id":"a","name":"A","email":"<a@x.it>"}"#, "leads[0].email: must be an e-mail address"),
            ("clients", r#"{"id":"a","name":"A","language":"de"}"#, "clients[0].language: unknown variant `de`"),
            ("clients", r#"{"id":"a","name":"A","notify":"weekly"}"#, "clients[0].notify: unknown variant `weekly`"),
            ("clients", r#"{"id":"a","name":"A","token":"short"}"#, "clients[0].token: must be 16 to 128"),
            ("clients", r#"{"id":"a","name":"A","slug":"A B"}"#, "clients[0].slug: must be 1 to 80 of"),
            ("clients", r#"{"id":"a","name":"A","created_at":"yesterday"}"#, "clients[0].created_at: must be a timestamp"),
            ("projects", r#"{"id":"a","client_id":"rossi","name":"A","due_on":"2026-02-30"}"#, "projects[0].due_on: must be a date"),
            ("phases", r#"{"id":"a","project_id":"site","name":"A","position":-1}"#, "phases[0].position: must be a whole number"),
            ("documents", r#"{"id":"a","project_id":"site","name":"A","url":"javascript:alert(1)"}"#, "documents[0].url: must be an address"),
            ("quote_items", r#"{"id":"a","project_id":"site","description":"A","quantity":"1,5","unit_price_cents":1}"#, "quote_items[0].quantity: must be a decimal"),
            ("payments", r#"{"id":"a","project_id":"site","label":"A","amount_cents":100000000001}"#, "payments[0].amount_cents: must be a whole number from -100000000000 to 100000000000"),
            ("payments", r#"{"id":"a","project_id":"site","label":"A","amount_cents":-9223372036854775808}"#, "payments[0].amount_cents: must be a whole number from"),
            ("quote_items", r#"{"id":"a","project_id":"site","description":"A","quantity":"1","unit_price_cents":9223372036854775807}"#, "quote_items[0].unit_price_cents: must be a whole number from"),
            ("time_entries", r#"{"id":"a","project_id":"site","spent_on":"2026-01-01","minutes":1000000001}"#, "time_entries[0].minutes: must be a whole number from 0"),
            ("payments", r#"{"id":"a","project_id":"site","label":"A","amount_cents":1.5}"#, "payments[0].amount_cents: invalid type: floating point"),
            ("payments", r#"{"id":"a","project_id":"site","label":"A","amount_cents":1,"currency":"eur"}"#, "payments[0].currency: must be three capital"),
            ("comments", message.as_str(), "comments[0].text: the text is longer than 2000"),
            ("activities", r#"{"id":"a","lead_id":"l","kind":"visit"}"#, "activities[0].kind: unknown variant `visit`"),
            // Records that exist already, in the file or in the database.
            ("clients", r#"{"id":"a","name":"A"},{"id":"a","name":"B"}"#, "clients[1].id: is already in clients[0]"),
            ("clients", r#"{"id":"b","name":"B"},{"id":"rossi","name":"A"}"#, "clients[1].id: is already in the database"),
            ("clients", r#"{"id":"a","name":"A","token":"rossi-token-rossi-token"}"#, "clients[0].token: is already in the database"),
            ("clients", r#"{"id":"a","name":"A","slug":"rossi-a1b2"}"#, "clients[0].slug: is already in the database"),
            ("clients", r#"{"id":"a","name":"A","slug":"rossi-token-rossi-token"}"#, "clients[0].slug: is the token of a client"),
            ("clients", r#"{"id":"a","name":"A","token":"the-same-for-both"},{"id":"b","name":"B","slug":"the-same-for-both"}"#, "clients[1].slug: is the token of a client"),
            ("clients", r#"{"id":"design","name":"A"}"#, "clients[0].id: is the id of a phase"),
            ("phases", r#"{"id":"rossi","project_id":"site","name":"A"}"#, "phases[0].id: is the id of a client"),
            ("leads", r#"{"id":"l","name":"L","email":"A@b.it"},{"id":"m","name":"M","email":" a@B.it "}"#, "leads[1].email: is already in leads[0]"),
            ("settings", r#"{"key":"k","value":"1"},{"key":"k","value":"2"}"#, "settings[1].key: is already in settings[0]"),
            // References.
            ("projects", r#"{"id":"a","client_id":"nobody","name":"A"}"#, "projects[0].client_id: names no client"),
            ("tasks", r#"{"id":"a","phase_id":"logo-task","title":"A"}"#, "tasks[0].phase_id: names no phase"),
            ("time_entries", r#"{"id":"a","project_id":"site","task_id":"x","spent_on":"2026-01-01","minutes":1}"#, "time_entries[0].task_id: names no task"),
            ("activities", r#"{"id":"a","lead_id":"l","kind":"note"}"#, "activities[0].lead_id: names no lead"),
            ("comments", r#"{"id":"a","entity_type":"task","entity_id":"logo","author":"admin","text":"A"}"#, "comments[0].entity_id: names no task"),
            ("client_channel_reads", r#"{"client_id":"rossi","channel_key":"x","read_at":"2026-01-01"}"#, "client_channel_reads[0].channel_key: names no phase"),
            ("admin_channel_reads", r#"{"client_id":"rossi","channel_key":"screens","read_at":"2026-01-01"}"#, "admin_channel_reads[0].channel_key: is no channel of this client"),
            // Rules.
            ("deliverables", r#"{"id":"a","task_id":"logo-task","title":"A","status":"approved"}"#, "deliverables[0].approved_at: must be given"),
            ("deliverables", r#"{"id":"a","task_id":"logo-task","title":"A","approved_at":"2026-01-01"}"#, "deliverables[0].approved_at: must be absent"),
            ("comments", r#"{"id":"a","entity_type":"general","entity_id":"rossi","author":"admin","text":"A","created_at":"9999-12-31"}"#, "comments[0].created_at: must be before"),
            // Sources and deliveries.
            ("lead_sources", r#"{"id":"s"}"#, "lead_sources[0]: missing field `name`"),
            ("lead_sources", r#"{"id":"s","name":"S","kind":"fax"}"#, "lead_sources[0].kind: unknown variant `fax`"),
            ("lead_sources", r#"{"id":"s","name":"S","key":"short"}"#, "lead_sources[0].key: must be 16 to 128"),
            ("lead_sources", r#"{"id":"s","name":"S","active":1}"#, "lead_sources[0].active: invalid type: integer `1`, expected a boolean"),
            ("lead_sources", r#"{"id":"s","name":"S","mapping":{"name":"nome"}}"#, "lead_sources[0].mapping: must name places"),
            ("lead_sources", r#"{"id":"s","name":"S","mapping":{"colour":"/c"}}"#, "lead_sources[0].mapping.?: unknown variant `colour`"),
            ("lead_sources", r#"{"id":"s","name":"S","refusal":"too_large"}"#, "lead_sources[0].refused_at: must be given exactly when"),
            ("lead_sources", r#"{"id":"s","name":"S","refusal":"silent","refused_at":"2026-01-01"}"#, "lead_sources[0].refusal: must be bad_signature or too_large"),
            ("lead_sources", r#"{"id":"s","name":"S","key":"the-same-for-both"},{"id":"t","name":"T","key":"the-same-for-both"}"#, "lead_sources[1].key: is already in lead_sources[0]"),
            ("lead_sources", r#"{"id":"s","name":"S"},{"id":"s","name":"T"}"#, "lead_sources[1].id: is already in lead_sources[0]"),
            ("lead_deliveries", r#"{"id":"d"}"#, "lead_deliveries[0]: missing field `body`"),
            ("lead_deliveries", r#"{"id":"d","body":"a\u0000"}"#, "lead_deliveries[0].body: must not contain NUL"),
            ("lead_deliveries", r#"{"id":"d","body":"?","encoding":"base64"}"#, "lead_deliveries[0].body: must be base64"),
            ("lead_deliveries", r#"{"id":"d","body":"","encoding":"gzip"}"#, "lead_deliveries[0].encoding: unknown variant `gzip`"),
            ("lead_deliveries", r#"{"id":"d","body":"","headers":["a"]}"#, "lead_deliveries[0].headers: invalid type: sequence"),
            ("lead_deliveries", r#"{"id":"d","body":"","error":"who knows"}"#, "lead_deliveries[0].error: must be a reason"),
            ("lead_deliveries", r#"{"id":"d","body":"","outcome":"created"}"#, "lead_deliveries[0].lead_id: must be given, because outcome is created"),
            ("lead_deliveries", r#"{"id":"d","body":"","lead_id":"l"}"#, "lead_deliveries[0].lead_id: names no lead"),
            ("lead_deliveries", r#"{"id":"d","body":"","source_id":"s"}"#, "lead_deliveries[0].source_id: names no source"),
            ("lead_deliveries", r#"{"id":"d","body":"","dedup_key":"k"},{"id":"e","body":"","dedup_key":"k"}"#, "lead_deliveries[1].dedup_key: is already in lead_deliveries[0]"),
        ];
        let before = db.store.export().await.unwrap();
        for (member, records, problem) in cases {
            let error_line = import_error(&db.store, &format!(r#"{{"{member}": [{records}]}}"#)).await;
            assert!(error_line.starts_with(problem), "expected {problem}, got {error_line}");
            assert!(!error_line.contains('\n'), "{error_line}");
        }
        assert_eq!(db.store.export().await.unwrap(), before);
    }

    async fn import_fills_defaults(db: Database) {
        db.clock.advance(5);
        db.import(r#"{
            "clients": [{"id": "a", "name": "Già Fatto", "company": null, "token": null}],
            "projects": [{"id": "p", "client_id": "a", "name": "P"}],
            "phases": [{"id": "f1", "project_id": "p", "name": "F1"}, {"id": "f2", "project_id": "p", "name": "F2"}],
            "tasks": [{"id": "t", "phase_id": "f2", "title": "T"}],
            "deliverables": [{"id": "d", "task_id": "t", "title": "D"}],
            "comments": [
                {"id": "c1", "entity_type": "general", "entity_id": "a", "author": "client", "text": " uno "},
                {"id": "c2", "entity_type": "phase", "entity_id": "f1", "author": "admin", "text": "due"}
            ],
            "payments": [{"id": "pay", "project_id": "p", "label": "L", "amount_cents": -5}],
            "leads": [{"id": "l", "name": "L"}],
            "activities": [{"id": "x", "lead_id": "l", "kind": "note"}]
        }"#).await;
        let json: serde_json::Value = serde_json::from_slice(&db.store.export().await.unwrap()).unwrap();
        let is = |path: &str, value: &str| assert_eq!(json.pointer(path).unwrap(), value, "{path}");
        is("/clients/0/language", "it");
        is("/clients/0/created_at", "2026-11-20T12:00:00.005Z");
        assert!(json["clients"][0]["slug"].as_str().unwrap().starts_with("gia-fatto-"));
        assert_eq!(json["clients"][0]["token"].as_str().unwrap().len(), 43);
        is("/projects/0/status", "active");
        is("/phases/0/status", "pending");
        assert_eq!((&json["phases"][0]["position"], &json["phases"][1]["position"]), (&0.into(), &1.into()));
        is("/tasks/0/status", "todo");
        is("/deliverables/0/status", "pending");
        is("/comments/0/text", "uno");
        is("/comments/0/created_at", "2026-11-20T12:00:00.005Z");
        is("/comments/1/created_at", "2026-11-20T12:00:00.006Z");
        is("/payments/0/currency", "EUR");
        is("/leads/0/source", "import");
        is("/leads/0/status", "new");
        is("/leads/0/last_contact_date", "2026-11-20T12:00:00.005Z");
        is("/activities/0/text", "");
    }

    async fn new_message_follows_imported_timestamps(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.import(r#"{"comments": [{"id": "future", "entity_type": "phase", "entity_id": "design",
            "author": "admin", "text": "Domani", "created_at": "2026-12-01T00:00:00Z"}]}"#).await;
        let general = domain::Channel::General(rossi.id().clone());
        let message = db.store.post_message(&rossi, &general, &crate::support::text("Oggi"), None).await.unwrap();
        assert_eq!(message.created_at.to_string(), "2026-12-01T00:00:00.001Z");
    }

    async fn activity_payload_round_trips(db: Database) {
        let nested = format!("{}0.1{}", "[".repeat(126), "]".repeat(126));
        let payload = format!(r#"{{"z":"\u0000","a":[1e-7,12345678901234567890123,-0.0,1.0000000000000002],"deep":{nested}}}"#);
        db.import(&format!(r#"{{"leads":[{{"id":"l","name":"L"}}],"activities":[{{"id":"x","lead_id":"l","kind":"note","payload":{payload}}}]}}"#)).await;
        let first = db.store.export().await.unwrap();
        let card = db.store.lead_card(&to_id("l"), None).await.unwrap();
        assert_eq!(card.activities[0].payload.as_ref().unwrap()["z"], "\0");
        let other = db.sibling().await;
        other.import(std::str::from_utf8(&first).unwrap()).await;
        assert_eq!(other.store.export().await.unwrap(), first);
        other.store.close().await;
    }
}
