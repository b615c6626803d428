//! The inbox: order, pages, search.

use domain::Channel;
use domain::conversation::inbox::ThreadSummary;
use domain::paging::{Cursor, Page};
use store::{SearchHit, Store};

use crate::support::{Database, noon, on_both_databases, text, to_id};

fn names(page: &Page<ThreadSummary>) -> Vec<&str> {
    page.items.iter().map(|line| line.client_id.as_str()).collect()
}

/// The rows of all pages of the inbox.
async fn all_pages(store: &Store, q: &str, unread_only: bool) -> Vec<Vec<String>> {
    let (mut pages, mut after) = (Vec::new(), None::<Cursor>);
    loop {
        let page = store.inbox(q, unread_only, after.as_ref()).await.unwrap();
        pages.push(names(&page).into_iter().map(str::to_owned).collect());
        assert!(pages.len() < 10, "paging does not end");
        match page.next {
            Some(next) => after = Some(next.to_string().parse().unwrap()),
            None => return pages,
        }
    }
}

/// `count` clients with one message each, in ascending order of time; every `unread`th message is the
/// client's.
async fn import_threads(db: &Database, count: usize, unread: usize) {
    let client = |n: usize| format!(r#"{{"id":"c{n:03}","name":"Cliente {n}"}}"#);
    let comment = |n: usize| {
        let author = if n.is_multiple_of(unread) { "client" } else { "admin" };
        format!(
            r#"{{"id":"m{n}","entity_type":"general","entity_id":"c{n:03}","author":"{author}","text":"messaggio {n}",
                "created_at":"2026-05-01T10:{:02}:{:02}Z"}}"#,
            n / 60,
            n % 60
        )
    };
    let list = |one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(",");
    db.import(&format!(r#"{{"clients":[{}],"comments":[{}]}}"#, list(&client), list(&comment))).await;
}

on_both_databases! {
    async fn inbox_lists_those_who_wait_first(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        db.store.set_aside(&to_id("rossi"), Some(("design", noon()))).await.unwrap();
        db.import(r#"{"clients":[{"id":"neri","name":"Neri"}]}"#).await;
        let inbox = async || {
            let inbox = db.store.inbox("", false, None).await.unwrap();
            let line = |line: &ThreadSummary| format!("{} {}", line.client_id, line.unread);
            inbox.items.iter().map(line).collect::<Vec<_>>().join(", ")
        };
        // Clients without a message come last.
        assert_eq!(inbox().await, "verdi 0, rossi 0, neri 0");
        db.clock.advance(1_000);
        db.store.reply(&to_id("rossi"), "rossi", &text("uno")).await.unwrap();
        assert_eq!(inbox().await, "rossi 0, verdi 0, neri 0");
        let general = Channel::General(verdi.id().clone());
        db.clock.advance(1_000);
        db.store.post_message(&verdi, &general, &text("due"), None).await.unwrap();
        db.store.post_message(&verdi, &general, &text("tre"), None).await.unwrap();
        db.clock.advance(1_000);
        db.store.reply(&to_id("rossi"), "rossi", &text("quattro")).await.unwrap();
        assert_eq!(inbox().await, "verdi 2, rossi 0, neri 0");
        db.clock.advance(1_000);
        db.store.post_message(&rossi, &Channel::General(rossi.id().clone()), &text("sei"), None).await.unwrap();
        assert_eq!(inbox().await, "verdi 2, rossi 1, neri 0", "the longest wait first");
        assert_eq!(names(&db.store.inbox("", true, None).await.unwrap()), ["verdi", "rossi"]);
        assert_eq!(db.unread().await, 3);
    }

    async fn inbox_pages_continue_from_those_who_wait_to_the_others(db: Database) {
        import_threads(&db, 130, 2).await;
        let expected: Vec<String> = (0..130).filter(|n| n % 2 == 0).chain((0..130).rev().filter(|n| n % 2 == 1))
            .map(|n| format!("c{n:03}")).collect();
        let pages = all_pages(&db.store, "", false).await;
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [50, 50, 30]);
        assert_eq!(pages.concat(), expected);
        let unread = all_pages(&db.store, "", true).await;
        assert_eq!(unread.iter().map(Vec::len).collect::<Vec<_>>(), [50, 15]);
        assert_eq!(unread.concat(), expected[..65]);
    }

    async fn inbox_pages_when_those_who_wait_fill_exactly_one_page(db: Database) {
        import_threads(&db, 100, 2).await;
        let pages = all_pages(&db.store, "", false).await;
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [50, 50]);
        let mut all = pages.concat();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 100);
        assert_eq!(all_pages(&db.store, "", true).await.len(), 1);
    }

    async fn malformed_cursor_starts_at_first_page(db: Database) {
        db.with_workspace().await;
        for (key, id) in [("", ""), ("x", "rossi"), ("w", ""), ("oè", "x"), ("17", "rossi")] {
            let page = db.store.inbox("", false, Some(&Cursor::new(key, id))).await.unwrap();
            assert_eq!(page.items.len(), 2, "{key}");
        }
        let far = db.store.inbox("", false, Some(&Cursor::new(format!("o{}", i64::MIN), "x"))).await.unwrap();
        assert_eq!((far.items.len(), far.next), (0, None));
    }

    async fn inbox_search_matches_names_and_messages(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let general = Channel::General(rossi.id().clone());
        db.store.set_aside(&to_id("rossi"), Some(("design", noon()))).await.unwrap();
        db.store.reply(&to_id("rossi"), "rossi", &text("Ecco il PREVENTIVO: può andare?")).await.unwrap();
        db.clock.advance(1_000);
        db.store.post_message(&rossi, &general, &text("Sì, perché no? Sulla parte grafica sentiamoci."), None)
            .await
            .unwrap();
        db.clock.advance(1_000);
        db.store.reply(&to_id("rossi"), "rossi", &text("A domani")).await.unwrap();
        for (q, found) in [
            ("ross", &[("rossi", "Sì, perché no? Sulla parte grafica sentiamoci.", None)][..]),
            ("preventivo", &[("rossi", "Ecco il PREVENTIVO: può andare?", Some(8))]),
            ("PUO prev", &[("rossi", "Ecco il PREVENTIVO: può andare?", Some(8))]),
            ("perche", &[("rossi", "Sì, perché no? Sulla parte grafica sentiamoci.", Some(5))]),
            ("rossi perché", &[("rossi", "Sì, perché no? Sulla parte grafica sentiamoci.", Some(5))]),
            // Words match by prefix: not inside "parte".
            ("arte", &[]),
            ("hello", &[("verdi", "Hello", Some(0))]),
            ("hello rossi", &[]),
            ("100% _x", &[]),
            ("'; DROP TABLE client; --", &[]),
            ("\0", &[]),
        ] {
            let page = db.store.inbox(q, false, None).await.unwrap();
            let lines: Vec<_> = page
                .items
                .iter()
                .map(|line| (line.client_id.as_str(), line.message.as_ref().unwrap().text.as_str(), line.found_at))
                .collect();
            assert_eq!(lines, found, "{q}");
        }
        assert_eq!(names(&db.store.inbox("  ", false, None).await.unwrap()).len(), 2);
        assert_eq!(names(&db.store.inbox("e", true, None).await.unwrap()), ["rossi"]);
    }

    async fn search_finds_old_messages_without_showing_them(db: Database) {
        db.import(r#"{"clients":[{"id":"neri","name":"Neri","email":"info@ceramiche.it"}]}"#).await;
        db.store.reply(&to_id("neri"), "neri", &text("Preventivo")).await.unwrap();
        for n in 0..45 {
            let message = if n == 20 { "Altro con la bozza".to_owned() } else { format!("Altro {n}") };
            db.store.reply(&to_id("neri"), "neri", &text(&message)).await.unwrap();
        }
        for (q, shown, elsewhere) in [
            ("altro", "Altro 44", false),
            ("neri", "Altro 44", false),
            ("preventivo", "Altro 44", true),
            ("ceramiche", "Altro 44", true),
            ("altro preventivo", "Altro 44", false),
            // Many newer messages have one of the words.
            ("altro bozza", "Altro con la bozza", false),
        ] {
            let page = db.store.inbox(q, false, None).await.unwrap();
            let line = &page.items[0];
            let message = line.message.as_ref().unwrap().text.as_str();
            assert_eq!((message, line.is_found_elsewhere), (shown, elsewhere), "{q}");
        }
    }

    async fn search_finds_messages_with_control_characters(db: Database) {
        db.import(r#"{"clients":[{"id":"neri","name":"Neri"}]}"#).await;
        let odd = "Uno\u{1e}due\u{1f}tre";
        for message in ["Prima", odd, "Dopo"] {
            db.clock.advance(1_000);
            db.store.reply(&to_id("neri"), "neri", &text(message)).await.unwrap();
        }
        for (q, found) in [("uno", odd), ("due", odd), ("tre uno", odd), ("prima", "Prima"), ("tre dopo", "Dopo")] {
            let page = db.store.inbox(q, false, None).await.unwrap();
            let line = &page.items[0];
            assert_eq!((line.message.as_ref().unwrap().text.as_str(), line.found_at), (found, Some(0)), "{q}");
        }
    }

    async fn inbox_search_is_paginated(db: Database) {
        import_threads(&db, 120, 3).await;
        let pages = all_pages(&db.store, "messaggio", false).await;
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [50, 50, 20]);
        assert_eq!(all_pages(&db.store, "messaggio 1", false).await.concat().len(), 31);
    }

    async fn thread_opens_on_found_message_far_back(db: Database) {
        db.with_workspace().await;
        let wanted = db.store.reply(&to_id("rossi"), "build", &text("Il PREVENTIVO è pronto")).await.unwrap();
        // With letters as of both words, but without the words.
        for n in 0..80 {
            db.store.reply(&to_id("rossi"), "build", &text(&format!("Altro rimprovero {n}"))).await.unwrap();
        }
        let thread = db.store.thread_at(&to_id("rossi"), &SearchHit::Words("rossi prev")).await.unwrap();
        assert_eq!((thread.open.as_str(), thread.found.as_ref()), ("build", Some(&wanted.id)));
        let shown = &thread.channel().unwrap().messages;
        assert!(shown.iter().any(|message| message.id == wanted.id) && shown.len() < 30, "{}", shown.len());
        assert!(thread.before.is_some());

        let again = db.store.thread_at(&to_id("rossi"), &SearchHit::Message(wanted.id)).await.unwrap();
        assert_eq!((again.open, again.before), (thread.open, thread.before));
        let newest = db.store.thread_at(&to_id("rossi"), &SearchHit::Words("altro")).await.unwrap();
        assert_eq!((newest.before, newest.channel().unwrap().messages.len()), (None, 50));
        for (words, is_among_newest) in [("rimprovero 30", true), ("rimprovero 29", false)] {
            let thread = db.store.thread_at(&to_id("rossi"), &SearchHit::Words(words)).await.unwrap();
            let shown = &thread.channel().unwrap().messages;
            assert!(shown.iter().any(|message| Some(&message.id) == thread.found.as_ref()), "{words}");
            assert_eq!(thread.before.is_none(), is_among_newest, "{words}");
        }
        for words in ["niente", "hello", "\0"] {
            let thread = db.store.thread_at(&to_id("rossi"), &SearchHit::Words(words)).await.unwrap();
            assert_eq!((thread.found, thread.open.as_str()), (None, "design"), "{words}");
        }
    }
}
