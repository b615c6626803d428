//! The agency's inbox and threads, as a browser without scripts uses them, and as an open page refetches them.

use domain::id::PhaseId;
use domain::{Channel, MessageText};
use reqwest::Method;

use crate::browser::{Browser, form};
use crate::desk::admin;
use crate::support::{ANNA, Answer, Atrio, BRUNO, on_both_databases};

on_both_databases![
    the_inbox_shows_who_waits_first,
    a_search_shows_what_it_found,
    the_inbox_goes_on_page_by_page,
    odd_questions_to_the_inbox_are_no_faults,
    opening_a_thread_reads_what_it_shows_and_nothing_else,
    what_was_new_stays_marked_while_the_thread_is_open,
    the_client_having_read_is_told_under_the_reply,
    a_reply_goes_where_it_is_aimed,
    a_reply_that_is_refused_keeps_its_text,
    a_reply_sent_twice_arrives_once,
    marked_as_unread_a_thread_waits_until_it_is_opened,
    older_messages_have_pages_of_their_own,
    a_thread_leads_on,
    the_open_thread_keeps_its_place_in_the_list,
    what_the_island_needs_stands_on_every_page,
    nobody_else_reads_or_writes,
];

/// Anna writes in a channel.
async fn anna_writes(atrio: &Atrio, channel: &str, text: &str) {
    atrio.clock.advance(1_000);
    let scope = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let channel = match PhaseId::parse(channel) {
        Ok(phase) if channel != "anna" => Channel::Phase(phase),
        _ => Channel::General(scope.id().clone()),
    };
    let text = MessageText::parse(text).expect("a text");
    atrio.store.post_message(&scope, &channel, &text, None).await.expect("a message");
}

async fn unread(atrio: &Atrio) -> i64 {
    atrio.store.inbox_unread().await.expect("a count")
}

/// Sends a form of the thread as a browser without scripts does.
async fn send(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) -> Answer {
    let request = browser.request(Method::POST, path).header("accept", "text/html");
    browser.send(request.body(form(fields))).await
}

async fn reply(browser: &mut Browser, client: &str, channel: &str, text: &str) -> Answer {
    send(browser, "/rpc/reply", &[("client", client), ("channel", channel), ("form[text]", text)]).await
}

/// What stands between two pieces of a page.
#[track_caller]
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("no {start} in {page}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end} after {start}")).0
}

