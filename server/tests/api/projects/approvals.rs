//! Approval and review of deliverables.

use domain::{Approval, MessageText};

use super::{BOARD, admin, follow, hidden_field, post_form, redirect_location};
use crate::support::{ANNA, TestServer, on_sqlite};

on_sqlite![
    deliverable_goes_to_review_and_back_with_changes,
    sending_what_the_client_cannot_hear_of_or_see_warns_first,
    approved_deliverable_cannot_be_edited_or_reset,
];

async fn sending_what_the_client_cannot_hear_of_or_see_warns_first(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let asked = [("project", "sito"), ("set", "mockup~pending~in_review")];
    let response = post_form(&mut admin, "set_deliverable_status", &asked).await;
    let warning = format!("{BOARD}?warn=deliverable-mockup#warn-deliverable-mockup");
    assert_eq!(redirect_location(&response), warning);
    assert_eq!(atrio.record("deliverables", "mockup").await["status"], "pending", "nothing is sent");
    let page = admin.get(&warning).await.text;
    for part in [
        "La consegna non ha un link.",
        "?edit=deliverable-mockup#edit-deliverable-mockup",
        "Anna Verdi non riceverà nessuna notifica.",
        "Atrio non è ancora collegato a un server di posta",
        "href=\"/admin/settings/notifications\"",
        "Ciao Anna Verdi, c’è qualcosa da approvare: Mockup della home.",
        "name=\"anyway\" value=\"mockup~pending~in_review\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let anyway = [("project", "sito"), ("anyway", "mockup~pending~in_review")];
    post_form(&mut admin, "set_deliverable_status", &anyway).await;
    assert_eq!(atrio.record("deliverables", "mockup").await["status"], "in_review");
    let page = admin.get(&warning).await.text;
    assert!(!page.contains("Manda comunque"), "it is sent already");
    assert!(page.contains("ma il cliente non lo sa"), "{page}");
}

async fn deliverable_goes_to_review_and_back_with_changes(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let switch = |set| [("project", "sito"), ("anyway", set)];
    let portal = async || atrio.get(&format!("/c/{ANNA}?project=sito")).await.text;
    let can_approve = async || portal().await.contains("commandfor=\"approve-mockup\"");
    atrio.sql("UPDATE deliverable SET url = 'https://example.com/mockup' WHERE id = 'mockup'").await;
    let can_open = async || portal().await.contains("https://example.com/mockup");
    assert!(!can_approve().await && !can_open().await, "nothing in preparation can be opened");
    let sent = post_form(&mut admin, "set_deliverable_status", &switch("mockup~pending~in_review")).await;
    assert_eq!(redirect_location(&sent), format!("{BOARD}?shown=deliverable-mockup#deliverable-mockup"));
    assert_eq!(atrio.record("deliverables", "mockup").await["status"], "in_review");
    assert!(can_approve().await && can_open().await);
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let reason = MessageText::parse("Più <grande>.\nGrazie").expect("a text");
    atrio.store.request_changes(&anna, "mockup", None, &reason).await.expect("asked");
    assert!(!can_approve().await, "the old version");
    assert!(portal().await.contains("Hai scritto venerdì 20 novembre"), "the client's own words");
    // A request for changes that the admin has not seen is not overwritten.
    let stale = post_form(&mut admin, "set_deliverable_status", &switch("mockup~in_review~pending")).await;
    assert_eq!(redirect_location(&stale), format!("{BOARD}?error=changed"));
    let page = admin.get(BOARD).await.text;
    for expected in [
        "Modifiche richieste il 20 novembre 2026, 11:00",
        "Più &lt;grande&gt;.\nGrazie",
        "/admin/inbox/anna?channel=design",
        "Invia di nuovo",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    post_form(&mut admin, "set_deliverable_status", &switch("mockup~changes_requested~in_review")).await;
    assert_eq!(atrio.record("deliverables", "mockup").await["status"], "in_review");
    // Actions that only the client may perform, and deliverables that do not exist.
    for (invalid, code) in [
        ("mockup~in_review~approved", "garbled"),
        ("mockup~in_review~changes_requested", "garbled"),
        ("scatti~pending~in_review", "missing"),
        ("~pending~in_review", "missing"),
    ] {
        let location = redirect_location(&post_form(&mut admin, "set_deliverable_status", &switch(invalid)).await);
        assert_eq!(location, format!("{BOARD}?error={code}"), "{invalid}");
    }
    assert_eq!(atrio.record("deliverables", "scatti").await["status"], "pending");
}

async fn approved_deliverable_cannot_be_edited_or_reset(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let version = hidden_field(
        &admin.get(&format!("{BOARD}?edit=deliverable-mockup")).await.text,
        "id=\"edit-deliverable-mockup\"",
        "version",
    );
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    assert!(matches!(atrio.store.approve(&anna, "mockup", None).await, Ok(Approval::Now(_))));
    let before = atrio.export_without_deliveries().await;
    for set in
        ["mockup~approved~pending", "mockup~in_review~pending", "mockup~pending~in_review", "mockup~approved~in_review"]
    {
        let location = redirect_location(
            &post_form(&mut admin, "set_deliverable_status", &[("project", "sito"), ("set", set)]).await,
        );
        assert_eq!(location, format!("{BOARD}?error=already-approved"), "{set}");
    }
    let fields = [("project", "sito"), ("id", "mockup"), ("version", &*version), ("form[title]", "Altro titolo")];
    let response = post_form(&mut admin, "save_deliverable", &fields).await;
    assert!(
        redirect_location(&response).contains("error=already-approved&unsaved="),
        "{}",
        redirect_location(&response)
    );
    let page = follow(&mut admin, &response).await;
    assert!(page.contains("Altro titolo") && page.contains("Approvata il 20 novembre 2026, 11:00"), "{page}");
    assert!(!page.contains("id=\"edit-deliverable-mockup\""));
    assert_eq!(atrio.export_without_deliveries().await, before);
}
