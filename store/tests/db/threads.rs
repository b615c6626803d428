//! Threads: the channel opened, its messages, read receipts.

use domain::id::CommentId;
use domain::{Channel, DomainError, Timestamp};
use store::{Clock as _, Error, ReplyForm};

use crate::support::{admin as account, noon, on_both_databases, read_times, text, to_id};

on_both_databases! {
    async fn thread_opens_unread_or_requested_channel(db: Database) {
        db.with_workspace().await;
        let thread = db.store.thread(&to_id("rossi"), None, None).await.unwrap();
        assert_eq!(thread.open.as_str(), "design");
        assert_eq!(thread.channel().unwrap().messages.len(), 2);
        assert_eq!((thread.slug.as_str(), thread.is_marked), ("rossi-a1b2", false));
        let groups: Vec<_> = thread
            .channels
            .iter()
            .map(|tab| (tab.project.as_ref().map(|project| project.name.as_str()), tab.channel.key.as_str()))
            .collect();
        assert_eq!(groups, [
            (None, "rossi"),
            (Some("Vecchio"), "past"),
            (Some("Sito"), "design"),
            (Some("Sito"), "build"),
            (Some("Negozio"), "catalogue"),
        ]);
        let thread = db.store.thread(&to_id("rossi"), Some("catalogue"), None).await.unwrap();
        assert_eq!((thread.open.as_str(), thread.channel().unwrap().messages.len()), ("catalogue", 0));
        db.store.mark_thread_read(&to_id("rossi"), "design", None).await.unwrap();
        assert_eq!(db.store.thread(&to_id("rossi"), None, None).await.unwrap().open.as_str(), "rossi");
        for (client, channel, refusal) in [
            ("rossi", Some("verdi"), DomainError::UnknownChannel),
            ("rossi", Some("screens"), DomainError::UnknownChannel),
            ("rossi", Some(""), DomainError::UnknownChannel),
            ("rossi", Some("a\0"), DomainError::UnknownChannel),
            ("nobody", None, DomainError::UnknownClient),
        ] {
            let refused = db.store.thread(&to_id(client), channel, None).await;
            assert!(matches!(refused, Err(Error::Domain(why)) if why == refusal), "{client} {channel:?}");
        }
    }

    async fn thread_shows_all_unread_up_to_limit(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let general = Channel::General(rossi.id().clone());
        for (written, shown) in [(60, 50), (0, 50)] {
            for n in 0..written {
                db.store.reply(&to_id("rossi"), "rossi", &text(&format!("{n}"))).await.unwrap();
            }
            let thread = db.store.thread(&to_id("rossi"), Some("rossi"), None).await.unwrap();
            let channel = thread.channel().unwrap();
            assert_eq!((channel.messages.len(), channel.has_older), (shown, true));
        }
        for (written, shown) in [(70, 70), (150, 200)] {
            for n in 0..written {
                db.store.post_message(&rossi, &general, &text(&format!("{n}")), None).await.unwrap();
            }
            let thread = db.store.thread(&to_id("rossi"), Some("rossi"), None).await.unwrap();
            assert_eq!(thread.channel().unwrap().messages.len(), shown);
        }
        let thread = db.store.thread(&to_id("rossi"), Some("rossi"), None).await.unwrap();
        let oldest = thread.channel().unwrap().messages[0].created_at;
        let earlier = db.store.thread(&to_id("rossi"), Some("rossi"), Some(oldest)).await.unwrap();
        let messages = &earlier.channel().unwrap().messages;
        assert_eq!(messages.len(), 50);
        assert!(messages.iter().all(|message| message.created_at < oldest));
        let none = db.store.thread(&to_id("rossi"), Some("rossi"), Some(Timestamp::MIN)).await.unwrap();
        assert_eq!((none.channel().unwrap().messages.len(), none.channel().unwrap().has_older), (0, false));
    }

    async fn repeated_reply_is_written_once(db: Database) {
        db.with_workspace().await;
        let id = || Some(CommentId::parse("0190aaaa-0000-7000-8000-000000000001").unwrap());
        let reply = async |client: &str, channel: &str, said: &str, id: &Option<CommentId>| {
            let form = ReplyForm { channel, text: &text(said), files: &[], pin: None, id: id.as_ref(), seen: None };
            db.store.reply_once(&account(), &to_id(client), form).await.unwrap()
        };
        let first = reply("rossi", "rossi", "Ciao", &id()).await;
        let again = reply("rossi", "rossi", "Ciao", &id()).await;
        assert_eq!(first, again);
        // The form from the browser's history with another text is another message.
        let other = reply("rossi", "rossi", "E ancora", &id()).await;
        let elsewhere = reply("rossi", "design", "Ciao", &id()).await;
        let foreign = reply("verdi", "verdi", "Ciao", &id()).await;
        // The id of a client's message is taken too.
        let taken = Some(CommentId::parse("old-2").unwrap());
        let taken = reply("rossi", "design", "Sul logo", &taken).await;
        for one in [&other, &elsewhere, &foreign, &taken] {
            assert_ne!(one.id, first.id);
        }
        let general = db.store.thread(&to_id("rossi"), Some("rossi"), None).await.unwrap();
        let texts: Vec<_> = general.channel().unwrap().messages.iter().map(|one| one.text.to_string()).collect();
        assert_eq!(texts, ["Ciao", "E ancora"]);
    }

    async fn unread_mark_counts_one_and_keeps_receipt(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.clock.advance(1_000);
        let read_at = db.store.mark_thread_read(&to_id("rossi"), "design", None).await.unwrap();
        assert_eq!(db.unread().await, 0);
        db.store.mark_thread_unread(&to_id("rossi")).await.unwrap();
        db.store.mark_thread_unread(&to_id("rossi")).await.unwrap();
        assert_eq!(db.unread().await, 1);
        let inbox = db.store.inbox("", true, None).await.unwrap();
        assert_eq!((inbox.items.len(), inbox.items[0].unread), (1, 1));
        // The client's "Letto" does not move.
        let reads = read_times(&db.store.poll(&rossi, "site", None).await.unwrap().project.agency_reads);
        assert_eq!(reads.into_values().collect::<Vec<_>>(), [read_at]);
        let thread = db.store.thread(&to_id("rossi"), None, None).await.unwrap();
        assert!(thread.is_marked);
        assert!(thread.channels.iter().all(|tab| tab.channel.unread == 0));
        // With a new message there are two.
        db.store.post_message(&rossi, &Channel::General(rossi.id().clone()), &text("Ehi"), None).await.unwrap();
        assert_eq!(db.unread().await, 2);
        db.store.unmark_thread(rossi.id()).await.unwrap();
        db.store.unmark_thread(rossi.id()).await.unwrap();
        assert_eq!(db.unread().await, 1);
        let refused = db.store.mark_thread_unread(&to_id("nobody")).await;
        assert!(matches!(refused, Err(Error::Domain(DomainError::UnknownClient))));
    }

    async fn approval_is_unread_until_the_agency_reads_its_channel(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.set_aside(&to_id("rossi"), Some(("design", noon()))).await.unwrap();
        db.store.reply(&to_id("verdi"), "verdi", &text("Dopo")).await.unwrap();
        db.clock.advance(1_000);
        for _ in 0..2 {
            db.store.approve(&rossi, "logo", None).await.unwrap();
        }
        assert_eq!(db.unread().await, 1);
        let line = db.store.inbox("", true, None).await.unwrap().items.remove(0);
        assert_eq!((line.client_id.as_str(), line.unread), ("rossi", 1));
        assert_eq!(line.approval.map(|one| one.title).as_deref(), Some("Logo"));
        let thread = db.store.thread(&to_id("rossi"), None, None).await.unwrap();
        let channel = thread.channel().unwrap();
        assert_eq!((channel.key.as_str(), channel.unread, channel.newest()), ("design", 1, Some(db.clock.now())));
        // Another channel and an earlier receipt leave it unread.
        db.store.mark_thread_read(&to_id("rossi"), "build", None).await.unwrap();
        db.store.mark_thread_read(&to_id("rossi"), "design", Some(noon())).await.unwrap();
        assert_eq!(db.unread().await, 1);
        db.store.mark_thread_read(&to_id("rossi"), "design", None).await.unwrap();
        assert_eq!(db.unread().await, 0);
        assert!(db.store.inbox("", false, None).await.unwrap().items[0].approval.is_some(), "still the newest event");
    }

    async fn inbox_shows_no_approval_of_another_client(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.set_aside(&to_id("rossi"), Some(("design", noon()))).await.unwrap();
        db.clock.advance(1_000);
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert!(db.store.inbox("", false, None).await.unwrap().items.iter().any(|line| line.approval.is_some()));
        let reply = db.store.reply(&to_id("verdi"), "verdi", &text("Intanto")).await.unwrap();
        assert_eq!(reply.created_at, db.clock.now());
        db.clock.advance(1_000);
        db.store.reply(rossi.id(), "design", &text("Grazie")).await.unwrap();
        let lines = db.store.inbox("", false, None).await.unwrap().items;
        assert_eq!(lines.iter().filter(|line| line.approval.is_some()).count(), 0, "messages are newer");
    }

    async fn page_of_earlier_messages_contains_their_approvals(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        db.clock.advance(1_000);
        for n in 0..60 {
            db.store.reply(&to_id("rossi"), "design", &text(&format!("{n}"))).await.unwrap();
        }
        let approvals = async |before| {
            let thread = db.store.thread(&to_id("rossi"), Some("design"), before).await.unwrap();
            let entries = thread.channel().unwrap().entries().len();
            entries - thread.channel().unwrap().messages.len()
        };
        assert_eq!(approvals(None).await, 0);
        let newest = db.store.thread(&to_id("rossi"), Some("design"), None).await.unwrap();
        let oldest = newest.channel().unwrap().messages[0].created_at;
        assert_eq!(approvals(Some(oldest)).await, 1);
        assert_eq!(approvals(Some(noon())).await, 0);
    }
}
