//! The contacts of a client: their token opens what the client's does, with their own rights and name.

use serde_json::{Value, json};

use crate::admin_browser::{admin, field_value, get_page, submit_form};
use crate::browser::Browser;
use crate::support::{ANNA, INTERNAL_SECRET, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    token_of_a_contact_opens_the_portal_without_a_secret_in_it,
    person_without_rights_has_no_box_and_no_button,
    validate_token_answers_the_client_of_a_contact,
    page_of_a_client_adds_changes_and_deletes_people,
    client_may_have_500_contacts,
    who_wrote_and_approved_is_named_on_both_sides,
];

on_both_databases![contact_reads_and_acts_in_their_own_name, right_is_checked_after_token_and_before_record];

pub(crate) const CARLA: &str = "carla-carla-carla-carla-carla-carla-carla-c";
pub(crate) const DINO: &str = "dino-dino-dino-dino-dino-dino-dino-dino-din";

/// Anna's contacts: Carla, and Dino who may neither write nor approve.
pub(crate) async fn with_contacts(atrio: &TestServer) {
    let file = json!({ "contacts": [
        { "id": "carla", "client_id": "anna", "name": "Carla Neri", "token": CARLA, "created_at": "2026-01-01" },
        { "id": "dino", "client_id": "anna", "name": "Dino Blu", "token": DINO, "language": "en",
          "can_write": false, "can_approve": false },
    ] });
    atrio.import(&file).await;
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
}

async fn post(atrio: &TestServer, path: &str, body: Value) -> TestResponse {
    atrio.post(path, body.to_string()).await
}

fn message(token: &str, entity: &str) -> Value {
    json!({ "token": token, "entity_type": "phase", "entity_id": entity, "text": "Ciao" })
}

async fn contact_reads_and_acts_in_their_own_name(atrio: TestServer) {
    with_contacts(&atrio).await;
    let poll = async |token: &str| atrio.get(&format!("/api/client/chat?project_id=sito&token={token}")).await.json();
    let (by_anna, by_carla) = (poll(ANNA).await, poll(CARLA).await);
    assert_eq!(by_carla["comments"], by_anna["comments"]);
    assert_eq!((&by_anna["reads"]["bozze"], &by_carla["reads"]), (&json!("2026-03-02T00:00:00.000Z"), &json!({})));
    let read = json!({ "token": CARLA, "channel_key": "design" });
    post(&atrio, "/api/client/chat", read).await.assert_json(200, &json!({ "success": true }));
    assert_eq!(poll(CARLA).await["reads"].as_object().unwrap().len(), 1);
    assert_eq!(poll(ANNA).await["reads"], by_anna["reads"]);

    let written = post(&atrio, "/api/client/comment", message(CARLA, "design")).await.json()["comment"].clone();
    assert_eq!((&written["author"], &written["author_name"]), (&json!("client"), &json!("Carla Neri")));
    let own = post(&atrio, "/api/client/comment", message(ANNA, "design")).await.json()["comment"].clone();
    assert!(own.get("author_name").is_none());
    let history =
        atrio.get(&format!("/api/client/history?channel_key=design&before=2027-01-01&token={ANNA}")).await.json();
    assert!(history["comments"].as_array().unwrap().contains(&written));
    let approve = json!({ "token": CARLA, "deliverableId": "mockup" });
    post(&atrio, "/api/client/approve", approve).await.assert_json(200, &json!({ "approved": true }));
    let deliverables = atrio.records("deliverables").await;
    assert_eq!(deliverables.iter().find(|one| one["id"] == "mockup").unwrap()["approved_by"], "Carla Neri");
}

async fn right_is_checked_after_token_and_before_record(atrio: TestServer) {
    with_contacts(&atrio).await;
    let before = atrio.export_without_deliveries().await;
    let refused = "Operazione non consentita";
    let too_long = json!({ "token": DINO, "entity_type": "phase", "entity_id": "design", "text": "" });
    post(&atrio, "/api/client/comment", too_long).await.assert_error(400, "Dati non validi");
    for entity in ["design", "vetrina", "nothing"] {
        post(&atrio, "/api/client/comment", message(DINO, entity)).await.assert_error(403, refused);
    }
    let elsewhere = json!({ "token": DINO, "entity_type": "general", "entity_id": "bruno", "text": "Ciao" });
    post(&atrio, "/api/client/comment", elsewhere).await.assert_error(403, refused);
    post(&atrio, "/api/client/comment", message("nobody-nobody-nobody", "design"))
        .await
        .assert_error(404, "Token non valido");
    for deliverable in ["mockup", "palette", "scatti", "nothing"] {
        let approve = json!({ "token": DINO, "deliverableId": deliverable });
        post(&atrio, "/api/client/approve", approve).await.assert_error(403, refused);
    }
    let fields =
        [("key", "anna-verdi-x7k2"), ("pass", DINO), ("deliverable", "nothing"), ("place", "1-5-5"), ("text", "Qui")];
    let pin = Browser::new(&atrio).post("/rpc/pin", &fields).await;
    assert!(pin.header("location").contains("error=not-allowed"), "{}", pin.header("location"));
    let foreign = json!({ "token": CARLA, "deliverableId": "scatti" });
    post(&atrio, "/api/client/approve", foreign).await.assert_error(404, "Deliverable non trovato");
    assert_eq!(atrio.export_without_deliveries().await, before);
}

