//! The names of people on what they write, on both sides.

use domain::Role;
use serde_json::{Value, json};

use crate::admin_browser::submit_form;
use crate::browser::Browser;
use crate::members::joined;
use crate::support::{ANNA, TestServer, on_sqlite};

on_sqlite![reply_shows_name_of_member_to_agency_and_client, notes_activities_and_hours_show_name_of_member];

async fn reply(browser: &mut Browser, text: &str) {
    let fields = [("client", "anna"), ("channel", "design"), ("form[text]", text)];
    submit_form(browser, "reply", &fields).await;
}

/// The `author_name` of the newest message in a response, if it has the member.
fn newest_name(response: &Value) -> Option<&Value> {
    response["comments"].as_array().and_then(|comments| comments.last()?.get("author_name"))
}

async fn reply_shows_name_of_member_to_agency_and_client(atrio: TestServer) {
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
    assert!(portal.contains(">Luca ti ha scritto<"), "{portal}");

    let thread = "/admin/inbox/anna?channel=design";
    let (of_account, of_luca) = (account.get(thread).await.text, luca.get(thread).await.text);
    for page in [&of_account, &of_luca] {
        assert!(page.contains("data-avatar=\"L\"") && page.contains("Luca: Da Luca"), "{page}");
    }
    assert!(of_account.contains(">Tu<") && !of_luca.contains(">Tu<"));
    assert!(of_luca.contains(">Atrio<"), "the account of the environment is the agency: {of_luca}");
}

async fn notes_activities_and_hours_show_name_of_member(atrio: TestServer) {
    let (luca, mut browser) = joined(&atrio, "Luca", Role::Member).await;
    let lead = br#"{"leads": [{"id": "dora", "name": "Dora"}]}"#;
    atrio.store.import(lead.as_slice(), &mut |_, _| ()).await.expect("a lead");
    for (action, fields) in [
        ("add_note", [("project", "sito"), ("id", "nota"), ("form[text]", "Nota di Luca"), ("form[kind]", "")]),
        ("add_activity", [("lead", "dora"), ("id", "act"), ("form[text]", "Sentita"), ("form[kind]", "call")]),
        (
            "add_time_entry",
            [("project", "sito"), ("id", "ore"), ("form[minutes]", "45"), ("form[spent_on]", "2026-11-20")],
        ),
    ] {
        assert!(!submit_form(&mut browser, action, &fields).await.contains("error"), "{action}");
    }
    for path in ["/admin/projects/sito/notes", "/admin/leads/dora", "/admin/projects/sito/times"] {
        assert!(browser.get(path).await.text.contains("<span dir=\"auto\">Luca<"), "{path}");
    }
    let everybody = browser.get("/admin/hours?month=2026-11").await.text;
    assert!(everybody.contains("Per persona") && everybody.contains(luca.id.as_str()), "{everybody}");
    let own = browser.get(&format!("/admin/hours?month=2026-11&who=member:{}", luca.id)).await.text;
    assert!(own.contains("aria-current=\"true\"") && own.contains(">0:45</td>"), "{own}");
    for odd in ["member:nobody", "member:%00", "nobody"] {
        assert_eq!(browser.get(&format!("/admin/hours?who={odd}")).await.status, 200, "{odd}");
    }
}
