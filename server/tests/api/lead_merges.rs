//! The pages for merging leads and undoing a merge, used without JavaScript.

use serde_json::{Value, json};

use crate::admin_browser::{admin, get_page, submit_form};
use crate::browser::Browser;
use crate::support::{TestServer, on_both_databases, on_sqlite};

on_sqlite![
    merge_page_suggests_and_searches_leads,
    merge_page_compares_leads_before_merging,
    merge_is_undone_from_the_kept_lead,
    resubmitted_and_stale_merge_forms_are_harmless,
    leads_of_two_clients_cannot_be_merged,
    undo_merge_with_taken_email_reports_conflict,
    changed_lead_offers_no_undo,
    merged_lead_opens_no_form_of_kept_lead,
];

on_both_databases![malformed_merge_urls_do_not_fail];

/// The hidden fields of the form that posts to `function`.
#[track_caller]
fn fields(page: &str, function: &str) -> Vec<(String, String)> {
    let (_, form) = page.split_once(&format!("action=\"/rpc/admin/{function}\"")).expect("the form");
    let (form, _) = form.split_once("</form>").expect("the end marker");
    let value = |tag: &str, name: &str| {
        let (_, value) = tag.split_once(&format!("{name}=\""))?;
        Some(value.split('"').next()?.to_owned())
    };
    form.split("<input").skip(1).filter_map(|tag| Some((value(tag, " name")?, value(tag, "value")?))).collect()
}

/// Submits the unchanged form of `page` that posts to `function`.
async fn click(browser: &mut Browser, page: &str, function: &str) -> String {
    let fields = fields(page, function);
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    submit_form(browser, function, &fields).await
}

async fn import_leads(atrio: &TestServer) {
    let records = json!({
        "leads": [
            {"id": "dora", "name": "Dora Riva", "phone": "333 7654321", "source": "Fiera",
             "last_contact_date": "2026-11-02T10:00:00Z", "created_at": "2026-11-01T10:00:00Z"},
            {"id": "dora-due", "name": "D. Riva", "email": "dora@example.it", "phone": "+39 3337654321", "source": "Sito",
             "company": "Orto & Figli", "last_contact_date": "2026-11-03T10:00:00Z", "created_at": "2026-11-01T10:00:00Z"},
            {"id": "ezio", "name": "Ezio Ponti", "email": "ezio@example.it", "source": "Sito",
             "last_contact_date": "2026-11-04T10:00:00Z", "created_at": "2026-11-01T10:00:00Z"},
        ],
        "activities": [
            {"id": "prima", "lead_id": "dora", "kind": "message", "text": "Vorrei un sito", "created_at": "2026-11-01T10:00:00Z"},
            {"id": "seconda", "lead_id": "dora-due", "kind": "message", "text": "Sono sempre io", "created_at": "2026-11-03T10:00:00Z"},
        ],
    });
    atrio.import(&records).await;
}

/// Merges Dora's second lead into her first.
async fn merge(browser: &mut Browser) -> String {
    let both = get_page(browser, "/admin/leads/dora?merge=1&with=dora-due").await;
    click(browser, &both, "merge_leads").await
}

/// The URL of the page that confirms the undo, as linked from the page of `lead`.
async fn undo_address(browser: &mut Browser, lead: &str) -> String {
    let start = format!("/admin/leads/{lead}?separate=");
    let card = get_page(browser, &format!("/admin/leads/{lead}")).await;
    let (_, rest) = card.split_once(&start).expect("a link to undo the merge");
    format!("{start}{}", rest.split(['"', '#']).next().expect("the end marker"))
}

async fn merge_page_suggests_and_searches_leads(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let card = get_page(&mut admin, "/admin/leads/dora").await;
    assert!(card.contains("href=\"/admin/leads/dora?merge=1\"") && card.contains("Unisci…"), "{card}");
    let choice = get_page(&mut admin, "/admin/leads/dora?merge=1").await;
    assert!(choice.contains("D. Riva") && choice.contains("stesso telefono"), "{choice}");
    assert!(choice.contains("href=\"/admin/leads/dora?merge=1&amp;with=dora-due\""), "{choice}");
    assert!(!choice.contains("Ezio Ponti"));
    let found = get_page(&mut admin, "/admin/leads/dora?merge=1&q=ponti").await;
    assert!(found.contains("Ezio Ponti") && !found.contains("D. Riva"), "{found}");
    let nothing = get_page(&mut admin, "/admin/leads/dora?merge=1&q=nessuno").await;
    assert!(nothing.contains("Nessun risultato"));
    let alone = get_page(&mut admin, "/admin/leads/ezio?merge=1").await;
    assert!(alone.contains("Nessun altro lead somiglia a questo"), "{alone}");
}

