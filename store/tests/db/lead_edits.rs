//! Edits of leads by the admin.

use domain::form::{Problem, Problems};
use domain::{ActivityDraft, ActivityKind, Cursor, DomainError, EmailAddress, LeadDraft, LeadStatus, Timestamp};
use store::Error;
use tokio::task::JoinSet;

use crate::leads::{card, leads};
use crate::support::{admin, assert_domain_error, noon, on_both_databases, to_id};

fn email(address: &str) -> Option<EmailAddress> {
    EmailAddress::parse(address).ok()
}

fn draft(name: &str, address: Option<&str>) -> LeadDraft {
    LeadDraft {
        name: name.to_owned(),
        email: address.and_then(email),
        phone: Some("333 1234567".to_owned()),
        company: None,
        source: "Fiera".to_owned(),
        status: LeadStatus::New,
        call_date: "2026-12-01T09:00:00Z".parse().ok(),
        value_cents: Some(650_000),
        next_step: Some("Telefonare".to_owned()),
        next_step_on: "2026-12-01".parse().ok(),
    }
}

fn note(text: &str) -> ActivityDraft {
    ActivityDraft { kind: ActivityKind::Note, text: text.to_owned() }
}

#[track_caller]
fn assert_email_taken<T: std::fmt::Debug>(outcome: &Result<T, Error>) {
    let problems = Problems::one("email", Problem::Taken);
    assert!(matches!(outcome, Err(Error::Invalid(actual)) if *actual == problems), "{outcome:?}");
}