/// The clients of the list, in its order.
fn listed(page: &str) -> Vec<&str> {
    let list = between(page, "data-live=\"threads\"", "</ul>");
    list.split("data-key=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The log's rows, each with its key.
fn rows(page: &str) -> Vec<&str> {
    let list = between(page, " class=\"messages\"", "</ol>");
    list.split("<li data-key=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

async fn the_inbox_shows_who_waits_first(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin").await.text;
    assert_eq!(listed(&page), ["anna", "bruno"], "an old message of Anna's is unread");
    assert!(page.contains("data-unread=\"1\"") && page.contains("1 messaggio non letto"), "{page}");
    anna_writes(&atrio, "anna", "Buongiorno <b>a tutti</b>").await;
    let page = admin.get("/admin").await.text;
    assert!(page.contains("Buongiorno &lt;b&gt;a tutti&lt;/b&gt;"), "{page}");
    assert!(page.contains("data-unread=\"2\"") && page.contains("2 messaggi non letti"));
    assert_eq!(listed(&admin.get("/admin?unread=1").await.text), ["anna"]);
    for channel in ["anna", "design"] {
        admin.get(&format!("/admin/inbox/anna?channel={channel}")).await;
    }
    let page = admin.get("/admin?unread=1").await.text;
    assert_eq!(listed(&page), [""; 0]);
    assert!(page.contains("Hai letto tutto"), "{page}");
    assert!(admin.get("/admin").await.text.contains("data-unread=\"0\""));
}

async fn a_search_shows_what_it_found(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let long = format!("{}Perché il PREVENTIVO non è arrivato?", "bla ".repeat(100));
    anna_writes(&atrio, "design", &long).await;
    anna_writes(&atrio, "anna", "Grazie mille").await;
    let page = admin.get("/admin?q=preventivo").await.text;
    assert_eq!(listed(&page), ["anna"]);
    assert!(page.contains("…PREVENTIVO non è arrivato?"), "{page}");
    assert_eq!(listed(&admin.get("/admin?q=neri").await.text), ["bruno"]);
    let page = admin.get("/admin?q=nessuno%20%3Cscript%3E").await.text;
    assert!(page.contains("Niente che corrisponda") && page.contains("value=\"nessuno &lt;script"), "{page}");
    assert!(!page.contains("<script>alert"));
    assert_eq!(listed(&admin.get("/admin?q=ciao&unread=1").await.text), [""; 0]);
}

async fn the_inbox_goes_on_page_by_page(atrio: Atrio) {
    let client = |n: usize| format!(r#"{{"id":"c{n:03}","name":"Cliente {n}"}}"#);
    let clients = (0..60).map(client).collect::<Vec<_>>().join(",");
    let json = format!(r#"{{"clients":[{clients}]}}"#);
    atrio.store.import(json.as_bytes(), &mut |_, _| ()).await.expect("clients");
    let mut admin = admin(&atrio).await;
    let first = admin.get("/admin").await.text;
    assert_eq!(listed(&first).len(), 50);
    let end = between(&first, "class=\"actions list-end\"", "</p>");
    let next = between(end, "href=\"", "\"").replace("&amp;", "&");
    let second = admin.get(&next).await.text;
    assert_eq!(listed(&second).len(), 12);
    assert!(second.contains("Torna all’inizio della lista"), "{second}");
    let mut all = [listed(&first), listed(&second)].concat();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 62);
}

async fn odd_questions_to_the_inbox_are_no_faults(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let long = "a".repeat(3_000);
    for query in [
        "after=",
        "after=x",
        "after=u~%00",
        "after=r5~%F0%9F%A6%80",
        "q=%00",
        "q=%25",
        "unread=",
        "after=%FF",
        "q=%FF",
    ] {
        let page = admin.get(&format!("/admin?{query}")).await;
        assert_eq!(page.status, 200, "{query}");
    }
    assert_eq!(admin.get(&format!("/admin?q={long}")).await.status, 200);
    for query in ["since=x", "since=%00", "before=x", "before=0000-01-01", "before=9999-12-31", "live=%00"] {
        assert_eq!(admin.get(&format!("/admin/inbox/anna?{query}")).await.status, 200, "{query}");
    }
    for path in [
        "anna?channel=vetrina",
        "anna?channel=nessuno",
        "anna?channel=%00",
        "anna?channel=bruno",
        "nessuno",
        "%00",
    ] {
        assert_eq!(admin.get(&format!("/admin/inbox/{path}")).await.status, 404, "{path}");
    }
}

async fn opening_a_thread_reads_what_it_shows_and_nothing_else(atrio: Atrio) {
    anna_writes(&atrio, "anna", "Generale").await;
    anna_writes(&atrio, "bozze", "Sulle bozze").await;
    let mut admin = admin(&atrio).await;
    assert_eq!(unread(&atrio).await, 3);
    // Where something waits first: General.
    let page = admin.get("/admin/inbox/anna").await.text;
    assert!(page.contains("Generale") && !page.contains("Sulle bozze</p>"), "{page}");
    assert_eq!(unread(&atrio).await, 2);
    assert!(page.contains("data-unread=\"2\""), "the count is from after");
    // An answer reads nothing.
    reply(&mut admin, "anna", "bozze", "Eccoci").await;
    assert_eq!(unread(&atrio).await, 2);
    let page = admin.get("/admin/inbox/anna?channel=bozze").await.text;
    assert!(page.contains("Sulle bozze") && page.contains("Eccoci"));
    assert_eq!(unread(&atrio).await, 1);
    // Looking at old messages reads nothing either.
    admin.get("/admin/inbox/anna?channel=design&before=2026-01-01").await;
    assert_eq!(unread(&atrio).await, 1);
}

async fn what_was_new_stays_marked_while_the_thread_is_open(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    anna_writes(&atrio, "anna", "Uno").await;
    let page = admin.get("/admin/inbox/anna?channel=anna").await.text;
    let new = rows(&page).iter().position(|key| *key == "new:").expect("the line");
    assert_eq!(new, rows(&page).len() - 2, "{:?}", rows(&page));
    let again = between(&page, "data-live-address=\"", "\"").replace("&amp;", "&");
    assert!(again.contains("since=") && again.contains("live=1"), "{again}");
    anna_writes(&atrio, "anna", "Due").await;
    let refetched = admin.get(&again).await.text;
    assert_eq!(rows(&refetched)[..rows(&page).len()], rows(&page));
    assert_eq!(rows(&refetched).len(), rows(&page).len() + 1);
    assert_eq!(unread(&atrio).await, 1, "what the open page shows is read");
    assert_eq!(between(&refetched, "data-live-address=\"", "\"").replace("&amp;", "&"), again);
    // Opened anew, nothing is new.
    let opened = admin.get("/admin/inbox/anna?channel=anna").await.text;
    assert!(!rows(&opened).contains(&"new:"));
}

async fn the_client_having_read_is_told_under_the_reply(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    reply(&mut admin, "anna", "anna", "Letto?").await;
    let page = admin.get("/admin/inbox/anna?channel=anna").await.text;
    assert!(!rows(&page).contains(&"read:"));
    atrio.clock.advance(5_000);
    let scope = atrio.store.client_by_token(ANNA).await.expect("Anna");
    atrio.store.mark_read(&scope, "anna", None).await.expect("a receipt");
    let page = admin.get("/admin/inbox/anna?channel=anna").await.text;
    assert_eq!(rows(&page).last(), Some(&"read:"), "{page}");
}

async fn a_reply_goes_where_it_is_aimed(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let since = "2026-03-01T10:00:00.000Z";
    let fields = [
        ("client", "anna"),
        ("channel", "design"),
        ("since", since),
        ("form[text]", "  Due righe\r\ndi risposta "),
    ];
    let answer = send(&mut admin, "/rpc/reply", &fields).await;
    assert_eq!(answer.status, 302);
    let page = answer.header("location").to_owned();
    assert_eq!(page, "/admin/inbox/anna?channel=design&since=2026-03-01T10%3A00%3A00.000Z#conversation");
    let comments = atrio.records("comments").await;
    let written = comments.iter().find(|comment| comment["text"] == "Due righe\ndi risposta").expect("it");
    assert_eq!((&written["entity_type"], &written["entity_id"]), (&"phase".into(), &"design".into()));
    assert_eq!(written["author"], "admin");
    assert!(admin.get(&page).await.text.contains("Due righe\ndi risposta"));
    for (client, channel) in
        [("anna", "vetrina"), ("anna", "bruno"), ("nessuno", "nessuno"), ("", ""), ("a\0", "b")]
    {
        let before = atrio.records("comments").await.len();
        let answer = reply(&mut admin, client, channel, "Altrove").await;
        assert_eq!(answer.status, 302, "{client} {channel}");
        assert!(answer.header("location").contains("error=missing"), "{}", answer.header("location"));
        assert_eq!(atrio.records("comments").await.len(), before);
    }
}

async fn a_reply_that_is_refused_keeps_its_text(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let long = "è😀".repeat(1_001);
    let before = atrio.everything().await;
    for (text, words, kept) in [
        (" \r\n ", "Scrivi qualcosa prima di inviare", ""),
        (&*long, "supera i 2000 caratteri", &*long),
        ("un NUL \0 qui", "un carattere che non possiamo conservare", "un NUL"),
    ] {
        let refused = reply(&mut admin, "anna", "design", text).await;
        let page = refused.header("location").to_owned();
        assert!(page.starts_with("/admin/inbox/anna?channel=design&"), "{page}");
        let page = admin.get(&page).await.text;
        let form = between(&page, "<form id=\"reply\"", "</form>");
        assert!(form.contains(words) && form.contains(kept), "{words}: {form}");
        assert!(form.contains("name=\"channel\" value=\"design\""), "{form}");
    }
    assert_eq!(atrio.everything().await["comments"], before["comments"]);
    reply(&mut admin, "anna", "design", &"è😀".repeat(1_000)).await;
    assert_eq!(atrio.records("comments").await.len(), before["comments"].as_array().expect("some").len() + 1);
}

async fn a_reply_sent_twice_arrives_once(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin/inbox/anna?channel=anna").await.text;
    let id = between(&page, "name=\"form[id]\" value=\"", "\"").to_owned();
    let fields =
        [("client", "anna"), ("channel", "anna"), ("form[id]", &*id), ("form[text]", "Una volta sola")];
    for _ in 0..2 {
        let answer = send(&mut admin, "/rpc/reply", &fields).await;
        assert!(!answer.header("location").contains("error"), "{}", answer.header("location"));
    }
    let written = atrio.records("comments").await;
    assert_eq!(written.iter().filter(|comment| comment["text"] == "Una volta sola").count(), 1);
    // Whatever the field holds, it is written.
    for id in ["", "\0", "benvenuta", &*"x".repeat(100)] {
        let fields = [("client", "anna"), ("channel", "anna"), ("form[id]", id), ("form[text]", "Ancora")];
        let answer = send(&mut admin, "/rpc/reply", &fields).await;
        assert!(!answer.header("location").contains("error"), "{id:?}");
    }
    let written = atrio.records("comments").await;
    assert_eq!(written.iter().filter(|comment| comment["text"] == "Ancora").count(), 4);
}

async fn marked_as_unread_a_thread_waits_until_it_is_opened(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin/inbox/anna?channel=design").await.text;
    assert!(page.contains("action=\"/rpc/mark_unread\""), "{page}");
    assert_eq!(unread(&atrio).await, 0);
    let reads = atrio.records("admin_channel_reads").await;
    let marked = send(&mut admin, "/rpc/mark_unread", &[("client", "anna")]).await;
    assert_eq!((marked.status.as_u16(), marked.header("location")), (302, "/admin"));
    assert_eq!(unread(&atrio).await, 1);
    assert_eq!(atrio.records("admin_channel_reads").await, reads, "no receipt moves");
    assert_eq!(listed(&admin.get("/admin?unread=1").await.text), ["anna"]);
    // An open page that asks what is new has not come back to it.
    admin.get("/admin/inbox/anna?channel=design&live=1").await;
    admin.get("/admin/inbox/bruno").await;
    assert_eq!(unread(&atrio).await, 1);
    admin.get("/admin/inbox/anna?channel=design").await;
    assert_eq!(unread(&atrio).await, 0);
    for client in ["nessuno", "", "a\0b"] {
        let refused = send(&mut admin, "/rpc/mark_unread", &[("client", client)]).await;
        assert!(refused.header("location").contains("error=missing"), "{client:?}");
    }
}

async fn older_messages_have_pages_of_their_own(atrio: Atrio) {
    for n in 0..120 {
        let text = MessageText::parse(&format!("numero {n}.")).expect("a text");
        atrio.store.reply("bruno", "bruno", &text).await.expect("a message");
    }
    let mut admin = admin(&atrio).await;
    let mut page = admin.get("/admin/inbox/bruno").await.text;
    assert!(page.contains("data-live=\"messages\""));
    let mut seen = Vec::new();
    for _ in 0..3 {
        let messages = rows(&page).into_iter().filter(|key| !key.contains(':')).map(str::to_owned);
        seen.splice(0..0, messages);
        let older = between(&page, "class=\"log__older\"", "</p>");
        let Some((_, href)) = older.split_once("href=\"") else { break };
        let href = href.split('"').next().expect("its end").replace("&amp;", "&");
        page = admin.get(&href).await.text;
        assert!(!page.contains("data-live=\"messages\"") && page.contains("Torna ai messaggi più recenti"));
    }
    assert_eq!(seen.len(), 121);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 121);
}

async fn a_thread_leads_on(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let page = admin.get("/admin/inbox/anna").await.text;
    for part in [
        "href=\"/admin/clients/anna\"",
        "href=\"/c/anna-verdi-x7k2?preview=1\"",
        "href=\"/admin/inbox/anna?channel=bozze&amp;was_unread=1#conversation\"",
        "href=\"/admin/inbox/bruno\"",
        ">Sito nuovo</span>",
        ">Logo</span>",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(between(&page, "data-live=\"threads\"", "</ul>").contains("aria-current=\"page\""));
}

async fn the_open_thread_keeps_its_place_in_the_list(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let bruno = atrio.store.client_by_token(BRUNO).await.expect("Bruno");
    let text = MessageText::parse("Ci siete?").expect("a text");
    let general = Channel::General(bruno.id().clone());
    atrio.store.post_message(&bruno, &general, &text, None).await.expect("a message");
    // Both are unread, Bruno's is newer.
    let page = admin.get("/admin/inbox/bruno").await.text;
    assert_eq!(listed(&page), ["bruno", "anna"]);
    let again = between(&page, "data-live-address=\"", "\"").replace("&amp;", "&");
    assert_eq!(listed(&admin.get(&again).await.text), ["bruno", "anna"], "though it is read now");
    assert_eq!(listed(&admin.get("/admin/inbox/bruno").await.text), ["anna", "bruno"], "opened anew");
}

async fn what_the_island_needs_stands_on_every_page(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    for path in ["/admin", "/admin/inbox/anna", "/admin/clients", "/admin/leads", "/admin/settings"] {
        let page = admin.get(path).await.text;
        for part in [
            "<leptos-island",
            "id=\"live-notice\"",
            "id=\"hotkeys\"",
            "data-unread=\"",
            "data-live=\"unread\"",
        ] {
            assert!(page.contains(part), "{path}: {part}");
        }
    }
}

async fn nobody_else_reads_or_writes(atrio: Atrio) {
    let before = atrio.everything().await;
    let mut nobody = Browser::new(&atrio);
    let answer = reply(&mut nobody, "anna", "anna", "Da fuori").await;
    assert!(answer.header("location").contains("error=signed-out"), "{}", answer.header("location"));
    send(&mut nobody, "/rpc/mark_unread", &[("client", "anna")]).await;
    for (path, body) in [("/rpc/inbox", "q=anna"), ("/rpc/thread", "client=anna&channel=design")] {
        let answer = atrio.post(path, body).await;
        assert_eq!(answer.status, 401, "{path}");
        assert!(!answer.text.contains("Anna"), "{path}: {}", answer.text);
    }
    assert_eq!(atrio.everything().await, before);
    assert_eq!(unread(&atrio).await, 1);
}
