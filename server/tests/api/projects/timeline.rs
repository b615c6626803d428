//! The course of a project in time, and what waits and is late on its board.

use serde_json::json;

use super::{BOARD, admin, page_from, post_form};
use crate::support::{TestServer, on_sqlite};

on_sqlite![
    timeline_places_phases_deliverables_and_today,
    project_without_due_dates_has_no_timeline,
    board_shows_since_when_the_client_has_a_deliverable,
];

const DAY: i64 = 86_400_000;

/// Four weeks from a Monday; the clock says Friday of the third.
async fn import_course(atrio: &TestServer) {
    let course = json!({
        "projects": [
            {"id": "corso", "client_id": "anna", "name": "Corso", "starts_on": "2026-11-02", "due_on": "2026-11-29"},
            {"id": "vuoto", "client_id": "anna", "name": "Vuoto"}
        ],
        "phases": [
            {"id": "prima", "project_id": "corso", "name": "Prima", "position": 0, "status": "completed", "due_on": "2026-11-08"},
            {"id": "seconda", "project_id": "corso", "name": "<b>Seconda</b>", "position": 1},
            {"id": "terza", "project_id": "corso", "name": "Terza", "position": 2}
        ],
        "tasks": [
            {"id": "bozza", "phase_id": "seconda", "title": "Bozza", "due_on": "2026-11-11"},
            {"id": "prova", "phase_id": "seconda", "title": "Prova", "due_on": "2026-11-15"}
        ],
        "deliverables": [{"id": "schizzo", "task_id": "bozza", "title": "Schizzo", "status": "in_review"}]
    });
    atrio.import(&course).await;
}

async fn timeline_places_phases_deliverables_and_today(atrio: TestServer) {
    import_course(&atrio).await;
    let page = admin(&atrio).await.get("/admin/projects/corso").await.text;
    let timeline = page_from(&page, "class=\"timeline\"").split_once("</details>").expect("its end").0;
    for expected in [
        "<rect x=\"0%\" width=\"25%\" y=\"3rem\" height=\"1.25rem\" rx=\"4\" class=\"timeline__bar timeline__bar--completed\"",
        // Without a due date of its own it ends with its last task.
        "<rect x=\"25%\" width=\"25%\" y=\"5.25rem\"",
        "<line x1=\"50%\" x2=\"64.29%\" y1=\"5.875rem\" y2=\"5.875rem\" class=\"timeline__late\"",
        "<svg x=\"35.71%\"",
        "timeline__stone--in_review",
        "<line x1=\"64.29%\" x2=\"64.29%\" y1=\"1.1rem\" y2=\"100%\" class=\"timeline__today\"",
        "<line x1=\"100%\" x2=\"100%\" y1=\"2rem\" y2=\"100%\" class=\"timeline__end\"",
        ">9 nov</text>",
        // In words, for those who do not see it.
        "dal 9 novembre 2026 al 15 novembre 2026; Schizzo, In attesa del cliente, entro l’11 novembre 2026",
        "in ritardo di 5\u{a0}g",
        "senza scadenza",
        "&lt;b&gt;Seconda&lt;/b&gt;",
    ] {
        assert!(timeline.contains(expected), "{expected}: {timeline}");
    }
    assert_eq!(timeline.matches("timeline__bar ").count(), 2);
    assert!(!page.contains("<b>Seconda"));
}

async fn project_without_due_dates_has_no_timeline(atrio: TestServer) {
    import_course(&atrio).await;
    let mut admin = admin(&atrio).await;
    let page = admin.get(BOARD).await.text;
    assert!(page.contains("Dai una scadenza") && !page.contains("class=\"timeline\""));
    let empty = admin.get("/admin/projects/vuoto").await.text;
    assert!(empty.contains("Comincia da una fase") && !empty.contains("Dai una scadenza"));
}

async fn board_shows_since_when_the_client_has_a_deliverable(atrio: TestServer) {
    import_course(&atrio).await;
    let send = [("project", "sito"), ("anyway", "mockup~pending~in_review")];
    post_form(&mut admin(&atrio).await, "set_deliverable_status", &send).await;
    atrio.clock.advance(3 * DAY);
    let mut admin = admin(&atrio).await;
    let page = admin.get(BOARD).await.text;
    let phase = page_from(&page, "id=\"phase-design\"");
    let head = phase.split_once("</summary>").expect("its end").0;
    assert!(head.contains("1 in attesa del cliente") && head.contains("da 3 g"), "{head}");
    let card = page_from(&page, "id=\"deliverable-mockup\"").split_once("</li>").expect("its end").0;
    assert!(card.contains("status--waiting") && card.contains("da 3 g"), "{card}");
    // Since when an imported one waits is not known.
    let page = admin.get("/admin/projects/corso").await.text;
    let card = page_from(&page, "id=\"deliverable-schizzo\"").split_once("</li>").expect("its end").0;
    assert!(card.contains("In attesa del cliente") && !card.contains("<time"), "{card}");
    assert!(page_from(&page, "id=\"task-bozza\"").contains("in ritardo di 12\u{a0}g"));
}
