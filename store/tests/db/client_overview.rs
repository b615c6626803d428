//! What the page of a client shows besides their record.

use domain::clients::{ClientEvent, ClientEventKind, ClientOverview, EmailOwner};
use domain::overview::{ClientFilter, ClientsShown};
use domain::{DeliverableStatus, EmailAddress};

use crate::support::{Database, on_both_databases, text, to_id};

/// The clock stands on 2026-11-20.
const CLIENTS: &str = r#"{
    "clients": [
        {"id": "anna", "name": "Anna", "email": "anna@orto.it", "address": "Via Po 1\nTorino", "vat_number": "0123", "tax_code": "VRD"},
        {"id": "bruno", "name": "Bruno", "email": "anna@orto.it"}
    ],
    "projects": [{"id": "sito", "client_id": "anna", "name": "Sito"}, {"id": "altro", "client_id": "bruno", "name": "Altro"}],
    "phases": [{"id": "design", "project_id": "sito", "name": "Design"}],
    "tasks": [{"id": "bozza", "phase_id": "design", "title": "Bozza"}],
    "deliverables": [
        {"id": "logo", "task_id": "bozza", "title": "Logo", "status": "in_review"},
        {"id": "home", "task_id": "bozza", "title": "Home", "status": "approved", "approved_at": "2026-11-10T09:00:00Z"}
    ],
    "payments": [
        {"id": "p1", "project_id": "sito", "label": "Acconto", "amount_cents": 10000, "due_on": "2026-11-01"},
        {"id": "p2", "project_id": "sito", "label": "Saldo", "amount_cents": 20000, "due_on": "2026-11-30"},
        {"id": "p3", "project_id": "sito", "label": "Extra", "amount_cents": 5000, "paid_at": "2026-03-01T09:00:00Z"},
        {"id": "p4", "project_id": "sito", "label": "Vecchio", "amount_cents": 900, "paid_at": "2025-03-01T09:00:00Z"},
        {"id": "p5", "project_id": "altro", "label": "Altro", "amount_cents": 77}
    ],
    "time_entries": [
        {"id": "t1", "project_id": "sito", "spent_on": "2026-11-03", "minutes": 90, "description": "Griglia"},
        {"id": "t2", "project_id": "sito", "spent_on": "2026-10-31", "minutes": 30},
        {"id": "t3", "project_id": "altro", "spent_on": "2026-11-03", "minutes": 7}
    ],
    "leads": [
        {"id": "l1", "name": "Anna", "source": "Fiera", "client_id": "anna"},
        {"id": "l2", "name": "A. Verdi", "email": "anna@orto.it"}
    ]
}"#;

async fn overview(db: &Database, part: Option<ClientEventKind>) -> ClientOverview {
    db.store.client_overview(&to_id("anna"), part).await.unwrap()
}

/// A word for each event, newest first.
fn words(overview: &ClientOverview) -> Vec<String> {
    let word = |event: &ClientEvent| match event {
        ClientEvent::Message { text, .. } => text.clone(),
        ClientEvent::Approved { title, .. } => title.clone(),
        ClientEvent::Paid { label, .. } => label.clone(),
        ClientEvent::Hours { what, .. } => what.clone(),
        other => format!("{other:?}").split('(').next().unwrap().to_owned(),
    };
    overview.events.iter().map(word).collect()
}

