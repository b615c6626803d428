//! `/admin/settings`: the settings of the agency.

use domain::{Agency, Language};
use reqwest::Method;
use server::config::Secret;

use crate::admin_browser::{admin, submit_form};
use crate::browser::{Browser, form};
use crate::support::{TestResponse, TestServer, WEBHOOK_SECRET, on_both_databases, on_sqlite};

on_sqlite![
    saved_settings_are_shown_on_pages,
    stale_settings_save_reports_conflict,
    times_use_the_configured_time_zone,
    end_sessions_asks_first_and_is_audit_logged,
    settings_page_shows_webhook_url_without_secret,
    section_saves_its_own_settings_only,
    incomplete_form_changes_nothing,
    clients_are_addressed_with_lei_where_the_agency_wants_it,
    outcome_is_shown_once_and_beside_its_section,
];

on_both_databases![form_errors_are_shown_per_field_and_input_is_kept, settings_page_shows_version_database_and_counts,];

const SETTINGS: &str = "/admin/settings";
const ADVANCED: &str = "/admin/settings/advanced";

/// The version in the form of a page.
fn version(page: &str) -> String {
    let (_, form) = page.split_once("action=\"/rpc/admin/save_settings\"").unwrap_or_else(|| panic!("{page}"));
    let (_, field) = form.split_once("name=\"version\" value=\"").expect("a version");
    field.split('"').next().unwrap_or_default().to_owned()
}

/// Submits the form without JavaScript, from a page that was opened before.
async fn send(browser: &mut Browser, version: &str, fields: [&str; 4]) -> TestResponse {
    let [name, form_of_address, language, zone] = fields;
    let body = form(&[
        ("version", version),
        ("form[agency_name]", name),
        ("form[form_of_address]", form_of_address),
        ("form[language]", language),
        ("form[time_zone]", zone),
    ]);
    let request = browser.request(Method::POST, "/rpc/admin/save_settings").header("accept", "text/html");
    browser.send(request.header("content-type", "application/x-www-form-urlencoded").body(body)).await
}

/// Opens the page, fills in the form and submits it.
async fn save(browser: &mut Browser, fields: [&str; 4]) -> TestResponse {
    let version = version(&browser.get(SETTINGS).await.text);
    send(browser, &version, fields).await
}

async fn agency(atrio: &TestServer) -> Agency {
    atrio.store.agency().await.expect("settings")
}

async fn saved_settings_are_shown_on_pages(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let saved = save(&mut admin, [" Bottega Nord ", "", "en", "Europe/London"]).await;
    assert_eq!((saved.status.as_u16(), saved.header("location")), (302, "/admin/settings?done=saved"));
    let chosen = agency(&atrio).await;
    assert_eq!(chosen.name.as_deref(), Some("Bottega Nord"));
    assert_eq!(atrio.store.language().await.expect("settings"), Language::En);
    let page = admin.get("/admin/settings?done=saved").await.text;
    for shown in ["Saved.", "value=\"Bottega Nord\"", "value=\"Europe/London\" required"] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    save(&mut admin, ["", "", "it", "Europe/Rome"]).await;
    assert_eq!(agency(&atrio).await, Agency::default());
}

async fn form_errors_are_shown_per_field_and_input_is_kept(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let long = "è".repeat(81);
    for (fields, expected) in [
        ([&*long, "", "it", "Europe/Rome"], "80"),
        (["Studio\0", "", "it", "Europe/Rome"], "un carattere non ammesso"),
        (["Studio", "voi", "it", "Europe/Rome"], "Scegli una delle opzioni"),
        (["Studio", "", "tlh", "Europe/Rome"], "Scegli una delle opzioni"),
        (["Studio", "", "it", "Europe/Atlantis"], "Scegli una delle opzioni"),
        (["Studio", "", "it", ""], "Compila questo campo"),
    ] {
        let refused = save(&mut admin, fields).await;
        let location = refused.header("location").to_owned();
        assert_eq!(refused.status, 302, "{expected}");
        assert!(location.starts_with("/admin/settings?error=invalid&unsaved="), "{location}");
        let page = admin.get(location.split('#').next().unwrap_or_default()).await.text;
        assert!(page.contains(expected) && page.contains("aria-invalid=\"true\""), "{expected}: {page}");
        let value = fields[0].replace('\0', "");
        assert!(page.contains(&value), "the submitted {value} is shown again: {page}");
        assert_eq!(agency(&atrio).await, Agency::default());
    }
    let longest = "è".repeat(80);
    save(&mut admin, [&longest, "", "it", "Europe/Rome"]).await;
    assert_eq!(agency(&atrio).await.name, Some(longest));
}

