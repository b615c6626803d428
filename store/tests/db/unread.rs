//! The stored unread flags equal what the read records imply (docs/REFERENCE.md#unread-messages), after any
//! sequence of operations.

use domain::Channel;
use domain::id::{PhaseId, ProjectId, TaskId};
use domain::projects::board::Step;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::{Database, on_both_databases, text, to_id};

/// How many messages have a flag that contradicts the read records.
const MISMATCHES: &str = "SELECT COUNT(*) FROM comment WHERE unseen <> CASE WHEN author = 'client' AND NOT EXISTS (\
     SELECT 1 FROM admin_channel_read seen WHERE seen.client_id = comment.client_id \
     AND seen.channel_key = COALESCE(comment.phase_id, comment.client_id) \
     AND seen.read_at >= comment.created_at) THEN 1 ELSE 0 END";

const KEYS: [&str; 4] = ["rossi", "design", "build", "catalogue"];

#[derive(Debug, Clone)]
enum Event {
    Message(usize),
    Reply(usize),
    /// At most this many milliseconds from now.
    Read(usize, i64),
    Import(usize, i64),
    Delete,
    /// Moves the task with the old comments to another phase.
    Move(usize),
    Tick(i64),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let key = 0..KEYS.len();
    let event = prop_oneof![
        4 => key.clone().prop_map(Event::Message),
        2 => key.clone().prop_map(Event::Reply),
        3 => (key.clone(), -3_000_i64..3_000).prop_map(|(key, at)| Event::Read(key, at)),
        1 => (key, -9_000_i64..9_000).prop_map(|(key, at)| Event::Import(key, at)),
        1 => Just(Event::Delete),
        2 => (1_usize..3).prop_map(Event::Move),
        2 => (-2_000_i64..4_000).prop_map(Event::Tick),
    ];
    prop::collection::vec(event, 1..25)
}

async fn apply_event(db: &Database, event: Event, number: u32) {
    let rossi = db.store.client_by_token(crate::support::ROSSI_TOKEN).await.unwrap();
    let now = store::Clock::now(&*db.clock).as_millis();
    let moment = |after: i64| domain::Timestamp::from_millis(now + after);
    match event {
        Event::Message(0) => {
            let general = Channel::General(rossi.id().clone());
            db.store.post_message(&rossi, &general, &text("m"), None).await.unwrap();
        }
        Event::Message(key) => {
            let phase = Channel::Phase(PhaseId::parse(KEYS[key]).unwrap());
            // The phase may have been deleted.
            let _ = db.store.post_message(&rossi, &phase, &text("m"), None).await;
        }
        Event::Reply(key) => drop(db.store.reply(&to_id("rossi"), KEYS[key], &text("r")).await),
        Event::Read(key, at) => {
            drop(db.store.mark_thread_read(&to_id("rossi"), KEYS[key], Some(moment(at))).await);
        }
        Event::Import(key, at) => {
            let kind = if key == 0 { "general" } else { "phase" };
            let json = format!(
                r#"{{"comments":[{{"id":"i{number}","entity_type":"{kind}","entity_id":"{}","author":"client","text":"i",
                    "created_at":"{}"}}],"admin_channel_reads":[{{"client_id":"verdi","channel_key":"{}","read_at":"{}"}}]}}"#,
                KEYS[key],
                moment(at),
                if number.is_multiple_of(2) { "verdi" } else { "screens" },
                moment(0),
            );
            let without_reads = json.split(",\"admin_channel_reads\"").next().map(|json| format!("{json}}}"));
            // An existing record or a deleted phase is rejected; then the import runs without the record.
            if db.store.import(json.as_bytes(), &mut |_, _| ()).await.is_err() {
                let _ = db.store.import(without_reads.unwrap().as_bytes(), &mut |_, _| ()).await;
            }
        }
        // Seldom, so that there usually is a record.
        Event::Delete if number.is_multiple_of(5) => db.execute("DELETE FROM phase WHERE id = 'build'").await,
        Event::Delete => {}
        Event::Move(key) => {
            let step = Step::Task {
                id: TaskId::parse("logo-task").unwrap(),
                to: PhaseId::parse(KEYS[key]).unwrap(),
                before: None,
            };
            let _ = db.store.apply_step(&ProjectId::parse("site").unwrap(), &step).await;
        }
        Event::Tick(millis) => db.clock.advance(millis),
    }
}

on_both_databases! {
    async fn unread_flags_match_read_records(db: Database) {
        db.with_workspace().await;
        let handle = tokio::runtime::Handle::current();
        let mut runner = TestRunner::new(Config { cases: 20, failure_persistence: None, ..Config::default() });
        let number = std::cell::Cell::new(0_u32);
        let outcome = tokio::task::block_in_place(|| runner.run(&events(), |events| {
            for event in events {
                number.set(number.get() + 1);
                handle.block_on(apply_event(&db, event.clone(), number.get()));
                prop_assert_eq!(handle.block_on(db.number(MISMATCHES)), 0, "after {:?}", event);
            }
            Ok(())
        }));
        outcome.unwrap();
        assert!(db.number("SELECT COUNT(*) FROM comment").await > 20, "too few comments were written");
    }

    async fn unread_flag_is_right_when_read_races_write(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let general = Channel::General(rossi.id().clone());
        for _ in 0..15 {
            db.clock.advance(10);
            let message = text("m");
            let (written, read) = tokio::join!(
                db.store.post_message(&rossi, &general, &message, None),
                db.store.mark_thread_read(rossi.id(), "rossi", None)
            );
            written.unwrap();
            read.unwrap();
            assert_eq!(db.number(MISMATCHES).await, 0);
        }
    }
}
