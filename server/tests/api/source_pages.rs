//! The pages of sources and their deliveries, used without JavaScript.

use serde_json::{Value, json};

use crate::admin_browser::{admin, get_page, post_form, submit_form};
use crate::source_webhooks::{create_source, stored_deliveries};
use crate::support::{TestServer, on_both_databases, on_sqlite};

on_sqlite![
    mapping_preview_shows_result_and_saves_nothing,
    replay_of_quarantine_uses_the_saved_mapping,
    source_state_links_to_the_next_step,
    test_delivery_is_labelled_and_keeps_steps_open,
    rotated_key_shows_the_setup_steps_again,
    save_of_stale_version_reports_conflict,
    invalid_source_form_shows_errors_and_keeps_input,
    source_key_and_secret_appear_only_on_its_page,
    replay_of_selected_deliveries_skips_missing_ones,
    hostile_delivery_body_is_escaped,
];

on_both_databases![malformed_urls_do_not_fail, mapping_page_links_sample_and_flags_invalid_fields];

/// Two people whose data only the admin may see.
const UNMAPPED_BODY: &str = r#"{"q1":"Anna Verdi","q2":"anna@example.it","q3":"negozio@example.it","q4":"Un sito"}"#;

/// The version in the form of a page.
#[track_caller]
fn version(page: &str) -> String {
    let (_, field) = page.split_once("name=\"version\" value=\"").expect("a version");
    field.split('"').next().expect("the end marker").to_owned()
}

/// A source called `modulo` with its deliveries.
async fn post_deliveries(atrio: &TestServer, bodies: &[&str]) -> Vec<Value> {
    let address = create_source(atrio, "modulo", json!({})).await;
    for body in bodies {
        assert_eq!(atrio.post(&address, (*body).to_owned()).await.status, 200, "{body}");
        atrio.clock.advance(1_000);
    }
    stored_deliveries(atrio).await
}

#[track_caller]
fn outcomes(deliveries: &[Value]) -> Vec<&str> {
    deliveries.iter().map(|delivery| delivery["outcome"].as_str().expect("an outcome")).collect()
}

const MAPPING: &str = "/admin/leads/sources/modulo/mapping";

