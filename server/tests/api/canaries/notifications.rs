//! No e-mail or push message reveals amounts, quotes, notes, hours, tokens or other clients, and no e-mail has a text when the
//! setting says so, no push message ever, nor a title.

use std::collections::BTreeSet;
use std::time::Duration;

use domain::id::{DeliverableId, ProjectId};
use domain::notifications::{Notification, NotificationEvent};
use domain::{Channel, DeliverableStatus, EmailAddress, MessageText, Timestamp};
use pages::mail::{push_title, render};
use serde_json::json;
use store::{AgencySession, Composed, DeviceOwner, NotificationSettings, Outcome, PushDevice};

use super::{assert_no_canary, import_canaries};
use crate::source_webhooks::create_source;
use crate::support::{ANNA, TestResponse, TestServer, on_sqlite};

on_sqlite![notifications_contain_no_admin_data];

/// In every message.
const TEXT: &str = "Segretissimo";

fn text(text: &str) -> MessageText {
    MessageText::parse(text).expect("a text")
}

fn response(text: String) -> TestResponse {
    TestResponse { status: reqwest::StatusCode::OK, headers: reqwest::header::HeaderMap::new(), text }
}

/// Moves the clock, and runs what the job of the server runs.
async fn at(atrio: &TestServer, time: &str) {
    let time: Timestamp = time.parse().expect("a time");
    atrio.clock.advance(time.as_millis() - atrio.store.clock().now().as_millis());
    atrio.store.queue_source_trouble().await.expect("sources");
    atrio.store.queue_reminders().await.expect("reminders");
}

