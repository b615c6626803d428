//! The names of people on what they write, on both sides.

use domain::Role;
use serde_json::{Value, json};

use crate::admin_browser::submit_form;
use crate::browser::Browser;
use crate::members::joined;
use crate::support::{ANNA, TestServer, on_sqlite};

on_sqlite![reply_of_a_member_is_named_on_both_sides];

async fn reply(browser: &mut Browser, text: &str) {
    let fields = [("client", "anna"), ("channel", "design"), ("form[text]", text)];
    submit_form(browser, "reply", &fields).await;
}

/// The `author_name` of the newest message in a response, if it has the member.
fn newest_name(response: &Value) -> Option<&Value> {
    response["comments"].as_array().and_then(|comments| comments.last()?.get("author_name"))
}

async fn reply_of_a_member_is_named_on_both_sides(atrio: TestServer) {
    let (_, mut luca) = joined(&atrio, "Luca", Role::Member).await;
    let mut account = Browser::new(&atrio);
    account.sign_in().await;
    let chat = format!("/api/client/chat?project_id=sito&token={ANNA}");
    let history = format!("/api/client/history?channel_key=design&before=2027-01-01&token={ANNA}");

    atrio.clock.advance(60_000);
    reply(&mut account, "Dallo studio").await;
    assert_eq!(newest_name(&atrio.get(&chat).await.json()), None);
    atrio.clock.advance(60_000);
    reply(&mut luca, "Da Luca").await;
    for path in [&chat, &history] {
        assert_eq!(newest_name(&atrio.get(path).await.json()), Some(&json!("Luca")), "{path}");
    }
    let portal = atrio.get(&format!("/c/{ANNA}?project=sito&channel=design")).await.text;
    assert!(portal.contains("data-avatar=\"L\"") && portal.contains(">Luca<"), "{portal}");

    let read = format!(r#"{{"token":"{ANNA}","channel_key":"design","up_to":"2026-11-20T10:01:00Z"}}"#);
    assert_eq!(atrio.post("/api/client/chat", read).await.status, 200);
    let portal = atrio.get(&format!("/c/{ANNA}?project=sito")).await.text;
    assert!(portal.contains(">Luca di Atrio ti ha scritto<"), "{portal}");

    let thread = "/admin/inbox/anna?channel=design";
    let (of_account, of_luca) = (account.get(thread).await.text, luca.get(thread).await.text);
    for page in [&of_account, &of_luca] {
        assert!(page.contains("data-avatar=\"L\"") && page.contains("Luca: Da Luca"), "{page}");
    }
    assert!(of_account.contains(">Tu<") && !of_luca.contains(">Tu<"));
    assert!(of_luca.contains(">Atrio<"), "the account of the environment is the agency: {of_luca}");
}