async fn merge_page_compares_leads_before_merging(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    for address in ["/admin/leads/dora?merge=1&with=dora-due", "/admin/leads/dora?merge=dora-due"] {
        let both = get_page(&mut admin, address).await;
        assert!(both.contains("Unisci D. Riva e Dora Riva") && both.contains("Aggiunge 1 attività."), "{both}");
        // The company is taken from the other lead; the other's phone number is in the note only.
        assert!(both.contains("Orto &amp; Figli") && both.contains("solo nella nota"), "{both}");
        assert!(both.contains("href=\"/admin/leads/dora-due?merge=1&amp;with=dora\""), "links to the reverse merge");
        assert!(!both.contains("style="), "no inline styles");
    }
    assert_eq!(atrio.record("leads", "dora-due").await["name"], "D. Riva", "the preview changes nothing");
    assert_eq!(merge(&mut admin).await, "/admin/leads/dora?done=merged");
    let card = get_page(&mut admin, "/admin/leads/dora?done=merged").await;
    for expected in
        ["Lead uniti: ora è uno solo.", "Sono sempre io", "Vorrei un sito", "Unito con D. Riva", "dora@example.it"]
    {
        assert!(card.contains(expected), "{expected}: {card}");
    }
    assert_eq!(atrio.record("leads", "dora-due").await, Value::Null);
    assert_eq!(atrio.record("leads", "dora").await["company"], "Orto & Figli");
    // The URL of the removed lead shows the remaining one.
    assert!(get_page(&mut admin, "/admin/leads/dora-due").await.contains("<h1 dir=\"auto\">Dora Riva</h1>"));
    let audit_log = get_page(&mut admin, "/admin/audit").await;
    assert!(audit_log.contains("Dora Riva"), "{audit_log}");
}

async fn merge_is_undone_from_the_kept_lead(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let before = (atrio.record("leads", "dora").await, atrio.record("leads", "dora-due").await);
    merge(&mut admin).await;
    let address = undo_address(&mut admin, "dora").await;
    let confirmation = get_page(&mut admin, &address).await;
    assert!(confirmation.contains("Annullare l’unione con D. Riva?"), "{confirmation}");
    assert_eq!(
        click(&mut admin, &confirmation, "separate_leads").await,
        "/admin/leads/dora-due?done=separated&other=dora"
    );
    assert_eq!((atrio.record("leads", "dora").await, atrio.record("leads", "dora-due").await), before);
    let page = get_page(&mut admin, "/admin/leads/dora-due?done=separated&other=dora").await;
    assert!(page.contains("Lead separati: questo è tornato com’era.") && page.contains("Sono sempre io"), "{page}");
    assert!(page.contains("<a href=\"/admin/leads/dora\">Apri l’altro lead</a>"), "{page}");
    // The old form sent again has no effect. Its URL shows the lead without the confirmation.
    assert_eq!(
        click(&mut admin, &confirmation, "separate_leads").await,
        "/admin/leads/dora-due?done=separated&other=dora"
    );
    assert!(!get_page(&mut admin, &address).await.contains("Annullare l’unione"));
}

async fn resubmitted_and_stale_merge_forms_are_harmless(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let both = get_page(&mut admin, "/admin/leads/dora?merge=1&with=dora-due").await;
    for _ in 0..2 {
        assert_eq!(click(&mut admin, &both, "merge_leads").await, "/admin/leads/dora?done=merged");
    }
    assert_eq!(atrio.records("activities").await.iter().filter(|one| one["lead_id"] == "dora").count(), 3);
    // The other lead changes while the confirmation is open.
    let both = get_page(&mut admin, "/admin/leads/dora?merge=1&with=ezio").await;
    submit_form(&mut admin, "move_lead", &[("id", "ezio.new"), ("to", "lost"), ("page", "lead")]).await;
    let location = click(&mut admin, &both, "merge_leads").await;
    assert_eq!(location, "/admin/leads/dora?merge=1&with=ezio&error=changed");
    let again = get_page(&mut admin, &location).await;
    assert!(again.contains("role=\"alert\"") && again.contains("Perso"), "{again}");
    assert_eq!(atrio.record("leads", "ezio").await["status"], "lost");
}

