//! `POST /api/client/comment`

use serde_json::{Value, json};

use crate::support::{ANNA, BRUNO, NOBODY, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    comment_in_general_channel_is_stored,
    comment_in_phase_has_author_client,
    text_is_trimmed_and_otherwise_kept_verbatim,
    comments_on_tasks_and_deliverables_return_400,
    invalid_body_returns_400_before_token_check,
];

on_both_databases![
    text_must_have_1_to_2000_characters,
    unknown_token_returns_404,
    foreign_or_unknown_channel_returns_404,
];

const PATH: &str = "/api/client/comment";

fn general(text: &str) -> String {
    json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "text": text }).to_string()
}

async fn comment_in_general_channel_is_stored(atrio: TestServer) {
    let response = atrio.post(PATH, general("Ciao")).await;
    let written = response.json();
    let id = &written["comment"]["id"];
    assert!(id.as_str().is_some_and(|id| !id.is_empty()));
    response.assert_json(
        201,
        &json!({ "comment": {
            "id": id, "entity_type": "general", "entity_id": "anna", "channel_key": "anna", "author": "client",
            "text": "Ciao", "created_at": "2026-11-20T10:00:00.000Z", "badge": null,
        } }),
    );
    let stored = atrio.records("comments").await;
    assert_eq!(stored.iter().filter(|comment| comment["id"] == *id).count(), 1);
}

async fn comment_in_phase_has_author_client(atrio: TestServer) {
    let body = json!({
        "token": BRUNO, "entity_type": "phase", "entity_id": "vetrina", "text": "Sì", "author": "admin", "x": [{}],
    });
    let comment = atrio.post(PATH, body.to_string()).await.json()["comment"].clone();
    assert_eq!(comment["channel_key"], "vetrina");
    assert_eq!(comment["author"], "client", "the author in the body is ignored");
}

async fn text_is_trimmed_and_otherwise_kept_verbatim(atrio: TestServer) {
    for (sent, expected) in [
        ("  \n Ciao \t", "Ciao"),
        ("\u{2003}è e\u{301}\u{a0}", "è e\u{301}"),
        ("\u{200b}x\u{feff}", "\u{200b}x\u{feff}"),
        ("riga\r\nriga\u{1}", "riga\r\nriga\u{1}"),
        ("<b>\"'&\\", "<b>\"'&\\"),
    ] {
        let response = atrio.post(PATH, general(sent)).await;
        assert_eq!((response.status.as_u16(), &response.json()["comment"]["text"]), (201, &Value::from(expected)));
        let stored = atrio.records("comments").await;
        assert!(stored.iter().any(|comment| comment["text"] == expected), "{sent:?}");
    }
}

async fn text_must_have_1_to_2000_characters(atrio: TestServer) {
    for text in ["x", &"🦀".repeat(2_000), &"è".repeat(2_000), &format!("  {}\n", "x".repeat(2_000))] {
        assert_eq!(atrio.post(PATH, general(text)).await.status, 201);
    }
    let before = atrio.export_without_deliveries().await;
    for text in ["", " ", "\u{2003}\n\t", &"🦀".repeat(2_001), &"x".repeat(2_001), "a\0b", "\0"] {
        atrio.post(PATH, general(text)).await.assert_error(400, "Dati non validi");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn comments_on_tasks_and_deliverables_return_400(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    for (kind, id) in
        [("task", "home"), ("deliverable", "mockup"), ("General", "anna"), ("", "anna"), ("client", "anna")]
    {
        let body = json!({ "token": ANNA, "entity_type": kind, "entity_id": id, "text": "Ciao" });
        atrio.post(PATH, body.to_string()).await.assert_error(400, "Dati non validi");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn invalid_body_returns_400_before_token_check(atrio: TestServer) {
    let complete = json!({ "token": NOBODY, "entity_type": "general", "entity_id": "anna", "text": "Ciao" });
    for member in ["token", "entity_type", "entity_id", "text"] {
        for wrong in [Value::Null, json!(""), json!(1), json!(true), json!(["x"]), json!({ "x": 1 })] {
            let mut body = complete.clone();
            body[member] = wrong;
            atrio.post(PATH, body.to_string()).await.assert_error(400, "Dati non validi");
        }
        let mut body = complete.clone();
        body.as_object_mut().expect("an object").remove(member);
        atrio.post(PATH, body.to_string()).await.assert_error(400, "Dati non validi");
    }
    for body in ["", "null", "[]", "{", "text=Ciao"] {
        atrio.post(PATH, body).await.assert_error(400, "Dati non validi");
    }
}

async fn unknown_token_returns_404(atrio: TestServer) {
    for token in [NOBODY, "\0", "x", "anna-verdi-x7k2", "🦀"] {
        let body = json!({ "token": token, "entity_type": "general", "entity_id": "anna", "text": "Ciao" });
        atrio.post(PATH, body.to_string()).await.assert_error(404, "Token non valido");
    }
}

async fn foreign_or_unknown_channel_returns_404(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
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
        atrio.post(PATH, body.to_string()).await.assert_error(404, "Conversazione non trovata");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}
