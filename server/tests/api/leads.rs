//! The lead pages, used without JavaScript.

mod activities;
mod conversion;
mod editing;

use serde_json::json;

use crate::admin_browser::{admin, get_page, submit_form};
use crate::support::{TestServer, on_both_databases, on_sqlite};
use conversion::CONVERSION_FORM;
use editing::VALID_LEAD_FORM;

on_sqlite![empty_lead_list_links_to_sources, ids_of_other_records_are_refused];

on_both_databases![malformed_urls_do_not_fail, lead_list_is_filtered_and_paginated];

/// The value of the hidden field `name` in the form that posts to `function`.
#[track_caller]
fn hidden_field(page: &str, function: &str, name: &str) -> String {
    let (_, form) = page.split_once(&format!("action=\"/rpc/admin/{function}\"")).expect("the form");
    let (form, _) = form.split_once("</form>").expect("the end marker");
    let tag = form.split("<input").find(|tag| tag.contains(&format!("name=\"{name}\""))).expect("the field");
    let (_, value) = tag.split_once("value=\"").expect("a value");
    value.split('"').next().expect("the end marker").to_owned()
}

async fn import_leads(atrio: &TestServer) {
    let records = json!({
        "leads": [
            {"id": "dora", "name": "Dora Riva", "email": "dora@example.it", "source": "Fiera", "company": "Orto & Figli",
             "phone": "+39 333 7654321", "last_contact_date": "2026-11-02T10:00:00Z", "created_at": "2026-11-01T10:00:00Z"},
            {"id": "ezio", "name": "Ezio Ponti", "source": "Sito", "status": "qualified",
             "last_contact_date": "2026-11-03T10:00:00Z", "created_at": "2026-11-01T10:00:00Z"},
        ],
        "activities": [
            {"id": "prima", "lead_id": "dora", "kind": "message", "text": "Vorrei un sito", "created_at": "2026-11-01T10:00:00Z"},
            {"id": "seconda", "lead_id": "ezio", "kind": "note", "text": "Nota su Ezio", "created_at": "2026-11-01T10:00:00Z"},
        ],
    });
    atrio.import(&records).await;
}

async fn empty_lead_list_links_to_sources(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let list = get_page(&mut admin, "/admin/leads").await;
    assert!(list.contains("Qui trovi chi ti contatta") && list.contains("href=\"/admin/leads/sources\""), "{list}");
    let board = get_page(&mut admin, "/admin/leads/board").await;
    assert_eq!(board.matches("Nessuno per ora.").count(), 5);
}

async fn lead_list_is_filtered_and_paginated(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    for (query, dora, ezio) in [
        ("", true, true),
        ("?status=qualified", false, true),
        ("?source=Fiera", true, false),
        ("?q=riv", true, false),
        ("?q=7654321", true, false),
        ("?q=ponti&status=qualified&source=Sito", false, true),
        ("?q=ponti&status=new", false, false),
    ] {
        let list = get_page(&mut admin, &format!("/admin/leads{query}")).await;
        assert_eq!((list.contains("Dora Riva"), list.contains("Ezio Ponti")), (dora, ezio), "{query}");
        assert_eq!(list.contains("Nessun risultato"), !dora && !ezio, "{query}");
        assert!(list.contains("href=\"/admin/export/leads.csv?for=spreadsheet\""));
    }
    let many: Vec<_> =
        (0..60).map(|n| json!({"id": format!("n{n}"), "name": format!("Numero {n}"), "source": "a&b"})).collect();
    atrio.import(&json!({ "leads": many })).await;
    let first = get_page(&mut admin, "/admin/leads?source=a%26b&q=numero").await;
    assert_eq!(first.matches("table__name").count(), 50);
    let (_, more) = first.split_once("/admin/leads?q=numero&amp;source=a%26b&amp;after=").expect("the next page");
    let after = more.split('"').next().expect("the end marker");
    let second = get_page(&mut admin, &format!("/admin/leads?q=numero&source=a%26b&after={after}")).await;
    assert_eq!(second.matches("table__name").count(), 10);
    assert!(!second.contains("rel=\"next\""));
}

async fn malformed_urls_do_not_fail(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let long = format!("?q={}", "x".repeat(5_000));
    for query in [
        "?status=nessuno",
        "?source=%00",
        "?q=%00",
        "?q=%25",
        "?q=%27%3B--",
        "?after=x",
        "?after=%00~%00",
        "?after=9~9",
        "?status=new&status=won",
        "?q=%FF",
        "?unsaved=x&error=invalid",
        &long,
    ] {
        get_page(&mut admin, &format!("/admin/leads{query}")).await;
    }
    for path in ["/admin/leads/nessuno", "/admin/leads/%00", "/admin/leads/a%2Fb", "/admin/leads/è"] {
        assert_eq!(admin.get(path).await.status, 404, "{path}");
    }
    for query in ["?before=x", "?before=%00~", "?delete=activity-nessuna", "?edit=1&convert=1&delete=1", "?moved=x"] {
        get_page(&mut admin, &format!("/admin/leads/dora{query}")).await;
    }
}

async fn ids_of_other_records_are_refused(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    let foreign = [("lead", "dora"), ("id", "seconda")];
    assert_eq!(submit_form(&mut admin, "delete_activity", &foreign).await, "/admin/leads/dora?error=missing");
    let over = [("lead", "dora"), ("id", "seconda"), ("form[kind]", "note"), ("form[text]", "Sopra")];
    assert!(submit_form(&mut admin, "add_activity", &over).await.contains("error=missing"));
    // With the id of an existing client: Anna is not overwritten.
    let taken: Vec<_> = CONVERSION_FORM.into_iter().chain([("lead", "dora"), ("client", "anna")]).collect();
    assert!(submit_form(&mut admin, "convert_lead", &taken).await.contains("error=missing"));
    // With the id of an existing lead: Ezio is not overwritten.
    let fields: Vec<_> = VALID_LEAD_FORM.into_iter().chain([("id", "ezio")]).collect();
    submit_form(&mut admin, "create_lead", &fields).await;
    let forged: Vec<_> = VALID_LEAD_FORM.into_iter().chain([("id", "ezio"), ("version", "0000000000000000")]).collect();
    assert!(submit_form(&mut admin, "save_lead", &forged).await.contains("error=stale"));
    assert_eq!(atrio.export_without_deliveries().await, before);
}
