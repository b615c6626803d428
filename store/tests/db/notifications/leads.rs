//! New leads: together with others of their source.

use domain::leads::{LeadSource, SourceKind};
use domain::notifications::{LinkTarget, NotificationEvent, SkipReason};

use super::{MINUTE, admin, next_notice, next_skip, sent_now, subject, with_notifications};
use crate::sources::{deliver, json, source};
use crate::support::{Database, on_both_databases, to_id};

async fn arrive(db: &Database, source: &LeadSource, number: i64) -> String {
    let body = format!(r#"{{"name": "Anna {number}", "email": "anna{number}@example.it"}}"#);
    deliver(&db.store, source, &body).await.lead_id.unwrap().to_string()
}

on_both_databases! {
    async fn leads_of_a_source_make_one_notification(db: Database) {
        with_notifications(&db).await;
        let [form, other] = [source(&db.store, "form", SourceKind::Generic).await, source(&db.store, "other", SourceKind::Generic).await];
        let mut leads = Vec::new();
        for number in 0..13 {
            leads.push(arrive(&db, &form, number).await);
            db.clock.advance(1_000);
        }
        db.execute("UPDATE lead SET status = 'contacted' WHERE name = 'Anna 0'").await;
        db.store.delete_lead(&admin(), &to_id(&leads[1])).await.unwrap();
        let imported = format!(
            r#"{{"leads": [{{"id": "imported", "name": "Zoe", "source": "form", "created_at": "{}"}}]}}"#,
            db.store.clock().now()
        );
        db.store.import(imported.as_bytes(), &mut |_, _| {}).await.unwrap();
        let single = arrive(&db, &other, 100).await;
        let main = db.store.receive(None, &json(r#"{"name": "Bruno", "email": "b@example.it"}"#), None).await.unwrap();
        db.store.process_delivery(&main).await.unwrap();

        db.clock.advance(5 * MINUTE);
        let mut notices = sent_now(&db).await;
        notices.sort_by_key(|notice| notice.topic.to_string());
        let subjects: Vec<_> = notices.iter().map(subject).collect();
        assert_eq!(notices.len(), 3, "{subjects:?}");
        let several = notices.iter().find(|notice| notice.topic.to_string() == "leads:form").unwrap();
        let names = (2..12).map(|number| format!("Anna {number}")).collect();
        assert_eq!(several.events, [NotificationEvent::Leads { names, count: 11 }]);
        assert_eq!((subject(several).as_str(), several.topic_name.as_deref()), ("11 leads", Some("form")));
        assert_eq!(several.target, LinkTarget::NewLeads(Some("form".to_owned())));
        let one = notices.iter().find(|notice| notice.topic.to_string() == format!("lead:{single}")).unwrap();
        assert_eq!((subject(one).as_str(), one.target.path()), ("lead: Anna 100", format!("/admin/leads/{single}")));
        assert!(subjects.contains(&"lead: Bruno".to_owned()), "{subjects:?}");

        arrive(&db, &form, 200).await;
        assert_eq!(subject(&next_notice(&db).await), "lead: Anna 200", "those sent before are not repeated");
    }

    async fn answered_and_deleted_leads_are_left_out(db: Database) {
        with_notifications(&db).await;
        let form = source(&db.store, "form", SourceKind::Generic).await;
        arrive(&db, &form, 1).await;
        arrive(&db, &form, 2).await;
        db.execute("UPDATE lead SET status = 'contacted' WHERE name = 'Anna 1'").await;
        assert_eq!(subject(&next_notice(&db).await), "lead: Anna 2");
        arrive(&db, &form, 3).await;
        db.execute("UPDATE lead SET status = 'contacted' WHERE name = 'Anna 3'").await;
        assert_eq!(next_skip(&db).await, SkipReason::Answered);
        let deleted = arrive(&db, &form, 4).await;
        db.store.delete_lead(&admin(), &to_id(&deleted)).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Deleted);
    }

    async fn row_queued_for_a_single_lead_is_sent(db: Database) {
        with_notifications(&db).await;
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let lead = arrive(&db, &form, 1).await;
        db.execute("UPDATE notification SET thread = 'lead:' || (SELECT id FROM lead)").await;
        db.execute("UPDATE lead SET notified_source = NULL, notified_at = NULL").await;
        let notice = next_notice(&db).await;
        assert_eq!((subject(&notice).as_str(), notice.topic.to_string()), ("lead: Anna 1", format!("lead:{lead}")));
    }
}
