//! Rules shared by all project records, tested on payments, documents and notes.

use domain::files::ContentId;
use domain::projects::project_records::DocumentDraft;
use domain::{Document, DomainError, Note, Payment, TimeEntry, Uploader};

use super::{note, payment};
use crate::files::upload;
use crate::support::{Database, admin, domain_error, noon, on_both_databases, to_id};

/// The labels of the payments of `project`, in order.
async fn labels(db: &Database, project: &str) -> Vec<String> {
    let (_, payments) = db.store.records::<Payment>(&to_id(project)).await.unwrap();
    payments.into_iter().map(|payment| payment.record.label).collect()
}

on_both_databases! {
    async fn payments_sort_by_due_date_and_mark_paid_once(db: Database) {
        db.with_workspace().await;
        db.store.add_record::<Payment>(&admin(), &to_id("site"), to_id("p3"), &payment("Seconda rata", 100, Some("2026-03-01"))).await.unwrap();
        assert_eq!(labels(&db, "site").await, ["Acconto", "Seconda rata", "Saldo"]);

        let paid_at = async || {
            let (_, payments) = db.store.records::<Payment>(&to_id("site")).await.unwrap();
            payments.into_iter().find(|payment| payment.record.id.as_str() == "p3").unwrap().record.paid_at
        };
        db.store.mark_paid(&to_id("site"), &to_id("p3"), "2026-03-02".parse().unwrap()).await.unwrap();
        // Noon in Rome.
        assert_eq!(paid_at().await.unwrap().to_string(), "2026-03-02T11:00:00.000Z");
        db.store.mark_paid(&to_id("site"), &to_id("p3"), "2026-11-20".parse().unwrap()).await.unwrap();
        assert_eq!(paid_at().await.unwrap().to_string(), "2026-03-02T11:00:00.000Z");
        db.store.mark_unpaid(&to_id("site"), &to_id("p3")).await.unwrap();
        assert_eq!(paid_at().await, None);
        db.store.mark_paid(&to_id("site"), &to_id("p3"), "2026-11-20".parse().unwrap()).await.unwrap();
        assert_eq!(paid_at().await, Some(noon()));
    }

    async fn repeated_form_adds_one_payment(db: Database) {
        db.with_workspace().await;
        let (store, draft) = (&db.store, payment("Extra", 1, None));
        let site = to_id("site");
        let by = admin();
        let add = || store.add_record::<Payment>(&by, &site, to_id("x"), &draft);
        let twice = tokio::join!(add(), add());
        twice.0.unwrap();
        twice.1.unwrap();
        assert_eq!(labels(&db, "site").await, ["Acconto", "Saldo", "Extra"]);
        // The form from the browser's history, filled in differently, is another record.
        for _ in 0..2 {
            db.store.add_record::<Payment>(&admin(), &to_id("site"), to_id("x"), &payment("Altro", 1, None)).await.unwrap();
        }
        assert_eq!(labels(&db, "site").await.len(), 4);
        // An id of another project, which no form sends.
        db.store.add_record::<Payment>(&admin(), &to_id("app"), to_id("x"), &payment("Extra", 1, None)).await.unwrap();
        assert_eq!((labels(&db, "site").await.len(), labels(&db, "app").await), (4, vec!["Extra".to_owned()]));
    }

    async fn stale_payment_form_is_rejected(db: Database) {
        db.with_workspace().await;
        let (_, payments) = db.store.records::<Payment>(&to_id("site")).await.unwrap();
        let (id, seen) = (payments[0].record.id.as_str(), payments[0].version.as_str());
        db.store.mark_unpaid(&to_id("site"), &to_id(id)).await.unwrap();
        db.store.save_record::<Payment>(&to_id("site"), &to_id(id), &payment("Anticipo", 70_000, None), seen).await.unwrap();
        let second = db.store.save_record::<Payment>(&to_id("site"), &to_id(id), &payment("Altro", 1, None), seen).await;
        assert_eq!(domain_error(second), DomainError::Stale);
        let (_, payments) = db.store.records::<Payment>(&to_id("site")).await.unwrap();
        let saved = &payments.iter().find(|payment| payment.record.id.as_str() == id).unwrap().record;
        assert_eq!((saved.label.as_str(), saved.amount_cents), ("Anticipo", 70_000));
    }

    async fn records_of_other_projects_are_not_found(db: Database) {
        db.with_workspace().await;
        let (_, payments) = db.store.records::<Payment>(&to_id("site")).await.unwrap();
        let (id, seen) = (payments[0].record.id.as_str(), payments[0].version.as_str());
        let store = &db.store;
        let draft = payment("Altro", 1, None);
        let day = "2026-03-02".parse().unwrap();
        for (project, id) in [("app", id), ("nowhere", id), ("site", "nothing")] {
            assert_eq!(domain_error(store.save_record::<Payment>(&to_id(project), &to_id(id), &draft, seen).await), DomainError::UnknownRecord);
            assert_eq!(domain_error(store.mark_paid(&to_id(project), &to_id(id), day).await), DomainError::UnknownRecord);
            assert_eq!(domain_error(store.mark_unpaid(&to_id(project), &to_id(id)).await), DomainError::UnknownRecord);
            assert_eq!(domain_error(store.delete_record::<Payment>(&admin(), &to_id(project), &to_id(id)).await), DomainError::UnknownRecord);
        }
        let nowhere = to_id("nowhere");
        assert_eq!(domain_error(store.records::<Payment>(&nowhere).await), DomainError::UnknownProject);
        assert_eq!(domain_error(store.notes(&nowhere, None, None).await), DomainError::UnknownProject);
        assert_eq!(domain_error(store.add_record::<Payment>(&admin(), &nowhere, to_id("x"), &draft).await), DomainError::UnknownProject);
        assert_eq!(labels(&db, "site").await, ["Acconto", "Saldo"]);
    }

    async fn deleted_records_are_logged(db: Database) {
        db.with_workspace().await;
        db.store.add_record::<Note>(&admin(), &to_id("site"), to_id("n"), &note("Segretissimo")).await.unwrap();
        db.store.delete_record::<Payment>(&admin(), &to_id("site"), &to_id("p1")).await.unwrap();
        db.store.delete_record::<Document>(&admin(), &to_id("site"), &to_id("d1")).await.unwrap();
        db.store.delete_record::<Note>(&admin(), &to_id("site"), &to_id("n")).await.unwrap();
        db.store.delete_record::<TimeEntry>(&admin(), &to_id("site"), &to_id("t1")).await.unwrap();
        assert_eq!(domain_error(db.store.delete_record::<Note>(&admin(), &to_id("site"), &to_id("n")).await), DomainError::UnknownRecord);
        for table in [
            "SELECT COUNT(*) FROM note",
            "SELECT COUNT(*) FROM document",
            "SELECT COUNT(*) FROM time_entry",
            "SELECT COUNT(*) - 1 FROM payment",
        ] {
            assert_eq!(db.number(table).await, 0, "{table}");
        }
        for logged in [
            "SELECT COUNT(*) FROM audit WHERE action = 'payment_deleted' AND subject_name = 'Acconto'",
            "SELECT COUNT(*) FROM audit WHERE action = 'document_deleted' AND subject_name = 'Contratto'",
            // A note has no name, and its text is not recorded.
            "SELECT COUNT(*) FROM audit WHERE action = 'note_deleted' AND subject_name = 'Sito'",
            "SELECT COUNT(*) FROM audit WHERE action = 'time_entry_deleted' AND actor = 'admin@example.it'",
            "SELECT COUNT(*) - 3 FROM audit",
        ] {
            assert_eq!(db.number(logged).await, 1, "{logged}");
        }
    }

    async fn documents_are_added_saved_and_listed_newest_first(db: Database) {
        db.with_workspace().await;
        let draft = |name: &str| DocumentDraft { name: name.to_owned(), content: ContentId::Link("https://example.com/b".to_owned()) };
        db.clock.advance(1);
        db.store.add_record::<Document>(&admin(), &to_id("site"), to_id("d2"), &draft("Brief")).await.unwrap();
        let (folder, documents) = db.store.records::<Document>(&to_id("site")).await.unwrap();
        assert_eq!((folder.name.as_str(), folder.client_name.as_str()), ("Sito", "Rossi"));
        assert_eq!(documents[0].record.name, "Brief");
        let seen = &documents[0].version;
        db.store.save_record::<Document>(&to_id("site"), &to_id("d2"), &draft("Brief finale"), seen).await.unwrap();
        assert_eq!(domain_error(db.store.save_record::<Document>(&to_id("site"), &to_id("d2"), &draft("x"), seen).await), DomainError::Stale);
        assert_eq!(db.store.records::<Document>(&to_id("site")).await.unwrap().1[0].record.name, "Brief finale");
    }

    async fn repeated_document_upload_adds_one_document(db: Database) {
        db.with_workspace().await;
        let count = "SELECT COUNT(*) FROM document";
        let before = db.number(count).await;
        for (letter, documents) in [('a', 1), ('a', 1), ('b', 2), ('b', 2), ('a', 2)] {
            let file = upload(&db.store, &Uploader::default(), letter).await;
            let draft = DocumentDraft { name: "Brief".to_owned(), content: ContentId::File(file.id) };
            db.store.add_record::<Document>(&admin(), &to_id("site"), to_id("d2"), &draft).await.unwrap();
            assert_eq!(db.number(count).await - before, documents, "{letter}");
        }
    }
}
