//! The quote to send: its sheet, its number and payments by shares.

use super::{admin, field_value, open_page};
use crate::admin_browser::submit_form;
use crate::browser::Browser;
use crate::support::{TestServer, on_sqlite};

on_sqlite![
    quote_is_addressed_with_the_data_of_the_client,
    sheet_shows_letterhead_and_vat_per_rate,
    number_is_proposed_and_kept,
    refused_quote_keeps_what_was_typed,
    shares_become_payments_once,
    sheet_is_in_the_language_of_the_client,
    portal_shows_nothing_of_the_quote,
];

const SHEET: &str = "/admin/projects/sito/quote/sheet";
const NEW: [(&str, &str); 5] = [
    ("project", "sito"),
    ("version", ""),
    ("form[number]", "5/2026"),
    ("form[issued_on]", "2026-11-23"),
    ("form[valid_until]", "2026-12-23"),
];

/// Lines of two rates: 1,500 € at 22 % and 100 € at 0 %.
async fn add_lines(atrio: &TestServer) {
    let lines = r#"{"quote_items": [
        {"id": "v1", "project_id": "sito", "description": "Sito", "quantity": "1.5", "unit_price_cents": 100000},
        {"id": "v2", "project_id": "sito", "description": "Licenza", "quantity": "1", "unit_price_cents": 10000, "vat_rate": "0"}
    ]}"#;
    atrio.store.import(lines.as_bytes(), &mut |_, _| {}).await.expect("an import");
}

/// Submits the form of a quote with other or more fields.
async fn save_quote(admin: &mut Browser, changes: &[(&str, &str)]) -> String {
    let is_changed = |name: &str| changes.iter().any(|(changed, _)| *changed == name);
    let usual = NEW.into_iter().filter(|(name, _)| !is_changed(name));
    submit_form(admin, "save_quote", &usual.chain(changes.iter().copied()).collect::<Vec<_>>()).await
}

#[track_caller]
fn assert_contains(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(page.contains(text), "{text} is not in {page}");
    }
}

async fn sheet_shows_letterhead_and_vat_per_rate(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = open_page(&mut admin, SHEET).await;
    assert_contains(&page, &["ancora voci", "Scrivi l’intestazione", "in bozza"]);
    let settings = open_page(&mut admin, "/admin/settings/quotes").await;
    let version = field_value(&settings, "id=\"quotes\"", "version");
    let lines = "Via Po 1, Torino\nP. IVA 01234567890";
    let fields = [("version", &*version), ("form[letterhead]", lines), ("form[vat_rate]", "22")];
    let saved = submit_form(&mut admin, "save_quote_settings", &fields).await;
    assert_eq!(saved, "/admin/settings/quotes?done=saved");
    add_lines(&atrio).await;
    let notes = "IVA 0 % per art. 7";
    let saved = save_quote(&mut admin, &[("form[addressee]", "Via Roma 2"), ("form[notes]", notes)]).await;
    assert_eq!(saved, format!("{SHEET}?done=saved"));
    let page = open_page(&mut admin, SHEET).await;
    let sheet = page.split_once("class=\"sheet\"").expect("the sheet").1;
    let sheet = sheet.split("</article>").next().unwrap_or_default();
    assert_contains(sheet, &["Via Po 1, Torino\nP. IVA 01234567890", "5/2026", "23 novembre 2026", "23 dicembre 2026"]);
    assert_contains(sheet, &["Anna Verdi", "Via Roma 2", notes, "0\u{a0}%"]);
    assert_contains(sheet, &["1.600,00\u{a0}€", "IVA 22\u{a0}% su 1.500,00\u{a0}€", "330,00\u{a0}€"]);
    assert_contains(sheet, &["IVA 0\u{a0}% su 100,00\u{a0}€", "1.930,00\u{a0}€"]);
    assert!(!sheet.contains("<form"), "only the quote is printed");
    let lines = open_page(&mut admin, "/admin/projects/sito/quote").await;
    assert_contains(&lines, &[&format!("href=\"{SHEET}\""), "1.930,00\u{a0}€"]);
}

async fn number_is_proposed_and_kept(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    add_lines(&atrio).await;
    let page = open_page(&mut admin, SHEET).await;
    let proposed = field_value(&page, "id=\"sheet\"", "form[proposed_number]");
    assert_eq!(field_value(&page, "id=\"sheet\"", "form[number]"), proposed);
    let (first, year) = proposed.split_once('/').expect("a number");
    assert_eq!(first, "1");
    // Another project takes the number in the meantime.
    let (issued, until) = (format!("{year}-11-23"), format!("{year}-12-23"));
    let other = [
        ("project", "negozio"),
        ("form[number]", &*proposed),
        ("form[issued_on]", &issued),
        ("form[valid_until]", &until),
    ];
    save_quote(&mut admin, &other).await;
    let same = [
        ("form[number]", &*proposed),
        ("form[proposed_number]", &proposed),
        ("form[issued_on]", &issued),
        ("form[valid_until]", &until),
    ];
    save_quote(&mut admin, &same).await;
    let page = open_page(&mut admin, SHEET).await;
    assert_contains(
        &page,
        &[&format!("<span>2/{year}</span>"), &format!("Preventivo 2-{year}"), "id=\"print\"", "Ctrl+P"],
    );
    let question = open_page(&mut admin, &format!("{SHEET}?delete=1")).await;
    assert_contains(&question, &[&format!("Eliminare il numero 2/{year}")]);
    assert_eq!(submit_form(&mut admin, "delete_quote", &[("project", "sito")]).await, format!("{SHEET}?done=deleted"));
    assert_contains(&open_page(&mut admin, SHEET).await, &["in bozza"]);
    let register = open_page(&mut admin, "/admin/audit").await;
    assert_contains(&register, &[&format!("2/{year} · Sito"), "ha eliminato il numero del preventivo"]);
}

