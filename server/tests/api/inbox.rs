//! The inbox and threads, used without JavaScript and refetched by an open page.

mod thread;

use domain::id::PhaseId;
use domain::{Channel, MessageText};
use reqwest::Method;

use crate::admin_browser::admin;
use crate::browser::{Browser, form};
use crate::support::{ANNA, BRUNO, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    inbox_lists_those_who_wait_first,
    message_that_needs_no_answer_is_set_aside_and_reopened,
    thread_is_snoozed_until_a_day,
    inbox_is_paginated,
    open_thread_keeps_its_list_position,
    search_hit_opens_its_channel_at_the_message,
    list_beside_a_thread_is_searched_and_filtered,
];

on_both_databases![malformed_inbox_queries_do_not_fail, inbox_search_shows_matching_excerpt];

/// Anna sends a message in a channel.
async fn post_as_anna(atrio: &TestServer, channel: &str, text: &str) {
    atrio.clock.advance(1_000);
    let scope = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let channel = match PhaseId::parse(channel) {
        Ok(phase) if channel != "anna" => Channel::Phase(phase),
        _ => Channel::General(scope.id().clone()),
    };
    let text = MessageText::parse(text).expect("a text");
    atrio.store.post_message(&scope, &channel, &text, None).await.expect("a message");
}

async fn unread_count(atrio: &TestServer) -> i64 {
    atrio.store.inbox("", true, None).await.expect("the inbox").items.iter().map(|line| line.unread).sum()
}

/// Submits a form of the thread, as a browser without JavaScript does.
async fn send(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) -> TestResponse {
    let request = browser.request(Method::POST, path).header("accept", "text/html");
    browser.send(request.body(form(fields))).await
}

async fn reply(browser: &mut Browser, client: &str, channel: &str, text: &str) -> TestResponse {
    send(browser, "/rpc/admin/reply", &[("client", client), ("channel", channel), ("form[text]", text)]).await
}

/// The part of a page between two strings.
#[track_caller]
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("no {start} in {page}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end} after {start}")).0
}

/// The clients of the list in order.
fn listed_clients(page: &str) -> Vec<&str> {
    let list = between(page, "data-live=\"threads\"", "</ul>");
    let keys = list.split("data-key=\"").skip(1).filter_map(|rest| rest.split('"').next());
    keys.filter(|key| !["to-answer", "others", "answered"].contains(key)).collect()
}

