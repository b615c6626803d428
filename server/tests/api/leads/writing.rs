//! Leads typed in and changed.

use serde_json::Value;

use super::{hidden, lead, with_leads};
use crate::desk::{admin, page, post, sent};
use crate::support::{Atrio, on_both_databases};

on_both_databases![
    a_lead_typed_in_twice_is_one,
    what_is_wrong_is_told_beside_its_field_and_nothing_typed_is_lost,
    an_email_that_is_taken_is_told_beside_its_field,
    the_second_save_of_an_old_version_is_told_so,
    a_lead_is_moved_and_the_page_comes_back_to_it,
];

pub(super) const GOOD: [(&str, &str); 7] = [
    ("form[name]", "Carla Bruni"),
    ("form[email]", "Carla@Example.it"),
    ("form[phone]", "333 1234567"),
    ("form[company]", ""),
    ("form[source]", "Fiera"),
    ("form[status]", "contacted"),
    ("form[call_date]", "2026-12-01T10:30"),
];

async fn a_lead_typed_in_twice_is_one(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let new = page(&mut admin, "/admin/leads/new").await;
    let id = hidden(&new, "create_lead", "id");
    let fields: Vec<_> = [("id", &*id)].into_iter().chain(GOOD).collect();
    for _ in 0..2 {
        let address = sent(&mut admin, "create_lead", &fields).await;
        assert_eq!(address, format!("/admin/leads/{id}?done=created"));
    }
    assert_eq!(atrio.records("leads").await.len(), 1);
    let lead = lead(&atrio, &id).await;
    assert_eq!((&lead["name"], &lead["email"]), (&"Carla Bruni".into(), &"carla@example.it".into()));
    assert_eq!((&lead["status"], &lead["company"]), (&"contacted".into(), &Value::Null));
    assert_eq!(lead["call_date"], "2026-12-01T09:30:00.000Z", "half past ten in Rome");
    let card = page(&mut admin, &format!("/admin/leads/{id}")).await;
    for shown in
        ["Carla Bruni", "mailto:carla@example.it", "tel:3331234567", "1º dicembre 2026, 10:30", "Contattato"]
    {
        assert!(card.contains(shown), "{shown}: {card}");
    }
}

async fn what_is_wrong_is_told_beside_its_field_and_nothing_typed_is_lost(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let before = atrio.everything().await;
    let long = |most: usize| "è".repeat(most + 1);
    let (name, phone, source) = (long(200), long(50), long(100));
    for (field, value, words) in [
        ("name", "  ", "Qui serve qualcosa."),
        ("name", &*name, "Al massimo 200 caratteri"),
        ("name", "Carla\0", "un carattere che non possiamo conservare"),
        ("email", "carla", "Scrivi un indirizzo e-mail"),
        ("phone", &*phone, "Al massimo 50 caratteri"),
        ("company", &*name, "Al massimo 200 caratteri"),
        ("source", "", "Qui serve qualcosa."),
        ("source", &*source, "Al massimo 100 caratteri"),
        ("status", "inventato", "Scegli una delle voci."),
        ("call_date", "domani", "Scrivi data e ora"),
        ("call_date", "2026-02-30T10:00", "Scrivi data e ora"),
    ] {
        let changed = format!("form[{field}]");
        let fields: Vec<_> = GOOD
            .into_iter()
            .filter(|(name, _)| *name != changed)
            .chain([(&*changed, value), ("id", "nuovo")])
            .collect();
        let address = sent(&mut admin, "create_lead", &fields).await;
        assert!(address.starts_with("/admin/leads/new?error=invalid&unsaved="), "{address}");
        let again = page(&mut admin, address.split('#').next().expect("an address")).await;
        assert!(again.contains(words), "{field} {value}: {again}");
        assert!(again.contains("value=\"333 1234567\"") || field == "phone", "what was typed is there");
        assert_eq!(again.matches("aria-invalid=\"true\"").count(), 1, "{field}");
        assert_eq!(again.matches("field__problem").count(), 1, "{field}");
    }
    for odd in
        [vec![], vec![("id", "nuovo")], vec![("form[name]", "A"), ("form[source]", "B"), ("id", "non un id")]]
    {
        let answer = post(&mut admin, "create_lead", &odd).await;
        assert!(answer.status.is_redirection() || answer.status.is_client_error(), "{}", answer.status);
    }
    assert_eq!(atrio.everything().await, before);
}

