//! Lists of deliveries.

use domain::Cursor;
use domain::leads::delivery::{DeliveredTo, DeliveryFilter, DeliveryLine};
use domain::leads::{DeliveryOutcome, DeliveryReason, SourceKind};

use crate::sources::{deliver, json, source};
use crate::support::{Database, on_both_databases};

/// The lines of all pages.
async fn all(db: &Database, filter: &DeliveryFilter) -> Vec<DeliveryLine> {
    let (mut lines, mut after): (Vec<DeliveryLine>, Option<Cursor>) = (Vec::new(), None);
    loop {
        let page = db.store.deliveries(filter, after.as_ref()).await.unwrap();
        assert!(page.items.len() <= domain::paging::MAX_ITEMS);
        lines.extend(page.items);
        after = page.next;
        if after.is_none() {
            return lines;
        }
    }
}

on_both_databases! {
    async fn delivery_filters_page_newest_first(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let other = source(&db.store, "other", SourceKind::Generic).await;
        for number in 0..120 {
            // Ten with the same timestamp each.
            db.clock.advance(i64::from(number % 10 == 0));
            let body = if number % 2 == 0 { format!(r#"{{"name": "N{number}"}}"#) } else { format!("[{number}]") };
            match number % 3 {
                0 => drop(deliver(&db.store, &form, &body).await),
                1 => drop(deliver(&db.store, &other, &body).await),
                _ => drop(db.store.receive(None, &json(&body), None).await.unwrap()),
            }
        }
        let of = |id: &str| Some(DeliveredTo::Source(domain::id::SourceId::parse(id).unwrap()));
        for (from, outcome, count) in [
            (None, None, 120),
            (None, Some(DeliveryOutcome::Created), 40),
            (of("form"), None, 40),
            (of("other"), Some(DeliveryOutcome::Quarantined), 20),
            (Some(DeliveredTo::Main), None, 40),
            (Some(DeliveredTo::Main), Some(DeliveryOutcome::Received), 40),
            (Some(DeliveredTo::Main), Some(DeliveryOutcome::Created), 0),
            (of("nobody"), None, 0),
        ] {
            let filter = DeliveryFilter { from, outcome };
            let lines = all(&db, &filter).await;
            let keys: Vec<_> = lines.iter().map(|line| (line.received_at, line.id.clone())).collect();
            let mut sorted = keys.clone();
            sorted.sort_by(|one, two| two.cmp(one));
            sorted.dedup();
            assert_eq!((keys.len(), &keys), (count, &sorted), "{filter:?}");
            assert!(lines.iter().all(|line| filter.outcome.is_none_or(|outcome| line.outcome == outcome)));
        }
    }

    async fn delivery_line_shows_source_outcome_and_excerpt(db: Database) {
        let form = source(&db.store, "form", SourceKind::Generic).await;
        deliver(&db.store, &form, "{\n  \"nome\":\t\"Anna\"\n}").await;
        db.clock.advance(1);
        deliver(&db.store, &form, &format!("[\"{}\"]", "è".repeat(100_000))).await;
        db.clock.advance(1);
        db.store.receive(None, &json("a\0b"), None).await.unwrap();
        let lines = all(&db, &DeliveryFilter::default()).await;
        let [main, long, anna] = lines.as_slice() else { panic!("{lines:?}") };
        assert_eq!((main.source.as_ref(), main.lead.as_ref(), main.excerpt.as_str()), (None, None, "a b"));
        assert_eq!(main.outcome, DeliveryOutcome::Received);
        assert_eq!(long.excerpt.chars().count(), DeliveryLine::EXCERPT);
        assert_eq!(long.error.as_ref().unwrap().reason, DeliveryReason::Nobody);
        assert_eq!(anna.excerpt, "Anna");
        assert_eq!(anna.source.as_ref().unwrap().1, "form");
        assert_eq!((anna.lead.as_ref().unwrap().1.as_str(), anna.outcome), ("Anna", DeliveryOutcome::Created));
    }

    async fn foreign_cursor_starts_at_first_page(db: Database) {
        db.store.receive(None, &json("{}"), None).await.unwrap();
        let page = db.store.deliveries(&DeliveryFilter::default(), Some(&Cursor::new("nothing", "x"))).await.unwrap();
        assert_eq!(page.items.len(), 1);
    }
}
