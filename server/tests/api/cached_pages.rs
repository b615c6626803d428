//! A portal page from memory is the page that would be rendered now.

use domain::MessageText;
use serde_json::json;
use store::Clock as _;

use crate::support::{ANNA, TestResponse, TestServer, on_sqlite, to_id};

on_sqlite![
    cached_page_is_as_rendered_now,
    page_after_own_message_is_as_rendered_now,
    cached_page_has_what_has_happened_since,
];

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
const PAGES: [&str; 2] = ["/c/anna-verdi-x7k2", "/c/anna-verdi-x7k2?project=sito"];

/// The page without its nonce, which must be that of its policy.
fn without_nonce(page: &TestResponse) -> String {
    let nonce = page.text.split("nonce=\"").nth(1).and_then(|rest| rest.split_once('"')).expect("a nonce").0;
    assert!(page.header("content-security-policy").contains(&format!("'nonce-{nonce}'")));
    page.text.replace(nonce, "")
}

async fn cached_page_is_as_rendered_now(atrio: TestServer) {
    // Its pages are rendered for each comparison.
    let text = MessageText::parse("\"now\":\"2026-11-20T10:00:00.000Z\"").expect("a text");
    atrio.store.reply(&to_id("anna"), "anna", &text).await.expect("a reply");
    for later in [0, MINUTE, DAY] {
        atrio.clock.advance(later);
        let other = atrio.another_process().await;
        for path in PAGES {
            let (first, second) = (atrio.get(path).await, atrio.get(path).await);
            let [first, second, rendered] = [&first, &second, &other.get(path).await].map(without_nonce);
            assert_eq!(first, rendered);
            assert_eq!(second, rendered);
            let now = atrio.clock.now();
            assert_eq!(rendered.matches(&format!("\"now\":\"{now}\"}}")).count(), 1, "{now}");
        }
    }
    let nonces = [atrio.get(PAGES[0]).await, atrio.get(PAGES[0]).await];
    assert_ne!(nonces[0].text, nonces[1].text, "each page has its own nonce");
}

/// Of that, only the new rows of the conversation are rendered.
async fn page_after_own_message_is_as_rendered_now(atrio: TestServer) {
    for path in PAGES {
        atrio.get(path).await;
    }
    for (later, channel) in [(0, "general"), (MINUTE, "phase"), (DAY, "general")] {
        atrio.clock.advance(later);
        let id = if channel == "general" { "anna" } else { "design" };
        // What the page is taken apart by.
        let text = "</section><section id=\"conversation\" \"now\":\"2026-11-20T10:00:00.000Z\"";
        let message = json!({ "token": ANNA, "entity_type": channel, "entity_id": id, "text": text });
        assert_eq!(atrio.post("/api/client/comment", message.to_string()).await.status, 201);
        let other = atrio.another_process().await;
        for path in PAGES {
            let (first, second) = (atrio.get(path).await, atrio.get(path).await);
            // No such channel: the same page, which is not kept.
            let anew = format!("{path}{}channel=nowhere", if path.contains('?') { '&' } else { '?' });
            let [first, second, rendered] = [&first, &second, &other.get(&anew).await].map(without_nonce);
            assert_eq!(first, rendered, "{later}");
            assert_eq!(second, rendered, "{later}");
        }
    }
}

async fn cached_page_has_what_has_happened_since(atrio: TestServer) {
    let text = |text: &str| MessageText::parse(text).expect("a text");
    for number in 0..3 {
        assert!(!atrio.get(PAGES[1]).await.text.contains(&format!("Messaggio {number}")));
        atrio.store.reply(&to_id("anna"), "design", &text(&format!("Messaggio {number}"))).await.expect("a reply");
        for _ in 0..2 {
            assert!(atrio.get(PAGES[1]).await.text.contains(&format!("Messaggio {number}")));
        }
    }
    // What one address asks for is not kept for another.
    let plain = without_nonce(&atrio.get(PAGES[1]).await);
    for question in [
        "error=too-long",
        "done=approved&about=logo",
        "channel=design",
        "before=2026-11-20T00:00:00.000Z&channel=design",
    ] {
        let other = without_nonce(&atrio.get(&format!("{}&{question}", PAGES[1])).await);
        assert_ne!(other, plain, "{question}");
        assert_eq!(without_nonce(&atrio.get(PAGES[1]).await), plain, "after {question}");
    }
}
