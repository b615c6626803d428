//! Status changes and moves on a board.

use serde_json::{Value, json};

use super::{BOARD, admin, count_autofocus, follow, import_tasks, page_from, post_form, redirect_location, tasks};
use crate::support::{TestServer, on_both_databases, on_sqlite};

on_sqlite![
    long_board_expands_active_and_requested_phases,
    task_status_change_updates_phase_status,
    buttons_and_drops_move_items_and_keep_focus,
];

on_both_databases![tampered_moves_change_nothing];

async fn long_board_expands_active_and_requested_phases(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let open = |page: &str| page.matches("<details open").count();
    assert_eq!(open(&admin.get(BOARD).await.text), 2, "a short board expands all unfinished phases");
    let phases: Vec<Value> =
        (0..6).map(|n| json!({"id": format!("p{n}"), "project_id": "sito", "name": format!("Fase {n}")})).collect();
    let tasks = json!([
        {"id": "t0", "phase_id": "p0", "title": "Uno", "status": "in_progress"},
        {"id": "t1", "phase_id": "p1", "title": "Due"},
        {"id": "t2", "phase_id": "p2", "title": "Tre", "status": "done"}
    ]);
    let deliverables = json!([{"id": "d2", "task_id": "t2", "title": "Esito"}]);
    let more = json!({"phases": phases, "tasks": tasks, "deliverables": deliverables}).to_string();
    atrio.store.import(more.as_bytes(), &mut |_, _| {}).await.expect("phases");
    let set = [("project", "sito"), ("set", "t2~done~in_progress")];
    post_form(&mut admin, "set_task_status", &set).await;
    assert_eq!(open(&admin.get(BOARD).await.text), 1, "a long board expands the active phase");
    let queries = [
        "edit=task-t1", "delete=phase-p3", "add=task-t1", "moved=phase-p4&way=up", "shown=task-home", "added=phase-p5",
    ];
    for query in queries {
        assert_eq!(open(&admin.get(&format!("{BOARD}?{query}")).await.text), 2, "{query}");
    }
    let refused = [("project", "sito"), ("phase", "p1"), ("id", "x"), ("form[title]", "")];
    let response = post_form(&mut admin, "add_task", &refused).await;
    assert_eq!(open(&follow(&mut admin, &response).await), 2);
}

async fn task_status_change_updates_phase_status(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let switch = |set| [("project", "sito"), ("set", set)];
    let response = post_form(&mut admin, "set_task_status", &switch("home~todo~done")).await;
    assert_eq!(redirect_location(&response), format!("{BOARD}?switched=task-home"));
    let page = follow(&mut admin, &response).await;
    assert_eq!(count_autofocus(&page), 1);
    assert_eq!(atrio.record("phases", "design").await["status"], "completed");
    // Sent twice it applies once; from a stale form it does not apply.
    assert_eq!(
        redirect_location(&post_form(&mut admin, "set_task_status", &switch("home~todo~done")).await),
        format!("{BOARD}?switched=task-home")
    );
    let response = post_form(&mut admin, "set_task_status", &switch("home~todo~in_progress")).await;
    assert_eq!(redirect_location(&response), format!("{BOARD}?error=changed"));
    assert!(follow(&mut admin, &response).await.contains("Nel frattempo qualcosa è cambiato"));
    for (set, code) in [
        ("home~done~lost", "garbled"),
        ("home", "garbled"),
        ("", "garbled"),
        ("foto~todo~done", "missing"),
        ("non esiste~todo~done", "missing"),
        ("\0~todo~done", "missing"),
    ] {
        assert_eq!(
            redirect_location(&post_form(&mut admin, "set_task_status", &switch(set)).await),
            format!("{BOARD}?error={code}"),
            "{set:?}"
        );
    }
    assert_eq!(atrio.record("tasks", "home").await["status"], "done");
    assert_eq!(atrio.record("tasks", "foto").await["status"], "todo");
}

