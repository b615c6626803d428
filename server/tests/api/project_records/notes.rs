//! Notes.

use super::{admin, field_value, open_page, submit_record_form};
use crate::support::{TestServer, on_both_databases, on_sqlite};

on_sqlite![note_text_length_is_validated, notes_are_paginated];

on_both_databases![note_is_added_edited_and_deleted];

const NOTES: &str = "/admin/projects/sito/notes";

async fn note_is_added_edited_and_deleted(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let text = "Prima riga\r\n\r\n<script>alert('è')</script> 🦀 עברית";
    assert_eq!(
        submit_record_form(&mut admin, "add_note", "n", &[("form[text]", text)]).await,
        format!("{NOTES}?done=note-created")
    );
    let stored = atrio.record("notes", "n").await;
    assert_eq!(stored["text"], "Prima riga\n\n<script>alert('è')</script> 🦀 עברית");
    assert_eq!(stored["created_at"], "2026-11-20T10:00:00.000Z");
    let page = open_page(&mut admin, &format!("{NOTES}?edit=n")).await;
    assert!(!page.contains("<script>alert"), "{page}");
    let version = field_value(&page, "id=\"note-n\"", "version");
    let saved =
        submit_record_form(&mut admin, "save_note", "n", &[("version", &version), ("form[text]", "Più breve")]).await;
    assert_eq!(saved, format!("{NOTES}?done=saved"));
    assert_eq!(atrio.record("notes", "n").await["text"], "Più breve");
    assert!(open_page(&mut admin, &format!("{NOTES}?delete=n")).await.contains("Eliminare «Più breve»?"));
    submit_record_form(&mut admin, "delete_note", "n", &[]).await;
    assert!(atrio.records("notes").await.is_empty());
}

async fn note_text_length_is_validated(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let long = "x".repeat(10_001);
    for (text, expected) in [
        ("", "Compila questo campo"),
        ("\u{3000}\r\n", "Compila questo campo"),
        ("a\0b", "carattere non ammesso"),
        (&long, "Al massimo 10000"),
    ] {
        let address = submit_record_form(&mut admin, "add_note", "n", &[("form[text]", text)]).await;
        assert!(open_page(&mut admin, &address).await.contains(expected), "{expected}");
    }
    assert!(atrio.records("notes").await.is_empty());
    let most = "è".repeat(10_000);
    submit_record_form(&mut admin, "add_note", "n", &[("form[text]", &most)]).await;
    assert_eq!(atrio.record("notes", "n").await["text"], most);
}

async fn notes_are_paginated(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for number in 0..60 {
        atrio.clock.advance(1_000);
        submit_record_form(
            &mut admin,
            "add_note",
            &format!("n{number}"),
            &[("form[text]", &format!("Nota numero {number}."))],
        )
        .await;
    }
    let first = open_page(&mut admin, NOTES).await;
    assert!(
        first.contains("Nota numero 59.") && first.contains("Nota numero 10.") && !first.contains("Nota numero 9.")
    );
    let (_, more) = first.split_once(&format!("href=\"{NOTES}?after=")).expect("a link to the next page");
    let more = more.split('"').next().expect("the end marker");
    let second = open_page(&mut admin, &format!("{NOTES}?after={more}")).await;
    assert!(
        second.contains("Nota numero 9.") && second.contains("Nota numero 0.") && !second.contains("Nota numero 10.")
    );
    assert!(second.contains("Torna all’inizio") && !second.contains("Mostra altri"), "{second}");
    // The open note is on the page, whatever its position in the list.
    let edited = open_page(&mut admin, &format!("{NOTES}?edit=n3")).await;
    assert!(edited.contains("id=\"note-n3\""), "{edited}");
}
