//! Conversion of leads to clients.

use super::{hidden_field, import_leads};
use crate::admin_browser::{admin, get_page, submit_form};
use crate::support::{TestServer, on_sqlite};

on_sqlite![convert_lead_creates_client_and_links_to_it];

pub(super) const CONVERSION_FORM: [(&str, &str); 6] = [
    ("form[name]", "Dora Riva"),
    ("form[company]", "Orto & Figli"),
    ("form[email]", "dora@example.it"),
    ("form[phone]", "+39 333 7654321"),
    ("form[language]", "en"),
    ("form[project]", "Sito dell’orto"),
];

async fn convert_lead_creates_client_and_links_to_it(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let confirmation = get_page(&mut admin, "/admin/leads/dora?convert=1").await;
    for filled in
        ["value=\"Dora Riva\"", "value=\"Orto &amp; Figli\"", "value=\"dora@example.it\"", "value=\"+39 333 7654321\""]
    {
        assert!(confirmation.contains(filled), "{filled}: {confirmation}");
    }
    let client = hidden_field(&confirmation, "convert_lead", "client");
    let wrong: Vec<_> = CONVERSION_FORM
        .into_iter()
        .filter(|(name, _)| *name != "form[name]")
        .chain([("lead", "dora"), ("client", &*client)])
        .collect();
    let refused = submit_form(&mut admin, "convert_lead", &wrong).await;
    assert!(refused.starts_with("/admin/leads/dora?convert=1&error=invalid&unsaved="), "{refused}");
    assert_eq!(atrio.records("clients").await.len(), 2);

    let fields: Vec<_> = CONVERSION_FORM.into_iter().chain([("lead", "dora"), ("client", &*client)]).collect();
    for _ in 0..2 {
        let address = submit_form(&mut admin, "convert_lead", &fields).await;
        assert_eq!(address, format!("/admin/clients/{client}?done=client-created"));
    }
    let clients = atrio.records("clients").await;
    let made = clients.iter().find(|one| one["id"] == *client).expect("the client");
    assert_eq!((clients.len(), &made["language"], &made["company"]), (3, &"en".into(), &"Orto & Figli".into()));
    let projects = atrio.records("projects").await;
    assert_eq!(projects.iter().filter(|one| one["client_id"] == *client && one["name"] == "Sito dell’orto").count(), 1);
    let lead = atrio.record("leads", "dora").await;
    assert_eq!((&lead["status"], &lead["client_id"]), (&"won".into(), &client.clone().into()));
    let card = get_page(&mut admin, "/admin/leads/dora?convert=1").await;
    assert!(card.contains(&format!("href=\"/admin/clients/{client}\"")) && card.contains("Vorrei un sito"), "{card}");
    assert!(!card.contains("/rpc/admin/convert_lead"), "a converted lead has no conversion form");
    // The portal opens with the new slug.
    let slug = made["slug"].as_str().expect("a slug");
    assert_eq!(atrio.get(&format!("/c/{slug}")).await.status, 200);
}