async fn stale_settings_save_reports_conflict(atrio: TestServer) {
    let (mut anna, mut bruno) = (admin(&atrio).await, admin(&atrio).await);
    let (seen_by_anna, seen_by_bruno) =
        (version(&anna.get(SETTINGS).await.text), version(&bruno.get(SETTINGS).await.text));
    send(&mut anna, &seen_by_anna, ["Di Anna", "", "it", "Europe/Rome"]).await;
    let stale = send(&mut bruno, &seen_by_bruno, ["Di Bruno", "", "it", "Europe/Rome"]).await;
    let location = stale.header("location").to_owned();
    assert!(location.starts_with("/admin/settings?error=stale&unsaved="), "{location}");
    assert_eq!(agency(&atrio).await.name.as_deref(), Some("Di Anna"));
    let page = bruno.get(location.split('#').next().unwrap_or_default()).await.text;
    for shown in ["Nel frattempo questi dati sono cambiati", "value=\"Di Bruno\"", "Di Anna"] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    // After the warning the admin may save anyway.
    let saved = send(&mut bruno, &version(&page), ["Di Bruno", "", "it", "Europe/Rome"]).await;
    assert_eq!(saved.header("location"), "/admin/settings?done=saved");
    assert_eq!(agency(&atrio).await.name.as_deref(), Some("Di Bruno"));
}

async fn times_use_the_configured_time_zone(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    // The clock is at 10:00 UTC; the audit log contains the sign-in.
    assert!(admin.get("/admin/audit").await.text.contains("20 novembre 2026, 11:00"));
    save(&mut admin, ["", "", "it", "Asia/Tokyo"]).await;
    assert!(admin.get("/admin/audit").await.text.contains("20 novembre 2026, 19:00"));
    save(&mut admin, ["", "", "it", "Pacific/Honolulu"]).await;
    assert!(admin.get("/admin/audit").await.text.contains("20 novembre 2026, 00:00"));
}

async fn end_sessions_asks_first_and_is_audit_logged(atrio: TestServer) {
    let (mut one, mut other) = (admin(&atrio).await, admin(&atrio).await);
    let page = one.get("/admin/settings/security").await.text;
    assert!(
        page.contains("href=\"/admin/settings/security?end=1#sessions\"") && !page.contains("/rpc/admin/end_sessions"),
        "{page}"
    );
    let confirmation = one.get("/admin/settings/security?end=1").await.text;
    assert!(confirmation.contains("Chiudere tutte le sessioni?"), "{confirmation}");
    let request = one.request(Method::POST, "/rpc/admin/end_sessions").header("accept", "text/html");
    let done = one.send(request.header("content-type", "application/x-www-form-urlencoded").body("")).await;
    assert_eq!((done.status.as_u16(), done.header("location")), (302, "/admin/login"));
    assert!(!one.is_signed_in().await && !other.is_signed_in().await);
    let mut admin = admin(&atrio).await;
    assert!(admin.get("/admin/audit").await.text.contains("ha chiuso tutte le sessioni"));
}

async fn settings_page_shows_webhook_url_without_secret(atrio: TestServer) {
    let page = admin(&atrio).await.get(ADVANCED).await.text;
    let address = format!("{}/api/webhooks/lead", atrio.origin);
    assert!(page.contains(&format!("<code>{address}</code>")), "{page}");
    assert!(
        page.contains(&format!("curl -X POST &#x27;{address}&#x27;"))
            || page.contains(&format!("curl -X POST '{address}'")),
        "{page}"
    );
    assert!(page.contains("Impostato") && !page.contains(WEBHOOK_SECRET), "{page}");
    let closed = atrio.with_config(|config| config.lead_webhook_secret = None).await;
    let page = admin(&closed).await.get(ADVANCED).await.text;
    assert!(page.contains("Non impostato") && page.contains("LEAD_WEBHOOK_SECRET"), "{page}");
    let other = atrio.with_config(|config| config.lead_webhook_secret = Some(Secret::new("un-altro-segreto"))).await;
    assert!(!admin(&other).await.get(ADVANCED).await.text.contains("un-altro-segreto"));
}

