//! The main address: as SPEC says, and every delivery is kept.

use domain::lead::source::MainLine;
use domain::lead::{DeliveryError, DeliveryOutcome, DeliveryReason, RawDelivery, SourceKind};
use domain::{ActivityKind, DomainError, EmailAddress, Intake, Timestamp};
use serde_json::json as value;

use crate::leads::{card, leads};
use crate::sources::{deliver, json, refused, source};
use crate::support::{noon, on_both_databases};

/// Reads what the tests here deliver: `name` and `email` are needed.
fn read(raw: &RawDelivery) -> Result<Intake, DeliveryError> {
    let payload: serde_json::Value =
        serde_json::from_slice(&raw.body).map_err(|_| DeliveryError::from(DeliveryReason::Unreadable))?;
    let text = |name: &str| payload[name].as_str().map(str::to_owned);
    let invalid = || DeliveryError {
        reason: DeliveryReason::Invalid,
        detail: Some("name: campo obbligatorio".to_owned()),
    };
    Ok(Intake {
        name: text("name").ok_or_else(invalid)?,
        email: text("email").and_then(|email| EmailAddress::parse(&email).ok()),
        phone: text("phone"),
        company: None,
        message: text("message"),
        source: "webhook".to_owned(),
        starts_at: text("starts_at").and_then(|moment| moment.parse().ok()),
        payload,
    })
}

