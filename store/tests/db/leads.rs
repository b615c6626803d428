//! Leads are unique by e-mail.

use domain::leads::DeliveryOutcome;
use domain::leads::{LeadCard, LeadFilter};
use domain::{ActivityKind, Lead, Timestamp};
use serde_json::{Value, json};
use store::{ProcessedDelivery, Store};
use tokio::task::JoinSet;

use crate::support::{Database, noon, on_both_databases, to_id};

/// A body for the main address.
fn body(name: &str, email: Option<&str>) -> Value {
    json!({"name": name, "email": email, "message": "Buongiorno", "nul": "\0"})
}

/// Delivers a body to the main address and processes it.
pub(crate) async fn deliver_to_main(store: &Store, body: &Value) -> ProcessedDelivery {
    let id = store.receive(None, &crate::sources::json(&body.to_string()), None).await.unwrap();
    store.process_delivery(&id).await.unwrap()
}

/// All leads, newest first.
pub(crate) async fn leads(db: &Database) -> Vec<Lead> {
    db.store.lead_list(&LeadFilter::default(), None).await.unwrap().page.items
}

pub(crate) async fn card(db: &Database, id: &str) -> LeadCard {
    db.store.lead_card(&to_id(id), None).await.unwrap()
}

on_both_databases! {
    async fn concurrent_deliveries_with_one_email_make_one_lead(db: Database) {
        let other = db.another_process(db.clock.clone()).await;
        let mut deliveries = JoinSet::new();
        for number in 0..50 {
            let store = if number % 2 == 0 { db.store.clone() } else { other.clone() };
            deliveries.spawn(async move {
                deliver_to_main(&store, &body(&format!("N{number}"), Some("a@b.it"))).await
            });
        }
        let deliveries = deliveries.join_all().await;
        let created = deliveries.iter().filter(|done| done.outcome == DeliveryOutcome::Created).count();
        assert_eq!(created, 1);
        assert!(deliveries.iter().all(|done| done.lead_id == deliveries[0].lead_id));
        assert_eq!(leads(&db).await.len(), 1);
        assert_eq!(card(&db, deliveries[0].lead_id.as_ref().unwrap().as_str()).await.activity_count, 50);
        other.close().await;
    }

    async fn deliveries_without_email_create_separate_leads(db: Database) {
        for _ in 0..2 {
            let done = deliver_to_main(&db.store, &body("Anna", None)).await;
            assert_eq!(done.outcome, DeliveryOutcome::Created);
        }
        assert_eq!(leads(&db).await.len(), 2);
    }

    async fn main_delivery_fills_blanks_of_existing_lead(db: Database) {
        let call = |day: &str| day.parse::<Timestamp>().ok();
        let phone = |number: &str| Some(number.to_owned());
        db.import(r#"{"leads": [{"id": "anna", "name": "Anna", "email": "anna@b.it", "phone": "",
            "source": "Fiera", "created_at": "2026-11-01"}]}"#).await;
        let meeting = |name: &str, email: &str, phone: &str, day: &str| json!({
            "name": name, "email": email, "phone": phone, "company": format!("Orto {phone}"), "source": "Altra",
            "starts_at": format!("{day}T00:00:00Z"), "nul": "\0",
        });
        let again = meeting("Un'altra Anna", " ANNA@b.it ", "1", "2026-12-01");
        let done = deliver_to_main(&db.store, &again).await;
        assert_eq!((done.outcome, done.lead_id.unwrap().as_str()), (DeliveryOutcome::Updated, "anna"));
        db.clock.advance(-60_000);
        deliver_to_main(&db.store, &meeting("X", "anna@b.it", "2", "2026-12-02")).await;

        let lead = leads(&db).await.remove(0);
        assert_eq!((lead.name.as_str(), lead.phone, lead.company), ("Anna", phone("1"), phone("Orto 1")));
        assert_eq!(lead.source, "Fiera");
        assert_eq!((lead.call_date, lead.last_contact_date), (call("2026-12-01"), noon()));
        let activities = card(&db, "anna").await.activities;
        assert_eq!(activities.len(), 2);
        assert!(activities.iter().any(|one| one.starts_at == call("2026-12-02")));
        let first = activities.iter().find(|one| one.starts_at == call("2026-12-01")).unwrap();
        assert_eq!(first.kind, ActivityKind::Meeting);
        assert_eq!(first.payload.as_ref().unwrap()["nul"], "\0");
    }

    async fn lead_with_start_time_gets_meeting_activity(db: Database) {
        let starts_at = "2026-12-01T09:00:00Z".parse().ok();
        let body = json!({"name": "Anna", "starts_at": "2026-12-01T09:00:00Z"});
        let done = deliver_to_main(&db.store, &body).await;
        let lead = leads(&db).await.remove(0);
        assert_eq!((lead.call_date, lead.created_at), (starts_at, noon()));
        let activity = card(&db, done.lead_id.unwrap().as_str()).await.activities.remove(0);
        assert_eq!((activity.kind, activity.text.as_str()), (ActivityKind::Meeting, ""));
    }
}
