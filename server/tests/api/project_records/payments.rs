//! Payments and documents.

use serde_json::{Value, json};

use super::{admin, field_value, open_page, post_form, redirect_location, submit_record_form};
use crate::support::{ANNA, TestServer, on_sqlite};

on_sqlite![
    payment_is_added_totalled_and_marked_paid,
    invalid_payment_is_refused_and_input_is_kept,
    resubmitted_form_creates_one_payment,
    stale_save_reports_conflict_and_keeps_input,
    edit_of_deleted_payment_can_be_added_as_new,
    delete_payment_asks_for_confirmation,
    document_is_validated_and_shown_in_portal,
];

const PAYMENTS: &str = "/admin/projects/sito/payments";

/// `acconto` of `workspace.json` is 1.234,56 €.
async fn payment_is_added_totalled_and_marked_paid(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = open_page(&mut admin, PAYMENTS).await;
    let id = field_value(&page, "id=\"payment-new\"", "id");
    let fields = [
        ("form[label]", " Saldo <b>finale</b> "),
        ("form[amount]", "2.000,5"),
        ("form[currency]", "EUR"),
        ("form[due_on]", "2026-11-19"),
    ];
    assert_eq!(
        submit_record_form(&mut admin, "add_payment", &id, &fields).await,
        format!("{PAYMENTS}?done=payment-created")
    );
    let stored = json!({"id": id, "project_id": "sito", "label": "Saldo <b>finale</b>", "amount_cents": 200_050,
        "currency": "EUR", "due_on": "2026-11-19", "paid_at": null});
    assert_eq!(atrio.record("payments", &id).await, stored);
    let page = open_page(&mut admin, &format!("{PAYMENTS}?done=payment-created")).await;
    let (_, label) = page.split_once("id=\"payment-new-label\"").expect("the form for the next payment");
    assert!(label.split_once('>').is_some_and(|(input, _)| input.contains("autofocus")), "{page}");
    for expected in
        ["Saldo &lt;b&gt;finale&lt;/b&gt;", "2.000,50\u{a0}€", "3.235,06\u{a0}€", "In ritardo", "19 novembre 2026"]
    {
        assert!(page.contains(expected), "{expected}: {page}");
    }

    let confirmation = open_page(&mut admin, &format!("{PAYMENTS}?pay={id}")).await;
    assert_eq!(field_value(&confirmation, &format!("id=\"paid-{id}\""), "form[paid_on]"), "2026-11-20");
    for (day, expected) in [("2026-11-21", "è nel futuro"), ("", "Compila questo campo"), ("ieri", "una data valida")]
    {
        let address = submit_record_form(&mut admin, "mark_paid", &id, &[("form[paid_on]", day)]).await;
        assert!(address.starts_with(&format!("{PAYMENTS}?pay={id}&error=invalid")), "{address}");
        assert!(open_page(&mut admin, &address).await.contains(expected), "{day}");
    }
    submit_record_form(&mut admin, "mark_paid", &id, &[("form[paid_on]", "2026-11-18")]).await;
    assert_eq!(atrio.record("payments", &id).await["paid_at"], "2026-11-18T11:00:00.000Z");
    let page = open_page(&mut admin, PAYMENTS).await;
    assert!(page.contains("Pagato: 18 novembre 2026") && page.contains("Annulla pagamento"), "{page}");

    assert!(open_page(&mut admin, &format!("{PAYMENTS}?pay={id}")).await.contains("Annullare il pagamento"));
    submit_record_form(&mut admin, "mark_unpaid", &id, &[]).await;
    assert_eq!(atrio.record("payments", &id).await["paid_at"], Value::Null);

    // The client sees the label and the date only.
    let portal = atrio.get(&format!("/c/{ANNA}?project=sito")).await.text;
    assert!(portal.contains("Saldo") && portal.contains("in ritardo di un giorno"));
    for amount in ["2.000", "200050", "2000,5", "3.235", "1.234", "123456"] {
        assert!(!portal.contains(amount), "{amount}");
    }
}

