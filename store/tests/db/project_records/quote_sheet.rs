//! The quote to send, and payments by shares.

use domain::audit::Filter;
use domain::form::Problem;
use domain::id::{ClientId, ProjectId};
use domain::{
    Date, DomainError, Form, Payment, PaymentSharesDraft, Percent, ProjectDraft, QuoteDraft, QuoteItem, QuoteNumber,
    QuoteSettings, QuoteSheet,
};

use super::{item, payment, problem};
use crate::support::{Database, admin, domain_error, on_both_databases, to_id};

/// A form with this number; empty for the next one.
fn draft(number: &str) -> QuoteDraft {
    QuoteDraft {
        number: number.parse().ok(),
        issued_on: "2026-11-23".parse().unwrap(),
        valid_until: "2026-12-23".parse().unwrap(),
        addressee: Some("Via Po 1, Torino".to_owned()),
        notes: None,
    }
}

fn shares(text: &str) -> PaymentSharesDraft {
    let form = Form::default().with("shares", Some(text)).with("first_due_on", Some("2026-12-31"));
    PaymentSharesDraft::read(&form).unwrap()
}

fn rate(text: &str) -> Percent {
    Percent::parse_typed(text).unwrap()
}

async fn sheet(db: &Database, project: &str) -> QuoteSheet {
    db.store.quote_sheet(&to_id(project)).await.unwrap()
}

async fn number(db: &Database, project: &str) -> Option<String> {
    sheet(db, project).await.quote.map(|quote| quote.record.number.to_string())
}

async fn version(db: &Database, project: &str) -> String {
    sheet(db, project).await.quote.unwrap().version
}

/// Label, amount and due date of each payment of `site`.
async fn payments(db: &Database) -> Vec<(String, i64, Option<Date>)> {
    let (_, payments) = db.store.records::<Payment>(&to_id("site")).await.unwrap();
    payments.into_iter().map(|one| (one.record.label, one.record.amount_cents, one.record.due_on)).collect()
}

/// A quote of 100 € and 22 € of VAT.
async fn with_quote(db: &Database) {
    db.with_workspace().await;
    db.store.add_record::<QuoteItem>(&admin(), &to_id("site"), to_id("q1"), &item("Sito", "2", 5_000)).await.unwrap();
}