async fn refused_quote_keeps_what_was_typed(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    add_lines(&atrio).await;
    save_quote(&mut admin, &[("project", "negozio")]).await;
    for (field, value, expected) in [
        ("form[number]", "cinque", "Scrivi numero e anno"),
        ("form[number]", "05/2026", "È già in uso"),
        ("form[issued_on]", "", "Compila questo campo"),
        ("form[valid_until]", "2026-11-22", "È prima della data del preventivo"),
    ] {
        let refused = save_quote(&mut admin, &[(field, value), ("form[addressee]", "Via Roma 2")]).await;
        let name = field.trim_start_matches("form[").trim_end_matches(']');
        assert!(refused.ends_with(&format!("#sheet-{name}")), "{refused}");
        let page = open_page(&mut admin, &refused).await;
        assert_contains(&page, &[expected, "Via Roma 2"]);
        assert_eq!(field_value(&page, "id=\"sheet\"", field), value);
    }
    assert_eq!(atrio.records("quotes").await.len(), 1);
    for (shares, expected) in [("30/40", "La somma delle quote"), ("tutto", "Scrivi da 1 a 12 percentuali")] {
        let fields = [("project", "sito"), ("id", "f"), ("version", ""), ("form[shares]", shares)];
        let refused = submit_form(&mut admin, "add_payment_shares", &fields).await;
        let page = open_page(&mut admin, &refused).await;
        assert_contains(&page, &[expected]);
        assert_eq!(field_value(&page, "id=\"shares\"", "form[shares]"), shares);
    }
    let fields = [("project", "sito"), ("id", "v3"), ("form[description]", "Voce"), ("form[quantity]", "1")];
    let fields = [&fields[..], &[("form[unit_price]", "1"), ("form[vat_rate]", "122")]].concat();
    let refused = submit_form(&mut admin, "add_quote_item", &fields).await;
    assert_contains(&open_page(&mut admin, &refused).await, &["Scrivi una percentuale da 0 a 100"]);
}

async fn shares_become_payments_once(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    add_lines(&atrio).await;
    let existing = atrio.records("payments").await.len();
    let page = open_page(&mut admin, SHEET).await;
    let (id, version) = (field_value(&page, "id=\"shares\"", "id"), field_value(&page, "id=\"shares\"", "version"));
    let fields = [
        ("project", "sito"),
        ("id", &*id),
        ("version", &*version),
        ("form[shares]", "30/40/30"),
        ("form[first_due_on]", "2026-12-31"),
    ];
    for _ in 0..2 {
        let made = submit_form(&mut admin, "add_payment_shares", &fields).await;
        assert_eq!(made, "/admin/projects/sito/payments?done=payments-created");
        assert_contains(&open_page(&mut admin, &made).await, &["Acconto 30 %", "Secondo pagamento 40 %", "Saldo 30 %"]);
    }
    assert_eq!(atrio.records("payments").await.len(), existing + 3);
    let page = open_page(&mut admin, SHEET).await;
    assert_contains(&page, &["Il progetto ha già"]);
}

async fn sheet_is_in_the_language_of_the_client(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let english = r#"{"clients": [{"id": "wren", "name": "Maya Wren", "company": "Wren Ltd", "language": "en"}],
        "projects": [{"id": "shop", "client_id": "wren", "name": "Shop"}],
        "quote_items": [{"id": "v", "project_id": "shop", "description": "Shop", "quantity": "1", "unit_price_cents": 10000}]}"#;
    atrio.store.import(english.as_bytes(), &mut |_, _| {}).await.expect("an import");
    save_quote(&mut admin, &[("project", "shop")]).await;
    let page = open_page(&mut admin, "/admin/projects/shop/quote/sheet").await;
    assert_contains(
        &page,
        &["lang=\"en\"", "Quote <span>5/2026", "Attn Maya Wren", "VAT 22%", "€122.00", "Prepara il PDF"],
    );
}

async fn portal_shows_nothing_of_the_quote(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    add_lines(&atrio).await;
    save_quote(&mut admin, &[("form[number]", "98765/2026"), ("form[notes]", "Condizioni riservate")]).await;
    let mut anna = Browser::new(&atrio);
    let page = anna.get("/c/anna-verdi-x7k2?project=sito").await.text;
    for text in ["98765", "Condizioni riservate", "Preventivo", "Licenza", "IVA"] {
        assert!(!page.contains(text), "{text}");
    }
    assert_eq!(anna.get(SHEET).await.status, 302);
}

async fn quote_is_addressed_with_the_data_of_the_client(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    atrio.sql("UPDATE client SET address = 'Via Po 1', vat_number = '0123', tax_code = 'VRD', company = NULL").await;
    let page = open_page(&mut admin, SHEET).await;
    let sheet = page.split_once("class=\"sheet\"").expect("the sheet").1;
    assert_contains(sheet, &["Gentile</p>", "Via Po 1\nP. IVA 0123\nC.F. VRD"]);
    // The form has them, to be changed for this quote.
    let form = page.split_once("form[addressee]").expect("the field").1.split("</textarea>").next().unwrap_or_default();
    assert!(form.contains("Via Po 1\nP. IVA 0123"), "{form}");
    save_quote(&mut admin, &[("form[addressee]", "Via Roma 2")]).await;
    assert_contains(&open_page(&mut admin, SHEET).await, &["Via Roma 2"]);
    atrio.sql("UPDATE client SET company = 'Orto Srl'").await;
    assert_contains(&open_page(&mut admin, SHEET).await, &["Spett.le</p>", "c.a. Anna Verdi"]);
}
