//! Adding and editing phases, tasks and deliverables.

use serde_json::json;

use super::{BOARD, admin, count_autofocus, follow, hidden_field, page_from, post_form, redirect_location};
use crate::support::{TestServer, on_both_databases, on_sqlite};

on_sqlite![
    added_items_are_last_and_added_once,
    deliverables_are_added_line_by_line,
    items_are_edited_in_place,
    form_errors_are_shown_in_their_form,
    stale_save_reports_conflict_and_keeps_input,
    edit_of_deleted_item_shows_the_input,
];

on_both_databases![foreign_items_are_not_found_and_input_is_shown];

async fn added_items_are_last_and_added_once(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = admin.get(BOARD).await.text;
    let phase = hidden_field(&page, "id=\"add-phase\"", "id");
    let added = [("project", "sito"), ("id", &*phase), ("form[name]", "Lancio")];
    for _ in 0..2 {
        assert_eq!(
            redirect_location(&post_form(&mut admin, "add_phase", &added).await),
            format!("{BOARD}?added=phases")
        );
    }
    let page = admin.get(BOARD).await.text;
    let task = hidden_field(&page, &format!("id=\"add-task-{phase}\""), "id");
    let added = [("project", "sito"), ("phase", &*phase), ("id", &*task), ("form[title]", "Annuncio")];
    for _ in 0..2 {
        let location = redirect_location(&post_form(&mut admin, "add_task", &added).await);
        assert_eq!(location, format!("{BOARD}?added=phase-{phase}"));
    }
    let page = admin.get(&format!("{BOARD}?added=phase-{phase}")).await.text;
    assert_eq!(count_autofocus(&page), 1);
    let page = admin.get(&format!("{BOARD}?add=task-{task}")).await.text;
    let deliverable = hidden_field(&page, &format!("id=\"add-deliverable-{task}\""), "id");
    let added = [
        ("project", "sito"),
        ("task", &*task),
        ("id", &*deliverable),
        ("form[title]", "Testo"),
        ("form[url]", "https://example.com/testo"),
    ];
    for _ in 0..2 {
        let location = redirect_location(&post_form(&mut admin, "add_deliverable", &added).await);
        assert_eq!(location, format!("{BOARD}?shown=deliverable-{deliverable}#deliverable-{deliverable}"));
    }
    assert_eq!(atrio.record("tasks", &task).await["status"], "todo");
    assert_eq!(atrio.record("deliverables", &deliverable).await["url"], "https://example.com/testo");
    assert_eq!(atrio.record("phases", &phase).await["position"], 2);
}

async fn deliverables_are_added_line_by_line(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let (line, mark) = (format!("{BOARD}?add=task-home"), "id=\"add-deliverable-home\"");
    for title in ["Uno", "Due"] {
        let page = admin.get(&line).await.text;
        let form = page_from(&page, mark).split_once("</form>").expect("its end").0;
        assert!(form.contains("autofocus") && !form.contains("form[url]"), "{form}");
        let id = hidden_field(&page, mark, "id");
        let fields = [("project", "sito"), ("task", "home"), ("id", &*id), ("line", "1"), ("form[title]", title)];
        let location = redirect_location(&post_form(&mut admin, "add_deliverable", &fields).await);
        assert_eq!(location, format!("{line}#add-deliverable-home-title"));
        assert_eq!(atrio.record("deliverables", &id).await["title"], title);
    }
    let fields = [("project", "sito"), ("task", "home"), ("id", "x"), ("line", "1"), ("form[title]", " ")];
    let refused = redirect_location(&post_form(&mut admin, "add_deliverable", &fields).await);
    assert!(refused.starts_with(&format!("{line}&error=invalid")), "{refused}");
    let full = admin.get(&format!("{line}&full=1")).await.text;
    assert!(page_from(&full, mark).contains("form[url]"));
}

async fn items_are_edited_in_place(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let (phase, task, deliverable) = ("design", "home", "mockup");
    for (kind, id, function, fields) in [
        (
            "phase",
            phase,
            "save_phase",
            [("form[name]", "Uscita"), ("form[status]", "completed"), ("form[due_on]", "2027-01-01")],
        ),
        (
            "task",
            task,
            "save_task",
            [("form[title]", "Annunciare"), ("form[description]", "A tutti"), ("form[due_on]", "")],
        ),
        (
            "deliverable",
            deliverable,
            "save_deliverable",
            [("form[title]", "Testi"), ("form[url]", ""), ("form[description]", "Due")],
        ),
    ] {
        let page = admin.get(&format!("{BOARD}?edit={kind}-{id}")).await.text;
        let version = hidden_field(&page, &format!("id=\"edit-{kind}-{id}\""), "version");
        let fields: Vec<_> =
            [("project", "sito"), ("id", id), ("version", &*version)].into_iter().chain(fields).collect();
        assert_eq!(
            redirect_location(&post_form(&mut admin, function, &fields).await),
            format!("{BOARD}?shown={kind}-{id}#{kind}-{id}")
        );
    }
    let saved = atrio.record("phases", phase).await;
    // The phase has a task, which determines its status.
    assert_eq!(
        (&saved["name"], &saved["status"], &saved["due_on"]),
        (&json!("Uscita"), &json!("pending"), &json!("2027-01-01"))
    );
    assert_eq!(atrio.record("tasks", task).await["title"], "Annunciare");
    assert_eq!(atrio.record("deliverables", deliverable).await["description"], "Due");
}

