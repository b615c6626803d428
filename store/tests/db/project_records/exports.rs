//! Rows of the exports.

use domain::audit::Action;
use domain::{Payment, TimeEntry};

use super::{payment, time};
use crate::support::{admin, on_both_databases, to_id};

on_both_databases! {
    async fn export_lines_include_names(db: Database) {
        db.with_workspace().await;
        db.store.add_record::<TimeEntry>(&admin(), &to_id("app"), to_id("a"), &time("2026-03-02", 10, None)).await.unwrap();
        let lines = db.store.time_entries_after(None).await.unwrap();
        let names = |index: usize| (lines[index].client.as_str(), lines[index].project.as_str(), lines[index].task.as_deref());
        assert_eq!(lines.len(), 2);
        assert_eq!(names(0), ("Verdi", "App", None));
        assert_eq!(names(1), ("Rossi", "Sito", Some("Disegnare il logo")));
        assert!(db.store.time_entries_after(Some(&lines[1].entry.id)).await.unwrap().is_empty());
        let payments = db.store.payments_after(None).await.unwrap();
        assert_eq!((payments[0].payment.label.as_str(), payments[0].client.as_str()), ("Acconto", "Rossi"));
    }

    async fn export_returns_each_line_once(db: Database) {
        db.with_workspace().await;
        for number in 0..1_010 {
            db.store.add_record::<Payment>(&admin(), &to_id("app"), to_id(&format!("x{number}")), &payment("Rata", number, None)).await.unwrap();
        }
        let (mut read, mut after) = (0, None);
        loop {
            let lines = db.store.payments_after(after.as_ref()).await.unwrap();
            read += lines.len();
            let Some(last) = lines.into_iter().last() else { break };
            after = Some(last.payment.id);
        }
        assert_eq!(read, 1_012);
    }

    async fn export_is_logged(db: Database) {
        db.store.record_export(&admin(), Action::PaymentsExported).await.unwrap();
        let logged = "SELECT COUNT(*) FROM audit WHERE action = 'payments_exported' AND actor = 'admin@example.it'";
        assert_eq!(db.number(logged).await, 1);
    }
}