on_both_databases! {
    async fn create_lead_twice_creates_one(db: Database) {
        for _ in 0..2 {
            let id = db.store.create_lead(to_id("new-1"), &draft("Anna", Some("anna@b.it")), None).await.unwrap();
            assert_eq!(id.as_str(), "new-1");
        }
        let all = leads(&db).await;
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].last_contact_date, all[0].created_at), (noon(), noon()));
        assert_eq!(LeadDraft::from(&all[0]), draft("Anna", Some("anna@b.it")));
        for found in ["ann", "anna@b.it", "1234567"] {
            let filter = domain::leads::LeadFilter { search: found.to_owned(), ..Default::default() };
            assert_eq!(db.store.lead_list(&filter, None).await.unwrap().page.items.len(), 1, "{found}");
        }
    }

    async fn lead_with_taken_id_and_other_content_is_refused(db: Database) {
        let create = async |name, message| db.store.create_lead(to_id("anna"), &draft(name, None), message).await;
        create("Anna", Some("Vorrei un sito")).await.unwrap();
        create("Anna", Some("Vorrei un sito")).await.unwrap();
        assert_domain_error(&create("Bruno", Some("Vorrei un sito")).await, DomainError::Stale);
        assert_domain_error(&create("Anna", Some("Vorrei un logo")).await, DomainError::Stale);
        let anna = card(&db, "anna").await;
        assert_eq!((anna.lead.record.name.as_str(), anna.activity_count), ("Anna", 1));
    }

    async fn email_is_unique_among_leads(db: Database) {
        db.store.create_lead(to_id("anna"), &draft("Anna", Some("anna@b.it")), None).await.unwrap();
        assert_email_taken(&db.store.create_lead(to_id("other"), &draft("Altra", Some("anna@b.it")), None).await);
        db.store.create_lead(to_id("bruno"), &draft("Bruno", None), None).await.unwrap();
        let version = card(&db, "bruno").await.lead.version;
        assert_email_taken(&db.store.save_lead(&to_id("bruno"), draft("Bruno", Some("anna@b.it")), &version).await);
        assert_eq!(card(&db, "bruno").await.lead.version, version);
        // Any number of leads may have no e-mail.
        db.store.create_lead(to_id("carla"), &draft("Carla", None), None).await.unwrap();
        assert_eq!(leads(&db).await.len(), 3);
    }

    async fn concurrent_creates_with_one_email_make_one_lead(db: Database) {
        let mut forms = JoinSet::new();
        for number in 0..20 {
            let store = db.store.clone();
            forms.spawn(async move { store.create_lead(to_id(&format!("l{number}")), &draft("A", Some("a@b.it")), None).await });
        }
        let done = forms.join_all().await;
        assert_eq!(done.iter().filter(|one| one.is_ok()).count(), 1);
        done.iter().filter(|one| one.is_err()).for_each(assert_email_taken);
        assert_eq!(leads(&db).await.len(), 1);
    }

    async fn stale_lead_form_is_rejected(db: Database) {
        db.store.create_lead(to_id("anna"), &draft("Anna", None), None).await.unwrap();
        let seen = card(&db, "anna").await.lead.version;
        let mine = LeadDraft { phone: None, ..draft("Anna Verdi", email("anna@b.it").as_ref().map(EmailAddress::as_str)) };
        db.store.save_lead(&to_id("anna"), mine.clone(), &seen).await.unwrap();
        // The same form again has no further effect.
        db.store.save_lead(&to_id("anna"), mine.clone(), &seen).await.unwrap();
        assert_domain_error(&db.store.save_lead(&to_id("anna"), draft("Anna Neri", None), &seen).await, DomainError::Stale);
        let lead = card(&db, "anna").await.lead;
        assert_eq!(LeadDraft::from(&lead.record), mine);
        db.store.save_lead(&to_id("anna"), draft("Anna Neri", None), &lead.version).await.unwrap();
        assert_domain_error(&db.store.save_lead(&to_id("nobody"), mine.clone(), &seen).await, DomainError::UnknownRecord);
        let search = |word: &str| domain::leads::LeadFilter { search: word.to_owned(), ..Default::default() };
        for (word, count) in [("neri", 1), ("verdi", 0)] {
            assert_eq!(db.store.lead_list(&search(word), None).await.unwrap().page.items.len(), count, "{word}");
        }
    }

    async fn delivery_makes_open_form_stale(db: Database) {
        db.store.create_lead(to_id("anna"), &LeadDraft { phone: None, ..draft("Anna", Some("anna@b.it")) }, None).await.unwrap();
        let seen = card(&db, "anna").await.lead.version;
        let body = serde_json::json!({"name": "Anna", "email": "anna@b.it", "phone": "1"});
        crate::leads::deliver_to_main(&db.store, &body).await;
        assert_domain_error(&db.store.save_lead(&to_id("anna"), draft("Anna", Some("anna@b.it")), &seen).await, DomainError::Stale);
        assert_eq!(card(&db, "anna").await.lead.record.phone.as_deref(), Some("1"));
    }

    async fn saving_form_keeps_call_date_seconds(db: Database) {
        db.import(r#"{"leads": [{"id": "anna", "name": "Anna", "call_date": "2026-12-01T09:00:30.500Z"}]}"#).await;
        let lead = card(&db, "anna").await.lead;
        let form = LeadDraft { call_date: "2026-12-01T09:00:00Z".parse().ok(), ..LeadDraft::from(&lead.record) };
        db.store.save_lead(&to_id("anna"), LeadDraft { name: "Anna V".to_owned(), ..form }, &lead.version).await.unwrap();
        assert_eq!(card(&db, "anna").await.lead.record.call_date, lead.record.call_date);
    }

    async fn stale_lead_status_move_is_rejected(db: Database) {
        use LeadStatus::{Contacted, Lost, New, Qualified};
        db.store.create_lead(to_id("anna"), &draft("Anna", None), None).await.unwrap();
        for _ in 0..2 {
            db.store.move_lead(&to_id("anna"), New, Contacted).await.unwrap();
        }
        assert_domain_error(&db.store.move_lead(&to_id("anna"), New, Lost).await, DomainError::Stale);
        assert_eq!(card(&db, "anna").await.lead.record.status, Contacted);
        db.store.move_lead(&to_id("anna"), Contacted, Qualified).await.unwrap();
        assert_eq!(card(&db, "anna").await.lead.record.status, Qualified);
        assert_domain_error(&db.store.move_lead(&to_id("nobody"), New, Lost).await, DomainError::UnknownRecord);
    }

    async fn admin_activities_are_added_and_deleted(db: Database) {
        db.store.create_lead(to_id("anna"), &draft("Anna", None), None).await.unwrap();
        db.store.create_lead(to_id("bruno"), &draft("Bruno", None), None).await.unwrap();
        db.clock.advance(60_000);
        for _ in 0..2 {
            db.store.add_activity(&admin(), &to_id("anna"), &to_id("act-1"), &note("Richiamare")).await.unwrap();
        }
        assert_eq!(card(&db, "anna").await.lead.record.last_contact_date, noon(), "a note does not change the last contact");
        db.clock.advance(60_000);
        let call = ActivityDraft { kind: ActivityKind::Call, ..note("Sentita al telefono\ndue righe") };
        db.store.add_activity(&admin(), &to_id("anna"), &to_id("act-2"), &call).await.unwrap();
        let anna = card(&db, "anna").await;
        assert_eq!(anna.lead.record.last_contact_date, Timestamp::from_millis(noon().as_millis() + 120_000));
        let texts: Vec<_> = anna.activities.iter().map(|one| (one.kind, one.text.as_str())).collect();
        assert_eq!(texts, [(ActivityKind::Note, "Richiamare"), (ActivityKind::Call, "Sentita al telefono\ndue righe")]);

        // As after the browser's Back.
        for other in [note("Altro"), ActivityDraft { kind: ActivityKind::Call, ..note("Richiamare") }, note("Altro")] {
            db.store.add_activity(&admin(), &to_id("anna"), &to_id("act-1"), &other).await.unwrap();
        }
        assert_eq!(card(&db, "anna").await.activity_count, 4);
        db.execute("DELETE FROM activity WHERE id NOT IN ('act-1', 'act-2')").await;

        // The id of another lead's activity adds and deletes nothing.
        assert_domain_error(&db.store.add_activity(&admin(), &to_id("bruno"), &to_id("act-1"), &note("x")).await, DomainError::UnknownRecord);
        assert_domain_error(&db.store.delete_activity(&admin(), &to_id("bruno"), &to_id("act-1")).await, DomainError::UnknownRecord);
        assert_domain_error(&db.store.add_activity(&admin(), &to_id("nobody"), &to_id("act-3"), &note("x")).await, DomainError::UnknownRecord);
        assert_eq!(card(&db, "anna").await.activity_count, 2);

        db.store.delete_activity(&admin(), &to_id("anna"), &to_id("act-1")).await.unwrap();
        assert_domain_error(&db.store.delete_activity(&admin(), &to_id("anna"), &to_id("act-1")).await, DomainError::UnknownRecord);
        assert_eq!(card(&db, "anna").await.activity_count, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM audit").await, 1);
        let audit_entries = "SELECT COUNT(*) FROM audit WHERE action = 'activity_deleted' AND subject_id = 'act-1' \
            AND subject_name = 'Anna' AND actor = 'admin@example.it'";
        assert_eq!(db.number(audit_entries).await, 1);
    }

    async fn lead_history_is_paginated(db: Database) {
        let activity = |n: usize| format!(
            r#"{{"id": "a{n:03}", "lead_id": "anna", "kind": "note", "text": "{n}", "created_at": "2026-11-01T00:{:02}:00Z"}}"#, n / 3
        );
        let activities: Vec<_> = (0..120).map(activity).collect();
        db.import(&format!(r#"{{"leads": [{{"id": "anna", "name": "A"}}], "activities": [{}]}}"#, activities.join(","))).await;
        let (mut all, mut before) = (Vec::<String>::new(), None::<Cursor>);
        loop {
            let page = db.store.lead_card(&to_id("anna"), before.as_ref()).await.unwrap();
            assert_eq!(page.activity_count, 120);
            all.splice(0..0, page.activities.into_iter().map(|one| one.text));
            before = page.earlier;
            if before.is_none() {
                break;
            }
        }
        assert_eq!(all, (0..120).map(|n| n.to_string()).collect::<Vec<_>>());
        assert_domain_error(&db.store.lead_card(&to_id("nobody"), None).await, DomainError::UnknownRecord);
    }

    async fn deleting_lead_deletes_its_activities(db: Database) {
        db.store.create_lead(to_id("anna"), &draft("Anna", Some("anna@b.it")), None).await.unwrap();
        db.store.add_activity(&admin(), &to_id("anna"), &to_id("act-1"), &note("x")).await.unwrap();
        db.store.delete_lead(&admin(), &to_id("anna")).await.unwrap();
        assert_domain_error(&db.store.delete_lead(&admin(), &to_id("anna")).await, DomainError::UnknownRecord);
        assert_eq!(db.number("SELECT COUNT(*) FROM activity").await, 0);
        assert_eq!(db.number("SELECT COUNT(*) FROM lead_word").await, 0);
        assert_eq!(db.number("SELECT COUNT(*) FROM audit").await, 1);
        let audit_entries = "SELECT COUNT(*) FROM audit WHERE action = 'lead_deleted' AND subject_id = 'anna' \
            AND subject_name = 'Anna' AND actor = 'admin@example.it'";
        assert_eq!(db.number(audit_entries).await, 1);
        // Its e-mail can be used again.
        db.store.create_lead(to_id("anna-2"), &draft("Anna", Some("anna@b.it")), None).await.unwrap();
    }

    async fn finished_step_goes_into_the_history_once(db: Database) {
        db.store.create_lead(to_id("anna"), &draft("Anna", None), Some("Vorrei un sito")).await.unwrap();
        db.store.finish_step(&admin(), &to_id("anna"), "Un altro", None).await.unwrap();
        let step = db.store.lead_card(&to_id("anna"), None).await.unwrap().lead.record.next_step;
        assert_eq!(step.as_deref(), Some("Telefonare"), "another step than the one shown is not finished");
        let moved = db.store.finish_step(&admin(), &to_id("anna"), "Telefonare", Some("2026-11-03")).await;
        assert_domain_error(&moved, DomainError::Stale);
        for _ in 0..2 {
            db.store.finish_step(&admin(), &to_id("anna"), "Telefonare", None).await.unwrap();
        }
        let card = db.store.lead_card(&to_id("anna"), None).await.unwrap();
        let texts: Vec<_> = card.activities.iter().map(|one| (one.kind, one.text.as_str())).collect();
        assert_eq!(texts, [(ActivityKind::Message, "Vorrei un sito"), (ActivityKind::Note, "✓ Telefonare")]);
        assert_eq!((card.lead.record.next_step, card.lead.record.next_step_on), (None, None));
    }

    async fn steps_are_on_the_page_of_today_when_due(db: Database) {
        for (id, day, status) in
            [("a", "2026-11-20", LeadStatus::New), ("b", "2026-11-19", LeadStatus::New), ("c", "2026-11-21", LeadStatus::New), ("d", "2026-11-19", LeadStatus::Lost)]
        {
            let lead = LeadDraft { next_step_on: day.parse().ok(), status, ..draft(id, None) };
            db.store.create_lead(to_id(id), &lead, None).await.unwrap();
        }
        let steps = db.store.today_page(None).await.unwrap().steps;
        let shown: Vec<_> = steps.iter().map(|step| (step.name.as_str(), step.value_cents)).collect();
        assert_eq!(shown, [("b", Some(650_000)), ("a", Some(650_000))]);
    }

    async fn columns_of_the_board_have_the_sum_of_their_values(db: Database) {
        for id in ["a", "b"] {
            db.store.create_lead(to_id(id), &draft(id, None), None).await.unwrap();
        }
        let board = db.store.lead_board().await.unwrap();
        let values: Vec<_> = board.iter().map(|column| column.value_cents).collect();
        assert_eq!(values, [1_300_000, 0, 0, 0, 0]);
    }
}
