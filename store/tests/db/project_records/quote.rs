//! The quote.

use domain::projects::quote_totals::quote_total;
use domain::{DomainError, QuoteItem};

use super::item;
use crate::support::{Database, admin, domain_error, on_both_databases, to_id};

/// The lines in order with their positions.
async fn lines(db: &Database) -> Vec<(String, i64)> {
    let (_, items) = db.store.records::<QuoteItem>(&to_id("site")).await.unwrap();
    items.into_iter().map(|item| (item.record.description, item.record.position)).collect()
}

fn placed(names: [&str; 3]) -> Vec<(String, i64)> {
    names.iter().zip(0_i64..).map(|(name, position)| ((*name).to_owned(), position)).collect()
}

async fn add_three_items(db: &Database) {
    db.with_workspace().await;
    for (id, name) in [("q1", "Logo"), ("q2", "Sito"), ("q3", "Sconto")] {
        db.store
            .add_record::<QuoteItem>(&admin(), &to_id("site"), to_id(id), &item(name, "1.5", 10_000))
            .await
            .unwrap();
    }
}

on_both_databases! {
    async fn quote_items_are_appended_and_moved(db: Database) {
        add_three_items(&db).await;
        assert_eq!(lines(&db).await, placed(["Logo", "Sito", "Sconto"]));
        db.store.move_quote_item(&to_id("site"), &to_id("q3"), true).await.unwrap();
        assert_eq!(lines(&db).await, placed(["Logo", "Sconto", "Sito"]));
        db.store.move_quote_item(&to_id("site"), &to_id("q1"), false).await.unwrap();
        assert_eq!(lines(&db).await, placed(["Sconto", "Logo", "Sito"]));
        // The first line cannot move up, nor the last one down.
        db.store.move_quote_item(&to_id("site"), &to_id("q3"), true).await.unwrap();
        db.store.move_quote_item(&to_id("site"), &to_id("q2"), false).await.unwrap();
        assert_eq!(lines(&db).await, placed(["Sconto", "Logo", "Sito"]));
        assert_eq!(domain_error(db.store.move_quote_item(&to_id("site"), &to_id("nothing"), true).await), DomainError::UnknownRecord);
        assert_eq!(domain_error(db.store.move_quote_item(&to_id("app"), &to_id("q1"), true).await), DomainError::UnknownRecord);
    }

    async fn quote_items_with_equal_positions_can_move(db: Database) {
        add_three_items(&db).await;
        db.execute("UPDATE quote_item SET position = 7").await;
        db.store.move_quote_item(&to_id("site"), &to_id("q1"), false).await.unwrap();
        assert_eq!(lines(&db).await, placed(["Sito", "Logo", "Sconto"]));
    }

    async fn concurrent_quote_items_get_distinct_positions(db: Database) {
        db.with_workspace().await;
        let mut adding = tokio::task::JoinSet::new();
        for number in 0..12 {
            let store = db.store.clone();
            adding.spawn(async move { store.add_record::<QuoteItem>(&admin(), &to_id("site"), to_id(&format!("q{number}")), &item("Voce", "1", 1)).await });
        }
        while let Some(added) = adding.join_next().await {
            added.unwrap().unwrap();
        }
        let positions: Vec<_> = lines(&db).await.into_iter().map(|(_, position)| position).collect();
        assert_eq!(positions, (0..12).collect::<Vec<_>>());
    }

    async fn quote_items_are_saved_totalled_and_deleted(db: Database) {
        add_three_items(&db).await;
        let (_, items) = db.store.records::<QuoteItem>(&to_id("site")).await.unwrap();
        db.store.save_record::<QuoteItem>(&to_id("site"), &to_id("q3"), &item("Sconto", "1", -5_000), &items[2].version).await.unwrap();
        assert_eq!(domain_error(db.store.save_record::<QuoteItem>(&to_id("site"), &to_id("q3"), &item("x", "1", 1), &items[2].version).await), DomainError::Stale);
        let records: Vec<_> = db.store.records::<QuoteItem>(&to_id("site")).await.unwrap().1.into_iter().map(|item| item.record).collect();
        assert_eq!(quote_total(&records), Some(15_000 + 15_000 - 5_000));
        db.store.delete_record::<QuoteItem>(&admin(), &to_id("site"), &to_id("q2")).await.unwrap();
        assert_eq!(lines(&db).await, [("Logo".to_owned(), 0), ("Sconto".to_owned(), 2)]);
        db.store.add_record::<QuoteItem>(&admin(), &to_id("site"), to_id("q4"), &item("Hosting", "1", 1)).await.unwrap();
        assert_eq!(lines(&db).await[2], ("Hosting".to_owned(), 3));
    }
}
