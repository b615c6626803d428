//! Stored input of forms with errors.

use domain::{Form, Problem, Problems, Unsaved};

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
        let id = db.store.store_unsaved_form(&rejected_form()).await.unwrap();
        assert_eq!(db.store.unsaved(&id).await.unwrap(), Some(rejected_form()));
        for other in ["", "another", "a\0b", &id.to_lowercase()] {
            assert_eq!(db.store.unsaved(other).await.unwrap(), None, "{other:?}");
        }
    }

    async fn rejected_form_expires_after_a_day(db: Database) {
        let id = db.store.store_unsaved_form(&rejected_form()).await.unwrap();
        db.clock.advance(24 * 60 * 60 * 1_000);
        assert_eq!(db.store.unsaved(&id).await.unwrap(), Some(rejected_form()));
        db.clock.advance(1);
        assert_eq!(db.store.unsaved(&id).await.unwrap(), None);
        assert_eq!(db.number("SELECT COUNT(*) FROM unsaved_form").await, 1);
        db.store.store_unsaved_form(&rejected_form()).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM unsaved_form").await, 1, "the expired form is deleted");
    }

    async fn rejected_form_is_not_exported(db: Database) {
        let before = db.store.export().await.unwrap();
        db.store.store_unsaved_form(&rejected_form()).await.unwrap();
        assert_eq!(db.store.export().await.unwrap(), before);
    }
}
