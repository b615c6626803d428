//! The body of each sender, posted to a source of its own kind and to one that detects the kind.

use reqwest::Method;
use serde_json::json;

use super::{accepted_outcome, create_source};
use crate::support::{TestResponse, TestServer, on_sqlite};

on_sqlite![
    every_sender_is_parsed_by_its_source_kind,
    auto_source_detects_every_sender,
    numeric_field_names_are_read_by_mapping,
];

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

/// Kind, content type, and a body with Anna Verdi's data and a placeholder for her e-mail.
const SENDERS: [(&str, &str, &str); 16] = [
    (
        "elementor",
        FORM,
        "Nome=Anna+Verdi&Email+=EMAIL&No+Label+tel=333+1234567&Messaggio=Ciao&Date=17+Settembre+2026\
        &Page+URL=https%3A%2F%2Fexample.it%2F&Powered+by=Elementor&form_id=90ad4c1&form_name=Contatti",
    ),
    (
        "elementor",
        FORM,
        "form%5Bid%5D=90ad4c1&form%5Bname%5D=Contatti&fields%5Bname%5D%5Bid%5D=name&fields%5Bname%5D%5Btype%5D=text\
        &fields%5Bname%5D%5Btitle%5D=Nome&fields%5Bname%5D%5Bvalue%5D=Anna+Verdi&fields%5Bemail%5D%5Bid%5D=email\
        &fields%5Bemail%5D%5Btype%5D=email&fields%5Bemail%5D%5Btitle%5D=Email&fields%5Bemail%5D%5Bvalue%5D=EMAIL\
        &meta%5Bpage_url%5D%5Bvalue%5D=https%3A%2F%2Fexample.it",
    ),
    (
        "contact_form_7",
        JSON,
        r#"{"your-name":"Anna Verdi","your-email":"EMAIL","your-subject":"Preventivo","your-message":"Ciao","servizi":["SEO","Ads"]}"#,
    ),
    (
        "wpforms",
        JSON,
        r#"{"nome":"Anna Verdi","email":"EMAIL","servizi":"SEO||Ads","data":{"value":"10/12/2026","unix":1796860800}}"#,
    ),
    (
        "typeform",
        JSON,
        r#"{"event_id":"ID","event_type":"form_response","form_response":{"form_id":"f","submitted_at":"2026-11-20T10:00:00Z",
        "definition":{"title":"Contatti","fields":[{"id":"F1","title":"Come ti chiami?","type":"short_text","ref":"name"},{"id":"F2","title":"E-mail","type":"email","ref":"mail"}]},
        "answers":[{"type":"text","text":"Anna Verdi","field":{"id":"F1","type":"short_text"}},{"type":"email","email":"EMAIL","field":{"id":"F2","type":"email"}}]}}"#,
    ),
    (
        "tally",
        JSON,
        r#"{"eventId":"ID","eventType":"FORM_RESPONSE","data":{"formName":"Contatti","fields":[
        {"key":"question_1","label":"Nome","type":"INPUT_TEXT","value":"Anna Verdi"},{"key":"question_2","label":"Email","type":"INPUT_EMAIL","value":"EMAIL"},
        {"key":"question_3","label":"Servizio","type":"DROPDOWN","value":["S"],"options":[{"id":"S","text":"SEO"}]}]}}"#,
    ),
    (
        "webflow",
        JSON,
        r#"{"triggerType":"form_submission","payload":{"name":"Contact Us","siteId":"s","data":{"First Name":"Anna","Last Name":"Verdi","email":"EMAIL",
        "Phone Number":393331234567},"submittedAt":"2026-11-20T10:00:00Z","id":"ID"}}"#,
    ),
    (
        "cal_com",
        JSON,
        r#"{"triggerEvent":"BOOKING_CREATED","createdAt":"2026-11-20T10:00:00Z","payload":{"title":"Chiamata","startTime":"2026-12-01T09:30:00Z",
        "organizer":{"email":"agenzia@example.it"},"responses":{"name":{"label":"your_name","value":"Anna Verdi"},"email":{"label":"email_address","value":"EMAIL"}},
        "attendees":[{"email":"EMAIL","name":"Anna Verdi","timeZone":"Europe/Rome"}],"uid":"ID"}}"#,
    ),
    (
        "calendly",
        JSON,
        r#"{"event":"invitee.created","payload":{"email":"EMAIL","name":"Anna Verdi","first_name":null,"questions_and_answers":[{"question":"Cosa?","answer":"SEO"}],
        "scheduled_event":{"name":"Chiamata","start_time":"2026-12-01T15:00:00.000000Z"},"uri":"https://api.calendly.com/ID","rescheduled":false}}"#,
    ),
    ("framer", JSON, r#"{"Name":"Anna Verdi","Email":"EMAIL","Message":"Ciao"}"#),
    (
        "google_ads",
        JSON,
        r#"{"lead_id":"ID","user_column_data":[{"column_name":"Full Name","string_value":"Anna Verdi","column_id":"FULL_NAME"},
        {"column_id":"EMAIL","string_value":"EMAIL"}],"google_key":"k","is_test":false}"#,
    ),
    (
        "meta",
        JSON,
        r#"{"id":"ID","created_time":"2026-11-20T10:00:00Z","field_data":[{"name":"full_name","values":["Anna Verdi"]},{"name":"email","values":["EMAIL"]}]}"#,
    ),
    (
        "standard_webhooks",
        JSON,
        r#"{"type":"responseFinished","timestamp":"2026-11-20T10:00:00Z","data":{"id":"ID","data":{"name":"Anna Verdi","email":"EMAIL"}}}"#,
    ),
    ("generic", JSON, r#"{"first_name":"Anna","last_name":"Verdi","email":"EMAIL","message":"Ciao"}"#),
    ("generic", FORM, "nome=Anna&cognome=Verdi&email=EMAIL&messaggio=Ciao"),
    (
        "generic",
        "multipart/form-data; boundary=x",
        "--x\r\nContent-Disposition: form-data; name=\"nome\"\r\n\r\nAnna Verdi\r\n\
        --x\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\nEMAIL\r\n\
        --x\r\nContent-Disposition: form-data; name=\"cv\"; filename=\"cv.pdf\"\r\n\r\n%PDF\r\n--x--\r\n",
    ),
];

