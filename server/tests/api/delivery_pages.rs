//! The pages of deliveries: listed, dismissed, and linked from their lead.

use serde_json::json;

use crate::admin_browser::{admin, field_value, get_page, submit_form};
use crate::browser::Browser;
use crate::source_webhooks::{create_source, stored_deliveries};
use crate::support::{TestServer, on_both_databases, on_sqlite};

on_sqlite![
    delivery_row_summarizes_its_content,
    dismissed_delivery_leaves_the_review_count,
    select_all_checkbox_selects_all_shown_deliveries,
    delivery_page_suggests_fix_for_its_error,
    lead_activity_links_to_its_delivery,
    missing_delivery_page_links_to_the_lists,
    delivery_retention_days_are_shown_and_editable,
];

on_both_databases![found_deliveries_are_deleted_after_a_question];

const LIST: &str = "/admin/leads/deliveries";

/// A source called `modulo`, and the ids of its deliveries.
async fn post_deliveries(atrio: &TestServer, bodies: &[&str]) -> Vec<String> {
    let address = create_source(atrio, "modulo", json!({ "honeypot": "sito_web" })).await;
    for body in bodies {
        assert_eq!(atrio.post(&address, (*body).to_owned()).await.status, 200, "{body}");
        atrio.clock.advance(1_000);
    }
    let id = |one: &serde_json::Value| one["id"].as_str().expect("an id").to_owned();
    stored_deliveries(atrio).await.iter().map(id).collect()
}

/// The number of deliveries to review, from the tab.
async fn review_count(admin: &mut Browser) -> Option<String> {
    let list = get_page(admin, "/admin/leads").await;
    let (_, tab) = list.split_once("data-live=\"to-review\"").expect("the tab");
    let tab = tab.split("</li>").next().unwrap_or_default();
    let (_, count) = tab.split_once("class=\"count\">")?;
    assert!(tab.contains("href=\"/admin/leads/deliveries?outcome=quarantined\""), "{tab}");
    Some(count.split('<').next().unwrap_or_default().to_owned())
}

