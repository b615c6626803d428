//! Payments, documents, notes, time and quotes, used without JavaScript.

mod notes;
mod payments;
mod quote;
mod quote_sheet;
mod time_entries;

use crate::admin_browser::{admin, field_value, post_form, redirect_location};
use crate::browser::Browser;
use crate::support::{TestServer, on_both_databases, on_sqlite};

on_sqlite![empty_project_record_pages_show_a_hint];

on_both_databases![records_of_unknown_project_return_404, tampered_forms_change_nothing];

/// The sections of a project with their text for an empty list.
const RECORD_PAGES: [(&str, &str); 5] = [
    ("payments", "Ancora nessun pagamento"),
    ("documents", "Ancora nessun documento"),
    ("notes", "Ancora nessuna nota"),
    ("times", "Ancora nessuna ora"),
    ("quote", "Ancora nessuna voce"),
];

/// The functions that add a record, with valid fields.
const ADD_FORMS: [(&str, &[(&str, &str)]); 6] = [
    ("add_payment", &[("form[label]", "Saldo"), ("form[amount]", "10")]),
    ("add_document", &[("form[name]", "Brief"), ("form[url]", "https://example.it/b")]),
    ("add_note", &[("form[text]", "Nota")]),
    ("add_time_entry", &[("form[spent_on]", "2026-11-20"), ("form[minutes]", "5")]),
    ("add_quote_item", &[("form[description]", "Voce"), ("form[quantity]", "1"), ("form[unit_price]", "1")]),
    ("start_timer", &[("form[description]", "Bozze")]),
];

/// Submits a form of the project `sito`.
async fn submit_record_form(browser: &mut Browser, function: &str, id: &str, fields: &[(&str, &str)]) -> String {
    let names = [("project", "sito"), ("id", id)];
    let fields: Vec<_> = names.into_iter().chain(fields.iter().copied()).collect();
    redirect_location(&post_form(browser, function, &fields).await)
}

/// The page at a URL with a fragment.
async fn open_page(browser: &mut Browser, address: &str) -> String {
    let page = browser.get(address.split('#').next().unwrap_or_default()).await;
    assert_eq!(page.status, 200, "{address}");
    page.text
}

async fn empty_project_record_pages_show_a_hint(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for (part, expected) in RECORD_PAGES {
        let page = open_page(&mut admin, &format!("/admin/projects/negozio/{part}")).await;
        assert!(page.contains(expected), "{part}: {page}");
        assert!(page.contains("Negozio") && page.contains("Bruno Neri"), "{part}");
        let here = format!("href=\"/admin/projects/negozio/{part}\" aria-current=\"page\"");
        assert!(page.contains(&here), "{part}: {page}");
    }
    atrio.store.set_setting("language", "en").await.expect("a setting");
    assert!(open_page(&mut admin, "/admin/projects/negozio/times").await.contains("No hours logged yet"));
}

async fn records_of_unknown_project_return_404(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for project in ["nessuno", "%00", "a%20b", "%FF", "..%2F..", "sito%2Fx"] {
        for (part, _) in RECORD_PAGES {
            let page = admin.get(&format!("/admin/projects/{project}/{part}")).await;
            assert_eq!(page.status, 404, "{project} {part}");
        }
    }
    // Unknown query parameters are ignored.
    for invalid in [
        "edit=x&delete=x&pay=x", "after=x", "after=%00~%00", "after=2026-99-99~x", "edit=%00", "unsaved=%00",
        "moved=x&to=up",
    ] {
        for (part, _) in RECORD_PAGES {
            assert_eq!(
                admin.get(&format!("/admin/projects/sito/{part}?{invalid}")).await.status,
                200,
                "{part} {invalid}"
            );
        }
    }
}

async fn tampered_forms_change_nothing(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    for (function, fields) in ADD_FORMS {
        for (project, id) in
            [("nessuno", "x"), ("a b", "x"), ("", "x"), ("sito\0", "x"), ("sito", "a b"), ("sito", "x\0"), ("sito", "")]
        {
            let all: Vec<_> = [("project", project), ("id", id)].into_iter().chain(fields.iter().copied()).collect();
            let address = redirect_location(&post_form(&mut admin, function, &all).await);
            assert!(address.contains("error=missing"), "{function} {project:?} {id:?}: {address}");
        }
        // Missing fields.
        let response = post_form(&mut admin, function, &[("project", "sito")]).await;
        assert!(
            response.status.is_redirection() || response.status.is_client_error(),
            "{function} {}",
            response.status
        );
    }
    for function in ["save_payment", "save_document", "save_note", "save_time_entry", "save_quote_item"] {
        for id in ["nessuno", "a b", "\0", ""] {
            let fields = [
                ("version", "0000000000000000"),
                ("form[label]", "x"),
                ("form[amount]", "1"),
                ("form[name]", "x"),
                ("form[url]", "https://a.it"),
                ("form[text]", "x"),
                ("form[spent_on]", "2026-11-20"),
                ("form[minutes]", "5"),
                ("form[description]", "x"),
                ("form[quantity]", "1"),
                ("form[unit_price]", "1"),
            ];
            let address = submit_record_form(&mut admin, function, id, &fields).await;
            assert!(address.contains("error=missing"), "{function} {id:?}: {address}");
        }
    }
    for function in [
        "delete_payment", "delete_document", "delete_note", "delete_time_entry", "delete_quote_item",
        "move_quote_item", "mark_unpaid", "stop_timer", "discard_timer",
    ] {
        for id in ["nessuno", "a b", "\0", ""] {
            let address = submit_record_form(&mut admin, function, id, &[("to", "up")]).await;
            assert!(address.contains("error=missing"), "{function} {id:?}: {address}");
        }
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}
