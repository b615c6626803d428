//! The search over everything.

use serde_json::json;

use crate::admin_browser::{admin, get_page};
use crate::support::{TestServer, on_sqlite};

on_sqlite![search_page_groups_marks_and_links_what_it_finds, search_field_is_on_every_admin_page];

async fn search_page_groups_marks_and_links_what_it_finds(atrio: TestServer) {
    let tasks: Vec<_> =
        (0..3).map(|number| json!({"id": format!("t{number}"), "phase_id": "f", "title": "Etichetta"})).collect();
    let records = json!({
        "clients": [{"id": "cf", "name": "Cantine Ferraris"}],
        "projects": [{"id": "p", "client_id": "cf", "name": "Etichette 2026"}],
        "phases": [{"id": "f", "project_id": "p", "name": "Bozzetti"}],
        "tasks": tasks,
        "comments": [{"id": "m", "entity_type": "general", "entity_id": "cf", "author": "client",
            "text": "La retro etichetta <b>no</b>", "created_at": "2026-11-19T10:00:00Z"}],
        "notes": [{"id": "n", "project_id": "p", "text": "Etichetta su carta avana"}],
    });
    atrio.import(&records).await;
    let mut anna = admin(&atrio).await;
    let page = get_page(&mut anna, "/admin/search?q=etich").await;
    let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text} is missing: {page}"));
    let order = ["project-hits", "task-hits", "message-hits", "note-hits"].map(|id| at(&format!("<h2 id=\"{id}\"")));
    assert!(order.is_sorted(), "{order:?}");
    assert!(page.contains("<mark>Etich</mark>ette 2026"), "{page}");
    assert!(page.contains("La retro <mark>etich</mark>etta &lt;b&gt;no"), "{page}");
    for link in [
        "/admin/projects/p\"",
        "/admin/projects/p?shown=task-t2#task-t2",
        "/admin/inbox/cf?message=m#found",
        "/admin/projects/p/notes?edit=n",
        "/admin/search?kind=task&amp;q=etich\" aria-label=\"Vedi tutte: Attività\"",
    ] {
        at(&format!("href=\"{link}"));
    }
    assert!(!page.contains("Vedi tutti: Progetti"), "all projects are shown: {page}");
    let tasks = get_page(&mut anna, "/admin/search?kind=task&q=etich").await;
    assert_eq!(tasks.matches("data-line").count(), 3, "{tasks}");
    let nothing = get_page(&mut anna, "/admin/search?q=%3Czz%3E").await;
    assert!(nothing.contains("Niente con «&lt;zz&gt;». Cerchiamo nomi, messaggi, consegne, documenti."), "{nothing}");
}

async fn search_field_is_on_every_admin_page(atrio: TestServer) {
    let mut anna = admin(&atrio).await;
    for path in ["/admin", "/admin/today", "/admin/leads"] {
        let page = get_page(&mut anna, path).await;
        let (_, form) = page.split_once("desk__search").expect(path);
        let (form, _) = form.split_once("</form>").expect("its end");
        assert!(page.contains("action=\"/admin/search\""), "{page}");
        assert!(form.contains("name=\"q\"") && form.contains("data-hotkey=\"/\""), "{form}");
    }
}
