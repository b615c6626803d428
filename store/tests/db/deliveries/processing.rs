//! Processing of deliveries to a source.

use domain::leads::delivery::DeliveryFilter;
use domain::leads::{DeliveryOutcome, DeliveryReason, LeadFilter, SourceDraft, SourceKind};
use domain::{ActivityKind, Lead, Timestamp};
use serde_json::json as value;
use store::ProcessedDelivery;

use crate::leads::{card, leads};
use crate::sources::{deliver, draft, json, mapping, open_by_key, source};
use crate::support::{Database, admin, noon, on_both_databases, to_id};

pub(crate) fn moment(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

fn some_string(text: &str) -> Option<String> {
    text.to_owned().into()
}

fn reason(processed: &ProcessedDelivery) -> Option<DeliveryReason> {
    processed.error.as_ref().map(|error| error.reason)
}

/// A booking of Cal.com by Anna, or by the person with `email`.
pub(crate) fn booking(trigger: &str, email: &str, starts_at: &str) -> String {
    value!({
        "triggerEvent": trigger,
        "createdAt": "2026-11-20T11:59:00Z",
        "payload": {
            "title": "Conoscersi", "startTime": starts_at, "uid": format!("{trigger}{email}{starts_at}"),
            "responses": {
                "name": {"label": "your_name", "value": "Anna Verdi"},
                "email": {"label": "email_address", "value": email},
            },
            "attendees": [{"email": email, "name": "Anna Verdi", "timeZone": "Europe/Rome"}],
        },
    })
    .to_string()
}

async fn found(db: &Database, word: &str) -> Vec<Lead> {
    let filter = LeadFilter { search: word.to_owned(), ..LeadFilter::default() };
    db.store.lead_list(&filter, None).await.unwrap().page.items
}

on_both_databases! {
    async fn enquiry_creates_lead_with_one_activity(db: Database) {
        let form = source(&db.store, "Modulo-sito", SourceKind::Generic).await;
        let body = r#"{"nome": "Anna Verdi", "email": "Anna@B.it", "telefono": "333 1234567",
            "azienda": "Orto", "messaggio": "Buongiorno", "Servizio": "SEO", "nul": "a\u0000b"}"#;
        let id = db.store.receive(Some(&form), &json(body), None).await.unwrap();
        // Processed later: the time of receipt counts.
        db.clock.advance(60_000);
        let processed = db.store.process_delivery(&id).await.unwrap();
        assert_eq!((processed.outcome, &processed.error), (DeliveryOutcome::Created, &None));
        let one = card(&db, processed.lead_id.unwrap().as_str()).await;
        let lead = one.lead.record;
        assert_eq!((lead.name.as_str(), lead.email.unwrap().as_str()), ("Anna Verdi", "anna@b.it"));
        assert_eq!((lead.phone, lead.company, lead.source.as_str()), (some_string("333 1234567"), some_string("Orto"), "Modulo-sito"));
        assert_eq!((lead.created_at, lead.last_contact_date, lead.call_date), (noon(), noon(), None));
        let activity = &one.activities[0];
        assert_eq!((one.activity_count, activity.kind, activity.created_at), (1, ActivityKind::Message, noon()));
        assert!(activity.text.starts_with("Buongiorno\n\n") && activity.text.contains("Servizio: SEO"), "{}", activity.text);
        assert_eq!(activity.payload.as_ref().unwrap()["nul"], "a\0b");
        for word in ["verdi", "anna@b.it", "1234567", "orto"] {
            assert_eq!(found(&db, word).await.len(), 1, "{word}");
        }
    }

    async fn lead_without_name_uses_email_or_phone(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        deliver(&db.store, &form, r#"{"phone": "333 1234567"}"#).await;
        let long = format!("{0}@{1}.{1}.{1}.it", "x".repeat(64), "y".repeat(61));
        deliver(&db.store, &form, &value!({"email": long, "phone": "1234567"}).to_string()).await;
        let mut names: Vec<_> = leads(&db).await.into_iter().map(|lead| lead.name).collect();
        names.sort();
        assert_eq!(names, ["333 1234567".to_owned(), long[..200].to_owned()]);
        // The first delivery with a name sets it.
        deliver(&db.store, &form, &value!({"email": long, "name": "Anna"}).to_string()).await;
        assert_eq!(found(&db, "anna").await.len(), 1);
        deliver(&db.store, &form, &value!({"email": long, "name": "Bruno"}).to_string()).await;
        assert_eq!(found(&db, "bruno").await.len(), 0);
    }

    async fn body_sets_source_and_meeting(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let body = r#"{"name": "Anna", "source": "Fiera", "starts_at": "2026-12-01T10:00"}"#;
        let processed = deliver(&db.store, &form, body).await;
        let one = card(&db, processed.lead_id.unwrap().as_str()).await;
        let nine = moment("2026-12-01T09:00:00Z");
        assert_eq!((one.lead.record.source.as_str(), one.lead.record.call_date), ("Fiera", nine));
        assert_eq!((one.activities[0].kind, one.activities[0].starts_at), (ActivityKind::Meeting, nine));
    }

    async fn delivery_fills_blanks_of_existing_lead(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        db.import(r#"{"leads": [{"id": "anna", "name": "Anna", "email": "anna@b.it", "phone": "",
            "company": "Orto", "source": "Fiera", "created_at": "2026-11-01"}]}"#).await;
        let body = r#"{"name": "Altra", "email": "anna@b.it", "phone": "7654321", "company": "Altra", "starts_at": "2026-12-01T10:00:00Z"}"#;
        let processed = deliver(&db.store, &form, body).await;
        assert_eq!((processed.outcome, processed.lead_id.unwrap().as_str()), (DeliveryOutcome::Updated, "anna"));
        let lead = card(&db, "anna").await.lead.record;
        assert_eq!((lead.name.as_str(), lead.phone, lead.company, lead.source.as_str()), ("Anna", some_string("7654321"), some_string("Orto"), "Fiera"));
        assert_eq!((lead.last_contact_date, lead.call_date), (noon(), moment("2026-12-01T10:00:00Z")));
        assert_eq!(found(&db, "7654321").await.len(), 1);
        // An older delivery that is processed later does not move the date back.
        let older = db.store.receive(Some(&form), &json(r#"{"email": "anna@b.it", "phone": "9"}"#), None).await.unwrap();
        db.clock.advance(60_000);
        deliver(&db.store, &form, r#"{"email": "anna@b.it"}"#).await;
        db.store.process_delivery(&older).await.unwrap();
        let lead = card(&db, "anna").await.lead.record;
        assert_eq!((lead.last_contact_date.as_millis(), lead.phone), (noon().as_millis() + 60_000, some_string("7654321")));
    }

    async fn moved_or_cancelled_booking_updates_its_lead(db: Database) {
        let form = source(&db.store, "cal", SourceKind::CalCom).await;
        let (first, second) = ("2026-12-01T09:30:00Z", "2026-12-02T09:30:00Z");
        let booked = deliver(&db.store, &form, &booking("BOOKING_CREATED", "anna@b.it", first)).await;
        assert_eq!(booked.outcome, DeliveryOutcome::Created);
        let id = booked.lead_id.clone().unwrap();
        let call_date = async || card(&db, id.as_str()).await.lead.record.call_date;
        assert_eq!(call_date().await, moment(first));

        db.clock.advance(1_000);
        let moved = deliver(&db.store, &form, &booking("BOOKING_RESCHEDULED", "anna@b.it", second)).await;
        assert_eq!((moved.outcome, &moved.lead_id), (DeliveryOutcome::Noted, &booked.lead_id));
        assert_eq!(call_date().await, moment(second));

        // Cancelling the old time does not affect the new one.
        db.clock.advance(1_000);
        deliver(&db.store, &form, &booking("BOOKING_CANCELLED", "anna@b.it", first)).await;
        assert_eq!(call_date().await, moment(second));
        db.clock.advance(1_000);
        let cancelled = deliver(&db.store, &form, &booking("BOOKING_CANCELLED", "anna@b.it", second)).await;
        assert_eq!((cancelled.outcome, call_date().await), (DeliveryOutcome::Noted, None));

        let one = card(&db, id.as_str()).await;
        assert_eq!(one.lead.record.last_contact_date.as_millis(), noon().as_millis() + 3_000);
        let summaries: Vec<_> = one.activities.iter()
            .map(|one| (one.kind, one.starts_at, one.text.lines().next().unwrap_or_default())).collect();
        assert_eq!(summaries[1..], [
            (ActivityKind::Meeting, moment(second), "Appuntamento spostato"),
            (ActivityKind::Meeting, None, "Appuntamento annullato"),
            (ActivityKind::Meeting, None, "Appuntamento annullato"),
        ]);
        assert_eq!((summaries[0].0, leads(&db).await.len()), (ActivityKind::Meeting, 1));
        let line = db.store.lead_source(&to_id("cal")).await.unwrap().line;
        assert_eq!((line.received, line.taken_in), (4, 4));
    }

    async fn event_activity_uses_agency_language(db: Database) {
        let form = source(&db.store, "cal", SourceKind::CalCom).await;
        db.store.set_setting("language", "en").await.unwrap();
        let at = "2026-12-01T09:30:00Z";
        deliver(&db.store, &form, &booking("BOOKING_CREATED", "anna@b.it", at)).await;
        db.clock.advance(1);
        let id = deliver(&db.store, &form, &booking("BOOKING_CANCELLED", "anna@b.it", at)).await.lead_id.unwrap();
        assert!(card(&db, id.as_str()).await.activities[1].text.starts_with("Meeting cancelled"));
    }

    async fn event_for_unknown_lead_is_ignored(db: Database) {
        let form = source(&db.store, "cal", SourceKind::CalCom).await;
        let at = "2026-12-01T09:30:00Z";
        for (trigger, why) in [
            ("BOOKING_RESCHEDULED", DeliveryReason::UnknownLead),
            ("BOOKING_CANCELLED", DeliveryReason::UnknownLead),
            ("PING", DeliveryReason::Test),
            ("MEETING_ENDED", DeliveryReason::Irrelevant),
        ] {
            let processed = deliver(&db.store, &form, &booking(trigger, "x@b.it", at)).await;
            assert_eq!((processed.outcome, reason(&processed)), (DeliveryOutcome::Ignored, Some(why)), "{trigger}");
        }
        assert_eq!(leads(&db).await.len(), 0);
        assert_eq!(db.store.lead_source(&to_id("cal")).await.unwrap().line.taken_in, 0);
    }

    async fn calendly_reschedule_of_unknown_lead_creates_lead(db: Database) {
        let form = source(&db.store, "calendly", SourceKind::Calendly).await;
        let invitee = |uri: &str, at: &str| value!({
            "event": "invitee.created",
            "payload": {
                "email": "anna@b.it", "name": "Anna", "uri": uri, "rescheduled": false,
                "old_invitee": "https://api.calendly.com/invitees/old",
                "scheduled_event": {"name": "Call", "start_time": at},
            },
        }).to_string();
        let first = deliver(&db.store, &form, &invitee("https://api.calendly.com/1", "2026-12-01T15:00:00.000000Z")).await;
        assert_eq!(first.outcome, DeliveryOutcome::Created);
        let second = deliver(&db.store, &form, &invitee("https://api.calendly.com/2", "2026-12-02T15:00:00.000000Z")).await;
        assert_eq!((second.outcome, &second.lead_id), (DeliveryOutcome::Noted, &first.lead_id));
        let lead = card(&db, first.lead_id.unwrap().as_str()).await.lead.record;
        assert_eq!(lead.call_date, moment("2026-12-02T15:00:00Z"));
    }

    async fn unreadable_delivery_is_quarantined_with_reason(db: Database) {
        let form = source(&db.store, "form", SourceKind::Auto).await;
        let processed = deliver(&db.store, &form, r#"{"servizio": "SEO"}"#).await;
        assert_eq!((processed.outcome, reason(&processed)), (DeliveryOutcome::Quarantined, Some(DeliveryReason::Nobody)));
        let mut raw = json("");
        raw.body = b"\xff\xfe\x00".to_vec();
        let id = db.store.receive(Some(&form), &raw, None).await.unwrap();
        let processed = db.store.process_delivery(&id).await.unwrap();
        assert_eq!((processed.outcome, reason(&processed)), (DeliveryOutcome::Quarantined, Some(DeliveryReason::Unreadable)));
        let card = db.store.delivery(&id).await.unwrap();
        assert_eq!(card.reading.unwrap_err().reason, DeliveryReason::Unreadable);
        let filter = DeliveryFilter { outcome: Some(DeliveryOutcome::Quarantined), ..DeliveryFilter::default() };
        assert_eq!(db.store.deliveries(&filter, None).await.unwrap().items.len(), 2);
        assert_eq!(db.store.lead_source(&to_id("form")).await.unwrap().line.quarantined, 2);
    }

    async fn filled_honeypot_is_spam(db: Database) {
        let made = source(&db.store, "form", SourceKind::Auto).await;
        let trap = SourceDraft { honeypot: Some("Sito Web".to_owned()), ..draft("form", SourceKind::Auto) };
        let version = db.store.lead_source(&to_id("form")).await.unwrap().version;
        db.store.save_source(&admin(), &to_id("form"), &trap, &version).await.unwrap();
        let processed = deliver(&db.store, &made, r#"{"name": "Anna", "sito web ": "http://x"}"#).await;
        assert_eq!((processed.outcome, reason(&processed)), (DeliveryOutcome::Spam, Some(DeliveryReason::Spam)));
        let processed = deliver(&db.store, &made, r#"{"name": "Anna", "sito web": "  "}"#).await;
        assert_eq!(processed.outcome, DeliveryOutcome::Created);
        let line = db.store.lead_source(&to_id("form")).await.unwrap().line;
        assert_eq!((line.received, line.taken_in, line.quarantined), (2, 1, 0));
    }

    async fn mapping_wins_over_source_kind(db: Database) {
        source(&db.store, "form", SourceKind::Generic).await;
        let version = db.store.lead_source(&to_id("form")).await.unwrap().mapping_version;
        db.store.save_mapping(&admin(), &to_id("form"), &mapping(&[("name", "/1.3"), ("email", "/2")]), &version).await.unwrap();
        let form = open_by_key(&db.store, "form").await;
        let processed = deliver(&db.store, &form, r#"{"1.3": "Anna", "2": "anna@b.it", "name": "Modulo"}"#).await;
        let lead = card(&db, processed.lead_id.unwrap().as_str()).await.lead.record;
        assert_eq!((lead.name.as_str(), lead.email.unwrap().as_str()), ("Anna", "anna@b.it"));
    }

    async fn delivery_card_previews_current_reading(db: Database) {
        let form = source(&db.store, "form", SourceKind::Auto).await;
        let id = db.store.receive(Some(&form), &json(r#"{"servizio": "SEO", "chi": {"x": "Anna"}}"#), None).await.unwrap();
        db.store.process_delivery(&id).await.unwrap();
        assert_eq!(db.store.delivery(&id).await.unwrap().reading.unwrap_err().reason, DeliveryReason::Nobody);
        let version = db.store.lead_source(&to_id("form")).await.unwrap().mapping_version;
        db.store.save_mapping(&admin(), &to_id("form"), &mapping(&[("name", "/chi/x")]), &version).await.unwrap();
        let understood = db.store.delivery(&id).await.unwrap().reading.unwrap();
        assert_eq!((understood.sender, understood.lead.fields.name.as_deref()), (SourceKind::Generic, Some("Anna")));
        assert_eq!(leads(&db).await.len(), 0);
    }
}