async fn settings_page_shows_version_database_and_counts(atrio: TestServer) {
    let page = admin(&atrio).await.get("/admin/settings/data").await.text;
    let records = atrio.export_without_deliveries().await;
    let count = |member: &str| records[member].as_array().map_or(0, Vec::len);
    let shown = format!("{} clienti, {} progetti", count("clients"), count("projects"));
    assert!(page.contains(&shown), "{shown}: {page}");
    for file in ["leads.csv", "time-entries.csv", "payments.csv", "atrio.json", "leads.csv?for=spreadsheet"] {
        assert!(page.contains(&format!("href=\"/admin/export/{file}\"")), "{file}");
    }
    let page = admin(&atrio).await.get(ADVANCED).await.text;
    assert!(page.contains(env!("CARGO_PKG_VERSION")), "{page}");
    assert!(page.contains("SQLite, ") || page.contains("PostgreSQL, "), "{page}");
}

async fn clients_are_addressed_with_lei_where_the_agency_wants_it(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let version = version(&admin.get(SETTINGS).await.text);
    let fields = [
        ("version", &*version),
        ("form[form_of_address]", "lei"),
        ("form[language]", "it"),
        ("form[time_zone]", "Europe/Rome"),
    ];
    submit_form(&mut admin, "save_settings", &fields).await;
    let portal = atrio.get("/c/anna-verdi-x7k2").await.text;
    // The second is in the data of the chat.
    assert!(portal.contains("Tocca a Lei") && portal.contains(r#"["it","lei"]"#), "{portal}");
    assert!(atrio.get("/c/nessuno-0000").await.text.contains("chieda il link nuovo"));
    assert!(admin.get(SETTINGS).await.text.contains("selected>Con il Lei"));
}

async fn incomplete_form_changes_nothing(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    for body in [
        "",
        "version=x",
        "form[agency_name]=Studio",
        "version=x&form=Studio",
        "version=x&form[agency_name][a]=Studio",
        "version[]=x&form[agency_name]=Studio",
        "%00=%ff",
        "{\"form\":{}}",
    ] {
        let request = admin.request(Method::POST, "/rpc/admin/save_settings").header("accept", "text/html");
        admin.send(request.header("content-type", "application/x-www-form-urlencoded").body(body)).await;
        assert_eq!(atrio.export_without_deliveries().await, before, "{body}");
    }
}

async fn outcome_is_shown_once_and_beside_its_section(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let saved = save(&mut admin, ["Studio", "", "it", "Europe/Rome"]).await;
    let address = saved.header("location").to_owned();
    assert!(admin.get(&address).await.text.contains("Salvato."));
    assert!(!admin.get(&address).await.text.contains("Salvato."), "after a reload or Back");
    // Below other sections of a page, the result stands in the section.
    let version = version(&admin.get(ADVANCED).await.text);
    let fields = [
        ("version", &*version),
        ("section", "advanced"),
        ("form[source_megabytes]", "30"),
        ("form[delivery_megabytes]", "70"),
        ("form[free_megabytes]", "7"),
    ];
    let address = submit_form(&mut admin, "save_settings", &fields).await;
    assert_eq!(address, "/admin/settings/advanced?done=saved&about=advanced#advanced");
    let page = admin.get(address.split('#').next().unwrap_or_default()).await.text;
    let (before, form) = page.split_once("action=\"/rpc/admin/save_settings\"").expect("the form");
    assert!(!before.contains("Salvato.") && form.contains("Salvato."), "{page}");
}

async fn section_saves_its_own_settings_only(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    save(&mut admin, ["Studio", "", "it", "Europe/Rome"]).await;
    let seen = version(&admin.get("/admin/settings/look").await.text);
    let fields =
        [("version", &*seen), ("section", "look"), ("form[accent]", "#FFD400"), ("form[agency_name]", "Altro")];
    let refused = [("version", &*seen), ("section", "look"), ("form[accent]", "rosso")];
    let location = submit_form(&mut admin, "save_settings", &refused).await;
    assert!(location.starts_with("/admin/settings/look?error=invalid&unsaved="), "{location}");
    let page = admin.get(location.split('#').next().unwrap_or_default()).await.text;
    assert!(page.contains("Il colore non è scritto come #0b5a5e") && page.contains("value=\"rosso\""), "{page}");
    assert_eq!(submit_form(&mut admin, "save_settings", &fields).await, "/admin/settings/look?done=saved");
    let chosen = agency(&atrio).await;
    assert_eq!(chosen.name.as_deref(), Some("Studio"));
    assert_eq!(chosen.accent.map(String::from).as_deref(), Some("#ffd400"));
}
