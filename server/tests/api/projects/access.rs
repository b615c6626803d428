//! Projects that do not exist.

use super::{BOARD, admin};
use crate::support::{TestServer, on_both_databases};

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