async fn mapping_preview_shows_result_and_saves_nothing(atrio: TestServer) {
    post_deliveries(&atrio, &[UNMAPPED_BODY]).await;
    let mut admin = admin(&atrio).await;
    let before = get_page(&mut admin, MAPPING).await;
    assert!(before.contains("Con queste scelte resterebbe da rivedere"), "{before}");
    let preview = get_page(&mut admin, &format!("{MAPPING}?form%5Bemail%5D=%2Fq2&form%5Bname%5D=")).await;
    assert!(preview.contains(">anna@example.it</dd>"), "{preview}");
    assert!(!preview.contains("Con queste scelte resterebbe da rivedere"));
    assert!(preview.contains(r#"<option value="/q2" selected>Q2: anna@example.it"#), "{preview}");
    assert!(get_page(&mut admin, MAPPING).await.contains("Con queste scelte resterebbe da rivedere"));
    assert_eq!(atrio.records("lead_sources").await[0]["mapping"], json!({}));
    assert_eq!(outcomes(&stored_deliveries(&atrio).await), ["quarantined"]);
}

async fn replay_of_quarantine_uses_the_saved_mapping(atrio: TestServer) {
    post_deliveries(&atrio, &[UNMAPPED_BODY, "{rotto"]).await;
    let mut admin = admin(&atrio).await;
    let source = get_page(&mut admin, "/admin/leads/sources/modulo").await;
    assert!(source.contains("2 da rivedere") && source.contains("Illeggibile"), "{source}");
    let seen = version(&get_page(&mut admin, MAPPING).await);
    let fields = [("id", "modulo"), ("version", &*seen), ("form[email]", "/q2"), ("form[name]", "/q1")];
    assert_eq!(submit_form(&mut admin, "save_mapping", &fields).await, format!("{MAPPING}?done=saved"));
    let location = submit_form(&mut admin, "replay_quarantine", &[("id", "modulo")]).await;
    assert_eq!(location, "/admin/leads/sources/modulo?taken=1&left=1#deliveries");
    assert!(
        get_page(&mut admin, location.split('#').next().expect("a page"))
            .await
            .contains("2 invii elaborati: uno è tra i lead.")
    );
    let leads = atrio.records("leads").await;
    assert_eq!((leads.len(), &leads[0]["name"]), (1, &json!("Anna Verdi")));
    assert_eq!(outcomes(&stored_deliveries(&atrio).await), ["created", "quarantined"]);
}

async fn mapping_page_links_sample_and_flags_invalid_fields(atrio: TestServer) {
    let delivered = post_deliveries(&atrio, &[UNMAPPED_BODY, "name=Bea"]).await;
    let id = delivered[0]["id"].as_str().expect("an id");
    let mut admin = admin(&atrio).await;
    let warning = "Qui non c’è un indirizzo e-mail";
    let form_url = format!("{MAPPING}?delivery={id}&form%5Bemail%5D=");
    let wrong = get_page(&mut admin, &format!("{form_url}%2Fq4")).await;
    assert!(wrong.contains(warning) && wrong.contains(&format!(r#"href="/admin/leads/deliveries/{id}""#)), "{wrong}");
    assert!(!get_page(&mut admin, &format!("{form_url}%2Fq2")).await.contains(warning));
    assert!(!get_page(&mut admin, &form_url).await.contains(warning), "no warning without a selection");
    let newest = get_page(&mut admin, MAPPING).await;
    assert!(!newest.contains(&format!(r#"href="/admin/leads/deliveries/{id}""#)), "{newest}");

    // A replay of the quarantine is offered only after the mapping is saved.
    let replay_form = r#"action="/rpc/admin/replay_quarantine""#;
    assert!(!newest.contains(replay_form));
    // As after a save, whose outcome is shown once.
    admin.cookies.insert("atrio.done".to_owned(), "1".to_owned());
    assert!(get_page(&mut admin, &format!("{MAPPING}?done=saved")).await.contains(replay_form));
}

async fn source_state_links_to_the_next_step(atrio: TestServer) {
    const SOURCE: &str = "/admin/leads/sources/modulo";
    let address = create_source(&atrio, "modulo", json!({})).await;
    assert_eq!(atrio.post(&address, UNMAPPED_BODY).await.status, 200);
    let delivered = stored_deliveries(&atrio).await;
    let id = delivered[0]["id"].as_str().expect("an id");
    let mut admin = admin(&atrio).await;
    let state = |page: &str| {
        let (_, state) = page.split_once(r#"data-live="source-state""#).expect("the state");
        state.split("</div>").next().expect("the end marker").to_owned()
    };
    let arrival = format!(r#"href="/admin/leads/deliveries/{id}""#);
    let mapping = format!("{MAPPING}?delivery={id}");
    let failing = state(&get_page(&mut admin, SOURCE).await);
    assert!(failing.contains(&arrival) && failing.contains(&mapping), "{failing}");
    let list = get_page(&mut admin, "/admin/leads").await;
    assert!(
        list.contains("Fonti da controllare") && list.contains("non siamo riusciti a leggere l’ultimo invio."),
        "{list}"
    );

    atrio.clock.advance(1_000);
    assert_eq!(atrio.post(&address, "{rotto").await.status, 200);
    let unreadable = state(&get_page(&mut admin, SOURCE).await);
    assert!(unreadable.contains("Apri l’invio") && !unreadable.contains(MAPPING), "{unreadable}");

    let signed = create_source(&atrio, "firmata", json!({ "kind": "framer", "signing_secret": "parola" })).await;
    assert_eq!(atrio.post(&signed, "{}").await.status, 403);
    let refused = get_page(&mut admin, "/admin/leads/sources/firmata").await;
    assert!(refused.contains("Ultimo respinto"), "{refused}");
    assert!(state(&refused).contains(r#"href="/admin/leads/sources/firmata?edit=1""#), "{refused}");
}

async fn test_delivery_is_labelled_and_keeps_steps_open(atrio: TestServer) {
    let address = create_source(&atrio, "modulo", json!({})).await;
    let mut admin = admin(&atrio).await;
    let location = submit_form(&mut admin, "try_source", &[("id", "modulo")]).await;
    assert_eq!(location, "/admin/leads/sources/modulo?tried=created#deliveries");
    let source = || "/admin/leads/sources/modulo";
    let tried = get_page(&mut admin, source()).await;
    assert!(tried.contains(OPEN_SETUP_STEPS) && tried.contains(r#"<span class="chip">Prova</span>"#), "{tried}");
    assert_eq!(atrio.post(&address, "name=Bea").await.status, 200);
    assert!(!get_page(&mut admin, source()).await.contains(OPEN_SETUP_STEPS));
}

/// The setup steps shown until the first delivery.
const OPEN_SETUP_STEPS: &str = r#"<details open class="source__how""#;

async fn rotated_key_shows_the_setup_steps_again(atrio: TestServer) {
    post_deliveries(&atrio, &["name=Bea"]).await;
    let mut admin = admin(&atrio).await;
    let confirmation = get_page(&mut admin, "/admin/leads/sources/modulo?rotate=1").await;
    assert!(!confirmation.contains(OPEN_SETUP_STEPS));
    let (_, seen) = confirmation.split_once("name=\"seen\" value=\"").expect("a version");
    let seen = seen.split('"').next().expect("the end marker").to_owned();
    let location = submit_form(&mut admin, "rotate_source_key", &[("id", "modulo"), ("seen", &*seen)]).await;
    assert_eq!(location, "/admin/leads/sources/modulo?done=address-changed");
    let moved = get_page(&mut admin, &location).await;
    assert!(moved.contains("Indirizzo cambiato") && moved.contains(OPEN_SETUP_STEPS), "{moved}");
}

async fn save_of_stale_version_reports_conflict(atrio: TestServer) {
    post_deliveries(&atrio, &[UNMAPPED_BODY]).await;
    let mut admin = admin(&atrio).await;
    let seen = version(&get_page(&mut admin, MAPPING).await);
    let save = |name| [("id", "modulo"), ("version", &*seen), ("form[name]", name)];
    submit_form(&mut admin, "save_mapping", &save("/q1")).await;
    let location = submit_form(&mut admin, "save_mapping", &save("/q4")).await;
    assert!(location.starts_with(&format!("{MAPPING}?error=stale&unsaved=")), "{location}");
    let text = get_page(&mut admin, location.split('#').next().expect("a page")).await;
    assert!(text.contains(r#"<option value="/q4" selected>"#), "the submitted option is selected: {text}");
    assert_eq!(atrio.records("lead_sources").await[0]["mapping"], json!({ "name": "/q1" }));
}

async fn invalid_source_form_shows_errors_and_keeps_input(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let long = "h".repeat(101);
    let fields = [("id", "nuova"), ("form[name]", ""), ("form[kind]", "framer"), ("form[honeypot]", &*long)];
    let location = submit_form(&mut admin, "create_source", &fields).await;
    assert!(location.starts_with("/admin/leads/sources/new?error=invalid&unsaved="), "{location}");
    let text = get_page(&mut admin, location.split('#').next().expect("a page")).await;
    assert!(text.contains("Compila questo campo.") && text.contains("Al massimo 100 caratteri"), "{text}");
    assert!(text.contains(&long) && text.contains(r#"<option value="framer" selected>"#), "{text}");
    assert!(text.contains("almeno 32 caratteri"), "the hint is that of the selected sender");
    assert_eq!(atrio.records("lead_sources").await, Vec::<Value>::new());

    let good = [("id", "nuova"), ("form[name]", "Sito"), ("form[kind]", "framer"), ("form[active]", "on")];
    for _ in 0..2 {
        assert_eq!(
            submit_form(&mut admin, "create_source", &good).await,
            "/admin/leads/sources/nuova?done=source-created"
        );
    }
    assert_eq!(atrio.records("lead_sources").await.len(), 1);
}

async fn source_key_and_secret_appear_only_on_its_page(atrio: TestServer) {
    let address =
        create_source(&atrio, "modulo", json!({ "signing_secret": "parola-segreta", "kind": "framer" })).await;
    let key = address.rsplit('/').next().expect("a key");
    let mut admin = admin(&atrio).await;
    let own = get_page(&mut admin, "/admin/leads/sources/modulo").await;
    assert!(own.contains(key) && !own.contains("parola-segreta"));
    let form = get_page(&mut admin, "/admin/leads/sources/modulo?edit=1").await;
    assert!(form.contains("parola-segreta") && !form.contains("data-draft"), "the browser stores no draft of it");
    for path in ["/admin/leads", "/admin/leads/sources", "/admin/leads/deliveries", MAPPING, "/admin/audit"] {
        let text = get_page(&mut admin, path).await;
        assert!(!text.contains(key) && !text.contains("parola-segreta"), "{path}");
    }
}

async fn replay_of_selected_deliveries_skips_missing_ones(atrio: TestServer) {
    let delivered = post_deliveries(&atrio, &[UNMAPPED_BODY, "{rotto"]).await;
    let ids: Vec<&str> = delivered.iter().map(|delivery| delivery["id"].as_str().expect("an id")).collect();
    let mut admin = admin(&atrio).await;
    let list = get_page(&mut admin, "/admin/leads/deliveries?outcome=quarantined&source=modulo").await;
    assert!(ids.iter().all(|id| list.contains(&format!(r#"name="chosen[ids][]" value="{id}""#))), "{list}");
    let seen = version(&get_page(&mut admin, MAPPING).await);
    let mapping = [("id", "modulo"), ("version", &*seen), ("form[name]", "/q1")];
    submit_form(&mut admin, "save_mapping", &mapping).await;

    let fields = [
        ("chosen[ids][]", ids[0]),
        ("chosen[ids][]", "andata"),
        ("chosen[ids][]", ids[1]),
        ("chosen[source]", "modulo"),
        ("chosen[outcome]", "quarantined"),
        ("chosen[after]", ""),
    ];
    let location = submit_form(&mut admin, "replay_deliveries", &fields).await;
    assert_eq!(location, "/admin/leads/deliveries?source=modulo&outcome=quarantined&taken=1&left=1");
    let none = submit_form(
        &mut admin,
        "replay_deliveries",
        &[("chosen[source]", "main"), ("chosen[outcome]", ""), ("chosen[after]", "")],
    )
    .await;
    assert_eq!(none, "/admin/leads/deliveries?source=main&chosen=none");
    assert!(get_page(&mut admin, &none).await.contains("Scegli prima almeno un invio."));
    let one = submit_form(&mut admin, "replay_delivery", &[("id", ids[1])]).await;
    assert_eq!(one, format!("/admin/leads/deliveries/{}?taken=0&left=1", ids[1]));
}

async fn hostile_delivery_body_is_escaped(atrio: TestServer) {
    let body = r#"{"nome":"</code></option><script>alert(1)</script>","x\" onload=\"alert(2)":"y"}"#;
    let delivered = post_deliveries(&atrio, &[body]).await;
    let id = delivered[0]["id"].as_str().expect("an id");
    let mut admin = admin(&atrio).await;
    for path in
        [&*format!("/admin/leads/deliveries/{id}"), "/admin/leads/deliveries", "/admin/leads/sources/modulo", MAPPING]
    {
        let text = get_page(&mut admin, path).await;
        assert!(text.contains("alert(1)"), "{path} shows the escaped text");
        assert!(!text.contains("<script>alert(1)") && !text.contains(r#"value="/x" onload"#), "{path}: {text}");
    }
}

async fn malformed_urls_do_not_fail(atrio: TestServer) {
    let delivered = post_deliveries(&atrio, &[UNMAPPED_BODY]).await;
    let id = delivered[0]["id"].as_str().expect("an id");
    create_source(&atrio, "altra", json!({})).await;
    let mut admin = admin(&atrio).await;
    for path in [
        "/admin/leads/sources/nessuna",
        "/admin/leads/sources/%00",
        "/admin/leads/sources/nessuna/mapping",
        "/admin/leads/deliveries/nessuno",
        &format!("/admin/leads/sources/altra/mapping?delivery={id}"),
        &format!("{MAPPING}?delivery=nessuno"),
    ] {
        assert_eq!(admin.get(path).await.status, 404, "{path}");
    }
    for path in [
        &format!("{MAPPING}?form%5Bname%5D=senza-barra&form%5Bemail%5D=%2F%00"),
        &format!("{MAPPING}?form%5Bname%5D=%2Fnon%2Fc%2F%C3%A8"),
        &format!("{MAPPING}?delivery={id}"),
        "/admin/leads/sources/altra/mapping",
        "/admin/leads/sources/new?form%5Bkind%5D=nessuno",
        "/admin/leads/sources/modulo?tried=%3Cb%3E&taken=-1&left=x",
        "/admin/leads/deliveries?source=nessuna&outcome=nessuno&after=x~y",
        "/admin/leads/deliveries?source=%00&after=%00",
    ] {
        get_page(&mut admin, path).await;
    }
    assert_eq!(post_form(&mut admin, "replay_deliveries", &[("chosen[ids][]", "\0")]).await.status, 302);
    assert_eq!(
        post_form(&mut admin, "switch_source", &[("id", "nessuna"), ("version", ""), ("to", "on")]).await.status,
        302
    );
}
