//! An open thread: its contents, replies, and read receipts.

use domain::{MessageText, Role};
use reqwest::Method;

use super::{between, listed_clients, message_keys, post_as_anna, reply, send, unread_count};
use crate::admin_browser::admin;
use crate::browser::{Browser, form};
use crate::members::joined;
use crate::support::{ANNA, TestResponse, TestServer, WEBHOOK_SECRET, on_both_databases, on_sqlite};

on_sqlite![
    opening_thread_marks_only_shown_channel_read,
    new_message_marker_stays_while_thread_is_open,
    client_read_receipt_is_shown_below_reply,
    reply_is_stored_in_its_channel,
    thread_marked_unread_stays_unread_until_opened,
    older_messages_are_paginated,
    thread_links_to_client_portal_and_channels,
    every_admin_page_has_live_refresh_markup,
    approval_and_change_request_are_cards_on_both_sides,
];

on_both_databases![
    refused_reply_keeps_its_text,
    refused_reply_to_a_deleted_phase_comes_back_in_general,
    resubmitted_reply_is_stored_once,
    changes_are_tagged_until_the_next_commit,
    open_inbox_has_changed_after_message_but_not_after_delivery,
    open_thread_has_not_changed_after_its_own_receipt,
    second_answer_of_two_members_is_asked_for_once,
    typing_is_shown_to_others_in_the_same_channel,
];

async fn opening_thread_marks_only_shown_channel_read(atrio: TestServer) {
    post_as_anna(&atrio, "anna", "Generale").await;
    post_as_anna(&atrio, "bozze", "Sulle bozze").await;
    let mut admin = admin(&atrio).await;
    assert_eq!(unread_count(&atrio).await, 3);
    // Opens the first channel with unread messages: General.
    let page = admin.get("/admin/inbox/anna").await.text;
    assert!(page.contains("Generale") && !page.contains("Sulle bozze</p>"), "{page}");
    assert_eq!(unread_count(&atrio).await, 2);
    assert!(page.contains("data-unread=\"1\""), "Anna waits for an answer");
    // A reply marks nothing as read.
    reply(&mut admin, "anna", "bozze", "Eccoci").await;
    assert_eq!(unread_count(&atrio).await, 2);
    let page = admin.get("/admin/inbox/anna?channel=bozze").await.text;
    assert!(page.contains("Sulle bozze") && page.contains("Eccoci"));
    assert_eq!(unread_count(&atrio).await, 1);
    // Older messages mark nothing as read either.
    admin.get("/admin/inbox/anna?channel=design&before=2026-01-01").await;
    assert_eq!(unread_count(&atrio).await, 1);
}

async fn new_message_marker_stays_while_thread_is_open(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    post_as_anna(&atrio, "anna", "Uno").await;
    let page = admin.get("/admin/inbox/anna?channel=anna").await.text;
    let new = message_keys(&page).iter().position(|key| *key == "new:").expect("the line");
    assert_eq!(new, message_keys(&page).len() - 2, "{:?}", message_keys(&page));
    let again = between(&page, "data-live-address=\"", "\"").replace("&amp;", "&");
    assert!(again.contains("since=") && again.contains("live=1"), "{again}");
    post_as_anna(&atrio, "anna", "Due").await;
    let refetched = admin.get(&again).await.text;
    assert_eq!(message_keys(&refetched)[..message_keys(&page).len()], message_keys(&page));
    assert_eq!(message_keys(&refetched).len(), message_keys(&page).len() + 1);
    assert_eq!(unread_count(&atrio).await, 1, "messages shown on the open page are read");
    assert_eq!(between(&refetched, "data-live-address=\"", "\"").replace("&amp;", "&"), again);
    // Opened again, nothing is marked as new.
    let opened = admin.get("/admin/inbox/anna?channel=anna").await.text;
    assert!(!message_keys(&opened).contains(&"new:"));
}

async fn client_read_receipt_is_shown_below_reply(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    reply(&mut admin, "anna", "anna", "Letto?").await;
    let page = admin.get("/admin/inbox/anna?channel=anna").await.text;
    assert!(!message_keys(&page).contains(&"read:"));
    atrio.clock.advance(5_000);
    let scope = atrio.store.client_by_token(ANNA).await.expect("Anna");
    atrio.store.mark_read(&scope, "anna", None).await.expect("a receipt");
    let page = admin.get("/admin/inbox/anna?channel=anna").await.text;
    assert_eq!(message_keys(&page).last(), Some(&"read:"), "{page}");
}

