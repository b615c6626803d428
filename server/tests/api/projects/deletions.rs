//! Deletions on a board.

use domain::id::ClientId;
use domain::{Channel, MessageText};
use serde_json::Value;

use super::{BOARD, admin, follow, hidden_field, page_from, post_form, redirect_location};
use crate::support::{ANNA, TestServer, on_sqlite};

on_sqlite![delete_asks_first_and_shows_deletion_impact, delete_after_a_change_asks_again];

async fn delete_asks_first_and_shows_deletion_impact(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = admin.get(&format!("{BOARD}?delete=phase-design")).await.text;
    let confirmation = page_from(&page, "id=\"delete\"");
    for expected in
        ["Eliminare «Design»?", "1 attività", "2 consegne", "1 approvazione del cliente", "3 messaggi", "Annulla"]
    {
        assert!(confirmation.contains(expected), "{expected}: {confirmation}");
    }
    let version = hidden_field(&page, "id=\"delete\"", "version");
    let confirmed = [("project", "sito"), ("item", "phase-design"), ("version", &*version)];
    assert_eq!(
        redirect_location(&post_form(&mut admin, "delete_item", &confirmed).await),
        format!("{BOARD}?done=deleted")
    );
    // Deleting twice has no further effect.
    let again = redirect_location(&post_form(&mut admin, "delete_item", &confirmed).await);
    assert_eq!(again, format!("{BOARD}?delete=phase-design&error=missing"));
    assert_eq!(admin.get(&again).await.status, 200);
    assert_eq!(atrio.record("phases", "design").await, Value::Null);
    assert_eq!(atrio.record("tasks", "home").await, Value::Null);
    assert_eq!(atrio.record("comments", "su-mockup").await, Value::Null);

    let page = admin.get(&format!("{BOARD}?delete=project")).await.text;
    assert!(page_from(&page, "id=\"delete\"").contains("1 pagamento"), "{page}");
    let version = hidden_field(&page, "id=\"delete\"", "version");
    for (item, project) in
        [("project", "negozio"), ("phase-vetrina", "sito"), ("client-anna", "sito"), ("", "sito"), ("\0", "sito")]
    {
        let invalid = [("project", project), ("item", item), ("version", &*version)];
        assert!(redirect_location(&post_form(&mut admin, "delete_item", &invalid).await).contains("error="), "{item}");
    }
    let confirmed = [("project", "sito"), ("item", "project"), ("version", &*version)];
    // Owners only may delete a project, so it has an action of its own.
    assert!(redirect_location(&post_form(&mut admin, "delete_item", &confirmed).await).contains("error=missing"));
    let location = redirect_location(&post_form(&mut admin, "delete_project", &confirmed).await);
    assert_eq!(location, "/admin/projects?done=deleted");
    assert!(admin.get(&location).await.text.contains("Eliminato."));
    assert_eq!(admin.get(BOARD).await.status, 404);
    assert_eq!(atrio.records("projects").await.len(), 2);
}

async fn delete_after_a_change_asks_again(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = admin.get(&format!("{BOARD}?delete=phase-sviluppo")).await.text;
    let version = hidden_field(&page, "id=\"delete\"", "version");
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let channel = Channel::named("sviluppo", &ClientId::parse("anna").expect("an id")).expect("a channel");
    let text = MessageText::parse("Un’ultima cosa").expect("a text");
    atrio.store.post_message(&anna, &channel, &text, None).await.expect("sent");
    let confirmed = [("project", "sito"), ("item", "phase-sviluppo"), ("version", &*version)];
    let response = post_form(&mut admin, "delete_item", &confirmed).await;
    assert_eq!(redirect_location(&response), format!("{BOARD}?delete=phase-sviluppo&error=changed"));
    let page = follow(&mut admin, &response).await;
    assert!(page_from(&page, "id=\"delete\"").contains("1 messaggio") && page.contains("Nel frattempo"), "{page}");
    assert_ne!(atrio.record("phases", "sviluppo").await, Value::Null);
}
