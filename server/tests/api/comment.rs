//! `POST /api/client/comment`

use serde_json::{Value, json};

use crate::support::{ANNA, Atrio, BRUNO, NOBODY, on_both_databases};

on_both_databases![
    a_message_to_general_is_written,
    a_message_to_a_phase_is_written,
    a_text_is_trimmed_and_otherwise_kept_byte_by_byte,
    a_text_has_1_to_2000_characters,
    tasks_and_deliverables_are_no_longer_written_on,
    an_invalid_body_comes_before_an_unknown_token,
    an_unknown_token_is_not_found,
    a_foreign_or_unknown_conversation_is_not_found,
];

const PATH: &str = "/api/client/comment";

fn general(text: &str) -> String {
    json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "text": text }).to_string()
}

async fn a_message_to_general_is_written(atrio: Atrio) {
    let answer = atrio.post(PATH, general("Ciao")).await;
    let written = answer.json();
    let id = &written["comment"]["id"];
    assert!(id.as_str().is_some_and(|id| !id.is_empty()));
    answer.is(
        201,
        &json!({ "comment": {
            "id": id, "entity_type": "general", "entity_id": "anna", "channel_key": "anna", "author": "client",
            "text": "Ciao", "created_at": "2026-11-20T10:00:00.000Z", "badge": null,
        } }),
    );
    let stored = atrio.records("comments").await;
    assert_eq!(stored.iter().filter(|comment| comment["id"] == *id).count(), 1);
}

async fn a_message_to_a_phase_is_written(atrio: Atrio) {
    let body = json!({
        "token": BRUNO, "entity_type": "phase", "entity_id": "vetrina", "text": "Sì", "author": "admin", "x": [{}],
    });
    let comment = atrio.post(PATH, body.to_string()).await.json()["comment"].clone();
    assert_eq!(comment["channel_key"], "vetrina");
    assert_eq!(comment["author"], "client", "the author is not for the caller to choose");
}

async fn a_text_is_trimmed_and_otherwise_kept_byte_by_byte(atrio: Atrio) {
    for (sent, kept) in [
        ("  \n Ciao \t", "Ciao"),
        ("\u{2003}è e\u{301}\u{a0}", "è e\u{301}"),
        ("\u{200b}x\u{feff}", "\u{200b}x\u{feff}"),
        ("riga\r\nriga\u{1}", "riga\r\nriga\u{1}"),
        ("<b>\"'&\\", "<b>\"'&\\"),
    ] {
        let answer = atrio.post(PATH, general(sent)).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["comment"]["text"]), (201, &Value::from(kept)));
        let stored = atrio.records("comments").await;
        assert!(stored.iter().any(|comment| comment["text"] == kept), "{sent:?}");
    }
}

async fn a_text_has_1_to_2000_characters(atrio: Atrio) {
    for text in ["x", &"🦀".repeat(2_000), &"è".repeat(2_000), &format!("  {}\n", "x".repeat(2_000))] {
        assert_eq!(atrio.post(PATH, general(text)).await.status, 201);
    }
    let before = atrio.everything().await;
    for text in ["", " ", "\u{2003}\n\t", &"🦀".repeat(2_001), &"x".repeat(2_001), "a\0b", "\0"] {
        atrio.post(PATH, general(text)).await.refuses(400, "Dati non validi");
    }
    assert_eq!(atrio.everything().await, before);
}

async fn tasks_and_deliverables_are_no_longer_written_on(atrio: Atrio) {
    let before = atrio.everything().await;
    for (kind, id) in
        [("task", "home"), ("deliverable", "mockup"), ("General", "anna"), ("", "anna"), ("client", "anna")]
    {
        let body = json!({ "token": ANNA, "entity_type": kind, "entity_id": id, "text": "Ciao" });
        atrio.post(PATH, body.to_string()).await.refuses(400, "Dati non validi");
    }
    assert_eq!(atrio.everything().await, before);
}

async fn an_invalid_body_comes_before_an_unknown_token(atrio: Atrio) {
    let whole = json!({ "token": NOBODY, "entity_type": "general", "entity_id": "anna", "text": "Ciao" });
    for member in ["token", "entity_type", "entity_id", "text"] {
        for wrong in [Value::Null, json!(""), json!(1), json!(true), json!(["x"]), json!({ "x": 1 })] {
            let mut body = whole.clone();
            body[member] = wrong;
            atrio.post(PATH, body.to_string()).await.refuses(400, "Dati non validi");
        }
        let mut body = whole.clone();
        body.as_object_mut().expect("an object").remove(member);
        atrio.post(PATH, body.to_string()).await.refuses(400, "Dati non validi");
    }
    for body in ["", "null", "[]", "{", "text=Ciao"] {
        atrio.post(PATH, body).await.refuses(400, "Dati non validi");
    }
}

async fn an_unknown_token_is_not_found(atrio: Atrio) {
    for token in [NOBODY, "\0", "x", "anna-verdi-x7k2", "🦀"] {
        let body = json!({ "token": token, "entity_type": "general", "entity_id": "anna", "text": "Ciao" });
        atrio.post(PATH, body.to_string()).await.refuses(404, "Token non valido");
    }
}

async fn a_foreign_or_unknown_conversation_is_not_found(atrio: Atrio) {
    let before = atrio.everything().await;
    for (kind, id) in [
        ("general", "bruno"),
        ("general", "design"),
        ("general", "manca"),
        ("phase", "vetrina"),
        ("phase", "anna"),
        ("phase", "manca"),
        ("phase", "home"),
        ("phase", "de\0sign"),
        ("phase", "🦀"),
    ] {
        let body = json!({ "token": ANNA, "entity_type": kind, "entity_id": id, "text": "Ciao" });
        atrio.post(PATH, body.to_string()).await.refuses(404, "Conversazione non trovata");
    }
    assert_eq!(atrio.everything().await, before);
}