async fn invalid_payment_is_refused_and_input_is_kept(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    let wrong_amount = "Scrivi un importo";
    for (amount, expected) in [
        ("", "Compila questo campo"),
        ("1e999", wrong_amount),
        ("NaN", wrong_amount),
        ("inf", wrong_amount),
        ("1,2345", wrong_amount),
        ("-1", "da 0 a 1000000000"),
        ("1.000.000.000,01", "da 0 a 1000000000"),
        ("99999999999999999999999999999999999999999", wrong_amount),
        ("<b>10</b>", wrong_amount),
        ("10\0", wrong_amount),
    ] {
        let fields = [("form[label]", "Acconto"), ("form[amount]", amount)];
        let address = submit_record_form(&mut admin, "add_payment", "x", &fields).await;
        assert!(address.starts_with(&format!("{PAYMENTS}?error=invalid&unsaved=")), "{amount:?}: {address}");
        assert!(address.ends_with("#payment-new-amount"));
        let page = open_page(&mut admin, &address).await;
        assert!(page.contains(expected), "{amount:?}: {page}");
        assert_eq!(field_value(&page, "id=\"payment-new\"", "form[label]"), "Acconto");
        assert!(page.contains("<details open class=\"adder\""), "{page}");
    }
    for (name, value, expected) in [
        ("form[label]", "è".repeat(201), "Al massimo 200 caratteri"),
        ("form[label]", " \r\n ".to_owned(), "Compila questo campo"),
        ("form[currency]", "EURO".to_owned(), "Scegli una delle opzioni"),
        ("form[currency]", "€".to_owned(), "Scegli una delle opzioni"),
        ("form[due_on]", "2026-02-30".to_owned(), "una data valida"),
        ("form[due_on]", "+999999-01-01".to_owned(), "una data valida"),
    ] {
        let mut fields = vec![("form[label]", "Acconto"), ("form[amount]", "10"), ("form[currency]", "EUR")];
        fields.retain(|(field, _)| *field != name);
        fields.push((name, &value));
        let address = submit_record_form(&mut admin, "add_payment", "x", &fields).await;
        assert!(open_page(&mut admin, &address).await.contains(expected), "{name} {value}");
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn resubmitted_form_creates_one_payment(atrio: TestServer) {
    let admin = admin(&atrio).await;
    let fields = [("form[label]", "Rata"), ("form[amount]", "10")];
    let (mut one, mut two) = (admin.clone(), admin.clone());
    let (first, second) = tokio::join!(
        submit_record_form(&mut one, "add_payment", "twice", &fields),
        submit_record_form(&mut two, "add_payment", "twice", &fields)
    );
    assert_eq!(first, second);
    assert_eq!(atrio.records("payments").await.len(), 2);
    // The form from the browser's history, filled in again, creates another payment.
    submit_record_form(&mut one, "add_payment", "twice", &[("form[label]", "Altra"), ("form[amount]", "10")]).await;
    assert_eq!(atrio.records("payments").await.len(), 3);
}

async fn stale_save_reports_conflict_and_keeps_input(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = open_page(&mut admin, &format!("{PAYMENTS}?edit=acconto")).await;
    let version = field_value(&page, "id=\"payment-acconto\"", "version");
    assert_eq!(field_value(&page, "id=\"payment-acconto\"", "form[amount]"), "1234,56");
    let fields = |label: &'static str, version| {
        [("version", version), ("form[label]", label), ("form[amount]", "99"), ("form[currency]", "EUR")]
    };
    let saved = submit_record_form(&mut admin, "save_payment", "acconto", &fields("Prima", &*version)).await;
    assert_eq!(saved, format!("{PAYMENTS}?done=saved"));
    let second = submit_record_form(&mut admin, "save_payment", "acconto", &fields("Seconda", &*version)).await;
    assert!(second.starts_with(&format!("{PAYMENTS}?edit=acconto&error=stale&unsaved=")), "{second}");
    assert_eq!(atrio.record("payments", "acconto").await["label"], "Prima");
    let page = open_page(&mut admin, &second).await;
    assert!(
        page.contains("Nel frattempo questi dati sono cambiati") && page.contains("Valore attuale: Prima"),
        "{page}"
    );
    assert_eq!(field_value(&page, "id=\"payment-acconto\"", "form[label]"), "Seconda");
    let now = field_value(&page, "id=\"payment-acconto\"", "version");
    submit_record_form(&mut admin, "save_payment", "acconto", &fields("Seconda", &*now)).await;
    assert_eq!(atrio.record("payments", "acconto").await["label"], "Seconda");
}

async fn edit_of_deleted_payment_can_be_added_as_new(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = open_page(&mut admin, &format!("{PAYMENTS}?edit=acconto")).await;
    let version = field_value(&page, "id=\"payment-acconto\"", "version");
    submit_record_form(&mut admin, "delete_payment", "acconto", &[]).await;
    let fields = [("version", &*version), ("form[label]", "Ritoccato"), ("form[amount]", "77")];
    let address = submit_record_form(&mut admin, "save_payment", "acconto", &fields).await;
    let page = open_page(&mut admin, &address).await;
    assert!(page.contains("Non esiste più"), "{page}");
    assert_eq!(field_value(&page, "id=\"payment-acconto\"", "form[label]"), "Ritoccato");
    assert!(page.contains("action=\"/rpc/admin/add_payment\"") && !page.contains("action=\"/rpc/admin/save_payment\""));
}

async fn delete_payment_asks_for_confirmation(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = open_page(&mut admin, &format!("{PAYMENTS}?delete=acconto")).await;
    assert!(page.contains("Eliminare «Acconto»?") && page.contains("action=\"/rpc/admin/delete_payment\""), "{page}");
    // The page of another project deletes nothing of this one.
    let foreign = post_form(&mut admin, "delete_payment", &[("project", "logo"), ("id", "acconto")]).await;
    assert!(redirect_location(&foreign).contains("error=missing"));
    assert_eq!(
        submit_record_form(&mut admin, "delete_payment", "acconto", &[]).await,
        format!("{PAYMENTS}?done=deleted")
    );
    assert!(atrio.records("payments").await.is_empty());
    let again = submit_record_form(&mut admin, "delete_payment", "acconto", &[]).await;
    assert!(open_page(&mut admin, &again).await.contains("Non esiste più"), "{again}");
}

async fn document_is_validated_and_shown_in_portal(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for url in ["javascript:alert(1)", "data:text/html,x", "//a.it", "a.pdf", "https://", "https://a b", "ftp://a.it"] {
        let fields = [("form[name]", "Brief"), ("form[url]", url)];
        let address = submit_record_form(&mut admin, "add_document", "brief", &fields).await;
        assert!(open_page(&mut admin, &address).await.contains("Scrivi un indirizzo che inizi con https://"), "{url}");
    }
    assert!(atrio.records("documents").await.is_empty());
    let fields = [("form[name]", "Brief \"B\""), ("form[url]", "https://example.it/b?c=d&e")];
    submit_record_form(&mut admin, "add_document", "brief", &fields).await;
    assert!(atrio.get(&format!("/c/{ANNA}?project=sito")).await.text.contains("https://example.it/b?c=d&amp;e"));
    let page = open_page(&mut admin, "/admin/projects/sito/documents?edit=brief").await;
    let version = field_value(&page, "id=\"document-brief\"", "version");
    let fields = [("version", &*version), ("form[name]", "Brief finale"), ("form[url]", "https://example.it/f")];
    let saved = submit_record_form(&mut admin, "save_document", "brief", &fields).await;
    assert_eq!(saved, "/admin/projects/sito/documents?done=saved");
    assert!(open_page(&mut admin, &saved).await.contains("Brief finale"));
    let confirmation = open_page(&mut admin, "/admin/projects/sito/documents?delete=brief").await;
    assert!(confirmation.contains("Eliminare «Brief finale»?"));
    submit_record_form(&mut admin, "delete_document", "brief", &[]).await;
    assert!(atrio.records("documents").await.is_empty());
}