async fn buttons_and_drops_move_items_and_keep_focus(atrio: TestServer) {
    import_tasks(&atrio).await;
    let mut admin = admin(&atrio).await;
    let page = admin.get(BOARD).await.text;
    assert!(page.contains("value=\"task-b~phase-sviluppo~task-a~up\""), "{page}");
    assert!(page.contains("aria-label=\"Sposta su &lt;b&gt;Beta&lt;/b&gt;\""), "{page}");
    assert!(page.contains("in ritardo"), "overdue items are marked");
    let step = |step| [("project", "sito"), ("id", ""), ("to", ""), ("before", ""), ("step", step)];
    let response = post_form(&mut admin, "take_step", &step("task-b~phase-sviluppo~task-a~up")).await;
    assert_eq!(redirect_location(&response), format!("{BOARD}?moved=task-b&way=up"));
    assert_eq!(tasks(&atrio, "sviluppo").await, ["b", "a", "c"]);
    // At the top there is no button up, so the other one has the focus.
    let page = follow(&mut admin, &response).await;
    let is_focused = |tag: &&str| tag.contains(" autofocus") && !tag.contains(" popover");
    let button = page.split('<').find(is_focused).expect("a button with autofocus");
    assert!(button.contains("task-b~phase-sviluppo~task-c~down"), "{button}");

    let drop = [("project", "sito"), ("id", "task-c"), ("to", "phase-design"), ("before", "task-home")];
    assert_eq!(redirect_location(&post_form(&mut admin, "take_step", &drop).await), format!("{BOARD}?moved=task-c"));
    assert_eq!(tasks(&atrio, "design").await, ["c", "home"]);
    let drop = [("project", "sito"), ("id", "phase-sviluppo"), ("to", "phases"), ("before", "phase-design")];
    assert_eq!(
        redirect_location(&post_form(&mut admin, "take_step", &drop).await),
        format!("{BOARD}?moved=phase-sviluppo")
    );
    assert_eq!(atrio.record("phases", "design").await["position"], 1);
    // The select for another phase in the form of a task.
    let page = admin.get(&format!("{BOARD}?edit=task-a")).await.text;
    let select = page_from(&page, "id=\"move-to-a\"");
    let (select, _) = select.split_once("</select>").expect("the end marker");
    assert!(
        select.contains("phase-design") && !select.contains("phase-sviluppo") && !select.contains("vetrina"),
        "{select}"
    );
    post_form(&mut admin, "take_step", &[("project", "sito"), ("id", "task-a"), ("to", "phase-design")]).await;
    assert_eq!(tasks(&atrio, "design").await, ["c", "home", "a"]);
}

async fn tampered_moves_change_nothing(atrio: TestServer) {
    import_tasks(&atrio).await;
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    for (id, to, position, code) in [
        ("task-a", "phase-vetrina", "", "missing"),
        ("task-foto", "phase-design", "", "missing"),
        ("task-a", "phase-non-esiste", "", "missing"),
        ("task-a", "phases", "", "missing"),
        ("task-a", "phase-design", "task-b", "changed"),
        ("task-a", "phase-design", "phase-design", "missing"),
        ("phase-design", "phase-sviluppo", "", "missing"),
        ("phase-design", "phases", "phase-vetrina", "changed"),
        ("phase-vetrina", "phases", "", "missing"),
        ("deliverable-mockup", "phase-design", "", "missing"),
        ("\0", "\0", "\0", "missing"),
        ("", "", "", "missing"),
    ] {
        let step = [("project", "sito"), ("id", id), ("to", to), ("before", position)];
        let location = redirect_location(&post_form(&mut admin, "take_step", &step).await);
        assert_eq!(location, format!("{BOARD}?error={code}"), "{id} {to} {position}");
    }
    post_form(&mut admin, "take_step", &[("project", "negozio"), ("id", "task-a"), ("to", "phase-vetrina")]).await;
    assert_eq!(atrio.export_without_deliveries().await, before);
}
