//! Who waits for an answer (docs/REFERENCE.md#waiting): every list and every count shows the same clients.

use domain::conversation::inbox::ThreadState;
use domain::id::ClientId;
use domain::overview::{ClientFilter, ClientOrder, ClientsShown, FollowUpDraft, Sort};
use domain::{Channel, ProjectDraft, ProjectStatus};
use serde_json::json;

use crate::support::{Database, on_both_databases, text, to_id};

/// A client's history, step by step: `G<` they write in General, `G>` the agency does, `G.` it reads, `G-` no answer is
/// needed; `D` is a phase, `O` one of another project, which `archive` archives. `snooze` lasts two
/// days, `aside` sets aside what was read, `mark` marks as unread.
const HISTORIES: [(&str, &str, bool); 25] = [
    ("nothing", "", false),
    ("unread", "G<", true),
    ("read", "G< G.", true),
    ("answered", "G< G. G>", false),
    ("agency_wrote_last", "G> D>", false),
    ("answered_but_unread", "G< G>", true),
    ("unread_behind_an_answer_elsewhere", "D< G< G. G>", true),
    ("read_behind_an_answer_elsewhere", "D< D. G>", true),
    ("both_answered", "D< G< D. G. D> G>", false),
    ("set_aside", "G< G-", false),
    ("set_aside_in_one_of_two", "D< G< G-", true),
    ("set_aside_and_wrote_again", "G< G- G<", true),
    ("set_aside_and_agency_wrote", "D< D- G>", false),
    ("set_aside_undone", "G< G- undo", true),
    ("all_set_aside", "D< G< D. G. aside", false),
    ("all_set_aside_but_the_unread", "D< G< G. aside", true),
    ("all_set_aside_undone", "D< G< D. G. aside undo", true),
    ("undone_after_an_answer", "G< G- G> undo", false),
    ("snooze_undone", "G< snooze undo", true),
    ("snoozed", "G< snooze", false),
    ("snoozed_and_wrote_again", "G< snooze G<", true),
    ("archived", "O< O. archive", false),
    ("archived_unread", "O< archive", true),
    ("archived_and_wrote_again", "O< O. archive O<", true),
    ("marked", "G> mark", true),
];

async fn step(db: &Database, client: &ClientId, step: &str) {
    let store = &db.store;
    db.clock.advance(1_000);
    if step == "snooze" {
        let until = Some("2026-11-22".parse().unwrap());
        return store.snooze(client, &FollowUpDraft { until, note: None }, None).await.unwrap();
    }
    if step == "aside" {
        return store.set_aside(client, None).await.unwrap();
    }
    if step == "undo" {
        return store.reopen(client).await.unwrap();
    }
    if step == "mark" {
        return store.mark_thread_unread(client).await.unwrap();
    }
    if step == "archive" {
        let id = to_id(&format!("{client}-old"));
        let board = store.board(&id).await.unwrap();
        let draft = ProjectDraft { status: ProjectStatus::Archived, ..ProjectDraft::from(&board.project) };
        return store.save_project(&id, &board.version, &draft).await.unwrap();
    }
    let key = match &step[..1] {
        "G" => client.to_string(),
        "D" => format!("{client}-design"),
        _ => format!("{client}-past"),
    };
    match &step[1..] {
        "<" => {
            let scope = store.authorize(store.person_by_slug(&slug(client.as_str())).await.unwrap()).unwrap();
            let channel = Channel::named(&key, client).unwrap();
            store.post_message(&scope, &channel, &text("Ciao"), None).await.map(drop).unwrap();
        }
        ">" => drop(store.reply(client, &key, &text("Ciao")).await.unwrap()),
        "." => drop(store.mark_thread_read(client, &key, None).await.unwrap()),
        "-" => store.set_aside(client, Some((&key, store::Clock::now(&*db.clock)))).await.unwrap(),
        _ => unreachable!("{step}"),
    }
}

fn slug(client: &str) -> String {
    client.replace('_', "-")
}