on_both_databases! {
    async fn quote_gets_the_next_number_of_its_year(db: Database) {
        db.with_workspace().await;
        assert_eq!(sheet(&db, "site").await.next_number, "1/2026".parse().ok());
        db.store.save_quote(&admin(), &to_id("site"), &draft("7/2026"), "").await.unwrap();
        assert_eq!(sheet(&db, "shop").await.next_number, "8/2026".parse().ok());
        db.clock.advance(1);
        db.store.save_quote(&admin(), &to_id("shop"), &draft(""), "").await.unwrap();
        db.clock.advance(1);
        let next_year = QuoteDraft { issued_on: "2027-01-02".parse().unwrap(), valid_until: "2027-02-01".parse().unwrap(), ..draft("") };
        db.store.save_quote(&admin(), &to_id("app"), &next_year, "").await.unwrap();
        assert_eq!((number(&db, "shop").await.as_deref(), number(&db, "app").await.as_deref()), (Some("8/2026"), Some("1/2027")));
        let taken = QuoteDraft { number: "07/2026".parse::<QuoteNumber>().ok(), ..draft("") };
        assert_eq!(problem(db.store.save_quote(&admin(), &to_id("shop"), &taken, &version(&db, "shop").await).await, "number"), Problem::Taken);
        let register = db.store.audit(&Filter::default(), None).await.unwrap().items;
        let names: Vec<_> = register.iter().map(|entry| (entry.action.as_str(), &*entry.subject_name)).collect();
        assert_eq!(names, [("quote_numbered", "1/2027 · App"), ("quote_numbered", "8/2026 · Negozio"), ("quote_numbered", "7/2026 · Sito")]);
    }

    async fn concurrent_quotes_get_distinct_numbers(db: Database) {
        db.with_workspace().await;
        let mut saving = tokio::task::JoinSet::new();
        for project in ["site", "shop", "old", "app", "site", "shop"] {
            let store = db.store.clone();
            saving.spawn(async move { store.save_quote(&admin(), &to_id(project), &draft(""), "").await });
        }
        while let Some(saved) = saving.join_next().await {
            saved.unwrap().unwrap();
        }
        let mut numbers = Vec::new();
        for project in ["site", "shop", "old", "app"] {
            numbers.push(number(&db, project).await.unwrap());
        }
        numbers.sort();
        assert_eq!(numbers, ["1/2026", "2/2026", "3/2026", "4/2026"]);
    }

    async fn saved_quote_can_be_edited_and_deleted(db: Database) {
        with_quote(&db).await;
        db.store.save_quote(&admin(), &to_id("site"), &draft(""), "").await.unwrap();
        let seen = version(&db, "site").await;
        let notes = QuoteDraft { notes: Some("Pagamento a 30 giorni".to_owned()), ..draft("") };
        db.store.save_quote(&admin(), &to_id("site"), &notes, &seen).await.unwrap();
        let saved = sheet(&db, "site").await.quote.unwrap().record;
        assert_eq!((saved.number.to_string().as_str(), saved.notes), ("1/2026", notes.notes.clone()));
        assert_eq!(domain_error(db.store.save_quote(&admin(), &to_id("site"), &draft("2/2026"), &seen).await), DomainError::Stale);
        // The form of a quote that has no number yet, opened before it got one.
        assert_eq!(domain_error(db.store.save_quote(&admin(), &to_id("site"), &draft("2/2026"), "").await), DomainError::Stale);
        db.store.delete_quote(&admin(), &to_id("site")).await.unwrap();
        assert_eq!((number(&db, "site").await, sheet(&db, "site").await.items.len()), (None, 1));
        assert_eq!(domain_error(db.store.delete_quote(&admin(), &to_id("site")).await), DomainError::UnknownRecord);
        assert_eq!(domain_error(db.store.save_quote(&admin(), &to_id("site"), &notes, &seen).await), DomainError::Stale);
        assert_eq!(domain_error(db.store.save_quote(&admin(), &to_id("nothing"), &notes, "").await), DomainError::UnknownProject);
    }

    async fn numbered_quote_keeps_its_rates(db: Database) {
        with_quote(&db).await;
        let reduced = QuoteSettings { letterhead: None, vat_rate: rate("10") };
        let seen = db.store.quote_settings().await.unwrap().version;
        db.store.save_quote_settings(&admin(), &reduced, &seen).await.unwrap();
        let other = QuoteSettings { vat_rate: rate("4"), ..reduced.clone() };
        assert_eq!(domain_error(db.store.save_quote_settings(&admin(), &other, &seen).await), DomainError::Stale);
        assert_eq!(sheet(&db, "site").await.settings, reduced);
        db.store.save_quote(&admin(), &to_id("site"), &draft(""), "").await.unwrap();
        db.store.add_record::<QuoteItem>(&admin(), &to_id("site"), to_id("q2"), &item("Logo", "1", 100)).await.unwrap();
        db.store.set_setting("vat_rate", "ventidue").await.unwrap();
        let sheet = sheet(&db, "site").await;
        let rates: Vec<_> = sheet.items.iter().map(|item| item.vat_rate).collect();
        assert_eq!((sheet.settings.vat_rate, rates), (rate("22"), vec![Some(rate("10")); 2]));
    }

    async fn shares_create_payments_once(db: Database) {
        with_quote(&db).await;
        let (seen, before) = (sheet(&db, "site").await.payments.version, payments(&db).await);
        let mut adding = tokio::task::JoinSet::new();
        for _ in 0..4 {
            let (store, seen) = (db.store.clone(), seen.clone());
            adding.spawn(async move { store.add_payment_shares(&admin(), &to_id("site"), &to_id("form"), &shares("33,33/33,33/33,34"), &seen).await });
        }
        while let Some(added) = adding.join_next().await {
            added.unwrap().unwrap();
        }
        let due = |day: &str| Some(day.parse().unwrap());
        let expected = [
            ("Acconto 33,33 %".to_owned(), 4_066, due("2026-12-31")),
            ("Secondo pagamento 33,33 %".to_owned(), 4_066, due("2027-01-31")),
            ("Saldo 33,34 %".to_owned(), 4_068, due("2027-02-28")),
        ];
        let made: Vec<_> = payments(&db).await.into_iter().filter(|payment| !before.contains(payment)).collect();
        assert_eq!(made, expected);
        // Another form that was opened before: its page did not show these payments.
        let late = db.store.add_payment_shares(&admin(), &to_id("site"), &to_id("other"), &shares("100"), &seen).await;
        assert_eq!(domain_error(late), DomainError::Stale);
        let seen = sheet(&db, "site").await.payments.version;
        db.store.add_payment_shares(&admin(), &to_id("site"), &to_id("other"), &shares("100"), &seen).await.unwrap();
        assert_eq!(payments(&db).await.len(), before.len() + 4);
    }

    async fn shares_need_a_total_and_the_current_quote(db: Database) {
        db.with_workspace().await;
        let seen = sheet(&db, "site").await.payments.version;
        let none = db.store.add_payment_shares(&admin(), &to_id("site"), &to_id("form"), &shares("100"), &seen).await;
        assert_eq!(problem(none, "shares"), Problem::NothingDue);
        db.store.add_record::<QuoteItem>(&admin(), &to_id("site"), to_id("q1"), &item("Sconto", "1", -1)).await.unwrap();
        let negative = db.store.add_payment_shares(&admin(), &to_id("site"), &to_id("form"), &shares("100"), &seen).await;
        assert_eq!(problem(negative, "shares"), Problem::NothingDue);
        db.store.add_record::<QuoteItem>(&admin(), &to_id("site"), to_id("q2"), &item("Sito", "1", 100)).await.unwrap();
        assert_eq!(domain_error(db.store.add_payment_shares(&admin(), &to_id("site"), &to_id("form"), &shares("100"), &seen).await), DomainError::Stale);
        let seen = sheet(&db, "site").await.payments.version;
        db.store.add_record::<Payment>(&admin(), &to_id("site"), to_id("p1"), &payment("Acconto", 1, None)).await.unwrap();
        assert_eq!(domain_error(db.store.add_payment_shares(&admin(), &to_id("site"), &to_id("form"), &shares("100"), &seen).await), DomainError::Stale);
    }

    async fn shares_are_amounts_that_a_payment_may_have(db: Database) {
        db.with_workspace().await;
        let most = 100_000_000_000;
        db.store.add_record::<QuoteItem>(&admin(), &to_id("site"), to_id("q1"), &item("Sito", "2", most)).await.unwrap();
        let seen = sheet(&db, "site").await.payments.version;
        let large = db.store.add_payment_shares(&admin(), &to_id("site"), &to_id("form"), &shares("100"), &seen).await;
        assert_eq!(problem(large, "shares"), Problem::OutOfRange(1, 1_000_000_000));
    }

    async fn shares_are_labelled_in_the_language_of_the_client(db: Database) {
        db.with_workspace().await;
        db.store.add_record::<QuoteItem>(&admin(), &to_id("app"), to_id("q1"), &item("App", "1", 10_000)).await.unwrap();
        let seen = sheet(&db, "app").await.payments.version;
        db.store.add_payment_shares(&admin(), &to_id("app"), &to_id("form"), &shares("30/70"), &seen).await.unwrap();
        let (_, payments) = db.store.records::<Payment>(&to_id("app")).await.unwrap();
        let labels: Vec<_> = payments.iter().map(|one| one.record.label.as_str()).collect();
        assert_eq!(labels, ["Deposit 30%", "Balance 70%"]);
    }

    async fn export_without_quotes_has_none_of_their_fields(db: Database) {
        with_quote(&db).await;
        let export = String::from_utf8(db.store.export().await.unwrap()).unwrap();
        assert!(!export.contains("\"quotes\"") && !export.contains("vat_rate"), "{export}");
        db.store.save_quote(&admin(), &to_id("site"), &draft(""), "").await.unwrap();
        let first = String::from_utf8(db.store.export().await.unwrap()).unwrap();
        assert!(first.contains(r#"{"project_id":"site","number":"1/2026","issued_on":"2026-11-23","valid_until":"2026-12-23","addressee":"Via Po 1, Torino","notes":null}"#), "{first}");
        assert!(first.contains(r#""position":0,"vat_rate":"22"}"#), "{first}");
        let other = db.sibling().await;
        other.import(&first).await;
        assert_eq!(String::from_utf8(other.store.export().await.unwrap()).unwrap(), first);
        other.store.close().await;
    }

    async fn imported_quotes_are_checked(db: Database) {
        with_quote(&db).await;
        db.store.save_quote(&admin(), &to_id("site"), &draft(""), "").await.unwrap();
        let quote = |project: &str, number: &str| {
            format!(r#"{{"quotes": [{{"project_id": "{project}", "number": "{number}", "issued_on": "2026-01-01", "valid_until": "2026-02-01"}}]}}"#)
        };
        for (json, problem) in [
            (quote("site", "2/2026"), "quotes[0].project_id: is already in the database"),
            (quote("shop", "01/2026"), "quotes[0].number: is already in the database"),
            (quote("shop", "2026"), "quotes[0].number: must be a number and a year such as 1/2026"),
            (quote("nothing", "2/2026"), "quotes[0].project_id"),
            (r#"{"quote_items": [{"id": "x", "project_id": "site", "description": "X", "quantity": "1", "unit_price_cents": 1, "vat_rate": "101"}]}"#.to_owned(), "quote_items[0].vat_rate: must be a percentage"),
        ] {
            let refused = db.store.import(json.as_bytes(), &mut |_, _| ()).await.unwrap_err().to_string();
            assert!(refused.contains(problem), "{json}: {refused}");
        }
        db.import(&quote("shop", "2/2026")).await;
        assert_eq!(number(&db, "shop").await.as_deref(), Some("2/2026"));
    }

    async fn copied_project_has_no_quote_and_deletion_frees_the_number(db: Database) {
        with_quote(&db).await;
        db.store.save_quote(&admin(), &to_id("site"), &draft(""), "").await.unwrap();
        let copy = ProjectId::parse("copy").unwrap();
        let form = Form::default().with("name", Some("Copia"));
        let (client, source) = (ClientId::parse("rossi").unwrap(), ProjectId::parse("site").unwrap());
        db.store.create_project(&copy, &client, &ProjectDraft::read(&form).unwrap(), Some(&source)).await.unwrap();
        assert_eq!(number(&db, "copy").await, None);
        db.execute("DELETE FROM project WHERE id = 'site'").await;
        assert_eq!(db.number("SELECT COUNT(*) FROM quote").await, 0);
        assert_eq!(sheet(&db, "shop").await.next_number, "1/2026".parse().ok());
    }
}
