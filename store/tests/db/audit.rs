//! The audit log.

use domain::audit::{Action, Actor, ActorFilter, ActorKind, Entry, Filter};
use domain::id::ClientId;
use domain::{Cursor, Timestamp, paging};

use crate::support::{Database, admin, noon, on_both_databases, text};

async fn all(db: &Database, filter: &Filter) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut after: Option<Cursor> = None;
    loop {
        let page = db.store.audit(filter, after.as_ref()).await.unwrap();
        assert!(page.items.len() <= paging::MAX_ITEMS);
        entries.extend(page.items);
        after = page.next;
        if after.is_none() {
            return entries;
        }
    }
}

async fn lines(db: &Database) -> Vec<(String, Action, String)> {
    let entries = all(db, &Filter::default()).await;
    entries.into_iter().map(|entry| (entry.actor_name, entry.action, entry.subject_name)).collect()
}

on_both_databases! {
    async fn repeated_approval_is_logged_once(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert!(db.store.approve(&verdi, "logo", None).await.is_err());
        let entries = all(&db, &Filter::default()).await;
        assert_eq!(entries.len(), 1);
        let entry = &entries[0];
        assert_eq!((entry.at, entry.action, entry.actor_kind), (noon(), Action::Approved, ActorKind::Client));
        assert_eq!((entry.actor.as_str(), entry.actor_name.as_str()), ("rossi", "Rossi"));
        assert_eq!((entry.subject_id.as_str(), entry.subject_name.as_str()), ("logo", "Logo"));
    }

    async fn change_request_is_logged_once_without_reason(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        for _ in 0..2 {
            db.store.request_changes(&rossi, "logo", None, &text("Più blu, segreto")).await.unwrap();
        }
        assert_eq!(lines(&db).await, [("Rossi".to_owned(), Action::ChangesRequested, "Logo".to_owned())]);
    }

    async fn audit_log_keeps_names_of_deleted_records(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        db.execute("DELETE FROM client WHERE id = 'rossi'").await;
        assert_eq!(lines(&db).await, [("Rossi".to_owned(), Action::Approved, "Logo".to_owned())]);
        // An unknown actor is shown with the data there is.
        db.store.record(&Actor::Client(ClientId::parse("ghost").unwrap()), Action::SignedIn).await.unwrap();
        assert!(lines(&db).await.iter().any(|(name, ..)| name == "ghost"));
    }

    async fn ending_all_sessions_is_logged(db: Database) {
        db.store.end_every_session(&admin()).await.unwrap();
        assert_eq!(lines(&db).await, [("admin@example.it".to_owned(), Action::SignedOutEverywhere, String::new())]);
    }

    async fn audit_filters_work_alone_and_combined(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        db.clock.advance(1_000);
        db.store.approve(&verdi, "screen", None).await.unwrap();
        db.clock.advance(1_000);
        db.store.record(&admin(), Action::SignedIn).await.unwrap();
        db.clock.advance(1_000);
        db.store.record(&Actor::Nobody(Some("192.0.2.1".to_owned())), Action::SignInFailed).await.unwrap();
        let at = |seconds: i64| Some(Timestamp::from_millis(noon().as_millis() + seconds * 1_000));
        let who = |who: &str| Some(who.parse::<ActorFilter>().unwrap());
        let none = Filter::default;
        for (filter, found) in [
            (none(), "192.0.2.1 admin@example.it Verdi Rossi"),
            (Filter { action: Some(Action::Approved), ..none() }, "Verdi Rossi"),
            (Filter { who: who("client"), ..none() }, "Verdi Rossi"),
            (Filter { who: who("client:verdi"), ..none() }, "Verdi"),
            (Filter { who: who("client:anybody"), ..none() }, ""),
            (Filter { who: who("nobody:192.0.2.1"), ..none() }, "192.0.2.1"),
            (Filter { from: at(1), ..none() }, "192.0.2.1 admin@example.it Verdi"),
            (Filter { until: at(1), ..none() }, "Rossi"),
            (Filter { from: at(1), until: at(3), ..none() }, "admin@example.it Verdi"),
            (Filter { action: Some(Action::Approved), who: who("client:rossi"), from: at(0), until: at(9) }, "Rossi"),
            (Filter { action: Some(Action::SignedIn), who: who("client"), ..none() }, ""),
        ] {
            let names: Vec<_> = all(&db, &filter).await.into_iter().map(|entry| entry.actor_name).collect();
            assert_eq!(names.join(" "), found, "{filter:?}");
        }
    }

    async fn audit_log_pages_have_no_gaps_or_repeats(db: Database) {
        for number in 0..120 {
            if number % 3 == 0 {
                db.clock.advance(1);
            }
            db.store.record(&admin(), Action::SignedIn).await.unwrap();
        }
        for filter in [Filter::default(), Filter { who: "admin".parse().ok(), ..Filter::default() }] {
            let entries = all(&db, &filter).await;
            let order: Vec<_> = entries.iter().map(|entry| (entry.at, entry.id.clone())).collect();
            let mut sorted = order.clone();
            sorted.sort();
            sorted.dedup();
            sorted.reverse();
            assert_eq!((order.len(), order), (120, sorted));
        }
        // An invented cursor is a position in the list, or is ignored.
        for invalid in [Cursor::new("x", "y"), Cursor::new("", "")] {
            assert_eq!(db.store.audit(&Filter::default(), Some(&invalid)).await.unwrap().items.len(), paging::MAX_ITEMS);
        }
    }

    async fn only_what_strangers_cause_expires_after_90_days(db: Database) {
        let anonymous = Actor::Nobody(None);
        db.store.record(&admin(), Action::SignedIn).await.unwrap();
        // On the command line, without an account.
        db.store.record(&anonymous, Action::MemberInvited).await.unwrap();
        db.store.record(&anonymous, Action::SignInFailed).await.unwrap();
        db.clock.advance(90 * 86_400_000);
        db.store.record(&anonymous, Action::SignInFailed).await.unwrap();
        assert_eq!(lines(&db).await.len(), 4);
        db.clock.advance(1);
        db.store.record(&anonymous, Action::SignInFailed).await.unwrap();
        let left: Vec<_> = lines(&db).await.into_iter().map(|(_, action, _)| action).collect();
        assert_eq!(left[..2], [Action::SignInFailed; 2]);
        assert!(left.len() == 4 && left.contains(&Action::SignedIn) && left.contains(&Action::MemberInvited), "{left:?}");
        // Also where nobody signs in any more.
        db.clock.advance(91 * 86_400_000);
        db.store.prune_audit().await.unwrap();
        let left: Vec<_> = lines(&db).await.into_iter().map(|(_, action, _)| action).collect();
        assert!(left.len() == 2 && !left.contains(&Action::SignInFailed), "{left:?}");
    }

    async fn only_the_newest_1000_failed_sign_ins_are_stored(db: Database) {
        db.store.record(&admin(), Action::SignedIn).await.unwrap();
        db.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1005) \
             INSERT INTO audit (id, at, actor_kind, actor, actor_name, action, subject_id, subject_name) \
             SELECT 'f' || i, 1789000000000 + i, 'nobody', '', '', 'sign_in_failed', '', '' FROM n",
        )
        .await;
        db.store.record(&Actor::Nobody(None), Action::SignInFailed).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM audit WHERE action = 'sign_in_failed'").await, 1_000);
        assert_eq!(db.number("SELECT MIN(at) - 1789000000000 FROM audit WHERE action = 'sign_in_failed'").await, 7);
        assert_eq!(db.number("SELECT COUNT(*) FROM audit").await, 1_001);
    }
}
