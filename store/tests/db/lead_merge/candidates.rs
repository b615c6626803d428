//! Search for the lead to merge with.

use domain::DomainError;
use domain::leads::MergeChoice;
use domain::leads::merge::Similarity;

use super::assert_domain_error;
use crate::support::{on_both_databases, to_id};

const LEADS: &str = r#"{"leads": [
  {"id": "anna", "name": "Anna Verdi", "phone": "+39 333 123 4567", "company": "Orto S.r.l.", "last_contact_date": "2026-11-09"},
  {"id": "phone", "name": "A.", "phone": "3331234567", "last_contact_date": "2026-11-08"},
  {"id": "name", "name": "verdi, ANNA", "last_contact_date": "2026-11-07"},
  {"id": "company", "name": "Bruno", "company": "ORTO srl", "last_contact_date": "2026-11-06"},
  {"id": "company-too", "name": "Carla", "company": "Orto S.R.L", "last_contact_date": "2026-11-05"},
  {"id": "all", "name": "Anna Verdi", "phone": "0039 333-1234567", "company": "Orto s.r.l.", "last_contact_date": "2026-11-04"},
  {"id": "other-phone", "name": "Dora", "phone": "333 9994567", "last_contact_date": "2026-11-03"},
  {"id": "longer-name", "name": "Anna Verdini", "last_contact_date": "2026-11-02"}
]}"#;

fn likely(choice: &MergeChoice) -> Vec<(&str, Similarity)> {
    choice.likely.iter().map(|(lead, why)| (lead.id.as_str(), *why)).collect()
}

on_both_databases! {
    async fn merge_candidates_rank_phone_name_company(db: Database) {
        db.import(LEADS).await;
        let choice = db.store.merge_choice(&to_id("anna"), "").await.unwrap();
        assert_eq!(
            likely(&choice),
            [
                ("phone", Similarity::Phone), ("all", Similarity::Phone), ("name", Similarity::Name),
                ("company-too", Similarity::Company),
            ]
        );
        assert!(choice.found.is_empty() && !choice.has_more);
        // From the shorter number to the longer.
        let choice = db.store.merge_choice(&to_id("phone"), "").await.unwrap();
        assert_eq!(likely(&choice), [("anna", Similarity::Phone), ("all", Similarity::Phone)]);
        assert_eq!(likely(&db.store.merge_choice(&to_id("longer-name"), "").await.unwrap()), []);
    }

    async fn merge_search_excludes_lead_itself(db: Database) {
        db.import(LEADS).await;
        let choice = db.store.merge_choice(&to_id("anna"), "anna verdi").await.unwrap();
        let found: Vec<_> = choice.found.iter().map(|lead| lead.id.as_str()).collect();
        assert_eq!(found, ["name", "all", "longer-name"]);
        assert_domain_error(&db.store.merge_choice(&to_id("nobody"), "").await, DomainError::UnknownRecord);
        assert!(db.store.merge_choice(&to_id("anna"), "\0 &").await.unwrap().found.is_empty());
    }

    async fn merge_candidates_are_limited(db: Database) {
        let lead = |number: usize| format!(r#"{{"id": "l{number}", "name": "Rossi"}}"#);
        let leads: Vec<_> = (0..=MergeChoice::MAX_LEADS).map(lead).collect();
        db.import(&format!(r#"{{"leads": [{}]}}"#, leads.join(","))).await;
        for has_more in [false, true] {
            let choice = db.store.merge_choice(&to_id("l0"), "rossi").await.unwrap();
            assert_eq!((choice.found.len(), choice.has_more), (MergeChoice::MAX_LEADS, has_more));
            assert_eq!(choice.likely.len(), MergeChoice::MAX_LEADS);
            if !has_more {
                db.import(r#"{"leads": [{"id": "one-more", "name": "Rossi"}]}"#).await;
            }
        }
    }
}