async fn leads_of_two_clients_cannot_be_merged(atrio: TestServer) {
    import_leads(&atrio).await;
    atrio.sql("UPDATE lead SET client_id = 'anna' WHERE id = 'dora'").await;
    atrio.sql("UPDATE lead SET client_id = 'bruno' WHERE id = 'ezio'").await;
    let mut admin = admin(&atrio).await;
    let both = get_page(&mut admin, "/admin/leads/dora?merge=1&with=ezio").await;
    assert!(both.contains("Sono già due clienti diversi") && !both.contains("/rpc/admin/merge_leads"), "{both}");
    let forced = [("kept", "dora"), ("gone", "ezio"), ("version", "")];
    let location = submit_form(&mut admin, "merge_leads", &forced).await;
    assert_eq!(location, "/admin/leads/dora?merge=1&with=ezio&error=clients-differ");
    assert_eq!(atrio.record("leads", "ezio").await["client_id"], "bruno");
}

async fn undo_merge_with_taken_email_reports_conflict(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let both = get_page(&mut admin, "/admin/leads/ezio?merge=1&with=dora-due").await;
    click(&mut admin, &both, "merge_leads").await;
    atrio.sql("UPDATE lead SET email = 'dora@example.it' WHERE id = 'dora'").await;
    let address = undo_address(&mut admin, "ezio").await;
    let confirmation = get_page(&mut admin, &address).await;
    let location = click(&mut admin, &confirmation, "separate_leads").await;
    assert_eq!(location, "/admin/leads/ezio?error=email-taken");
    assert!(get_page(&mut admin, &location).await.contains("Ora un altro lead ha questa e-mail"));
    assert_eq!(atrio.record("leads", "dora-due").await, Value::Null);
}

// It would be filled with what was typed about the merged lead, and overwrite the one that is left.
async fn merged_lead_opens_no_form_of_kept_lead(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let form = get_page(&mut admin, "/admin/leads/dora-due?edit=1").await;
    assert!(form.contains("/rpc/admin/save_lead"));
    merge(&mut admin).await;
    let refused = click(&mut admin, &form, "save_lead").await;
    assert!(refused.starts_with("/admin/leads/dora-due?edit=1&error=missing"), "{refused}");
    for address in [&refused, "/admin/leads/dora-due?convert=1", "/admin/leads/dora-due?delete=1"] {
        let page = get_page(&mut admin, address).await;
        assert!(page.contains("Dora Riva"), "{page}");
        for action in ["save_lead", "convert_lead", "delete_lead"] {
            assert!(!page.contains(&format!("/rpc/admin/{action}\"")), "{address} {action}");
        }
    }
}

async fn changed_lead_offers_no_undo(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    merge(&mut admin).await;
    let address = undo_address(&mut admin, "dora").await;
    let confirmation = get_page(&mut admin, &address).await;
    submit_form(&mut admin, "move_lead", &[("id", "dora.new"), ("to", "lost"), ("page", "lead")]).await;
    let location = click(&mut admin, &confirmation, "separate_leads").await;
    assert_eq!(location, "/admin/leads/dora?error=changed");
    for address in [location, address] {
        let card = get_page(&mut admin, &address).await;
        assert!(card.contains("Unito con") && card.contains("D. Riva"), "{card}");
        assert!(!card.contains("?separate=") && !card.contains("Annullare l’unione"), "{card}");
    }
    assert_eq!(atrio.record("leads", "dora-due").await, Value::Null);
}

async fn malformed_merge_urls_do_not_fail(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    for address in [
        "/admin/leads/dora?merge=1&with=dora",
        "/admin/leads/dora?merge=1&with=nobody",
        "/admin/leads/dora?merge=%00",
        "/admin/leads/nobody?merge=1",
        "/admin/leads/no%20id?merge=1&with=dora",
    ] {
        assert_eq!(admin.get(address).await.status, 404, "{address}");
    }
    for address in
        ["?merge=1&q=%00", "?merge=1&q=%26!", "?merge=", "?separate=%00", "?separate=nobody", "?merge=1&with="]
    {
        get_page(&mut admin, &format!("/admin/leads/dora{address}")).await;
    }
    for fields in [
        &[("lead", "dora"), ("merge", "nobody"), ("gone", "nessuno")] as &[_],
        &[("lead", "no id"), ("merge", "\0"), ("gone", "")],
    ] {
        assert!(submit_form(&mut admin, "separate_leads", fields).await.contains("error=missing"));
    }
}