async fn token_of_a_contact_opens_the_portal_without_a_secret_in_it(atrio: TestServer) {
    with_contacts(&atrio).await;
    let page = atrio.get(&format!("/c/{CARLA}?project=sito")).await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("Carla Neri") && page.text.contains("Scrivi un messaggio"));
    let key = atrio.store.client_by_token(CARLA).await.unwrap().portal_key();
    assert!(page.text.contains(&format!("/c/{key}/notifications")));
    for path in [format!("/c/{key}"), format!("/c/{key}/notifications"), format!("/c/{CARLA}/notifications")] {
        let page = atrio.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        for secret in [CARLA, ANNA, "anna-verdi-x7k2"] {
            assert!(!page.text.contains(secret), "{secret} in {path}");
        }
    }
    assert!([CARLA, ANNA, "anna-verdi-x7k2"].iter().all(|secret| !page.text.contains(secret)));
    let form = format!("key={key}&pass={}&project=sito&channel=design&text=Ciao", atrio.credential(CARLA).await);
    let sent = atrio
        .request(reqwest::Method::POST, "/rpc/comment")
        .header("content-type", "application/x-www-form-urlencoded");
    let sent = TestResponse::to(sent.body(form)).await;
    assert!(sent.header("location").starts_with(&format!("/c/{key}?project=sito")), "{}", sent.header("location"));
    // The link ends with the token.
    atrio.sql("UPDATE contact SET token = 'another-token-of-carla' WHERE id = 'carla'").await;
    assert_eq!(atrio.get(&format!("/c/{key}")).await.status, 404);
    assert_eq!(atrio.get(&format!("/c/{CARLA}")).await.status, 404);
}

async fn person_without_rights_has_no_box_and_no_button(atrio: TestServer) {
    with_contacts(&atrio).await;
    let page = atrio.get(&format!("/c/{DINO}?project=sito")).await.text;
    assert!(page.contains("lang=\"en\""), "their own language");
    for absent in ["name=\"text\"", "show-modal", "<dialog"] {
        assert!(!page.contains(absent), "{absent}");
    }
    for reason in
        ["has left approvals to other people at Anna Verdi", "has left messages to other people at Anna Verdi"]
    {
        assert!(page.contains(reason), "{reason}");
    }
    assert!(page.contains("deliverable--in_review"), "what others approve is shown");
    assert!(page.contains("nothing needs you right now"), "and does not count: {page}");
    // Written before the right was taken away.
    let pass = atrio.credential(DINO).await;
    let fields = [("key", DINO), ("pass", &*pass), ("project", "sito"), ("channel", "design"), ("text", "Still here")];
    let mut browser = Browser::new(&atrio);
    let sent = browser.post("/rpc/comment", &fields).await;
    let refused = browser.get(sent.header("location")).await.text;
    assert!(refused.contains("role=\"alert\"") && refused.contains("Still here</blockquote>"), "{refused}");
    let page = atrio.get(&format!("/c/{CARLA}?project=sito")).await.text;
    for present in ["name=\"text\"", "show-modal"] {
        assert!(page.contains(present), "{present}");
    }
}

async fn validate_token_answers_the_client_of_a_contact(atrio: TestServer) {
    with_contacts(&atrio).await;
    let path = format!("/api/internal/validate-token?token={CARLA}");
    let request = atrio.request(reqwest::Method::GET, &path).header("x-internal-secret", INTERNAL_SECRET);
    TestResponse::to(request).await.assert_json(
        200,
        &json!({ "valid": true, "client": { "id": "anna", "name": "Anna Verdi", "slug": "anna-verdi-x7k2" } }),
    );
}

