//! Lists of leads: filters, pages, pipeline, export.

use std::collections::BTreeSet;

use domain::leads::{LeadColumn, LeadFilter, LeadList};
use domain::paging::MAX_ITEMS;
use domain::{Cursor, LeadStatus};
use serde_json::json;

use crate::support::{Database, on_both_databases};

/// `count` leads called `Nome 0`, `Nome 1`…, three a minute, the last the newest, with alternating statuses
/// and sources.
async fn import_leads(db: &Database, count: usize) {
    let leads: Vec<_> = (0..count)
        .map(|number| {
            let minute = number / 3;
            json!({
                "id": format!("lead-{number}"), "name": format!("Nome {number}"),
                "status": (LeadStatus::ALL[number % 5].as_str()),
                "source": if number % 2 == 0 { "sito" } else { "fiera" },
                "last_contact_date": format!("2026-11-{:02}T{:02}:{:02}:00Z", 1 + minute / 1440, minute / 60 % 24, minute % 60),
            })
        })
        .collect();
    db.import(&json!({ "leads": leads }).to_string()).await;
}

/// The ids of all pages in order.
async fn read_all(db: &Database, filter: &LeadFilter) -> Vec<String> {
    let (mut ids, mut after) = (Vec::new(), None::<Cursor>);
    loop {
        let page = db.store.lead_list(filter, after.as_ref()).await.unwrap().page;
        assert!(page.items.len() <= MAX_ITEMS);
        ids.extend(page.items.iter().map(|lead| lead.id.to_string()));
        after = page.next;
        if after.is_none() {
            return ids;
        }
    }
}

fn of(status: Option<LeadStatus>, source: Option<&str>, search: &str) -> LeadFilter {
    LeadFilter { status, source: source.map(str::to_owned), search: search.to_owned(), ..LeadFilter::default() }
}

on_both_databases! {
    async fn lead_pages_have_no_gaps_or_repeats(db: Database) {
        import_leads(&db, 121).await;
        let ids = read_all(&db, &LeadFilter::default()).await;
        assert_eq!(ids.len(), 121);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 121);
        assert_eq!(ids[0], "lead-120");
        assert!(ids[1..4].contains(&"lead-119".to_owned()), "newest first: {ids:?}");

        // A lead that arrives meanwhile shifts nothing.
        let first = db.store.lead_list(&LeadFilter::default(), None).await.unwrap().page;
        db.import(r#"{"leads": [{"id": "late", "name": "Tardi", "last_contact_date": "2027-01-01"}]}"#).await;
        let second = db.store.lead_list(&LeadFilter::default(), first.next.as_ref()).await.unwrap().page;
        assert_eq!(second.items[0].id.as_str(), ids[MAX_ITEMS]);
    }

    async fn lead_filters_work_alone_and_combined(db: Database) {
        import_leads(&db, 200).await;
        let all = |status: Option<usize>, source: Option<usize>| {
            let fits = |number: &usize| {
                status.is_none_or(|status| number % 5 == status) && source.is_none_or(|source| number % 2 == source)
            };
            (0..200).filter(fits).map(|number| format!("lead-{number}")).collect::<BTreeSet<_>>()
        };
        let sources = ["sito", "fiera"];
        for status in [None, Some(2)] {
            for source in [None, Some(1)] {
                let filter = of(status.map(|at| LeadStatus::ALL[at]), source.map(|at| sources[at]), "");
                let ids = read_all(&db, &filter).await;
                assert_eq!(ids.len(), all(status, source).len());
                assert_eq!(ids.into_iter().collect::<BTreeSet<_>>(), all(status, source));
            }
        }
        // 17 and 170…179 match, 117 does not: words match by prefix.
        let seventeen = read_all(&db, &of(None, None, " nome 17")).await;
        assert_eq!(seventeen.len(), 11, "{seventeen:?}");
        let narrowed = read_all(&db, &of(Some(LeadStatus::Qualified), Some("fiera"), "NÓME 17")).await;
        assert_eq!(narrowed, ["lead-177", "lead-17"]);
        for nothing in [of(None, Some("Sito"), ""), of(None, Some("a\0"), ""), of(None, None, "niente"), of(None, None, "%"), of(None, None, "&")] {
            assert_eq!(read_all(&db, &nothing).await, [""; 0], "{nothing:?}");
        }
    }

    async fn lead_list_returns_counts_and_sources(db: Database) {
        let none = db.store.lead_list(&LeadFilter::default(), None).await.unwrap();
        assert_eq!((none.counts.total(), none.sources), (0, vec![]));
        import_leads(&db, 23).await;
        let list = db.store.lead_list(&of(Some(LeadStatus::Lost), None, "niente"), None).await.unwrap();
        assert_eq!(list.counts.total(), 23);
        assert_eq!((list.counts.of(LeadStatus::New), list.counts.of(LeadStatus::Lost)), (5, 4));
        assert_eq!(list.sources, ["fiera", "sito"]);
        let list = db.store.lead_list(&of(None, Some("fiera"), ""), None).await.unwrap();
        assert_eq!((list.counts.total(), list.counts.of(LeadStatus::New)), (11, 2));

        let many: Vec<_> = (0..150).map(|n| json!({"id": format!("s{n}"), "name": "S", "source": format!("s{n:03}")})).collect();
        db.import(&json!({ "leads": many }).to_string()).await;
        let list = db.store.lead_list(&LeadFilter::default(), None).await.unwrap();
        assert_eq!(list.sources.len(), LeadList::SOURCES);
    }

    async fn invalid_cursor_starts_at_first_page(db: Database) {
        import_leads(&db, 2).await;
        for invalid in ["x~lead-0", "99999999999999999999~lead-0", "~"] {
            let invalid: Cursor = invalid.parse().unwrap();
            assert_eq!(db.store.lead_list(&LeadFilter::default(), Some(&invalid)).await.unwrap().page.items.len(), 2);
        }
    }

    async fn pipeline_has_newest_leads_per_status(db: Database) {
        import_leads(&db, 200).await;
        let board = db.store.lead_board().await.unwrap();
        assert_eq!(board.iter().map(|column| column.status).collect::<Vec<_>>(), LeadStatus::ALL);
        for column in &board {
            assert_eq!((column.count, column.leads.len()), (40, LeadColumn::MAX_LEADS));
            assert!(column.leads.iter().all(|lead| lead.status == column.status));
            let newest = read_all(&db, &of(Some(column.status), None, "")).await;
            let shown: Vec<_> = column.leads.iter().map(|lead| lead.id.as_str()).collect();
            assert_eq!(shown, newest[..LeadColumn::MAX_LEADS]);
        }
    }

    async fn large_import_is_vacuumed(db: Database) {
        import_leads(&db, 1_000).await;
        if db.url.starts_with("postgres") {
            let vacuumed = "SELECT COUNT(*) FROM pg_stat_user_tables \
                 WHERE relname IN ('lead', 'lead_word') AND last_vacuum IS NOT NULL AND last_analyze IS NOT NULL";
            assert_eq!(db.number(vacuumed).await, 2);
        }
    }

    async fn lead_export_reads_each_lead_once(db: Database) {
        import_leads(&db, 1_001).await;
        let (mut ids, mut after) = (Vec::new(), None);
        loop {
            let batch = db.store.leads_after(after.as_ref()).await.unwrap();
            assert!(batch.len() <= 500);
            let Some(last) = batch.last() else { break };
            after = Some(last.id.clone());
            ids.extend(batch.into_iter().map(|lead| lead.id));
        }
        assert_eq!((ids.len(), ids.iter().collect::<BTreeSet<_>>().len()), (1_001, 1_001));
    }
}
