//! Refused forms, kept for the page that shows them again.

use domain::{Form, Problem, Problems, Unsaved};

use crate::support::on_both_databases;

fn refused() -> Unsaved {
    Unsaved {
        name: "client-rossi".to_owned(),
        form: Form::default().with("name", Some("Però\n\0\"<b>")).with("email", None::<String>),
        problems: Problems::one("name", Problem::TooLong(200)),
    }
}

on_both_databases! {
    async fn a_refused_form_comes_back_as_it_was_typed(db: Database) {
        let id = db.store.keep_unsaved(&refused()).await.unwrap();
        assert_eq!(db.store.unsaved(&id).await.unwrap(), Some(refused()));
        for other in ["", "another", "a\0b", &id.to_lowercase()] {
            assert_eq!(db.store.unsaved(other).await.unwrap(), None, "{other:?}");
        }
    }

    async fn a_refused_form_is_kept_for_a_day_and_then_gone(db: Database) {
        let id = db.store.keep_unsaved(&refused()).await.unwrap();
        db.clock.advance(24 * 60 * 60 * 1_000);
        assert_eq!(db.store.unsaved(&id).await.unwrap(), Some(refused()));
        db.clock.advance(1);
        assert_eq!(db.store.unsaved(&id).await.unwrap(), None);
        assert_eq!(db.number("SELECT COUNT(*) FROM unsaved_form").await, 1);
        db.store.keep_unsaved(&refused()).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM unsaved_form").await, 1, "the old one went");
    }

    async fn a_refused_form_is_not_exported(db: Database) {
        let before = db.store.export().await.unwrap();
        db.store.keep_unsaved(&refused()).await.unwrap();
        assert_eq!(db.store.export().await.unwrap(), before);
    }
}