/// A client of each history, with a phase in a project and one in another.
async fn import_clients(db: &Database) {
    let each = |record: &dyn Fn(&str) -> serde_json::Value| HISTORIES.map(|(id, ..)| record(id)).to_vec();
    let project =
        |name: &'static str| move |id: &str| json!({"id": format!("{id}-{name}"), "client_id": id, "name": name});
    let phase = |name: &'static str, project: &'static str| move |id: &str| json!({"id": format!("{id}-{name}"), "project_id": format!("{id}-{project}"), "name": name});
    let workspace = json!({
        "clients": each(&|id| json!({"id": id, "name": id, "slug": slug(id)})),
        "projects": ([each(&project("site")), each(&project("old"))].concat()),
        "phases": ([each(&phase("design", "site")), each(&phase("past", "old"))].concat()),
    });
    db.import(&workspace.to_string()).await;
}

/// Who waits by the inbox, the longest first; the list of clients and the counters must agree.
async fn waiting(db: &Database) -> Vec<String> {
    let inbox = db.store.inbox("", false, None).await.unwrap();
    let waits = |state| matches!(state, ThreadState::Waits(_));
    let ids: Vec<String> =
        inbox.items.iter().filter(|one| waits(one.state)).map(|one| one.client_id.to_string()).collect();
    assert!(inbox.items[..ids.len()].iter().all(|one| waits(one.state)), "they come first");
    let filter = ClientFilter {
        assigned_to: None,
        shown: Some(ClientsShown::ToAnswer),
        sort: Sort::ascending(ClientOrder::Waiting),
        ..ClientFilter::default()
    };
    let listed = db.store.client_list(&filter, None).await.unwrap().page;
    assert_eq!(listed.items.iter().map(|one| one.client_id.as_str()).collect::<Vec<_>>(), ids, "the list of clients");
    let today = db.store.today_page(None).await.unwrap();
    let count = i64::try_from(ids.len()).unwrap();
    assert_eq!(db.store.waiting_count(today.date).await.unwrap(), count);
    let first = ids.iter().map(String::as_str).take(today.waiting.len());
    assert_eq!(today.waiting.iter().map(|one| one.client_id.as_str()).collect::<Vec<_>>(), first.collect::<Vec<_>>());
    ids
}

on_both_databases! {
    async fn client_waits_while_any_channel_has_an_unread_or_unanswered_message(db: Database) {
        import_clients(&db).await;
        for (id, steps, _) in HISTORIES {
            for one in steps.split_whitespace() {
                step(&db, &to_id(id), one).await;
            }
        }
        let expected: Vec<&str> = HISTORIES.iter().filter(|(_, _, waits)| *waits).map(|(id, ..)| *id).collect();
        assert_eq!(waiting(&db).await, expected);

        // An import derives the same, but does not know what was set aside, put off or marked.
        let sibling = db.sibling().await;
        sibling.import(&String::from_utf8(db.store.export().await.unwrap()).unwrap()).await;
        let local = |id: &&str| ["set_aside", "all_set_aside", "set_aside_and_agency_wrote", "snoozed", "marked"].contains(id);
        let known = |id: &String| !local(&id.as_str());
        let imported: Vec<String> = waiting(&sibling).await.into_iter().filter(known).collect();
        assert_eq!(imported, expected.iter().filter(|id| !local(id)).copied().collect::<Vec<_>>());

        // A later import leaves alone what was set aside.
        db.import(r#"{"clients": [{"id": "later", "name": "Later"}]}"#).await;
        assert_eq!(waiting(&db).await, expected);
        db.clock.advance(2 * 86_400_000);
        assert!(waiting(&db).await.contains(&"snoozed".to_owned()), "on the day");
    }

    async fn row_shows_the_message_it_is_sorted_by(db: Database) {
        import_clients(&db).await;
        for one in ["D< G< G. G>", "D. D>"] {
            for one in one.split_whitespace() {
                step(&db, &to_id("read"), one).await;
            }
            let line = db.store.inbox("", false, None).await.unwrap().items.remove(0);
            let message = line.message.unwrap();
            let (at, place) = (message.created_at, line.place.map(|place| format!("{} {}", place.project, place.phase)));
            match line.state {
                ThreadState::Waits(since) => assert_eq!((since, place.as_deref()), (at, Some("site design"))),
                state => assert_eq!((state, message.author), (ThreadState::Answered, domain::Author::Admin)),
            }
        }
    }
}
