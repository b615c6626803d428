//! Deliverables between the agency and its client.

use domain::{Approval, MessageText};

use super::{BOARD, admin, follow, hidden, led, post, record};
use crate::support::{ANNA, Atrio, on_both_databases};

on_both_databases![
    a_deliverable_goes_to_the_client_and_comes_back_with_wishes,
    what_is_approved_has_no_form_and_no_way_back,
];

async fn a_deliverable_goes_to_the_client_and_comes_back_with_wishes(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let switch = |set| [("project", "sito"), ("set", set)];
    let sent = post(&mut admin, "set_deliverable_status", &switch("mockup~pending~in_review")).await;
    assert_eq!(led(&sent), format!("{BOARD}?shown=deliverable-mockup#deliverable-mockup"));
    assert_eq!(record(&atrio, "deliverables", "mockup").await["status"], "in_review");
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let wish = MessageText::parse("Più <grande>.\nGrazie").expect("a text");
    atrio.store.request_changes(&anna, "mockup", &wish).await.expect("asked");
    // Who has not read it yet does not pass over it.
    let late = post(&mut admin, "set_deliverable_status", &switch("mockup~in_review~pending")).await;
    assert_eq!(led(&late), format!("{BOARD}?error=changed"));
    let page = admin.get(BOARD).await.text;
    for words in [
        "Modifiche richieste il 20 novembre 2026, 11:00",
        "Più &lt;grande&gt;.\nGrazie",
        "/admin/inbox/anna?channel=design",
        "Invia di nuovo",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    post(&mut admin, "set_deliverable_status", &switch("mockup~changes_requested~in_review")).await;
    assert_eq!(record(&atrio, "deliverables", "mockup").await["status"], "in_review");
    // What only the client does, and what is not there.
    for (odd, code) in [
        ("mockup~in_review~approved", "garbled"),
        ("mockup~in_review~changes_requested", "garbled"),
        ("scatti~pending~in_review", "missing"),
        ("~pending~in_review", "missing"),
    ] {
        let led = led(&post(&mut admin, "set_deliverable_status", &switch(odd)).await);
        assert_eq!(led, format!("{BOARD}?error={code}"), "{odd}");
    }
    assert_eq!(record(&atrio, "deliverables", "scatti").await["status"], "pending");
}

async fn what_is_approved_has_no_form_and_no_way_back(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let version = hidden(
        &admin.get(&format!("{BOARD}?edit=deliverable-mockup")).await.text,
        "id=\"edit-deliverable-mockup\"",
        "version",
    );
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    assert!(matches!(atrio.store.approve(&anna, "mockup").await, Ok(Approval::Now(_))));
    let before = atrio.everything().await;
    for set in [
        "mockup~approved~pending",
        "mockup~in_review~pending",
        "mockup~pending~in_review",
        "mockup~approved~in_review",
    ] {
        let led =
            led(&post(&mut admin, "set_deliverable_status", &[("project", "sito"), ("set", set)]).await);
        assert_eq!(led, format!("{BOARD}?error=already-approved"), "{set}");
    }
    let fields =
        [("project", "sito"), ("id", "mockup"), ("version", &*version), ("form[title]", "Altro titolo")];
    let answer = post(&mut admin, "save_deliverable", &fields).await;
    assert!(led(&answer).contains("error=already-approved&unsaved="), "{}", led(&answer));
    let page = follow(&mut admin, &answer).await;
    assert!(page.contains("Altro titolo") && page.contains("Approvata il 20 novembre 2026, 11:00"), "{page}");
    assert!(!page.contains("id=\"edit-deliverable-mockup\""));
    assert_eq!(atrio.everything().await, before);
}
