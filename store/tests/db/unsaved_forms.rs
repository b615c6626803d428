//! Stored input of forms with errors.

use domain::{DomainError, Form, Problem, Problems, Unsaved};
use store::{AgencySession, Error, FormOwner};

use crate::support::on_both_databases;

fn rejected_form() -> Unsaved {
    Unsaved {
        name: "client-rossi".to_owned(),
        form: Form::default().with("name", Some("Però\n\0\"<b>")).with("email", None::<String>),
        problems: Problems::one("name", Problem::TooLong(200)),
    }
}

on_both_databases! {
    async fn rejected_form_is_returned_as_typed(db: Database) {
        let id = db.store.store_unsaved_form(FormOwner::Agency, &rejected_form()).await.unwrap();
        assert_eq!(db.store.unsaved(FormOwner::Agency, &id).await.unwrap(), Some(rejected_form()));
        for other in ["", "another", "a\0b", &id.to_lowercase()] {
            assert_eq!(db.store.unsaved(FormOwner::Agency, other).await.unwrap(), None, "{other:?}");
        }
    }

    async fn rejected_form_expires_after_a_day(db: Database) {
        let id = db.store.store_unsaved_form(FormOwner::Agency, &rejected_form()).await.unwrap();
        db.clock.advance(24 * 60 * 60 * 1_000);
        assert_eq!(db.store.unsaved(FormOwner::Agency, &id).await.unwrap(), Some(rejected_form()));
        db.clock.advance(1);
        assert_eq!(db.store.unsaved(FormOwner::Agency, &id).await.unwrap(), None);
        assert_eq!(db.number("SELECT COUNT(*) FROM unsaved_form").await, 1);
        db.store.store_unsaved_form(FormOwner::Agency, &rejected_form()).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM unsaved_form").await, 1, "the expired form is deleted");
    }

    async fn rejected_form_is_not_exported(db: Database) {
        let before = db.store.export().await.unwrap();
        db.store.store_unsaved_form(FormOwner::Agency, &rejected_form()).await.unwrap();
        assert_eq!(db.store.export().await.unwrap(), before);
    }

    async fn refused_text_belongs_to_one_client(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let pass = [rossi.portal_credential()];
        let id = db.store.store_refused_text(&pass, &rejected_form()).await.unwrap();
        let owner = FormOwner::Client(&rossi);
        assert_eq!(db.store.unsaved(owner, &id).await.unwrap(), Some(rejected_form()));
        for other in [FormOwner::Client(&verdi), FormOwner::Agency] {
            assert_eq!(db.store.unsaved(other, &id).await.unwrap(), None, "{other:?}");
        }
        let of_agency = db.store.store_unsaved_form(FormOwner::Agency, &rejected_form()).await.unwrap();
        assert_eq!(db.store.unsaved(owner, &of_agency).await.unwrap(), None);
    }

    async fn refused_text_of_a_stranger_is_not_stored(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let session =
            AgencySession { id: "s-1".to_owned(), epoch: db.store.session_epoch().await.unwrap() };
        let preview = db.store.preview_credential(rossi.id(), &session).await.unwrap();
        for credentials in [vec![], vec![String::new()], vec!["rossi.AAAA".to_owned(), preview]] {
            let refused = db.store.store_refused_text(&credentials, &rejected_form()).await;
            assert!(
                matches!(refused, Err(Error::Domain(DomainError::UnknownToken))),
                "{credentials:?}: {refused:?}"
            );
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM unsaved_form").await, 0);
        let token = vec!["rossi.AAAA".to_owned(), rossi.client().token.reveal().to_owned()];
        db.store.store_refused_text(&token, &rejected_form()).await.unwrap();
    }

    async fn refused_texts_of_a_client_are_bounded(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let text = "\u{1}".repeat(65_000);
        let unsaved = Unsaved { form: Form::default().with("text", Some(text)), ..rejected_form() };
        let of_verdi = db.store.store_unsaved_form(FormOwner::Client(&verdi), &unsaved).await.unwrap();
        let owner = FormOwner::Client(&rossi);
        let mut newest = String::new();
        for _ in 0..30 {
            db.clock.advance(1);
            newest = db.store.store_unsaved_form(owner, &unsaved).await.unwrap();
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM unsaved_form WHERE client_id = 'rossi'").await, 20);
        assert!(db.number("SELECT MAX(OCTET_LENGTH(form)) FROM unsaved_form").await < 8_500);
        let kept = db.store.unsaved(owner, &newest).await.unwrap().unwrap();
        assert!(kept.form.get("text").ends_with("\u{1} […]"));
        assert!(db.store.unsaved(FormOwner::Client(&verdi), &of_verdi).await.unwrap().is_some());
    }

    async fn refused_forms_of_the_agency_are_bounded(db: Database) {
        for _ in 0..210 {
            db.store.store_unsaved_form(FormOwner::Agency, &rejected_form()).await.unwrap();
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM unsaved_form").await, 200);
    }

    async fn refused_texts_of_all_clients_are_bounded(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.execute(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2100) \
             INSERT INTO unsaved_form (id, client_id, form, created_at) \
             SELECT 'form-' || n, 'verdi', '{}', 1795170000000 + n FROM numbers",
        )
        .await;
        db.store.store_unsaved_form(FormOwner::Client(&rossi), &rejected_form()).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM unsaved_form").await, 2_000);
    }
}