async fn reply_is_stored_in_its_channel(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let since = "2026-03-01T10:00:00.000Z";
    let fields =
        [("client", "anna"), ("channel", "design"), ("since", since), ("form[text]", "  Due righe\r\ndi risposta ")];
    let response = send(&mut admin, "/rpc/admin/reply", &fields).await;
    assert_eq!(response.status, 302);
    let page = response.header("location").to_owned();
    assert_eq!(page, "/admin/inbox/anna?channel=design&since=2026-03-01T10%3A00%3A00.000Z#conversation");
    let comments = atrio.records("comments").await;
    let written = comments.iter().find(|comment| comment["text"] == "Due righe\ndi risposta").expect("it");
    assert_eq!((&written["entity_type"], &written["entity_id"]), (&"phase".into(), &"design".into()));
    assert_eq!(written["author"], "admin");
    assert!(admin.get(&page).await.text.contains("Due righe\ndi risposta"));
    for (client, channel) in [("anna", "vetrina"), ("anna", "bruno"), ("nessuno", "nessuno"), ("", ""), ("a\0", "b")] {
        let before = atrio.records("comments").await.len();
        let response = reply(&mut admin, client, channel, "Altrove").await;
        assert_eq!(response.status, 302, "{client} {channel}");
        assert!(response.header("location").contains("error=missing"), "{}", response.header("location"));
        assert_eq!(atrio.records("comments").await.len(), before);
    }
}

async fn refused_reply_keeps_its_text(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let long = "è😀".repeat(1_001);
    let before = atrio.export_without_deliveries().await;
    for (text, expected, stored) in [
        (" \r\n ", "Manca il testo del messaggio", ""),
        (&*long, "supera i 2000 caratteri", &*long),
        ("un NUL \0 qui", "un carattere non ammesso", "un NUL"),
    ] {
        let refused = reply(&mut admin, "anna", "design", text).await;
        let page = refused.header("location").to_owned();
        assert!(page.starts_with("/admin/inbox/anna?channel=design&"), "{page}");
        let page = admin.get(&page).await.text;
        let form = between(&page, "<form id=\"reply\"", "</form>");
        assert!(form.contains(expected) && form.contains(stored), "{expected}: {form}");
        assert!(form.contains("name=\"channel\" value=\"design\""), "{form}");
    }
    assert_eq!(atrio.export_without_deliveries().await["comments"], before["comments"]);
    reply(&mut admin, "anna", "design", &"è😀".repeat(1_000)).await;
    assert_eq!(atrio.records("comments").await.len(), before["comments"].as_array().expect("some").len() + 1);
}

async fn refused_reply_to_a_deleted_phase_comes_back_in_general(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    atrio.sql("UPDATE comment SET phase_id = NULL, task_id = NULL, deliverable_id = NULL").await;
    atrio.sql("DELETE FROM deliverable").await;
    atrio.sql("DELETE FROM task").await;
    atrio.sql("DELETE FROM phase WHERE id = 'design'").await;
    let refused = reply(&mut admin, "anna", "design", "Non va persa").await.header("location").to_owned();
    assert!(refused.contains("error=missing"), "{refused}");
    let page = admin.get(&refused).await;
    let form = between(&page.text, "<form id=\"reply\"", "</form>");
    assert!(form.contains("Non va persa") && form.contains("name=\"channel\" value=\"anna\""), "{form}");
    assert_eq!(admin.get("/admin/inbox/anna?channel=design").await.status, 404);
}

async fn resubmitted_reply_is_stored_once(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin/inbox/anna?channel=anna").await.text;
    let id = between(&page, "name=\"form[id]\" value=\"", "\"").to_owned();
    let fields = [("client", "anna"), ("channel", "anna"), ("form[id]", &*id), ("form[text]", "Una volta sola")];
    for _ in 0..2 {
        let response = send(&mut admin, "/rpc/admin/reply", &fields).await;
        assert!(!response.header("location").contains("error"), "{}", response.header("location"));
    }
    let written = atrio.records("comments").await;
    assert_eq!(written.iter().filter(|comment| comment["text"] == "Una volta sola").count(), 1);
    // A reply is sent whatever its text is.
    for id in ["", "\0", "benvenuta", &*"x".repeat(100)] {
        let fields = [("client", "anna"), ("channel", "anna"), ("form[id]", id), ("form[text]", "Ancora")];
        let response = send(&mut admin, "/rpc/admin/reply", &fields).await;
        assert!(!response.header("location").contains("error"), "{id:?}");
    }
    let written = atrio.records("comments").await;
    assert_eq!(written.iter().filter(|comment| comment["text"] == "Ancora").count(), 4);
}

