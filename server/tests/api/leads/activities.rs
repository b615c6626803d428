//! Activities of a lead.

use reqwest::Method;
use serde_json::json;

use super::{hidden_field, import_leads};
use crate::admin_browser::{admin, get_page, submit_form};
use crate::support::{TestResponse, TestServer, WEBHOOK_SECRET, on_sqlite};

on_sqlite![
    payload_is_shown_as_questions_and_answers,
    activities_are_added_validated_and_deleted,
    delete_lead_shows_deletion_impact_first,
];

async fn payload_is_shown_as_questions_and_answers(atrio: TestServer) {
    let body = json!({
        "nome": "Franca", "email": "franca@example.it", "messaggio": "Buongiorno,\nvorrei un sito.",
        "Budget?": "<script>alert(1)</script>", "contatti": {"orari": ["mattina", "sera"]}, "note": null, "Remote IP": "203.0.113.9",
    });
    let request = atrio.request(Method::POST, "/api/webhooks/lead").header("x-webhook-secret", WEBHOOK_SECRET);
    let taken = TestResponse::to(request.body(body.to_string())).await.json();
    let id = taken["leadId"].as_str().expect("an id").to_owned();
    let mut admin = admin(&atrio).await;
    let card = get_page(&mut admin, &format!("/admin/leads/{id}")).await;
    for shown in [
        "Buongiorno,\nvorrei un sito.",
        "Contatti › Orari",
        "mattina, sera",
        "Budget?",
        "senza risposta",
        "&lt;script&gt;alert(1)",
    ] {
        assert!(card.contains(shown), "{shown}: {card}");
    }
    assert!(!card.contains("<script>alert(1)"));
    let (message, technical) = card.split_once("Dati tecnici").expect("technical data of its own");
    assert!(technical.contains("203.0.113.9") && !message.contains("203.0.113.9"), "{card}");
    let found = get_page(&mut admin, "/admin/leads?q=franca").await;
    assert!(found.contains(&format!("/admin/leads/{id}")), "a new lead is in the search index");
}

async fn activities_are_added_validated_and_deleted(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let card = get_page(&mut admin, "/admin/leads/dora").await;
    let id = hidden_field(&card, "add_activity", "id");
    let call = [
        ("lead", "dora"),
        ("id", &*id),
        ("form[kind]", "call"),
        ("form[text]", "Sentita:\r\nrichiamare <b>lunedì</b>"),
    ];
    for _ in 0..2 {
        assert_eq!(submit_form(&mut admin, "add_activity", &call).await, "/admin/leads/dora#activity-text");
    }
    let activities = atrio.records("activities").await;
    assert_eq!(activities.len(), 3, "a form sent twice adds one activity");
    let added = activities.iter().find(|one| one["id"] == *id).expect("the call");
    assert_eq!((&added["kind"], &added["text"]), (&"call".into(), &"Sentita:\nrichiamare <b>lunedì</b>".into()));
    let card = get_page(&mut admin, "/admin/leads/dora").await;
    assert!(
        card.contains("&lt;b&gt;lunedì&lt;/b&gt;") && card.find("Vorrei un sito") < card.find("Sentita:"),
        "{card}"
    );

    let long = "è".repeat(10_001);
    for (kind, text, expected) in [
        ("note", " ", "Compila questo campo."),
        ("note", &*long, "Al massimo 10000 caratteri"),
        ("note", "a\0b", "un carattere non ammesso"),
        ("message", "Falso", "Scegli una delle opzioni."),
        ("meeting", "Falso", "Scegli una delle opzioni."),
    ] {
        let fields = [("lead", "dora"), ("id", "nuova"), ("form[kind]", kind), ("form[text]", text)];
        let address = submit_form(&mut admin, "add_activity", &fields).await;
        assert!(address.starts_with("/admin/leads/dora?error=invalid&unsaved="), "{address}");
        let again = get_page(&mut admin, address.split('#').next().expect("an address")).await;
        assert!(again.contains(expected), "{kind}: {again}");
    }
    assert_eq!(atrio.records("activities").await.len(), 3);

    let confirmation = get_page(&mut admin, "/admin/leads/dora?delete=activity-prima").await;
    assert!(confirmation.contains("Eliminare questa attività?"), "{confirmation}");
    let going = [("lead", "dora"), ("id", "prima")];
    assert_eq!(submit_form(&mut admin, "delete_activity", &going).await, "/admin/leads/dora?done=deleted");
    assert_eq!(submit_form(&mut admin, "delete_activity", &going).await, "/admin/leads/dora?error=missing");
    assert_eq!(atrio.records("activities").await.len(), 2);
}

async fn delete_lead_shows_deletion_impact_first(atrio: TestServer) {
    import_leads(&atrio).await;
    let mut admin = admin(&atrio).await;
    let confirmation = get_page(&mut admin, "/admin/leads/dora?delete=1").await;
    assert!(
        confirmation.contains("Eliminare il lead Dora Riva?") && confirmation.contains("1 attività"),
        "{confirmation}"
    );
    assert_eq!(submit_form(&mut admin, "delete_lead", &[("id", "dora")]).await, "/admin/leads?done=deleted");
    assert_eq!(submit_form(&mut admin, "delete_lead", &[("id", "dora")]).await, "/admin/leads?error=missing");
    assert!(get_page(&mut admin, "/admin/leads?error=missing").await.contains("Non esiste più"));
    assert_eq!((atrio.records("leads").await.len(), atrio.records("activities").await.len()), (1, 1));
    // A stale form reports the conflict and restores nothing.
    let note = [("lead", "dora"), ("id", "x"), ("form[kind]", "note"), ("form[text]", "Tardi")];
    assert!(submit_form(&mut admin, "add_activity", &note).await.contains("error=missing"));
    assert_eq!(atrio.records("activities").await.len(), 1);
    assert_eq!(admin.get("/admin/leads/dora").await.status, 404);
}
