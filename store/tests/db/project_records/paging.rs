//! Pages of long lists of notes.

use domain::{Cursor, Note};

use super::note;
use crate::support::{Database, admin, on_both_databases, to_id};

async fn import_notes(db: &Database) {
    db.with_workspace().await;
    for number in 0..120 {
        // Three notes with the same timestamp: the id determines their order.
        db.clock.advance(i64::from(number % 3 == 0));
        db.store
            .add_record::<Note>(
                &admin(),
                &to_id("site"),
                to_id(&format!("n{number:03}")),
                &note(&format!("Nota {number}")),
            )
            .await
            .unwrap();
    }
    db.store.add_record::<Note>(&admin(), &to_id("app"), to_id("other"), &note("Altrui")).await.unwrap();
}

async fn page(db: &Database, after: Option<&Cursor>, open: Option<&str>) -> (Vec<String>, Option<Cursor>) {
    let (_, page) = db.store.notes(&to_id("site"), after, open.map(to_id).as_ref()).await.unwrap();
    (page.items.into_iter().map(|note| note.record.text).collect(), page.next)
}

on_both_databases! {
    async fn notes_page_newest_first_without_repeats(db: Database) {
        import_notes(&db).await;
        let (mut read, mut after) = (Vec::new(), None);
        loop {
            let (texts, next) = page(&db, after.as_ref(), None).await;
            assert!(texts.len() <= domain::paging::MAX_ITEMS);
            read.extend(texts);
            after = next;
            if after.is_none() {
                break;
            }
        }
        let all: Vec<_> = (0..120).rev().map(|number| format!("Nota {number}")).collect();
        assert_eq!(read, all);
    }

    async fn open_note_is_on_every_page(db: Database) {
        import_notes(&db).await;
        let (texts, _) = page(&db, None, Some("n000")).await;
        assert_eq!((texts.len(), texts[0].as_str()), (51, "Nota 0"));
        let (texts, _) = page(&db, None, Some("n119")).await;
        assert_eq!((texts.len(), texts[0].as_str()), (50, "Nota 119"));
        for invalid in ["other", "nothing"] {
            assert_eq!(page(&db, None, Some(invalid)).await.0.len(), 50, "{invalid:?}");
        }
    }

    async fn invalid_cursor_starts_at_first_page(db: Database) {
        import_notes(&db).await;
        for invalid in ["x~n001", "~", "99999999999999999999~n001", "1e9~x", "~a'); DROP TABLE note; --"] {
            let (texts, _) = page(&db, Some(&invalid.parse().unwrap()), None).await;
            assert_eq!(texts.first().map(String::as_str), Some("Nota 119"), "{invalid}");
        }
        let (time_sheet, invalid) = (db.store.time_sheet(&to_id("site"), None, None).await.unwrap(), "2026-99-99~x".parse().unwrap());
        assert_eq!(db.store.time_sheet(&to_id("site"), Some(&invalid), None).await.unwrap(), time_sheet);
    }
}