/// Posts the body of each sender to one common source, or to a source of its kind, and checks the leads.
async fn assert_all_senders_create_leads(atrio: &TestServer, for_all: Option<&str>) {
    for (index, (kind, content_type, body)) in SENDERS.into_iter().enumerate() {
        let email = format!("anna{index}@example.it");
        let body = body.replace("EMAIL", &email).replace("ID", &format!("consegna-{index}"));
        let address = match for_all {
            Some(address) => address.to_owned(),
            None => create_source(atrio, &format!("fonte-{index}"), json!({ "kind": kind })).await,
        };
        let request = atrio.request(Method::POST, &address).header("content-type", content_type).body(body);
        let (outcome, id) = accepted_outcome(&TestResponse::to(request).await);
        assert_eq!(outcome, "created", "{index}: {kind}");
        let lead = atrio.record("leads", &id.expect("a lead")).await;
        assert_eq!((&lead["name"], &lead["email"]), (&json!("Anna Verdi"), &json!(email)), "{index}: {kind}");
        let is_booking = matches!(kind, "cal_com" | "calendly");
        assert_eq!(lead["call_date"].is_string(), is_booking, "{index}: {kind}");
    }
    assert_eq!(atrio.records("leads").await.len(), SENDERS.len());
    assert_eq!(atrio.records("activities").await.len(), SENDERS.len());
}

async fn every_sender_is_parsed_by_its_source_kind(atrio: TestServer) {
    assert_all_senders_create_leads(&atrio, None).await;
}

async fn auto_source_detects_every_sender(atrio: TestServer) {
    let address = create_source(&atrio, "tutte", json!({})).await;
    assert_all_senders_create_leads(&atrio, Some(&address)).await;
}

async fn numeric_field_names_are_read_by_mapping(atrio: TestServer) {
    let mapping = json!({ "given_name": "/1.3", "family_name": "/1.6", "email": "/2", "phone": "/3" });
    let address = create_source(&atrio, "gravity", json!({ "kind": "gravity_forms", "mapping": mapping })).await;
    let body = json!({ "id": "28", "form_id": "1", "1.3": "Anna", "1.6": "Verdi", "2": "anna@example.it", "3": "333" });
    let (outcome, id) = accepted_outcome(&atrio.post(&address, body.to_string()).await);
    let lead = atrio.record("leads", &id.expect("a lead")).await;
    assert_eq!((outcome.as_str(), &lead["name"], &lead["phone"]), ("created", &json!("Anna Verdi"), &json!("333")));
    // The id of the entry makes repetitions the same delivery.
    assert_eq!(accepted_outcome(&atrio.post(&address, body.to_string()).await).1.as_deref(), lead["id"].as_str());
    assert_eq!(atrio.records("activities").await.len(), 1);
}