async fn page_of_a_client_adds_changes_and_deletes_people(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = get_page(&mut admin, "/admin/clients/anna").await;
    let id = field_value(&page, "id=\"contact\"", "contact");
    let fields = [
        ("client", "anna"),
        ("contact", &*id),
        ("form[name]", "Carla <Neri>"),
        ("form[can_write]", "on"),
        ("form[email]", "x"),
    ];
    let refused = submit_form(&mut admin, "create_contact", &fields).await;
    assert!(refused.contains("unsaved="), "{refused}");
    assert!(get_page(&mut admin, &refused).await.contains("value=\"Carla &lt;Neri&gt;\""));
    let fields = [&fields[..4], &[("form[email]", "carla@verdi.it"), ("form[notify]", "daily")]].concat();
    for _ in 0..2 {
        assert!(submit_form(&mut admin, "create_contact", &fields).await.contains("done=saved"));
    }
    let contacts = atrio.records("contacts").await;
    let [contact] = &contacts[..] else { panic!("{contacts:?}") };
    let rights = (&contact["can_write"], &contact["can_approve"], &contact["notify"]);
    assert_eq!(rights, (&json!(true), &json!(false), &json!("daily")));
    let token = contact["token"].as_str().unwrap();
    let page = get_page(&mut admin, "/admin/clients/anna").await;
    for shown in [&*format!("{}/c/{token}", atrio.origin), "Carla &lt;Neri&gt;", "carla@verdi.it", "Non approva"] {
        assert!(page.contains(shown), "{shown}");
    }
    assert_eq!(atrio.get(&format!("/c/{token}")).await.status, 200);

    let renew = [("client", "anna"), ("contact", &*id), ("version", &*field_value(&page, "renew_contact", "version"))];
    submit_form(&mut admin, "renew_contact", &renew).await;
    assert_eq!(atrio.get(&format!("/c/{token}")).await.status, 404);
    submit_form(&mut admin, "delete_contact", &[("client", "anna"), ("contact", &*id)]).await;
    assert!(atrio.records("contacts").await.is_empty());
}

async fn client_may_have_500_contacts(atrio: TestServer) {
    let person = |number: usize| {
        json!({ "id": format!("p{number}"), "client_id": "anna", "name": format!("Persona {number}"),
                "email": format!("p{number}@verdi.example") })
    };
    let file = json!({ "contacts": (0..500).map(person).collect::<Vec<_>>() });
    atrio.import(&file).await;
    let mut admin = admin(&atrio).await;
    let card = get_page(&mut admin, "/admin/clients/anna").await;
    assert!(card.contains("Persona 0") && card.contains("Persona 499"));
    let people = atrio.store.contacts(&domain::id::ClientId::parse("anna").unwrap()).await.unwrap();
    let token = people[499].contact.token.reveal().to_owned();
    let written = post(&atrio, "/api/client/comment", message(&token, "design")).await.json()["comment"].clone();
    assert_eq!(written["author_name"], people[499].contact.name);
    let text = domain::MessageText::parse("A tutti").unwrap();
    atrio.store.reply(&domain::id::ClientId::parse("anna").unwrap(), "anna", &text).await.unwrap();
}

async fn who_wrote_and_approved_is_named_on_both_sides(atrio: TestServer) {
    with_contacts(&atrio).await;
    post(&atrio, "/api/client/approve", json!({ "token": CARLA, "deliverableId": "mockup" })).await;
    let mut admin = admin(&atrio).await;
    get_page(&mut admin, "/admin/inbox/anna?channel=design").await;
    submit_form(&mut admin, "set_aside", &[("client", "anna"), ("from", "inbox")]).await;
    assert!(get_page(&mut admin, "/admin").await.contains("Approvazione di Carla Neri: Mockup della home"));
    post(&atrio, "/api/client/comment", message(CARLA, "design")).await;
    for (path, shown) in [
        ("/admin", "Carla Neri: «Ciao»"),
        ("/admin/today", "Carla Neri (Anna Verdi) ha approvato"),
        ("/admin/clients/anna", "Carla Neri ha approvato"),
        ("/admin/clients/anna", "Carla Neri ha scritto in Design"),
        ("/admin/projects/sito", "Carla Neri"),
    ] {
        let page = get_page(&mut admin, path).await;
        assert!(page.contains(shown), "{path}: {shown}: {page}");
    }
    let thread = get_page(&mut admin, "/admin/inbox/anna?channel=design").await;
    let approval = thread.split_once("data-key=\"approved:mockup\"").expect("the approval").1;
    let approval = approval.split_once("</li>").expect("its end").0;
    assert!(approval.contains("message--named") && approval.contains(">Carla Neri</span>"), "{approval}");
    let poll = format!("/api/client/chat?token={ANNA}&project_id=sito&approvals=0");
    let approvals = atrio.get(&poll).await.json()["approvals"].clone();
    let approval = |id| approvals.as_array().expect("approvals").iter().find(|one| one["id"] == id).expect(id);
    assert_eq!(approval("mockup")["approved_by"], "Carla Neri");
    assert!(approval("palette").get("approved_by").is_none(), "the client's own: {approvals}");
    let portal = atrio.get(&format!("/c/{ANNA}?project=sito&channel=design")).await.text;
    let approval = portal.split_once("data-key=\"approved:mockup\"").expect("the approval").1;
    assert!(approval.split_once("</li>").expect("its end").0.contains(">Carla Neri<"), "{approval}");
    assert!(portal.contains("message--named") && portal.contains("<bdi>Carla Neri</bdi>"), "{portal}");
}
