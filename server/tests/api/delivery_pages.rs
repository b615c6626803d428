//! What arrived, on the agency's side: looked through, set aside, and found again from the lead that has it.

use serde_json::json;

use crate::browser::Browser;
use crate::desk::{admin, page, sent};
use crate::sources::{kept, open};
use crate::support::{Atrio, on_both_databases};

on_both_databases![
    a_row_says_what_came_in_words,
    what_nobody_can_read_is_set_aside_and_waits_no_more,
    all_on_the_page_are_chosen_by_one_box,
    what_helps_depends_on_what_is_wrong,
    what_happened_leads_to_what_arrived,
    what_is_gone_leads_back_to_the_others,
    the_days_that_arrivals_stay_are_told_and_chosen,
];

const LIST: &str = "/admin/leads/deliveries";

/// A source called `modulo`, and the ids of what it has delivered.
async fn delivered(atrio: &Atrio, bodies: &[&str]) -> Vec<String> {
    let address = open(atrio, "modulo", json!({ "honeypot": "sito_web" })).await;
    for body in bodies {
        assert_eq!(atrio.post(&address, (*body).to_owned()).await.status, 200, "{body}");
        atrio.clock.advance(1_000);
    }
    let id = |one: &serde_json::Value| one["id"].as_str().expect("an id").to_owned();
    kept(atrio).await.iter().map(id).collect()
}

/// How many arrivals the tab says wait for review.
async fn waiting(admin: &mut Browser) -> Option<String> {
    let list = page(admin, "/admin/leads").await;
    let (_, tab) = list.split_once("data-live=\"to-review\"").expect("the tab");
    let tab = tab.split("</li>").next().unwrap_or_default();
    let (_, count) = tab.split_once("class=\"count\">")?;
    assert!(tab.contains("href=\"/admin/leads/deliveries?outcome=quarantined\""), "{tab}");
    Some(count.split('<').next().unwrap_or_default().to_owned())
}

async fn a_row_says_what_came_in_words(atrio: Atrio) {
    let bodies = [
        r#"{"q1":"Chi sa","q2":"Un sito"}"#,
        r#"{"name":"Anna","message":"Vorrei un sito","budget":"5000"}"#,
    ];
    delivered(&atrio, &bodies).await;
    let list = page(&mut admin(&atrio).await, LIST).await;
    for told in ["Q1: Chi sa · Q2: Un sito", "Non dice chi è", "Vorrei un sito · Budget: 5000"] {
        assert!(list.contains(told), "{told}: {list}");
    }
}

