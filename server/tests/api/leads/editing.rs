//! Adding and editing leads.

use serde_json::Value;

use super::{hidden_field, import_leads};
use crate::admin_browser::{admin, get_page, post_form, submit_form};
use crate::support::{TestServer, on_sqlite};

on_sqlite![
    resubmitted_form_creates_one_lead,
    form_errors_are_shown_beside_fields_and_input_is_kept,
    taken_email_is_reported_beside_its_field,
    save_of_stale_version_reports_conflict,
    moved_lead_keeps_focus_on_the_board,
    new_lead_has_value_next_step_and_first_message,
    email_of_an_earlier_version_is_shown_until_it_is_edited,
];

pub(super) const VALID_LEAD_FORM: [(&str, &str); 7] = [
    ("form[name]", "Carla Bruni"),
    ("form[email]", "Carla@Example.it"),
    ("form[phone]", "333 1234567"),
    ("form[company]", ""),
    ("form[source]", "Fiera"),
    ("form[status]", "contacted"),
    ("form[call_date]", "2026-12-01T10:30"),
];

async fn resubmitted_form_creates_one_lead(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let new = get_page(&mut admin, "/admin/leads/new").await;
    let id = hidden_field(&new, "create_lead", "id");
    let fields: Vec<_> = [("id", &*id)].into_iter().chain(VALID_LEAD_FORM).collect();
    for _ in 0..2 {
        let address = submit_form(&mut admin, "create_lead", &fields).await;
        assert_eq!(address, format!("/admin/leads/{id}?done=lead-created"));
    }
    assert_eq!(atrio.records("leads").await.len(), 1);
    let lead = atrio.record("leads", &id).await;
    assert_eq!((&lead["name"], &lead["email"]), (&"Carla Bruni".into(), &"carla@example.it".into()));
    assert_eq!((&lead["status"], &lead["company"]), (&"contacted".into(), &Value::Null));
    assert_eq!(lead["call_date"], "2026-12-01T09:30:00.000Z", "10:30 in Rome");
    let card = get_page(&mut admin, &format!("/admin/leads/{id}")).await;
    for shown in ["Carla Bruni", "mailto:carla@example.it", "tel:3331234567", "1º dicembre 2026, 10:30", "Contattato"]
    {
        assert!(card.contains(shown), "{shown}: {card}");
    }
}

