//! Projects that do not exist, and users without access.

use super::{BOARD, admin, post_form};
use crate::browser::Browser;
use crate::support::{TestServer, on_both_databases, on_sqlite};

on_sqlite![projects_require_a_session];

on_both_databases![unknown_project_returns_404];

async fn unknown_project_returns_404(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for invalid in ["non-esiste", "%00", "a%20b", &"x".repeat(200), "anna"] {
        let page = admin.get(&format!("/admin/projects/{invalid}")).await;
        assert_eq!(page.status, 404, "{invalid}");
        assert!(page.text.contains("Pagina non trovata"), "{invalid}");
    }
    assert_eq!(admin.get("/admin/projects/new?client=nessuno").await.status, 404);
    for invalid in
        ["edit=task-foto", "edit=%00", "delete=task-foto", "delete=x", "add=phase-design", "moved=~&way=x", "unsaved=x"]
    {
        let page = admin.get(&format!("{BOARD}?{invalid}")).await;
        assert_eq!(page.status, 200, "{invalid}");
        assert!(!page.text.contains("Scatti"), "{invalid}");
    }
}

async fn projects_require_a_session(atrio: TestServer) {
    let before = atrio.export_without_deliveries().await;
    let mut anonymous = Browser::new(&atrio);
    for page in ["/admin/projects", "/admin/projects/new", "/admin/projects/new?client=anna", BOARD] {
        let response = anonymous.get(page).await;
        assert!(response.header("location").starts_with("/admin/login?callbackUrl="), "{page}");
        assert!(!response.text.contains("Sito nuovo") && !response.text.contains("Anna"), "{page}");
    }
    for function in [
        "create_project", "save_project", "add_phase", "add_task", "add_deliverable", "save_phase", "save_task",
        "save_deliverable", "take_step", "set_task_status", "set_deliverable_status", "delete_item", "delete_project",
        "projects", "new_project", "board",
    ] {
        let fields = [
            ("project", "sito"),
            ("id", "home"),
            ("client", "anna"),
            ("phase", "design"),
            ("task", "home"),
            ("version", "x"),
            ("item", "project"),
            ("set", "home~todo~done"),
            ("form[name]", "Rubato"),
            ("form[title]", "Rubato"),
        ];
        let response = post_form(&mut anonymous, function, &fields).await;
        assert!(!response.text.contains("Sito nuovo"), "{function}");
        // The last three read pages, which redirect to the sign-in page.
        let is_page = ["projects", "new_project", "board"].contains(&function);
        let is_refused = response.header("location").contains("signed-out");
        assert!(is_page || is_refused, "{function}: {} {}", response.status, response.header("location"));
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}