on_both_databases! {
    async fn what_the_main_address_takes_in_is_told_as_it_was_read(db: Database) {
        let body = r#"{"name": "Anna", "email": "a@b.it", "message": "Ciao", "servizio": "SEO", "nul": "\u0000"}"#;
        let id = db.store.receive(None, &json(body), None).await.unwrap();
        db.clock.advance(1_000);
        let settled = db.store.settle_main(&id, read).await.unwrap();
        assert_eq!((settled.outcome, &settled.error), (DeliveryOutcome::Created, &None));
        let one = card(&db, settled.lead_id.unwrap().as_str()).await;
        let lead = one.lead.record;
        assert_eq!((lead.name.as_str(), lead.source.as_str(), lead.created_at), ("Anna", "webhook", noon()));
        // The message and nothing else; what was received stands beside it.
        assert_eq!((one.activity_count, one.activities[0].text.as_str()), (1, "Ciao"));
        assert_eq!(one.activities[0].payload, serde_json::from_str(body).ok());
    }

    async fn what_is_complained_about_is_kept_as_refused(db: Database) {
        let id = db.store.receive(None, &json("{}"), Some("one")).await.unwrap();
        let settled = db.store.settle_main(&id, read).await.unwrap();
        assert_eq!((settled.outcome, settled.lead_id.as_ref()), (DeliveryOutcome::Refused, None));
        let error = settled.error.clone().unwrap();
        assert_eq!((error.reason, error.detail.as_deref()), (DeliveryReason::Invalid, Some("name: campo obbligatorio")));
        // The same again is answered the same, whatever it would be read as now.
        let again = db.store.receive(None, &json(r#"{"name": "Anna"}"#), Some("one")).await.unwrap();
        let answer = db.store.settle_main(&again, |_| panic!("it is settled")).await.unwrap();
        assert_eq!((again, answer), (id, settled));
        assert_eq!(leads(&db).await.len(), 0);
    }

    async fn how_the_main_address_is_doing_is_counted_by_what_is_kept(db: Database) {
        let empty = MainLine { last_success_at: None, refused: 0 };
        assert_eq!(db.store.main_address().await.unwrap(), empty);
        // What a source takes in is not the main address's.
        let form = source(&db.store, "form", SourceKind::Generic).await;
        deliver(&db.store, &form, r#"{"name": "Anna"}"#).await;
        assert_eq!(db.store.main_address().await.unwrap(), empty);
        for body in [r#"{"name": "Anna", "email": "a@b.it"}"#, r#"{"name": "Anna", "email": "a@b.it"}"#, "{}", "{}"] {
            db.clock.advance(1_000);
            let id = db.store.receive(None, &json(body), None).await.unwrap();
            db.store.settle_main(&id, read).await.unwrap();
        }
        let second = Timestamp::from_millis(noon().as_millis() + 2_000);
        assert_eq!(db.store.main_address().await.unwrap(), MainLine { last_success_at: Some(second), refused: 2 });
    }

    async fn a_reason_may_quote_what_no_database_keeps(db: Database) {
        let id = db.store.receive(None, &json("{}"), None).await.unwrap();
        let complaint = || DeliveryError { reason: DeliveryReason::Invalid, detail: Some("a\0b".to_owned()) };
        db.store.settle_main(&id, |_| Err(complaint())).await.unwrap();
        let line = db.store.delivery(id.as_str()).await.unwrap().line;
        assert_eq!(line.error.unwrap().detail.as_deref(), Some("a\u{fffd}b"));
    }

    async fn the_same_webhook_id_on_the_main_address_is_answered_the_same(db: Database) {
        let body = r#"{"name": "Anna", "email": "a@b.it"}"#;
        let mut answers = Vec::new();
        for _ in 0..3 {
            let id = db.store.receive(None, &json(body), Some("msg_1")).await.unwrap();
            answers.push(db.store.settle_main(&id, read).await.unwrap());
        }
        assert_eq!(answers[0].outcome, DeliveryOutcome::Created);
        assert!(answers.iter().all(|answer| *answer == answers[0]));
        assert_eq!(db.number("SELECT COUNT(*) FROM activity").await, 1);
        let other = db.store.receive(None, &json(body), Some("msg_2")).await.unwrap();
        assert_eq!(db.store.settle_main(&other, read).await.unwrap().outcome, DeliveryOutcome::Updated);
    }

    async fn a_refused_one_can_be_read_as_anybody_s(db: Database) {
        let body = r#"{"ho visto": "il sito", "e-mail": "anna@b.it", "cellulare": "333 1234567"}"#;
        let id = db.store.receive(None, &json(body), None).await.unwrap();
        db.store.settle_main(&id, read).await.unwrap();
        db.clock.advance(60_000);
        let settled = db.store.replay(id.as_str()).await.unwrap();
        assert_eq!(settled.outcome, DeliveryOutcome::Created);
        let lead = leads(&db).await.remove(0);
        assert_eq!((lead.name.as_str(), lead.source.as_str(), lead.created_at), ("anna@b.it", "webhook", noon()));
        let activity = card(&db, lead.id.as_str()).await.activities.remove(0);
        assert_eq!((activity.kind, activity.payload), (ActivityKind::Message, serde_json::from_str(body).ok()));
        assert_eq!(db.store.delivery(id.as_str()).await.unwrap().kind, SourceKind::Auto);
    }

    async fn one_that_was_taken_in_can_be_read_again_and_keeps_its_lead(db: Database) {
        let body = value!({"name": "Anna", "email": "a@b.it", "message": "Ciao", "servizio": "SEO"}).to_string();
        let id = db.store.receive(None, &json(&body), None).await.unwrap();
        let first = db.store.settle_main(&id, read).await.unwrap();
        assert_eq!(db.store.replay(id.as_str()).await.unwrap(), first);
        let lead = card(&db, first.lead_id.unwrap().as_str()).await;
        assert_eq!((lead.lead.record.name.as_str(), lead.lead.record.source.as_str()), ("Anna", "webhook"));
        let text = &lead.activities[0].text;
        assert!(text.starts_with("Ciao") && text.contains("SEO") && lead.activity_count == 1, "{text}");
    }

    async fn what_is_gone_cannot_be_settled(db: Database) {
        let gone = domain::id::DeliveryId::parse("gone").unwrap();
        refused(&db.store.settle_main(&gone, read).await, DomainError::UnknownRecord);
        refused(&db.store.replay("gone").await, DomainError::UnknownRecord);
        refused(&db.store.replay("a\0").await, DomainError::UnknownRecord);
    }
}