async fn second_answer_of_two_members_is_asked_for_once(atrio: TestServer) {
    let mut luca = joined(&atrio, "Luca", Role::Member).await.1;
    let mut marta = joined(&atrio, "Marta", Role::Owner).await.1;
    let thread = "/admin/inbox/anna?channel=design";
    let (by_luca, by_marta) = (luca.get(thread).await.text, marta.get(thread).await.text);
    atrio.clock.advance(1_000);
    let answer = async |browser: &mut Browser, page: &str, text: &str| {
        let seen = between(page, "name=\"form[seen]\" value=\"", "\"");
        let fields = [("client", "anna"), ("channel", "design"), ("form[seen]", seen), ("form[text]", text)];
        send(browser, "/rpc/admin/reply", &fields).await.header("location").to_owned()
    };
    assert!(!answer(&mut luca, &by_luca, "Ci penso io").await.contains("error"));
    let count = atrio.records("comments").await.len();

    let open = marta.get(&between(&by_marta, "data-live-address=\"", "\"").replace("&amp;", "&")).await.text;
    assert!(open.contains("Luca ha risposto adesso: «Ci penso io»"), "{open}");
    let refused = answer(&mut marta, &open, "Rispondo anch\u{2019}io").await;
    assert!(refused.contains("error=answered"), "what an open page shows afterwards is not what it was opened with");
    assert_eq!(atrio.records("comments").await.len(), count);
    let asking = marta.get(&refused).await.text;
    assert!(asking.contains("Luca ha risposto un momento fa. Inviare comunque?"), "{asking}");
    assert!(between(&asking, "<form id=\"reply\"", "</form>").contains("Rispondo anch\u{2019}io"), "{asking}");
    let refetched = marta.get(&between(&asking, "data-live-address=\"", "\"").replace("&amp;", "&")).await.text;
    assert!(refetched.contains("Inviare comunque?"), "while the page is open: {refetched}");
    let sent = answer(&mut marta, &asking, "Rispondo anch\u{2019}io").await;
    assert!(!sent.contains("error"), "{sent}");
    assert_eq!(atrio.records("comments").await.len(), count + 1);
    assert!(!marta.get(&sent).await.text.contains("ha risposto"));
    for seen in ["", "ieri", "\0", "9".repeat(40).as_str()] {
        let page = format!("name=\"form[seen]\" value=\"{seen}\"");
        assert!(!answer(&mut luca, &page, "Di nuovo").await.contains("error"), "{seen:?} refuses nothing");
    }
}

async fn typing_is_shown_to_others_in_the_same_channel(atrio: TestServer) {
    let mut luca = joined(&atrio, "Luca", Role::Member).await.1;
    let mut admin = admin(&atrio).await;
    let types = async |browser: &mut Browser, client: &str, channel: &str| {
        let request = browser.request(Method::POST, "/rpc/admin/typing").header("accept", "application/json");
        browser.send(request.body(form(&[("client", client), ("channel", channel)]))).await.status
    };
    assert_eq!(types(&mut luca, "anna", "design").await, 200);
    for (client, channel) in [("anna", "vetrina"), ("anna", "bruno"), ("nessuno", "nessuno"), ("", ""), ("a\0", "b")] {
        assert_eq!(types(&mut luca, client, channel).await, 404, "{client} {channel}");
    }
    let page = admin.get("/admin/inbox/anna?channel=design").await.text;
    assert!(
        page.contains("<bdi>Luca</bdi><span> sta scrivendo…</span>") && page.contains("data-lapses-in=\"10000\""),
        "{page}"
    );
    assert!(!admin.get("/admin/inbox/anna?channel=anna").await.text.contains("sta scrivendo"));
    assert!(!luca.get("/admin/inbox/anna?channel=design").await.text.contains("sta scrivendo"));
    assert_eq!(types(&mut admin, "anna", "design").await, 200);
    let agency = format!(
        "<bdi>{}</bdi><span> sta scrivendo…</span>",
        atrio.store.agency().await.expect("the agency").name.unwrap_or_else(|| "Atrio".to_owned())
    );
    assert!(luca.get("/admin/inbox/anna?channel=design").await.text.contains(&agency), "{agency}");
}