/// The rows of the message list with their keys.
fn message_keys(page: &str) -> Vec<&str> {
    let list = between(page, " class=\"messages\"", "</ol>");
    list.split("<li data-key=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

async fn inbox_lists_those_who_wait_first(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin").await.text;
    assert_eq!(listed_clients(&page), ["anna", "bruno"], "Anna's old message is unread");
    assert!(page.contains("data-unread=\"1\"") && page.contains("1 cliente aspetta una risposta"), "{page}");
    post_as_anna(&atrio, "anna", "Buongiorno <b>a tutti</b>").await;
    let page = admin.get("/admin").await.text;
    assert!(page.contains("2 messaggi non letti") && page.contains("Design · "), "the first message that waits");
    assert_eq!(listed_clients(&admin.get("/admin?unread=1").await.text), ["anna"]);
    for channel in ["anna", "design"] {
        admin.get(&format!("/admin/inbox/anna?channel={channel}")).await;
    }
    let page = admin.get("/admin?unread=1").await.text;
    assert_eq!(listed_clients(&page), [""; 0]);
    assert!(page.contains("Hai letto tutto"), "{page}");
    let page = admin.get("/admin").await.text;
    assert!(page.contains("data-unread=\"1\""), "Anna still waits, for an answer to the newer message");
    assert!(page.contains("Buongiorno &lt;b&gt;a tutti&lt;/b&gt;"), "{page}");
}

/// The fields of the first form on the page with this action.
fn fields_of<'a>(page: &'a str, action: &str) -> Vec<(&'a str, &'a str)> {
    let form = between(page, &format!("action=\"/rpc/admin/{action}\""), "</form>");
    let field = |rest: &'a str| (between(rest, "name=\"", "\""), between(rest, "value=\"", "\""));
    form.split("type=\"hidden\"").skip(1).map(field).collect()
}

async fn message_that_needs_no_answer_is_set_aside_and_reopened(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    post_as_anna(&atrio, "anna", "Grazie!").await;
    // Anna's old message comes first, then the newer one in another channel.
    for shown in ["Mi piace.", "Grazie!"] {
        let page = admin.get("/admin/today").await.text;
        let row = between(&page, "class=\"thread-line__text\"", "</p>");
        assert!(row.contains(shown), "{row}");
        let response = send(&mut admin, "/rpc/admin/set_aside", &fields_of(&page, "set_aside")).await;
        assert_eq!((response.status.as_u16(), response.header("location")), (302, "/admin/today"));
    }
    let page = admin.get("/admin/today").await.text;
    assert!(page.contains("Nessuno aspetta una risposta") && page.contains("Messo da parte: "), "{page}");
    assert_eq!(unread_count(&atrio).await, 0, "what needs no answer is read");
    let page = admin.get("/admin").await.text;
    assert!(page.contains("Tutto risposto.") && page.contains("Messo da parte · "), "{page}");
    let response = send(&mut admin, "/rpc/admin/reopen", &fields_of(&page, "reopen")).await;
    assert_eq!(response.header("location"), "/admin");
    let page = admin.get("/admin").await.text;
    assert!(page.contains("Generale · ") && page.contains("«Grazie!»"), "{page}");
    for client in ["nessuno", "a\0b"] {
        let fields = [("client", client), ("channel", client), ("up_to", "2026-11-20T10:00:00Z"), ("from", "inbox")];
        let refused = send(&mut admin, "/rpc/admin/set_aside", &fields).await;
        assert!(refused.header("location").contains("error="), "{client:?}");
    }
}

async fn thread_is_snoozed_until_a_day(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    post_as_anna(&atrio, "anna", "Quando ci vediamo?").await;
    admin.get("/admin/inbox/anna?channel=design").await;
    let page = admin.get("/admin/inbox/anna").await.text;
    assert!(page.contains("Aspetta") && page.contains("Fino a quel giorno non compare in «Da rispondere»"), "{page}");
    let thread = page.split_once("id=\"thread-name\"").expect("the thread").1;
    let fields = [fields_of(thread, "snooze_until"), vec![("until", "2026-12-03")]].concat();
    let response = send(&mut admin, "/rpc/admin/snooze_until", &fields).await;
    assert_eq!(response.header("location"), "/admin/inbox/anna");
    let page = admin.get("/admin/inbox/anna").await.text;
    assert!(page.contains("Rimandato fino al 3 dicembre 2026") && page.contains("data-unread=\"0\""), "{page}");
    send(&mut admin, "/rpc/admin/reopen", &fields_of(&page, "reopen")).await;
    assert!(admin.get("/admin").await.text.contains("data-unread=\"1\""));
    // What was written since the page was shown is not put off with it.
    for (page, action, day) in [
        ("/admin/inbox/anna", "snooze_until", "until"),
        ("/admin", "snooze_until", "until"),
        ("/admin/clients?snooze=anna", "snooze", "form[until]"),
    ] {
        let form = admin.get(page).await.text;
        let fields = [fields_of(&form, action), vec![(day, "2026-12-03")]].concat();
        post_as_anna(&atrio, "anna", "Anzi, prima!").await;
        send(&mut admin, &format!("/rpc/admin/{action}"), &fields).await;
        assert!(admin.get("/admin").await.text.contains("data-unread=\"1\""), "{page}");
    }
    let refused =
        send(&mut admin, "/rpc/admin/snooze_until", &[("client", "anna"), ("until", "mai"), ("from", "inbox")]);
    assert_eq!(refused.await.header("location"), "/admin?error=invalid");
}

async fn inbox_search_shows_matching_excerpt(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let long = format!("{}Perché il PREVENTIVO non è arrivato?", "bla ".repeat(100));
    post_as_anna(&atrio, "design", &long).await;
    post_as_anna(&atrio, "anna", "Grazie mille").await;
    let page = admin.get("/admin?q=preventivo").await.text;
    assert_eq!(listed_clients(&page), ["anna"]);
    assert!(page.contains("…PREVENTIVO non è arrivato?"), "{page}");
    assert_eq!(listed_clients(&admin.get("/admin?q=neri").await.text), ["bruno"]);
    let page = admin.get("/admin?q=nessuno%20%3Cscript%3E").await.text;
    assert!(page.contains("Nessun risultato") && page.contains("value=\"nessuno &lt;script"), "{page}");
    assert!(!page.contains("<script>alert"));
    assert_eq!(listed_clients(&admin.get("/admin?q=ciao&unread=1").await.text), [""; 0]);
}

async fn inbox_is_paginated(atrio: TestServer) {
    let client = |n: usize| format!(r#"{{"id":"c{n:03}","name":"Cliente {n}"}}"#);
    let clients = (0..60).map(client).collect::<Vec<_>>().join(",");
    let json = format!(r#"{{"clients":[{clients}]}}"#);
    atrio.store.import(json.as_bytes(), &mut |_, _| ()).await.expect("clients");
    let mut admin = admin(&atrio).await;
    let first = admin.get("/admin").await.text;
    assert_eq!(listed_clients(&first).len(), 50);
    let end = between(&first, "class=\"actions list-end\"", "</p>");
    let next = between(end, "href=\"", "\"").replace("&amp;", "&");
    let second = admin.get(&next).await.text;
    assert_eq!(listed_clients(&second).len(), 12);
    assert!(second.contains("Torna all’inizio dell’elenco"), "{second}");
    let mut all = [listed_clients(&first), listed_clients(&second)].concat();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 62);
}

async fn malformed_inbox_queries_do_not_fail(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let long = "a".repeat(3_000);
    for query in
        ["after=", "after=x", "after=u~%00", "after=r5~%F0%9F%A6%80", "q=%00", "q=%25", "unread=", "after=%FF", "q=%FF"]
    {
        let page = admin.get(&format!("/admin?{query}")).await;
        assert_eq!(page.status, 200, "{query}");
    }
    assert_eq!(admin.get(&format!("/admin?q={long}")).await.status, 200);
    for query in ["since=x", "since=%00", "before=x", "before=0000-01-01", "before=9999-12-31", "live=%00"] {
        assert_eq!(admin.get(&format!("/admin/inbox/anna?{query}")).await.status, 200, "{query}");
    }
    for path in
        ["anna?channel=vetrina", "anna?channel=nessuno", "anna?channel=%00", "anna?channel=bruno", "nessuno", "%00"]
    {
        assert_eq!(admin.get(&format!("/admin/inbox/{path}")).await.status, 404, "{path}");
    }
}

async fn open_thread_keeps_its_list_position(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let bruno = atrio.store.client_by_token(BRUNO).await.expect("Bruno");
    let text = MessageText::parse("Ci siete?").expect("a text");
    let general = Channel::General(bruno.id().clone());
    atrio.store.post_message(&bruno, &general, &text, None).await.expect("a message");
    // Both wait, Anna for longer.
    let page = admin.get("/admin/inbox/bruno?unread=1").await.text;
    assert_eq!(listed_clients(&page), ["anna", "bruno"]);
    let list = between(&page, "data-live=\"threads\"", "</ul>");
    assert_eq!(list.matches("thread-line__dot").count(), 1, "opening it has read it: {list}");
    let again = between(&page, "data-live-address=\"", "\"").replace("&amp;", "&");
    assert_eq!(listed_clients(&admin.get(&again).await.text), ["anna", "bruno"], "a refresh keeps it in the list");
    assert_eq!(listed_clients(&admin.get("/admin/inbox/bruno?unread=1").await.text), ["anna"], "a new page does not");
    assert_eq!(listed_clients(&admin.get("/admin/inbox/bruno").await.text), ["anna", "bruno"], "read and unanswered");
}

async fn search_hit_opens_its_channel_at_the_message(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    post_as_anna(&atrio, "bozze", "Il preventivo va bene").await;
    for n in 0..70 {
        post_as_anna(&atrio, "bozze", &format!("Altro {n}")).await;
    }
    let results = admin.get("/admin?q=preventivo").await.text;
    let line = between(&results, "data-live=\"threads\"", "</ul>");
    let href = between(line, "href=\"", "\"").replace("&amp;", "&");
    assert_eq!(href, "/admin/inbox/anna?q=preventivo#found");
    let unread = unread_count(&atrio).await;
    let page = admin.get("/admin/inbox/anna?q=preventivo").await.text;
    let found = between(&page, "id=\"found\"", "</li>");
    assert!(found.contains("Il preventivo va bene"), "{found}");
    assert!(between(&page, "id=\"tab-bozze\"", ">").contains("aria-selected=\"true\""));
    assert!(page.contains("Torna ai messaggi più recenti"), "{page}");
    assert_eq!(unread_count(&atrio).await, unread, "earlier messages mark nothing as read");
    let again = between(&page, "data-live-address=\"", "\"").replace("&amp;", "&");
    assert!(between(&admin.get(&again).await.text, "id=\"found\"", "</li>").contains("preventivo"));
}

async fn list_beside_a_thread_is_searched_and_filtered(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin/inbox/bruno").await.text;
    let list = between(&page, "class=\"mail__list\"", "</aside>");
    assert!(list.contains("role=\"search\"") && list.contains("name=\"channel\" value=\"bruno\""), "{list}");
    assert!(page.find("class=\"mail__list\"") < page.find("class=\"thread\""), "in visual order");
    let page = admin.get("/admin/inbox/bruno?channel=bruno&q=anna&unread=1").await.text;
    assert_eq!(listed_clients(&page), ["anna"]);
    assert!(page.contains("Ciao Bruno."), "the thread stays open");
    let list = between(&page, "class=\"mail__list\"", "</aside>");
    assert!(list.contains("href=\"/admin/inbox/anna?q=anna&amp;unread=1#found\""), "{list}");
    let again = between(&page, "data-live-address=\"", "\"").replace("&amp;", "&");
    assert_eq!(listed_clients(&admin.get(&again).await.text), ["anna"]);
}
