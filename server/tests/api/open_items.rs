//! *Tocca a te* on the portal's page.

use serde_json::json;

use crate::support::{TestServer, on_sqlite};

on_sqlite![open_items_of_every_project_are_listed_once];

/// The section with the open items of a page.
fn open_items(page: &str) -> &str {
    let (_, section) = page.split_once("aria-labelledby=\"needs\"").expect("the section");
    section.split("</section>").next().expect("its end")
}

async fn open_items_of_every_project_are_listed_once(atrio: TestServer) {
    let records = json!({
        "tasks": [{ "id": "schizzi", "phase_id": "bozze", "title": "Schizzi" }],
        "deliverables": [{ "id": "segno", "task_id": "schizzi", "title": "Il segno", "status": "in_review" }],
        "payments": [{
            "id": "saldo", "project_id": "logo", "label": "Saldo", "amount_cents": 100, "currency": "EUR",
            "due_on": "2026-12-01",
        }],
    });
    atrio.import(&records).await;
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
    for (page, here, elsewhere) in [
        (
            "?project=sito",
            ["id=\"deliverable-mockup\"", "href=\"?project=sito&amp;channel=design#conversation\""],
            ["href=\"?project=logo#deliverable-segno\"", "Da approvare in «Logo»"],
        ),
        (
            "?project=logo",
            ["id=\"deliverable-segno\"", "Approva<span class=\"sr-only\"> Il segno</span>"],
            ["href=\"?project=sito#deliverable-mockup\"", "href=\"?project=sito&amp;channel=design#conversation\""],
        ),
    ] {
        let page = atrio.get(&format!("/c/anna-verdi-x7k2{page}")).await.text;
        let items = open_items(&page);
        for part in here.into_iter().chain(elsewhere) {
            assert!(items.contains(part), "{part} in {items}");
        }
        assert!(!items.contains("Saldo"), "dates are elsewhere: {items}");
    }
    // A project that was archived waits for nothing.
    atrio.sql("UPDATE project SET status = 'archived' WHERE id = 'logo'").await;
    let page = atrio.get("/c/anna-verdi-x7k2").await.text;
    let items = open_items(&page);
    assert!(items.contains("Mockup") && !items.contains("Logo") && !items.contains("Il segno"), "{items}");
    assert!(!page.contains("role=\"tablist\" aria-label=\"Progetti\""), "the only one has no tab: {page}");
    let archived = atrio.get("/c/anna-verdi-x7k2?project=logo").await.text;
    assert!(archived.contains("href=\"?project=sito\""), "the way to the others: {archived}");
}