async fn what_nobody_can_read_is_set_aside_and_waits_no_more(atrio: Atrio) {
    let ids = delivered(&atrio, &["{rotto", r#"{"q1":"Chi sa"}"#]).await;
    let mut admin = admin(&atrio).await;
    assert_eq!(waiting(&mut admin).await.as_deref(), Some("2"));
    let one = format!("{LIST}/{}", ids[0]);
    let card = page(&mut admin, &one).await;
    assert!(
        card.contains("Aggiungi il lead a mano") && card.contains("/rpc/admin/set_delivery_aside"),
        "{card}"
    );
    assert_eq!(sent(&mut admin, "set_delivery_aside", &[("id", &*ids[0])]).await, format!("{one}?aside=1"));
    let card = page(&mut admin, &format!("{one}?aside=1")).await;
    assert!(card.contains("Messo da parte.") && !card.contains("/rpc/admin/set_delivery_aside"), "{card}");
    let fields = [("chosen[ids][]", &*ids[1]), ("chosen[ids][]", &*ids[0]), ("chosen[source]", "modulo")];
    let back = sent(&mut admin, "set_deliveries_aside", &fields).await;
    assert_eq!(back, format!("{LIST}?source=modulo&aside=1"));
    assert_eq!(waiting(&mut admin).await, None);
    let none = sent(&mut admin, "set_deliveries_aside", &[("chosen[source]", "modulo")]).await;
    assert_eq!(none, format!("{LIST}?source=modulo&chosen=none"));
}

async fn all_on_the_page_are_chosen_by_one_box(atrio: Atrio) {
    let ids = delivered(&atrio, &["{rotto", "{rotta"]).await;
    let mut admin = admin(&atrio).await;
    let list = page(&mut admin, LIST).await;
    let shown = |id: &String| list.contains(&format!("name=\"chosen[shown][]\" value=\"{id}\""));
    assert!(ids.iter().all(shown) && list.contains("Tutti quelli di questa pagina"), "{list}");
    let fields = [("chosen[all]", "1"), ("chosen[shown][]", &*ids[0]), ("chosen[shown][]", &*ids[1])];
    assert_eq!(sent(&mut admin, "replay_deliveries", &fields).await, format!("{LIST}?taken=0&left=2"));
    assert_eq!(sent(&mut admin, "set_deliveries_aside", &fields).await, format!("{LIST}?aside=2"));
    // Without the box they are only shown.
    let back = sent(&mut admin, "replay_deliveries", &fields[1..]).await;
    assert_eq!(back, format!("{LIST}?chosen=none"));
}

async fn what_helps_depends_on_what_is_wrong(atrio: Atrio) {
    let ids = delivered(&atrio, &["{rotto", r#"{"q1":"Chi sa"}"#, "nome=Bot&sito_web=x"]).await;
    let mut admin = admin(&atrio).await;
    let mut cards = Vec::new();
    for id in &ids {
        cards.push(page(&mut admin, &format!("{LIST}/{id}")).await);
    }
    let [unreadable, nobody, spam] = cards.as_slice() else { panic!("three") };
    assert!(unreadable.contains("Rileggerlo non basta") && !unreadable.contains("/mapping?"), "{unreadable}");
    assert!(nobody.contains("Di’ ad Atrio quali campi") && nobody.contains("/mapping?"), "{nobody}");
    assert!(spam.contains("Non è spam?") && spam.contains("/admin/leads/sources/modulo?edit=1"), "{spam}");
    assert!(!spam.contains("Di’ ad Atrio quali campi"), "{spam}");
}

async fn what_happened_leads_to_what_arrived(atrio: Atrio) {
    let ids =
        delivered(&atrio, &[r#"{"name":"Anna","email":"anna@example.it","timezone":"Europe/Rome"}"#]).await;
    let lead = kept(&atrio).await[0]["lead_id"].as_str().expect("a lead").to_owned();
    let card = page(&mut admin(&atrio).await, &format!("/admin/leads/{lead}")).await;
    assert!(card.contains(&format!("href=\"{LIST}/{}\"", ids[0])), "{card}");
    assert!(card.contains("Fuso orario"), "{card}");
}

async fn what_is_gone_leads_back_to_the_others(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    for path in ["/admin/leads/deliveries/andato", "/admin/leads/sources/andata"] {
        let gone = admin.get(path).await;
        assert_eq!(gone.status, 404);
        for told in ["Non c’è più", "href=\"/admin/leads/deliveries\"", "href=\"/admin/leads/sources\""] {
            assert!(gone.text.contains(told), "{told}: {}", gone.text);
        }
    }
    let nowhere = admin.get("/non-esiste").await.text;
    assert!(nowhere.contains("Controlla il link che hai ricevuto"), "{nowhere}");
}

async fn the_days_that_arrivals_stay_are_told_and_chosen(atrio: Atrio) {
    let mut admin = admin(&atrio).await;
    let list = page(&mut admin, LIST).await;
    assert!(list.contains("Restano qui 90 giorni") && list.contains("/admin/settings#arrivals"), "{list}");
    let settings = page(&mut admin, "/admin/settings").await;
    let (_, form) = settings.split_once("action=\"/rpc/admin/save_arrival_days\"").expect("the form");
    let (_, seen) = form.split_once("name=\"version\" value=\"").expect("a version");
    let seen = seen.split('"').next().expect("its end");
    let save = |days| [("version", seen), ("form[delivery_days]", days), ("form[silent_days]", "7")];
    let back = sent(&mut admin, "save_arrival_days", &save("0")).await;
    assert!(
        back.starts_with("/admin/settings?error=invalid&unsaved=") && back.ends_with("#arrivals"),
        "{back}"
    );
    let back = sent(&mut admin, "save_arrival_days", &save("30")).await;
    assert_eq!(back, "/admin/settings?done=saved#arrivals");
    assert!(page(&mut admin, LIST).await.contains("Restano qui 30 giorni"));
    // The other form leaves them as they are.
    let settings = page(&mut admin, "/admin/settings").await;
    let (_, form) = settings.split_once("action=\"/rpc/admin/save_settings\"").expect("the form");
    let (_, seen) = form.split_once("name=\"version\" value=\"").expect("a version");
    let seen = seen.split('"').next().expect("its end");
    let studio = [("version", seen), ("form[agency_name]", "Altra"), ("form[language]", "it")];
    let studio = [&studio[..], &[("form[time_zone]", "Europe/Rome")]].concat();
    assert_eq!(sent(&mut admin, "save_settings", &studio).await, "/admin/settings?done=saved");
    assert!(page(&mut admin, LIST).await.contains("Restano qui 30 giorni"));
}