async fn form_errors_are_shown_beside_fields_and_input_is_kept(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    let long = |most: usize| "è".repeat(most + 1);
    let (name, phone, source) = (long(200), long(50), long(100));
    for (field, value, expected) in [
        ("name", "  ", "Compila questo campo."),
        ("name", &*name, "Al massimo 200 caratteri"),
        ("name", "Carla\0", "un carattere non ammesso"),
        ("email", "carla", "Scrivi un indirizzo e-mail"),
        ("phone", &*phone, "Al massimo 50 caratteri"),
        ("company", &*name, "Al massimo 200 caratteri"),
        ("source", "", "Compila questo campo."),
        ("source", &*source, "Al massimo 100 caratteri"),
        ("status", "inventato", "Scegli una delle opzioni."),
        ("call_date", "domani", "Scrivi data e ora"),
        ("call_date", "2026-02-30T10:00", "Scrivi data e ora"),
    ] {
        let changed = format!("form[{field}]");
        let fields: Vec<_> = VALID_LEAD_FORM
            .into_iter()
            .filter(|(name, _)| *name != changed)
            .chain([(&*changed, value), ("id", "nuovo")])
            .collect();
        let address = submit_form(&mut admin, "create_lead", &fields).await;
        assert!(address.starts_with("/admin/leads/new?error=invalid&unsaved="), "{address}");
        let again = get_page(&mut admin, address.split('#').next().expect("an address")).await;
        assert!(again.contains(expected), "{field} {value}: {again}");
        assert!(again.contains("value=\"333 1234567\"") || field == "phone", "the submitted value is shown again");
        assert_eq!(again.matches("aria-invalid=\"true\"").count(), 1, "{field}");
        assert_eq!(again.matches("field__problem").count(), 1, "{field}");
    }
    for invalid in
        [vec![], vec![("id", "nuovo")], vec![("form[name]", "A"), ("form[source]", "B"), ("id", "non un id")]]
    {
        let response = post_form(&mut admin, "create_lead", &invalid).await;
        assert!(response.status.is_redirection() || response.status.is_client_error(), "{}", response.status);
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn taken_email_is_reported_beside_its_field(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    let fields: Vec<_> = VALID_LEAD_FORM
        .into_iter()
        .filter(|(name, _)| *name != "form[email]")
        .chain([("form[email]", "DORA@example.it"), ("id", "nuovo")])
        .collect();
    let address = submit_form(&mut admin, "create_lead", &fields).await;
    let again = get_page(&mut admin, address.split('#').next().expect("an address")).await;
    assert!(again.contains("id=\"lead-email-problem\"") && again.contains("DORA@example.it"), "{again}");
    assert!(again.contains("C’è già un lead con questa e-mail: <a href=\"/admin/leads/dora\">aprilo</a>"), "{again}");

    let edit = get_page(&mut admin, "/admin/leads/ezio?edit=1").await;
    let version = hidden_field(&edit, "save_lead", "version");
    let fields: Vec<_> = fields
        .iter()
        .copied()
        .filter(|(name, _)| *name != "id")
        .chain([("id", "ezio"), ("version", &*version)])
        .collect();
    let address = submit_form(&mut admin, "save_lead", &fields).await;
    assert!(address.starts_with("/admin/leads/ezio?edit=1&error=invalid"), "{address}");
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn save_of_stale_version_reports_conflict(atrio: TestServer) {
    import_leads(&atrio).await;
    let (mut one, mut other) = (admin(&atrio).await, admin(&atrio).await);
    let seen = get_page(&mut one, "/admin/leads/dora?edit=1").await;
    assert!(seen.contains("value=\"Orto &amp; Figli\"") && seen.contains("value=\"Dora Riva\""), "{seen}");
    let version = hidden_field(&seen, "save_lead", "version");
    let save = |name: &'static str| {
        let rest = VALID_LEAD_FORM.into_iter().filter(|(field, _)| *field != "form[name]");
        let fields: Vec<_> = rest.chain([("form[name]", name), ("id", "dora")]).collect();
        fields
    };
    let with = |mut fields: Vec<(&'static str, &'static str)>, version: &str| {
        fields.push(("version", version.to_owned().leak()));
        fields
    };
    let address = submit_form(&mut one, "save_lead", &with(save("Dora Uno"), &version)).await;
    assert_eq!(address, "/admin/leads/dora?done=saved");
    let refused = submit_form(&mut other, "save_lead", &with(save("Dora Due"), &version)).await;
    assert!(refused.starts_with("/admin/leads/dora?edit=1&error=stale&unsaved="), "{refused}");
    assert_eq!(atrio.record("leads", "dora").await["name"], "Dora Uno");
    let again = get_page(&mut other, refused.split('#').next().expect("an address")).await;
    assert!(again.contains("Nel frattempo questi dati sono cambiati"), "{again}");
    assert!(again.contains("value=\"Dora Due\"") && again.contains("Valore attuale: Dora Uno"), "{again}");
    let version = hidden_field(&again, "save_lead", "version");
    submit_form(&mut other, "save_lead", &with(save("Dora Due"), &version)).await;
    assert_eq!(atrio.record("leads", "dora").await["name"], "Dora Due");
}

async fn moved_lead_keeps_focus_on_the_board(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let board = get_page(&mut admin, "/admin/leads/board").await;
    for markup in ["id=\"move-form\"", "data-drag=\"dora.new\"", "data-drop=\"won\"", "Sposta Dora Riva"] {
        assert!(board.contains(markup), "{markup}: {board}");
    }
    let step = |id: &'static str, to: &'static str| [("id", id), ("to", to), ("before", ""), ("page", "board")];
    for _ in 0..2 {
        let address = submit_form(&mut admin, "move_lead", &step("dora.new", "won")).await;
        assert_eq!(address, "/admin/leads/board?moved=dora");
    }
    let board = get_page(&mut admin, "/admin/leads/board?moved=dora").await;
    let focused = |tag: &&str| tag.split('>').next().is_some_and(|tag| tag.contains("autofocus"));
    let focused: Vec<_> = board.split("<summary").skip(1).filter(focused).collect();
    assert!(focused.len() == 1 && focused[0].contains("Sposta Dora Riva"), "{focused:?}");
    assert!(board.contains("data-drag=\"dora.won\""));

    let stale = submit_form(&mut admin, "move_lead", &step("dora.new", "lost")).await;
    assert_eq!(stale, "/admin/leads/board?moved=dora&error=changed");
    for (id, to) in [
        ("dora", "lost"),
        ("dora.won", "altrove"),
        ("dora.boh", "lost"),
        ("nessuno.new", "lost"),
        (".", ""),
        ("è.new", "won"),
    ] {
        let refused = submit_form(&mut admin, "move_lead", &step(id, to)).await;
        assert!(refused.contains("error="), "{id} {to}: {refused}");
    }
    assert_eq!(atrio.record("leads", "dora").await["status"], "won");
    let on_card = [("id", "dora.won"), ("to", "contacted"), ("before", ""), ("page", "lead")];
    assert_eq!(submit_form(&mut admin, "move_lead", &on_card).await, "/admin/leads/dora?done=saved");
}

async fn email_of_an_earlier_version_is_shown_until_it_is_edited(atrio: TestServer) {
    import_leads(&atrio).await;
    let old = "a@x.it,b@x.it";
    atrio.sql(&format!("UPDATE lead SET email = '{old}' WHERE id = 'dora'")).await;
    atrio.sql(&format!("UPDATE client SET email = '{old}' WHERE id = 'anna'")).await;
    let mut admin = admin(&atrio).await;
    for path in ["/admin/leads", "/admin/leads/board", "/admin/leads/dora", "/admin/clients", "/admin/clients/anna"] {
        assert_eq!(admin.get(path).await.status, 200, "{path}");
    }
    assert_eq!(atrio.record("leads", "dora").await["email"], old);
    let form = get_page(&mut admin, "/admin/leads/dora?edit=1").await;
    assert!(form.contains(&format!("value=\"{old}\"")), "{form}");
    let version = hidden_field(&form, "save_lead", "version");
    let typed = VALID_LEAD_FORM.map(|(name, value)| (name, if name == "form[email]" { old } else { value }));
    let fields: Vec<_> = [("id", "dora"), ("version", &*version)].into_iter().chain(typed).collect();
    let refused = submit_form(&mut admin, "save_lead", &fields).await;
    let refused = refused.split('#').next().expect("an address");
    assert!(get_page(&mut admin, refused).await.contains("Scrivi un indirizzo e-mail"), "{refused}");
    let form = get_page(&mut admin, "/admin/clients/anna?edit=1").await;
    assert!(form.contains(&format!("value=\"{old}\"")), "{form}");
}

async fn new_lead_has_value_next_step_and_first_message(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let fields = [
        ("id", "nuovo"),
        ("form[value]", "6.500"),
        ("form[next_step]", "Telefonare"),
        ("form[next_step_on]", "2026-11-02"),
        ("form[message]", "Vorrei un sito"),
    ];
    let fields: Vec<_> = fields.into_iter().chain(VALID_LEAD_FORM).collect();
    let page = submit_form(&mut admin, "create_lead", &fields).await;
    let card = get_page(&mut admin, &page).await;
    for shown in ["6.500\u{a0}€", "Telefonare", "status--late", "Vorrei un sito"] {
        assert!(card.contains(shown), "{shown}: {card}");
    }
    let today = get_page(&mut admin, "/admin/today").await;
    assert!(today.contains("Passi con i lead") && today.contains("6.500\u{a0}€"), "{today}");
    assert!(get_page(&mut admin, "/admin/leads/board").await.contains("In ballo ci sono 6.500\u{a0}€."));
    submit_form(&mut admin, "finish_step", &[("lead", "nuovo"), ("step", "Telefonare")]).await;
    let card = get_page(&mut admin, "/admin/leads/nuovo").await;
    assert!(card.contains("✓ Telefonare") && !card.contains("step-heading"), "{card}");
}
