//! The quote.

use super::{admin, field_value, open_page, submit_record_form};
use crate::support::{TestServer, on_sqlite};

on_sqlite![quote_total_is_calculated, moved_quote_item_keeps_focus, invalid_quote_numbers_are_refused];

const QUOTE: &str = "/admin/projects/sito/quote";

async fn add_item(admin: &mut crate::browser::Browser, id: &str, what: &str, quantity: &str, price: &str) -> String {
    let fields = [("form[description]", what), ("form[quantity]", quantity), ("form[unit_price]", price)];
    submit_record_form(admin, "add_quote_item", id, &fields).await
}

async fn quote_total_is_calculated(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    assert_eq!(add_item(&mut admin, "a", "Sito", "1,5", "1.000").await, format!("{QUOTE}?done=line-created"));
    add_item(&mut admin, "b", "Mezzo centesimo", "0,5", "0,01").await;
    add_item(&mut admin, "c", "Sconto", "1", "-100").await;
    let page = open_page(&mut admin, QUOTE).await;
    for expected in ["1,5", "1.500,00\u{a0}€", "0,01\u{a0}€", "-100,00\u{a0}€", "1.400,01\u{a0}€"] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    let stored = atrio.record("quote_items", "a").await;
    assert_eq!((&stored["quantity"], &stored["unit_price_cents"]), (&"1.5".into(), &100_000.into()));

    let page = open_page(&mut admin, &format!("{QUOTE}?edit=a")).await;
    let mark = "id=\"line-a\"";
    let version = field_value(&page, mark, "version");
    assert_eq!(
        (field_value(&page, mark, "form[quantity]"), field_value(&page, mark, "form[unit_price]")),
        ("1,5".to_owned(), "1000,00".to_owned())
    );
    let fields =
        [("version", &*version), ("form[description]", "Sito"), ("form[quantity]", "2"), ("form[unit_price]", "1000")];
    submit_record_form(&mut admin, "save_quote_item", "a", &fields).await;
    assert!(open_page(&mut admin, QUOTE).await.contains("1.900,01\u{a0}€"));
    let again = submit_record_form(&mut admin, "save_quote_item", "a", &fields).await;
    assert!(again.contains("done=saved"), "the same form sent twice: {again}");
    let others = [&fields[..2], &[("form[quantity]", "3"), ("form[unit_price]", "1000")]].concat();
    let stale = submit_record_form(&mut admin, "save_quote_item", "a", &others).await;
    assert!(stale.contains("error=stale"), "{stale}");
    // Values that only earlier versions stored are shown.
    let huge = r#"{"quote_items": [
        {"id": "h1", "project_id": "sito", "description": "H", "quantity": "999999999999.999999", "unit_price_cents": 1},
        {"id": "h2", "project_id": "sito", "description": "H", "quantity": "0.000001", "unit_price_cents": 1}
    ]}"#;
    atrio.store.import(huge.as_bytes(), &mut |_, _| {}).await.expect("an import");
    for (id, price) in [("h1", i64::MAX), ("h2", i64::MIN)] {
        atrio.sql(&format!("UPDATE quote_item SET unit_price_cents = {price} WHERE id = '{id}'")).await;
    }
    assert!(open_page(&mut admin, QUOTE).await.contains("92.233.720.368.547.757.977.766.279.631,45"));
}

/// Which of the buttons of a row, up and down, has the focus.
fn autofocused_buttons(page: &str, row: &str) -> Vec<bool> {
    let row = page.split_once(&format!("id=\"{row}\"")).expect("the row").1;
    let row = row.split("</tr>").next().expect("the end marker");
    row.split("<button").skip(1).map(|button| button.contains("autofocus")).collect()
}

async fn moved_quote_item_keeps_focus(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for id in ["a", "b", "c"] {
        add_item(&mut admin, id, id, "1", "1").await;
    }
    let moved = submit_record_form(&mut admin, "move_quote_item", "c", &[("to", "up")]).await;
    assert_eq!(moved, format!("{QUOTE}?moved=c&to=up#row-c"));
    let page = open_page(&mut admin, &moved).await;
    assert_eq!(autofocused_buttons(&page, "row-c"), [true, false]);
    // At the end of the list the other button has the focus.
    let first = submit_record_form(&mut admin, "move_quote_item", "c", &[("to", "up")]).await;
    let page = open_page(&mut admin, &first).await;
    assert_eq!(autofocused_buttons(&page, "row-c"), [false, true]);
    submit_record_form(&mut admin, "move_quote_item", "c", &[("to", "down")]).await;
    for id in ["c", "c", "b"] {
        submit_record_form(&mut admin, "move_quote_item", id, &[("to", "down")]).await;
    }
    let mut items = atrio.records("quote_items").await;
    items.sort_by_key(|item| item["position"].as_i64());
    let order: Vec<_> = items.iter().map(|item| item["id"].as_str().expect("an id")).collect();
    assert_eq!(order, ["a", "c", "b"]);
    assert!(open_page(&mut admin, &format!("{QUOTE}?delete=c")).await.contains("Eliminare «c»?"));
    assert_eq!(submit_record_form(&mut admin, "delete_quote_item", "c", &[]).await, format!("{QUOTE}?done=deleted"));
}

async fn invalid_quote_numbers_are_refused(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for (quantity, price, expected) in [
        ("1e999", "1", "Scrivi una quantità"),
        ("-1", "1", "Scrivi una quantità"),
        ("", "1", "Compila questo campo"),
        ("1.000", "1", "Scrivi una quantità"),
        ("1,1234567", "1", "Scrivi una quantità"),
        ("9999999999999", "1", "Scrivi una quantità"),
        ("1", "1e999", "Scrivi un importo"),
        ("1", "", "Compila questo campo"),
        ("1", "1.000.000.001", "da -1000000000 a 1000000000"),
        ("1", "-1.000.000.001", "da -1000000000 a 1000000000"),
    ] {
        let address = add_item(&mut admin, "x", "Voce", quantity, price).await;
        let page = open_page(&mut admin, &address).await;
        assert!(page.contains(expected), "{quantity:?} {price:?}: {page}");
        assert_eq!(field_value(&page, "id=\"line-new\"", "form[quantity]"), quantity);
    }
    let long = "è".repeat(2_001);
    let address = add_item(&mut admin, "x", &long, "1", "1").await;
    assert!(open_page(&mut admin, &address).await.contains("Al massimo 2000 caratteri"));
    assert!(atrio.records("quote_items").await.is_empty());
}