async fn delivery_row_summarizes_its_content(atrio: TestServer) {
    let bodies = [r#"{"q1":"Chi sa","q2":"Un sito"}"#, r#"{"name":"Anna","message":"Vorrei un sito","budget":"5000"}"#];
    post_deliveries(&atrio, &bodies).await;
    let list = get_page(&mut admin(&atrio).await, LIST).await;
    for expected in ["Q1: Chi sa · Q2: Un sito", "Contatto mancante", "Vorrei un sito · Budget: 5000"] {
        assert!(list.contains(expected), "{expected}: {list}");
    }
}

async fn dismissed_delivery_leaves_the_review_count(atrio: TestServer) {
    let ids = post_deliveries(&atrio, &["{rotto", r#"{"q1":"Chi sa"}"#]).await;
    let mut admin = admin(&atrio).await;
    assert_eq!(review_count(&mut admin).await.as_deref(), Some("2"));
    let one = format!("{LIST}/{}", ids[0]);
    let card = get_page(&mut admin, &one).await;
    assert!(card.contains("Aggiungi il lead a mano") && card.contains("/rpc/admin/set_delivery_aside"), "{card}");
    assert_eq!(submit_form(&mut admin, "set_delivery_aside", &[("id", &*ids[0])]).await, format!("{one}?aside=1"));
    let card = get_page(&mut admin, &format!("{one}?aside=1")).await;
    assert!(card.contains("Messo da parte.") && !card.contains("/rpc/admin/set_delivery_aside"), "{card}");
    let fields = [("chosen[ids][]", &*ids[1]), ("chosen[ids][]", &*ids[0]), ("chosen[source]", "modulo")];
    let location = submit_form(&mut admin, "set_deliveries_aside", &fields).await;
    assert_eq!(location, format!("{LIST}?source=modulo&aside=1"));
    assert_eq!(review_count(&mut admin).await, None);
    let none = submit_form(&mut admin, "set_deliveries_aside", &[("chosen[source]", "modulo")]).await;
    assert_eq!(none, format!("{LIST}?source=modulo&chosen=none"));
}

async fn found_deliveries_are_deleted_after_a_question(atrio: TestServer) {
    post_deliveries(&atrio, &["{rotto", r#"{"name":"Anna","message":"Ciao"}"#, r#"{"name":"Bruno"}"#]).await;
    let mut admin = admin(&atrio).await;
    let list = get_page(&mut admin, &format!("{LIST}?source=modulo&outcome=created")).await;
    assert!(list.contains("outcome=created&amp;delete=1#delete\""), "{list}");
    let asked = get_page(&mut admin, &format!("{LIST}?source=modulo&outcome=created&delete=1")).await;
    assert!(asked.contains("Eliminare 2 invii?"), "{asked}");
    let (_, until) = asked.split_once("name=\"until\" value=\"").expect("the time");
    let until = until.split('"').next().unwrap_or_default();
    atrio.clock.advance(1_000);
    let address = "/api/webhooks/lead/modulo-kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk";
    assert_eq!(atrio.post(address, r#"{"name":"Carla"}"#).await.status, 200);

    let wrong = [("source", "no such"), ("outcome", ""), ("until", until)];
    assert!(submit_form(&mut admin, "delete_deliveries", &wrong).await.contains("error="));
    assert_eq!(stored_deliveries(&atrio).await.len(), 4);
    let fields = [("source", "modulo"), ("outcome", "created"), ("until", until)];
    let location = submit_form(&mut admin, "delete_deliveries", &fields).await;
    assert_eq!(location, format!("{LIST}?source=modulo&outcome=created&deleted=2"));
    let list = get_page(&mut admin, &location).await;
    assert!(list.contains("2 invii eliminati.") && list.contains("Carla"), "{list}");
    let audit = get_page(&mut admin, "/admin/audit").await;
    assert!(audit.contains("ha eliminato degli invii ricevuti:") && audit.contains("2 · Fonte modulo"), "{audit}");
}

async fn select_all_checkbox_selects_all_shown_deliveries(atrio: TestServer) {
    let ids = post_deliveries(&atrio, &["{rotto", "{rotta"]).await;
    let mut admin = admin(&atrio).await;
    let list = get_page(&mut admin, LIST).await;
    let shown = |id: &String| list.contains(&format!("name=\"chosen[shown][]\" value=\"{id}\""));
    assert!(ids.iter().all(shown) && list.contains("Tutti quelli di questa pagina"), "{list}");
    let fields = [("chosen[all]", "1"), ("chosen[shown][]", &*ids[0]), ("chosen[shown][]", &*ids[1])];
    assert_eq!(submit_form(&mut admin, "replay_deliveries", &fields).await, format!("{LIST}?taken=0&left=2"));
    assert_eq!(submit_form(&mut admin, "set_deliveries_aside", &fields).await, format!("{LIST}?aside=2"));
    // Without the checkbox they are only shown.
    let location = submit_form(&mut admin, "replay_deliveries", &fields[1..]).await;
    assert_eq!(location, format!("{LIST}?chosen=none"));
}

async fn delivery_page_suggests_fix_for_its_error(atrio: TestServer) {
    let ids = post_deliveries(&atrio, &["{rotto", r#"{"q1":"Chi sa"}"#, "nome=Bot&sito_web=x"]).await;
    let mut admin = admin(&atrio).await;
    let mut cards = Vec::new();
    for id in &ids {
        cards.push(get_page(&mut admin, &format!("{LIST}/{id}")).await);
    }
    let [unreadable, anonymous, spam] = cards.as_slice() else { panic!("three") };
    assert!(unreadable.contains("Elaborarlo di nuovo non basta") && !unreadable.contains("/mapping?"), "{unreadable}");
    assert!(
        anonymous.contains("Indica ad Atrio a cosa corrispondono") && anonymous.contains("/mapping?"),
        "{anonymous}"
    );
    assert!(spam.contains("Non è spam?") && spam.contains("/admin/leads/sources/modulo?edit=1"), "{spam}");
    assert!(!spam.contains("Indica ad Atrio a cosa corrispondono"), "{spam}");
}

async fn lead_activity_links_to_its_delivery(atrio: TestServer) {
    let ids = post_deliveries(&atrio, &[r#"{"name":"Anna","email":"anna@example.it","timezone":"Europe/Rome"}"#]).await;
    let lead = stored_deliveries(&atrio).await[0]["lead_id"].as_str().expect("a lead").to_owned();
    let card = get_page(&mut admin(&atrio).await, &format!("/admin/leads/{lead}")).await;
    assert!(card.contains(&format!("href=\"{LIST}/{}\"", ids[0])), "{card}");
    assert!(card.contains("Fuso orario"), "{card}");
}

async fn missing_delivery_page_links_to_the_lists(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    for path in ["/admin/leads/deliveries/andato", "/admin/leads/sources/andata"] {
        let removed = admin.get(path).await;
        assert_eq!(removed.status, 404);
        for expected in ["Non esiste più", "href=\"/admin/leads/deliveries\"", "href=\"/admin/leads/sources\""] {
            assert!(removed.text.contains(expected), "{expected}: {}", removed.text);
        }
    }
    let nowhere = admin.get("/non-esiste").await.text;
    assert!(nowhere.contains("Controlla il link che hai ricevuto"), "{nowhere}");
}

async fn delivery_retention_days_are_shown_and_editable(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let list = get_page(&mut admin, LIST).await;
    assert!(list.contains("Conservati per 90 giorni") && list.contains("\"/admin/settings/leads\""), "{list}");
    let settings = get_page(&mut admin, "/admin/settings/leads").await;
    let seen = field_value(&settings, "id=\"leads\"", "version");
    let save =
        |days| [("version", &*seen), ("section", "leads"), ("form[delivery_days]", days), ("form[silent_days]", "7")];
    let location = submit_form(&mut admin, "save_settings", &save("0")).await;
    assert!(
        location.starts_with("/admin/settings/leads?error=invalid&unsaved=")
            && location.ends_with("#leads-delivery_days"),
        "{location}"
    );
    assert_eq!(submit_form(&mut admin, "save_settings", &save("30")).await, "/admin/settings/leads?done=saved");
    assert!(get_page(&mut admin, LIST).await.contains("Conservati per 30 giorni"));
    // The form of the studio leaves them unchanged.
    let settings = get_page(&mut admin, "/admin/settings").await;
    let seen = field_value(&settings, "id=\"settings\"", "version");
    let studio = [("version", &*seen), ("form[agency_name]", "Altra"), ("form[language]", "it")];
    let studio = [&studio[..], &[("form[time_zone]", "Europe/Rome")]].concat();
    assert_eq!(submit_form(&mut admin, "save_settings", &studio).await, "/admin/settings?done=saved");
    assert!(get_page(&mut admin, LIST).await.contains("Conservati per 30 giorni"));
}