/// Sends what is due, after a look at it in each language, with and without texts.
async fn search_due(atrio: &TestServer, seen: &mut BTreeSet<(&'static str, String)>) {
    let due = atrio.store.lease_notifications(100, Duration::from_mins(2)).await.expect("rows");
    assert!(!due.is_empty());
    for leased in due {
        for (language, texts) in [("it", "on"), ("en", "on"), ("it", "off"), ("en", "off")] {
            atrio.store.set_setting("language", language).await.expect("set");
            atrio.store.set_setting("mail_texts", texts).await.expect("set");
            atrio.sql(&format!("UPDATE client SET language = '{language}'")).await;
            let composed = atrio.store.compose_notification(&leased).await.expect("composed");
            let events = match &composed {
                Composed::Email(notice, _) => {
                    assert_eq!(notice.language.as_str(), language);
                    search(notice, texts == "on");
                    &notice.events
                }
                Composed::Push(notice, _) => {
                    assert_eq!(notice.language.as_str(), language);
                    search_push(notice);
                    &notice.events
                }
                other => panic!("{other:?}"),
            };
            seen.extend(events.iter().map(|event| (leased.medium.as_str(), kind(event))));
        }
        let sent = Outcome::Sent { subject: String::new() };
        assert!(atrio.store.finish_notification(&leased, &sent).await.expect("finished"));
    }
}

fn search(notice: &Notification, with_texts: bool) {
    let email = render(notice, "https://portal.example.com", "", true);
    for body in [&email.subject, &email.text, &email.html] {
        assert!(!body.contains(ANNA), "the token: {body}");
        assert_no_canary(&response(body.clone()), &email.subject);
    }
    let has_text = notice.events.iter().any(|event| event.text().is_some());
    for body in [&email.text, &email.html] {
        assert_eq!(body.contains(TEXT), has_text && with_texts, "{body}");
    }
    assert!(!email.subject.contains(TEXT));
}

fn search_push(notice: &Notification) {
    let payload = format!("{} {}", push_title(notice), notice.target.path());
    for word in [ANNA, TEXT, "Mockup", "Bozza"] {
        assert!(!payload.contains(word), "{payload}");
    }
    assert_no_canary(&response(payload), "a push message");
}

/// The name of the variant.
fn kind(event: &NotificationEvent) -> String {
    format!("{event:?}").chars().take_while(|letter| letter.is_alphabetic()).collect()
}

async fn notifications_contain_no_admin_data(atrio: TestServer) {
    import_canaries(&atrio).await;
    let agency = EmailAddress::parse("studio@example.com").expect("an address");
    let settings = NotificationSettings { after: Duration::from_mins(5), agency: Some(agency) };
    atrio.store.enable_notifications(settings);
    atrio.store.set_setting("morning_summary", "on").await.expect("set");
    atrio.sql("UPDATE client SET email = 'anna@example.com' WHERE id = 'anna'").await;
    atrio.store.queue_reminders().await.expect("the first morning");
    let mut seen = BTreeSet::new();
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let epoch = atrio.store.session_epoch().await.expect("an epoch");
    let session = AgencySession { id: String::new(), epoch };
    for (owner, account) in [
        (DeviceOwner::Agency { session, member: None }, Some(String::new())),
        (DeviceOwner::Client(anna.clone()), None),
    ] {
        let [endpoint, p256dh, auth] = ["https://push.example.com/x", "", ""].map(str::to_owned);
        let device = PushDevice { endpoint, p256dh, auth, account };
        assert!(atrio.store.add_push_device(&owner, &device).await.expect("a device"));
    }

    let received =
        json!({ "received": 1, "taken_in": 1, "last_received_at": "2026-11-20", "last_success_at": "2026-11-20" });
    create_source(&atrio, "altro", received).await;
    let form = create_source(&atrio, "modulo", json!({})).await;
    for body in [
        r#"{"name": "Carla", "email": "carla@example.com", "company": "Canarino Srl", "message": "Canarino scritto"}"#,
        r#"{"canarino": "Canarino incompreso"}"#,
    ] {
        assert_eq!(atrio.post(&form, body).await.status, 200);
    }
    for channel in ["anna", "design"] {
        atrio
            .store
            .reply(&crate::support::to_id("anna"), channel, &text(&format!("{TEXT} dell’agenzia")))
            .await
            .expect("posted");
    }
    let version = atrio.store.client_overview(anna.id(), None).await.expect("Anna").invitation_version;
    atrio.store.invite_client(anna.id(), Some("Benvenuta."), &version).await.expect("invited");
    send_for_approval(&atrio, "mockup", DeliverableStatus::Pending).await;
    at(&atrio, "2026-11-20T10:01:00Z").await;
    at(&atrio, "2026-11-20T10:10:00Z").await;
    search_due(&atrio, &mut seen).await;

    for channel in ["anna", "design"] {
        let channel = Channel::named(channel, anna.id()).expect("a channel");
        let message = text(&format!("{TEXT} di Anna"));
        atrio.store.post_message(&anna, &channel, &message, None).await.expect("posted");
    }
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
    atrio.store.request_changes(&anna, "mockup", None, &text(TEXT)).await.expect("requested");
    at(&atrio, "2026-11-20T10:20:00Z").await;
    search_due(&atrio, &mut seen).await;

    send_for_approval(&atrio, "mockup", DeliverableStatus::ChangesRequested).await;
    import_one_more(&atrio).await;
    send_for_approval(&atrio, "bozza", DeliverableStatus::Pending).await;
    at(&atrio, "2026-11-20T10:30:00Z").await;
    search_due(&atrio, &mut seen).await;
    atrio.store.approve(&anna, "mockup", None).await.expect("approved");
    at(&atrio, "2026-11-20T10:40:00Z").await;
    search_due(&atrio, &mut seen).await;

    for morning in ["2026-11-23", "2026-11-27", "2026-11-28", "2026-12-28"] {
        at(&atrio, &format!("{morning}T07:00:00Z")).await;
        at(&atrio, &format!("{morning}T07:10:00Z")).await;
        search_due(&atrio, &mut seen).await;
    }
    assert_eq!(seen.len(), 24, "{seen:?}");
}

async fn send_for_approval(atrio: &TestServer, deliverable: &str, seen: DeliverableStatus) {
    let (project, id) = (ProjectId::parse("sito").expect("an id"), DeliverableId::parse(deliverable).expect("an id"));
    if seen != DeliverableStatus::Pending {
        atrio.store.take_back(&project, &id, seen).await.expect("taken back");
    }
    atrio.store.send_for_approval(&project, &id, DeliverableStatus::Pending).await.expect("sent");
}

async fn import_one_more(atrio: &TestServer) {
    let record = json!({ "deliverables": [{ "id": "bozza", "task_id": "home", "title": "Bozza" }] });
    atrio.import(&record).await;
}