on_both_databases! {
    async fn overview_sums_only_what_is_the_clients(db: Database) {
        db.import(CLIENTS).await;
        let shown = overview(&db, None).await;
        let [money] = &shown.money[..] else { panic!("{:?}", shown.money) };
        assert_eq!((money.open_cents, money.overdue_cents, money.received_cents), (30_000, 10_000, 5_000));
        assert_eq!(shown.next_due.map(|(day, cents, _)| (day.to_string(), cents)), Some(("2026-11-30".to_owned(), 20_000)));
        assert_eq!(shown.month_minutes, 90);
        let [logo] = &shown.deliverables[..] else { panic!("{:?}", shown.deliverables) };
        assert_eq!((logo.id.as_str(), logo.status), ("logo", DeliverableStatus::InReview));
        assert_eq!(shown.lead, Some((to_id("l1"), "Fiera".to_owned())));
        assert_eq!(shown.same_email, [EmailOwner::Client(to_id("bruno")), EmailOwner::Lead(to_id("l2"))]);
    }

    async fn events_are_newest_first_and_narrowed_by_kind(db: Database) {
        db.import(CLIENTS).await;
        db.execute("UPDATE client SET created_at = 0").await;
        db.store.reply(&to_id("anna"), "anna", &text("Benvenuta")).await.unwrap();
        assert_eq!(
            words(&overview(&db, None).await),
            ["Benvenuta", "Home", "Griglia", "Sito", "Extra", "Vecchio", "Created"]
        );
        for (part, expected) in [
            (ClientEventKind::Messages, &["Benvenuta"][..]),
            (ClientEventKind::Approvals, &["Home"]),
            (ClientEventKind::Payments, &["Extra", "Vecchio"]),
            (ClientEventKind::Hours, &["Griglia", "Sito"]),
        ] {
            assert_eq!(words(&overview(&db, Some(part)).await), expected, "{part}");
        }
    }

    async fn newest_message_waits_only_while_the_agency_is_to_answer(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.post_message(&rossi, &domain::Channel::General(rossi.id().clone()), &text("Quando?"), None).await.unwrap();
        let question = || async { db.store.client_overview(&to_id("rossi"), None).await.unwrap().question };
        assert!(matches!(question().await, Some(ClientEvent::Message { text, .. }) if text == "Quando?"));
        db.store.set_aside(rossi.id(), Some(("design", db.store.clock().now()))).await.unwrap();
        db.store.mark_thread_read(rossi.id(), "rossi", None).await.unwrap();
        db.store.reply(&to_id("rossi"), "rossi", &text("Domani")).await.unwrap();
        assert_eq!(question().await, None);
    }

    async fn first_visit_is_stored_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let mut visits = Vec::new();
        for _ in 0..2 {
            db.store.record_visit(&rossi);
            db.store.write_visits().await.unwrap();
            visits.push(db.store.clock().now());
            db.clock.advance(3_600_000);
        }
        let shown = db.store.client_overview(&to_id("rossi"), None).await.unwrap();
        assert_eq!([shown.first_visit, shown.last_visit], [Some(visits[0]), Some(visits[1])]);
    }

    async fn list_narrows_to_clients_who_never_visited(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let filter = ClientFilter { shown: Some(ClientsShown::NeverVisited), ..ClientFilter::default() };
        let names = || async {
            let page = db.store.client_list(&filter, None).await.unwrap().page;
            page.items.into_iter().map(|line| line.client_id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names().await.len(), 2);
        db.store.record_visit(&rossi);
        db.store.write_visits().await.unwrap();
        assert_eq!(names().await, ["verdi"]);
    }

    async fn fiscal_data_reach_the_quote_of_the_clients_projects(db: Database) {
        db.import(CLIENTS).await;
        let sheet = db.store.quote_sheet(&to_id("sito")).await.unwrap();
        let fiscal = [sheet.address, sheet.vat_number, sheet.tax_code].map(Option::unwrap);
        assert_eq!(fiscal, ["Via Po 1\nTorino", "0123", "VRD"]);
        assert_eq!(db.store.quote_sheet(&to_id("altro")).await.unwrap().address, None);
    }

    async fn email_owners_are_clients_and_a_lead(db: Database) {
        db.import(CLIENTS).await;
        let email = EmailAddress::parse("anna@orto.it").unwrap();
        assert_eq!(db.store.email_owners(&email).await.unwrap().len(), 3);
        assert!(db.store.email_owners(&EmailAddress::parse("a@b.it").unwrap()).await.unwrap().is_empty());
    }
}