async fn an_email_that_is_taken_is_told_beside_its_field(atrio: Atrio) {
    with_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let before = atrio.everything().await;
    let fields: Vec<_> = GOOD
        .into_iter()
        .filter(|(name, _)| *name != "form[email]")
        .chain([("form[email]", "DORA@example.it"), ("id", "nuovo")])
        .collect();
    let address = sent(&mut admin, "create_lead", &fields).await;
    let again = page(&mut admin, address.split('#').next().expect("an address")).await;
    assert!(again.contains("id=\"lead-email-problem\"") && again.contains("DORA@example.it"), "{again}");

    let edit = page(&mut admin, "/admin/leads/ezio?edit=1").await;
    let version = hidden(&edit, "save_lead", "version");
    let fields: Vec<_> = fields
        .iter()
        .copied()
        .filter(|(name, _)| *name != "id")
        .chain([("id", "ezio"), ("version", &*version)])
        .collect();
    let address = sent(&mut admin, "save_lead", &fields).await;
    assert!(address.starts_with("/admin/leads/ezio?edit=1&error=invalid"), "{address}");
    assert_eq!(atrio.everything().await, before);
}

async fn the_second_save_of_an_old_version_is_told_so(atrio: Atrio) {
    with_leads(&atrio).await;
    let (mut one, mut other) = (admin(&atrio).await, admin(&atrio).await);
    let seen = page(&mut one, "/admin/leads/dora?edit=1").await;
    assert!(seen.contains("value=\"Orto &amp; Figli\"") && seen.contains("value=\"Dora Riva\""), "{seen}");
    let version = hidden(&seen, "save_lead", "version");
    let save = |name: &'static str| {
        let rest = GOOD.into_iter().filter(|(field, _)| *field != "form[name]");
        let fields: Vec<_> = rest.chain([("form[name]", name), ("id", "dora")]).collect();
        fields
    };
    let with = |mut fields: Vec<(&'static str, &'static str)>, version: &str| {
        fields.push(("version", version.to_owned().leak()));
        fields
    };
    let address = sent(&mut one, "save_lead", &with(save("Dora Uno"), &version)).await;
    assert_eq!(address, "/admin/leads/dora?done=saved");
    let refused = sent(&mut other, "save_lead", &with(save("Dora Due"), &version)).await;
    assert!(refused.starts_with("/admin/leads/dora?edit=1&error=stale&unsaved="), "{refused}");
    assert_eq!(lead(&atrio, "dora").await["name"], "Dora Uno");
    let again = page(&mut other, refused.split('#').next().expect("an address")).await;
    assert!(again.contains("Nel frattempo qualcun altro"), "{again}");
    assert!(again.contains("value=\"Dora Due\"") && again.contains("Adesso c’è: Dora Uno"), "{again}");
    let version = hidden(&again, "save_lead", "version");
    sent(&mut other, "save_lead", &with(save("Dora Due"), &version)).await;
    assert_eq!(lead(&atrio, "dora").await["name"], "Dora Due");
}

async fn a_lead_is_moved_and_the_page_comes_back_to_it(atrio: Atrio) {
    with_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let board = page(&mut admin, "/admin/leads/board").await;
    for markup in ["id=\"move-form\"", "data-drag=\"dora.new\"", "data-drop=\"won\"", "Sposta Dora Riva"] {
        assert!(board.contains(markup), "{markup}: {board}");
    }
    let step =
        |id: &'static str, to: &'static str| [("id", id), ("to", to), ("before", ""), ("page", "board")];
    for _ in 0..2 {
        let address = sent(&mut admin, "move_lead", &step("dora.new", "won")).await;
        assert_eq!(address, "/admin/leads/board?moved=dora");
    }
    let board = page(&mut admin, "/admin/leads/board?moved=dora").await;
    let focused = |tag: &&str| tag.split('>').next().is_some_and(|tag| tag.contains("autofocus"));
    let focused: Vec<_> = board.split("<summary").skip(1).filter(focused).collect();
    assert!(focused.len() == 1 && focused[0].contains("Sposta Dora Riva"), "{focused:?}");
    assert!(board.contains("data-drag=\"dora.won\""));

    let stale = sent(&mut admin, "move_lead", &step("dora.new", "lost")).await;
    assert_eq!(stale, "/admin/leads/board?moved=dora&error=changed");
    for (id, to) in [
        ("dora", "lost"),
        ("dora.won", "altrove"),
        ("dora.boh", "lost"),
        ("nessuno.new", "lost"),
        (".", ""),
        ("è.new", "won"),
    ] {
        let refused = sent(&mut admin, "move_lead", &step(id, to)).await;
        assert!(refused.contains("error="), "{id} {to}: {refused}");
    }
    assert_eq!(lead(&atrio, "dora").await["status"], "won");
    let on_card = [("id", "dora.won"), ("to", "contacted"), ("before", ""), ("page", "lead")];
    assert_eq!(sent(&mut admin, "move_lead", &on_card).await, "/admin/leads/dora?done=saved");
}
