//! Conversion of a lead to a client.

use domain::clients::ClientDraft;
use domain::id::MemberId;
use domain::leads::ConversionDraft;
use domain::{ActivityDraft, ActivityKind, DomainError, Language, LeadStatus};
use store::Error;
use tokio::task::JoinSet;

use crate::leads::card;
use crate::support::{admin, on_both_databases, to_id};

const LEAD: &str = r#"{
    "leads": [{"id": "anna", "name": "Anna", "email": "anna@b.it", "company": "Orto"}, {"id": "bruno", "name": "Bruno"}],
    "activities": [{"id": "a1", "lead_id": "anna", "kind": "message", "text": "Vorrei un sito", "payload": {"nome": "Anna"}}]
}"#;

fn draft(name: &str, project: Option<&str>) -> ConversionDraft {
    ConversionDraft {
        client: ClientDraft {
            name: name.to_owned(),
            company: Some("Orto".to_owned()),
            language: Language::En,
            ..ClientDraft::default()
        },
        project: project.map(str::to_owned),
    }
}

#[track_caller]
fn assert_unknown_record<T: std::fmt::Debug>(outcome: &Result<T, Error>) {
    assert!(matches!(outcome, Err(Error::Domain(DomainError::UnknownRecord))), "{outcome:?}");
}

on_both_databases! {
    async fn members_assigned_to_lead_are_assigned_to_its_client_until_deleted(db: Database) {
        db.import(LEAD).await;
        db.import(r#"{"members": [{"id": "luca", "name": "Luca", "email": "luca@x.it", "role": "member"},
            {"id": "marta", "name": "Marta", "email": "marta@x.it", "role": "owner"}],
            "leads": [{"id": "carlo", "name": "Carlo", "assigned": ["marta"]}]}"#).await;
        let [luca, marta] = ["luca", "marta"].map(to_id::<MemberId>);
        db.store.assign_lead(&to_id("anna"), None, &[marta.clone(), to_id("nobody"), luca.clone()]).await.unwrap();
        assert_unknown_record(&db.store.assign_lead(&to_id("nobody"), None, &[]).await);
        db.store.convert_lead(&admin(), &to_id("anna"), to_id("client-1"), &draft("Anna", None)).await.unwrap();
        assert_eq!(db.store.assigned_members(&to_id("client-1")).await.unwrap(), [luca.clone(), marta.clone()]);
        db.store.delete_member(&admin(), &marta).await.unwrap();
        assert_eq!(db.store.members_of_lead(&to_id("anna")).await.unwrap(), [luca]);
        let exported: serde_json::Value = serde_json::from_slice(&db.store.export().await.unwrap()).unwrap();
        let assigned: Vec<_> = exported["leads"].as_array().unwrap().iter().map(|lead| lead["assigned"].to_string()).collect();
        assert_eq!(assigned, [r#"["luca"]"#, "[]", "[]"]);
        let unknown = db.store.import(br#"{"leads": [{"id": "d", "name": "D", "assigned": ["x"]}]}"#, &mut |_, _| ()).await;
        assert!(unknown.unwrap_err().to_string().contains("leads[0].assigned"));
    }

    async fn convert_lead_creates_client_and_project(db: Database) {
        db.import(LEAD).await;
        let done = db.store.convert_lead(&admin(), &to_id("anna"), to_id("client-1"), &draft("Anna Verdi", Some("Sito"))).await;
        assert_eq!(done.unwrap().as_str(), "client-1");
        let anna = card(&db, "anna").await;
        let (client, name) = anna.client.unwrap();
        assert_eq!((client.as_str(), name.as_str()), ("client-1", "Anna Verdi"));
        assert_eq!((anna.lead.record.status, anna.activities.len()), (LeadStatus::Won, 1));
        assert!(anna.activities[0].payload.is_some());
        let client = db.store.clients().await.unwrap().remove(0);
        assert_eq!((client.language, client.company.as_deref()), (Language::En, Some("Orto")));
        assert!(client.slug.as_str().starts_with("anna-verdi-"));
        assert_eq!(db.number("SELECT COUNT(*) FROM project WHERE client_id = 'client-1' AND name = 'Sito'").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM audit WHERE action = 'lead_converted' AND subject_id = 'anna'").await, 1);
        assert!(db.number("SELECT COUNT(*) FROM project_word").await > 0);
        assert!(db.number("SELECT COUNT(*) FROM client_word WHERE client_id = 'client-1'").await > 0);
    }

    async fn convert_twice_returns_existing_client(db: Database) {
        db.import(LEAD).await;
        db.store.convert_lead(&admin(), &to_id("anna"), to_id("client-1"), &draft("Anna", Some("Sito"))).await.unwrap();
        for id in ["client-1", "client-2"] {
            let again = db.store.convert_lead(&admin(), &to_id("anna"), to_id(id), &draft("Altra", Some("Altro"))).await.unwrap();
            assert_eq!(again.as_str(), "client-1");
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM client").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM project").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM audit").await, 1);
    }

    async fn concurrent_conversions_create_one_client(db: Database) {
        db.import(LEAD).await;
        let mut conversions = JoinSet::new();
        for number in 0..20 {
            let store = db.store.clone();
            conversions.spawn(async move {
                store.convert_lead(&admin(), &to_id("anna"), to_id(&format!("c{number}")), &draft("Anna", Some("Sito"))).await.unwrap()
            });
        }
        let made = conversions.join_all().await;
        assert!(made.iter().all(|client| *client == made[0]));
        assert_eq!(db.number("SELECT COUNT(*) FROM client").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM project").await, 1);
    }

    async fn convert_with_taken_id_or_unknown_lead_is_rejected(db: Database) {
        db.import(LEAD).await;
        db.store.convert_lead(&admin(), &to_id("anna"), to_id("client-1"), &draft("Anna", None)).await.unwrap();
        assert_unknown_record(&db.store.convert_lead(&admin(), &to_id("bruno"), to_id("client-1"), &draft("Bruno", Some("Sito"))).await);
        assert!(card(&db, "bruno").await.client.is_none());
        assert_eq!(card(&db, "bruno").await.lead.record.status, LeadStatus::New);
        assert_unknown_record(&db.store.convert_lead(&admin(), &to_id("nobody"), to_id("client-2"), &draft("X", None)).await);
        assert_eq!(db.number("SELECT COUNT(*) FROM client").await, 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM project").await, 0);
    }

    async fn lead_of_deleted_client_can_be_converted_again(db: Database) {
        db.import(LEAD).await;
        db.store.convert_lead(&admin(), &to_id("anna"), to_id("client-1"), &draft("Anna", None)).await.unwrap();
        db.store.delete_client(&admin(), &to_id("client-1")).await.unwrap();
        let anna = card(&db, "anna").await;
        assert_eq!((anna.client, anna.activities.len()), (None, 1));
        let call = ActivityDraft { kind: ActivityKind::Call, text: "Ci ripensa".to_owned() };
        db.store.add_activity(&admin(), &to_id("anna"), &to_id("act-9"), &call).await.unwrap();
        let again = db.store.convert_lead(&admin(), &to_id("anna"), to_id("client-2"), &draft("Anna", None)).await.unwrap();
        assert_eq!(again.as_str(), "client-2");
    }
}