async fn thread_marked_unread_stays_unread_until_opened(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin/inbox/anna?channel=design").await.text;
    assert!(page.contains("action=\"/rpc/admin/mark_unread\""), "{page}");
    assert_eq!(unread_count(&atrio).await, 0);
    let reads = atrio.records("admin_channel_reads").await;
    let marked = send(&mut admin, "/rpc/admin/mark_unread", &[("client", "anna")]).await;
    assert_eq!((marked.status.as_u16(), marked.header("location")), (302, "/admin"));
    assert_eq!(unread_count(&atrio).await, 1);
    assert_eq!(atrio.records("admin_channel_reads").await, reads, "read receipts are unchanged");
    assert_eq!(listed_clients(&admin.get("/admin?unread=1").await.text), ["anna"]);
    // A refetch does not mark the thread as read.
    admin.get("/admin/inbox/anna?channel=design&live=1").await;
    admin.get("/admin/inbox/bruno").await;
    assert_eq!(unread_count(&atrio).await, 1);
    admin.get("/admin/inbox/anna?channel=design").await;
    assert_eq!(unread_count(&atrio).await, 0);
    for client in ["nessuno", "", "a\0b"] {
        let refused = send(&mut admin, "/rpc/admin/mark_unread", &[("client", client)]).await;
        assert!(refused.header("location").contains("error=missing"), "{client:?}");
    }
}

async fn older_messages_are_paginated(atrio: TestServer) {
    for n in 0..120 {
        let text = MessageText::parse(&format!("numero {n}.")).expect("a text");
        atrio.store.reply(&crate::support::to_id("bruno"), "bruno", &text).await.expect("a message");
    }
    let mut admin = admin(&atrio).await;
    let mut page = admin.get("/admin/inbox/bruno").await.text;
    assert!(page.contains("data-live=\"messages\""));
    let mut seen = Vec::new();
    for _ in 0..3 {
        let messages = message_keys(&page).into_iter().filter(|key| !key.contains(':')).map(str::to_owned);
        seen.splice(0..0, messages);
        let older = between(&page, "class=\"log__older\"", "</p>");
        let Some((_, href)) = older.split_once("href=\"") else { break };
        let href = href.split('"').next().expect("the end marker").replace("&amp;", "&");
        page = admin.get(&href).await.text;
        assert!(!page.contains("data-live=\"messages\"") && page.contains("Torna ai messaggi più recenti"));
    }
    assert_eq!(seen.len(), 121);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 121);
}