async fn form_errors_are_shown_in_their_form(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    for (function, name, fields) in [
        ("add_phase", "add-phase".to_owned(), vec![("id", "x"), ("form[name]", " ")]),
        ("add_task", "add-task-design".to_owned(), vec![("phase", "design"), ("id", "x"), ("form[title]", "")]),
        (
            "add_deliverable",
            "add-deliverable-home".to_owned(),
            vec![("task", "home"), ("id", "x"), ("form[title]", "T"), ("form[url]", "javascript:alert(1)")],
        ),
        (
            "save_task",
            "edit-task-home".to_owned(),
            vec![("id", "home"), ("version", "x"), ("form[title]", "T"), ("form[due_on]", "mai")],
        ),
    ] {
        let fields: Vec<_> = [("project", "sito")].into_iter().chain(fields).collect();
        let response = post_form(&mut admin, function, &fields).await;
        assert!(
            redirect_location(&response).contains("error=invalid")
                && redirect_location(&response).contains(&format!("#{name}-")),
            "{function}: {}",
            redirect_location(&response)
        );
        let page = follow(&mut admin, &response).await;
        assert!(page_from(&page, &format!("id=\"{name}\"")).contains("aria-invalid=\"true\""), "{function}");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn foreign_items_are_not_found_and_input_is_shown(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    for (function, fields) in [
        ("add_task", vec![("phase", "vetrina"), ("id", "x"), ("form[title]", "T")]),
        ("add_deliverable", vec![("task", "foto"), ("id", "x"), ("form[title]", "T")]),
        ("save_phase", vec![("id", "vetrina"), ("version", "x"), ("form[name]", "T")]),
        ("save_task", vec![("id", "foto"), ("version", "x"), ("form[title]", "T")]),
        ("save_deliverable", vec![("id", "scatti"), ("version", "x"), ("form[title]", "T")]),
        ("add_task", vec![("phase", "\0"), ("id", "\0"), ("form[title]", "T")]),
    ] {
        let fields: Vec<_> = [("project", "sito")].into_iter().chain(fields).collect();
        let response = post_form(&mut admin, function, &fields).await;
        assert!(redirect_location(&response).contains("error=missing"), "{function}: {}", redirect_location(&response));
        let page = follow(&mut admin, &response).await;
        assert!(
            page.contains("<blockquote") && page.contains("role=\"alert\""),
            "{function}: the submitted value is shown again"
        );
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn stale_save_reports_conflict_and_keeps_input(atrio: TestServer) {
    let (mut one, mut two) = (admin(&atrio).await, admin(&atrio).await);
    let version = hidden_field(&two.get(&format!("{BOARD}?edit=project")).await.text, "id=\"edit-project\"", "version");
    let save =
        |name| [("project", "sito"), ("version", version.as_str()), ("form[name]", name), ("form[status]", "paused")];
    assert_eq!(
        redirect_location(&post_form(&mut one, "save_project", &save("Primo")).await),
        format!("{BOARD}?done=saved")
    );
    let response = post_form(&mut two, "save_project", &save("Secondo")).await;
    assert!(
        redirect_location(&response).starts_with(&format!("{BOARD}?edit=project&error=stale&unsaved=")),
        "{}",
        redirect_location(&response)
    );
    let page = follow(&mut two, &response).await;
    assert!(page.contains("value=\"Secondo\"") && page.contains("Valore attuale: Primo"), "{page}");
    assert_eq!(atrio.record("projects", "sito").await["name"], "Primo");
    // Saved again from the current version.
    let version = hidden_field(&page, "id=\"edit-project\"", "version");
    let again = [("project", "sito"), ("version", &*version), ("form[name]", "Secondo"), ("form[status]", "active")];
    post_form(&mut two, "save_project", &again).await;
    assert_eq!(atrio.record("projects", "sito").await["name"], "Secondo");
}

async fn edit_of_deleted_item_shows_the_input(atrio: TestServer) {
    let (mut one, mut two) = (admin(&atrio).await, admin(&atrio).await);
    let version =
        hidden_field(&two.get(&format!("{BOARD}?edit=task-home")).await.text, "id=\"edit-task-home\"", "version");
    let confirmation = one.get(&format!("{BOARD}?delete=task-home")).await.text;
    let confirmed = [
        ("project", "sito"),
        ("item", "task-home"),
        ("version", &*hidden_field(&confirmation, "id=\"delete\"", "version")),
    ];
    assert_eq!(
        redirect_location(&post_form(&mut one, "delete_item", &confirmed).await),
        format!("{BOARD}?done=deleted")
    );
    let fields = [
        ("project", "sito"),
        ("id", "home"),
        ("version", &*version),
        ("form[title]", "Tanto lavoro"),
        ("form[description]", "Perduto?"),
    ];
    let response = post_form(&mut two, "save_task", &fields).await;
    let page = follow(&mut two, &response).await;
    assert!(page.contains("Tanto lavoro") && page.contains("Perduto?") && page.contains("role=\"alert\""), "{page}");
}
