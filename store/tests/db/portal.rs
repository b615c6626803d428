//! The contents of the portal of a client.

use domain::{Channel, Timestamp};

use crate::support::{noon, on_both_databases, read_times, text, to_id};

on_both_databases! {
    async fn portal_opens_oldest_unarchived_project(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let portal = db.store.portal(&rossi, None).await.unwrap();
        let tabs: Vec<_> = portal.projects.iter().map(|tab| tab.name.as_str()).collect();
        assert_eq!(tabs, ["Sito", "Negozio"]);
        let site = portal.project.unwrap();
        assert_eq!(site.id.as_str(), "site");
        let channels: Vec<_> = portal.channels.iter().map(|c| (c.key.as_str(), c.messages.len())).collect();
        assert_eq!(channels, [("rossi", 0), ("design", 2), ("build", 0)]);
        assert_eq!(portal.cursor, "2026-03-02T10:00:00Z".parse::<Timestamp>().ok());
        let payments: Vec<_> = site.payments.iter().map(|p| (p.label.as_str(), p.paid)).collect();
        assert_eq!(payments, [("Acconto", true), ("Saldo", false)]);
        assert_eq!(site.documents.len(), 1);

        let shop = db.store.portal(&rossi, Some("shop")).await.unwrap().project.unwrap();
        assert_eq!(shop.id.as_str(), "shop");
        let archived = db.store.portal(&rossi, Some("old")).await.unwrap().project.unwrap();
        assert_eq!(archived.phases[0].name, "Passato");
    }

    async fn channel_shows_newest_fifty_messages(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let general = Channel::General(rossi.id().clone());
        for number in 1..=50 {
            db.store.reply(&to_id("rossi"), "rossi", &text(&format!("g{number}"))).await.unwrap();
            db.store.reply(&to_id("rossi"), "build", &text(&format!("b{number}"))).await.unwrap();
        }
        let last = db.store.post_message(&rossi, &general, &text("g51"), None).await.unwrap();
        let site = db.store.portal(&rossi, None).await.unwrap();
        let (general, build) = (&site.channels[0], &site.channels[2]);
        assert_eq!((general.messages.len(), general.has_older), (50, true));
        assert_eq!(general.messages[0].text.as_str(), "g2");
        assert_eq!(general.messages[49], last);
        assert_eq!((build.messages.len(), build.has_older), (50, false));
        assert_eq!(build.messages[0].text.as_str(), "b1");
        assert_eq!(site.cursor, Some(last.created_at));
    }

    async fn waiting_items_are_counted_per_project(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let waiting = async || {
            let portal = db.store.portal(&rossi, Some("shop")).await.unwrap();
            portal.projects.iter().map(|tab| (tab.id.to_string(), tab.waiting)).collect::<Vec<_>>()
        };
        let expect = |site, shop| vec![("site".to_owned(), site), ("shop".to_owned(), shop)];
        // The logo, and the agency's old comment on its task.
        assert_eq!(waiting().await, expect(2, 0));
        // General belongs to no project, and the client's own message does not count.
        db.store.reply(&to_id("rossi"), "rossi", &text("a tutti")).await.unwrap();
        db.store.reply(&to_id("rossi"), "catalogue", &text("uno")).await.unwrap();
        db.store.reply(&to_id("rossi"), "catalogue", &text("due")).await.unwrap();
        let build = Channel::named("build", rossi.id()).unwrap();
        db.store.post_message(&rossi, &build, &text("mio"), None).await.unwrap();
        assert_eq!(waiting().await, expect(2, 2));
        db.clock.advance(1_000);
        db.store.mark_read(&rossi, "design", None).await.unwrap();
        db.store.mark_read(&rossi, "catalogue", None).await.unwrap();
        assert_eq!(waiting().await, expect(1, 0));
        db.store.request_changes(&rossi, "logo", None, &text("No")).await.unwrap();
        assert_eq!(waiting().await, expect(0, 0));
        assert_eq!(db.store.portal(&verdi, None).await.unwrap().projects[0].waiting, 1);
    }

    async fn each_side_sees_read_receipts_of_the_other(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let (early, late) = (noon(), Timestamp::from_millis(noon().as_millis() + 5_000));
        db.clock.advance(10_000);
        db.store.mark_read(&rossi, "rossi", Some(early)).await.unwrap();
        db.store.mark_thread_read(&to_id("rossi"), "rossi", Some(late)).await.unwrap();
        db.store.mark_thread_read(&to_id("rossi"), "design", Some(early)).await.unwrap();
        db.store.mark_thread_read(&to_id("rossi"), "catalogue", Some(late)).await.unwrap();
        db.store.mark_thread_read(&to_id("verdi"), "verdi", Some(late)).await.unwrap();

        let site = db.store.portal(&rossi, None).await.unwrap();
        let seen: Vec<_> = site.channels.iter().map(|one| (one.read_at, one.other_read_at)).collect();
        assert_eq!(seen, [(Some(early), Some(late)), (None, Some(early)), (None, None)]);
        let thread = db.store.thread(&to_id("rossi"), None, None).await.unwrap();
        let general = &thread.channels[0].channel;
        assert_eq!((general.read_at, general.other_read_at), (Some(late), Some(early)));

        // The poll returns the project's channels and General.
        let reads = async |scope, project| {
            read_times(&db.store.poll(scope, project, None).await.unwrap().project.agency_reads).into_iter().collect::<Vec<_>>()
        };
        let named = |key: &str, at| (key.to_owned(), at);
        assert_eq!(reads(&rossi, "site").await, [named("design", early), named("rossi", late)]);
        assert_eq!(reads(&rossi, "shop").await, [named("catalogue", late), named("rossi", late)]);
        assert_eq!(reads(&verdi, "app").await, [named("verdi", late)]);
    }

    async fn unread_counts_other_side_after_receipt(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let general = Channel::General(rossi.id().clone());
        let mine = db.store.post_message(&rossi, &general, &text("mio"), None).await.unwrap();
        let first = db.store.reply(&to_id("rossi"), "rossi", &text("uno")).await.unwrap();
        db.store.reply(&to_id("rossi"), "rossi", &text("due")).await.unwrap();
        db.store.reply(&to_id("rossi"), "catalogue", &text("altrove")).await.unwrap();

        let unread = async || {
            let site = db.store.portal(&rossi, None).await.unwrap();
            site.channels.iter().map(|channel| channel.unread).collect::<Vec<_>>()
        };
        assert_eq!(unread().await, [2, 1, 0]);
        db.clock.advance(10_000);
        db.store.mark_read(&rossi, "rossi", Some(first.created_at)).await.unwrap();
        db.store.mark_read(&rossi, "design", None).await.unwrap();
        assert_eq!(unread().await, [1, 0, 0]);

        // The agency: one old comment on the logo, one message in General.
        assert_eq!(db.unread().await, 2);
        db.store.mark_thread_read(&to_id("rossi"), "rossi", Some(mine.created_at)).await.unwrap();
        assert_eq!(db.unread().await, 1);
        let thread = db.store.thread(&to_id("rossi"), None, None).await.unwrap();
        let channels: Vec<_> =
            thread.channels.iter().map(|tab| (tab.channel.key.as_str(), tab.channel.unread)).collect();
        let all = [("past", 0), ("design", 1), ("build", 0), ("catalogue", 0)];
        assert_eq!(channels, [[("rossi", 0)].as_slice(), &all].concat());
        assert_eq!(thread.channels[0].channel.read_at, Some(mine.created_at));
        assert_eq!(thread.channels[0].channel.other_read_at, Some(first.created_at));
        let inbox = db.store.inbox("", false, None).await.unwrap();
        let lines: Vec<_> = inbox
            .items
            .iter()
            .map(|line| (line.client_name.as_str(), line.unread, line.message.as_ref().unwrap().text.as_str()))
            .collect();
        assert_eq!(lines, [("Rossi", 1, "Sul logo"), ("Verdi", 0, "Hello")]);
    }
}