async fn thread_links_to_client_portal_and_channels(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin/inbox/anna").await.text;
    for part in [
        "href=\"/admin/clients/anna\"",
        "href=\"/admin/clients/anna/preview\"",
        "href=\"/admin/inbox/anna?channel=bozze&amp;was_unread=1#conversation\"",
        "href=\"/admin/inbox/bruno\"",
        ">Sito nuovo</span>",
        ">Logo</span>",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(between(&page, "data-live=\"threads\"", "</ul>").contains("aria-current=\"page\""));
}

async fn every_admin_page_has_live_refresh_markup(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for path in ["/admin", "/admin/inbox/anna", "/admin/clients", "/admin/leads", "/admin/settings"] {
        let page = admin.get(path).await.text;
        for part in ["<leptos-island", "id=\"live-notice\"", "id=\"hotkeys\"", "data-unread=\"", "data-live=\"unread\""]
        {
            assert!(page.contains(part), "{path}: {part}");
        }
    }
}

async fn approval_and_change_request_are_cards_on_both_sides(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    admin.get("/admin/inbox/anna?channel=design").await;
    let scope = atrio.store.client_by_token(ANNA).await.expect("Anna");
    atrio.clock.advance(1_000);
    let reason = MessageText::parse("Più grande").expect("a text");
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
    atrio.store.request_changes(&scope, "mockup", None, &reason).await.expect("a request");
    atrio.clock.advance(1_000);
    atrio.store.approve(&scope, "mockup", None).await.expect("an approval");
    assert_eq!(unread_count(&atrio).await, 2);
    let inbox = admin.get("/admin").await.text;
    let lines = between(&inbox, "data-live=\"threads\"", "</ul>");
    assert!(lines.contains("«Mockup della home Più grande»") && inbox.contains("2 messaggi non letti"), "{lines}");
    let thread = admin.get("/admin/inbox/anna").await.text;
    assert_eq!(message_keys(&thread).last(), Some(&"approved:mockup"));
    let portal = atrio.get("/c/anna-verdi-x7k2?project=sito&channel=design").await.text;
    for page in [thread, portal] {
        let log = between(&page, " class=\"messages\"", "</ol>");
        let cards: Vec<&str> = log.split("class=\"message__event\"").skip(1).collect();
        let [palette, changes, approval] = cards[..] else { panic!("{} cards in {log}", cards.len()) };
        assert!(palette.contains("Approvazione") && palette.contains("Palette"), "{palette}");
        assert!(changes.contains("Richiesta di modifiche") && changes.contains(">Più grande<"), "{changes}");
        assert!(approval.contains("Approvazione") && approval.contains("Mockup della home"), "{approval}");
    }
    assert_eq!(unread_count(&atrio).await, 0);
}

/// The address that the page asks for changes, and the tag of what it shows.
fn change_tag(page: &str) -> (String, String) {
    let attribute = |name: &str| between(page, &format!("{name}=\""), "\"").replace("&quot;", "\"");
    (attribute("data-changes"), attribute("data-change-tag"))
}

/// On PostgreSQL everything changes when the listener has connected.
async fn until_commits_are_known(atrio: &TestServer) {
    while atrio.store.current_topic_versions().await.is_none() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// Status and tag of what has changed since `tag`. Under load it is unknown at times whether other processes have committed:
/// then the response has no tag, and the request is repeated.
async fn changes(admin: &mut Browser, address: &str, tag: &str) -> (u16, String) {
    for _ in 0..1_000 {
        let request = admin.request(reqwest::Method::GET, address).header("if-none-match", tag);
        let response = admin.send(request).await;
        if response.headers.contains_key("etag") {
            return (response.status.as_u16(), response.header("etag").to_owned());
        }
        assert_eq!(response.status, 204, "only a response without changes may lack a tag");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("{address} never had a tag");
}

async fn changes_are_tagged_until_the_next_commit(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let (status, tag) = changes(&mut admin, "/admin/changes", "").await;
    assert!(status == 204 && tag.starts_with('"'), "{status} {tag}");
    assert_eq!(changes(&mut admin, "/admin/changes", &tag).await, (304, tag.clone()));
    post_as_anna(&atrio, "anna", "Ci siete?").await;
    let (status, newer) = changes(&mut admin, "/admin/changes", &tag).await;
    assert!(status == 204 && newer != tag, "{status} {newer}");
    deliver_lead(&atrio).await;
    assert_eq!(changes(&mut admin, "/admin/changes", &newer).await.0, 204, "a delivery is a change");
    assert_eq!(atrio.get("/admin/changes").await.status, 302, "not without a session");
}

async fn deliver_lead(atrio: &TestServer) {
    let lead = atrio.request(reqwest::Method::POST, "/api/webhooks/lead").header("x-webhook-secret", WEBHOOK_SECRET);
    assert_eq!(TestResponse::to(lead.body("nome=Luca")).await.status, 201);
}

async fn open_inbox_has_changed_after_message_but_not_after_delivery(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    until_commits_are_known(&atrio).await;
    let (inbox, tag) = change_tag(&admin.get("/admin").await.text);
    let (leads, leads_tag) = change_tag(&admin.get("/admin/leads").await.text);
    deliver_lead(&atrio).await;
    assert_eq!(changes(&mut admin, &inbox, &tag).await, (304, tag.clone()));
    assert_eq!(changes(&mut admin, &leads, &leads_tag).await.0, 204);
    post_as_anna(&atrio, "anna", "Ci siete?").await;
    assert_eq!(changes(&mut admin, &inbox, &tag).await.0, 204);
}

async fn open_thread_has_not_changed_after_its_own_receipt(atrio: TestServer) {
    post_as_anna(&atrio, "anna", "Ci siete?").await;
    let mut admin = admin(&atrio).await;
    send(&mut admin, "/rpc/admin/mark_unread", &[("client", "anna")]).await;
    until_commits_are_known(&atrio).await;
    let (list, list_tag) = change_tag(&admin.get("/admin").await.text);
    let (thread, tag) = change_tag(&admin.get("/admin/inbox/anna").await.text);
    assert_eq!(unread_count(&atrio).await, 1, "the open channel is read");
    assert_eq!(changes(&mut admin, &thread, &tag).await, (304, tag.clone()));
    assert_eq!(changes(&mut admin, &list, &list_tag).await.0, 204, "another page shows the unread count");
    post_as_anna(&atrio, "anna", "Pronto?").await;
    assert_eq!(changes(&mut admin, &thread, &tag).await.0, 204);
}
