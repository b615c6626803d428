//! What is queued for devices is sent to a push service.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::id::NotificationId;
use domain::notifications::{LinkTarget, Notification, NotificationEvent, NotificationState, Recipient, SkipReason};
use domain::{Agency, Language, MessageText};
use reqwest::Method;
use serde_json::{Value, json};
use server::outbox::{self, Senders};
use server::push::Pusher;
use store::{NotificationSettings, Outcome, PushDevice};
use tokio::sync::oneshot;

use super::device::Device;
use super::service::{Answer, PushService};
use super::{SUBSCRIPTIONS, send};
use crate::admin_browser::admin;
use crate::browser::Browser;
use crate::support::{ANNA, BRUNO, TestResponse, TestServer, config, on_sqlite};

on_sqlite![
    unseen_message_is_shown_on_a_device_of_the_agency,
    reply_is_shown_on_the_devices_of_its_client_alone,
    device_that_is_gone_is_deleted,
    busy_service_is_tried_again_and_a_refusal_is_final,
    silent_service_is_left,
    address_within_the_network_is_not_connected_to,
];

pub(super) const MINUTE: i64 = 60_000;
const SECRET_TEXT: &str = "il codice della cassaforte";

pub(super) fn enable(atrio: &TestServer) {
    let settings = NotificationSettings { after: Duration::from_mins(5), agency: None };
    atrio.store.enable_notifications(settings);
}

fn pusher(atrio: &TestServer) -> Arc<Pusher> {
    Arc::new(Pusher::new(&config("sqlite:", &atrio.origin)).with_limit(Duration::from_millis(500)))
}

pub(super) async fn post(atrio: &TestServer, text: &str) {
    let body = json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "text": text });
    assert_eq!(atrio.post("/api/client/comment", body.to_string()).await.status, 201);
}

/// Sends what is due until nothing is; returns the states of all notifications, oldest first.
pub(super) async fn send_due(atrio: &TestServer) -> Vec<(NotificationState, String)> {
    send_due_by(atrio, pusher(atrio)).await
}

pub(super) async fn send_due_by(atrio: &TestServer, pusher: Arc<Pusher>) -> Vec<(NotificationState, String)> {
    let (stop, stopped) = oneshot::channel::<()>();
    let senders = Senders { mailer: None, pusher };
    let task = tokio::spawn(outbox::run(atrio.store.clone(), senders, async {
        let _ = stopped.await;
    }));
    let wait = async {
        loop {
            let now = atrio.store.clock().now();
            let all = atrio.store.notifications(None).await.expect("notifications");
            let is_open = |state| matches!(state, NotificationState::Waiting | NotificationState::Sending);
            if !all.iter().any(|one| one.state == NotificationState::Sending || is_open(one.state) && one.due_at <= now)
            {
                return all;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let all = tokio::time::timeout(Duration::from_secs(20), wait).await.expect("in time");
    drop(stop);
    task.await.expect("no panic");
    all.into_iter().rev().map(|one| (one.state, one.reason.or(one.subject).unwrap_or_default())).collect()
}

/// A device of the agency at the service.
async fn agency_device(atrio: &TestServer, service: &PushService) -> Device {
    let device = Device::new();
    let subscription = device.subscription(&service.endpoint("desk"));
    assert_eq!(subscribe(&mut admin(atrio).await, &json!({ "subscription": subscription })).await.status, 201);
    device
}

pub(super) async fn subscribe(agency: &mut Browser, body: &Value) -> TestResponse {
    let request = agency.request(Method::POST, SUBSCRIPTIONS).body(body.to_string());
    agency.send(request).await
}

async fn client_device(atrio: &TestServer, service: &PushService, token: &str, name: &str) -> Device {
    let device = Device::new();
    let body = json!({ "token": token, "subscription": device.subscription(&service.endpoint(name)) });
    assert_eq!(send(atrio, Method::POST, &body).await.status, 201);
    device
}

async fn unseen_message_is_shown_on_a_device_of_the_agency(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Status(201)).await;
    let device = agency_device(&atrio, &service).await;
    post(&atrio, SECRET_TEXT).await;
    atrio.clock.advance(MINUTE - 1);
    send_due(&atrio).await;
    assert!(service.take().is_empty());
    atrio.clock.advance(1);
    let title = "Nuovo messaggio da Anna Verdi";
    assert_eq!(send_due(&atrio).await, [(NotificationState::Sent, title.to_owned())]);
    let [received] = service.take().try_into().ok().expect("one request");
    assert_eq!(received.path, "/desk");
    let header = |name: &str| received.headers[name].to_str().expect("ASCII");
    assert_eq!((header("content-encoding"), header("ttl"), header("urgency")), ("aes128gcm", "86400", "high"));
    let topic = header("topic");
    assert!(topic.len() == 32 && !topic.contains("anna"), "{topic}");

    let payload = device.decrypt(&received.body);
    let url = format!("{}/admin/inbox/anna?channel=anna", atrio.origin);
    assert_eq!(payload, json!({ "title": title, "url": url, "tag": topic }));

    let (token, key) =
        header("authorization").strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("both");
    assert_eq!(atrio.get("/api/push/key").await.json()["key"], key);
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).expect("claims")).expect("base64url");
    let claims: Value = serde_json::from_slice(&claims).expect("JSON");
    assert_eq!(claims["aud"], format!("http://127.0.0.1:{}", service.port));
    assert_eq!(claims["sub"], "mailto:admin@example.it");
}

async fn reply_is_shown_on_the_devices_of_its_client_alone(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Status(201)).await;
    let anna = client_device(&atrio, &service, ANNA, "anna").await;
    client_device(&atrio, &service, BRUNO, "bruno").await;
    let text = MessageText::parse(SECRET_TEXT).expect("a text");
    atrio.store.reply(&crate::support::to_id("anna"), "anna", &text).await.expect("a reply");
    atrio.clock.advance(MINUTE);
    send_due(&atrio).await;
    let [received] = service.take().try_into().ok().expect("one request");
    assert_eq!(received.path, "/anna");
    let payload = anna.decrypt(&received.body);
    assert_eq!(payload["title"], "Nuovo messaggio da Atrio");
    let url = payload["url"].as_str().expect("a URL");
    assert!(url.starts_with(&format!("{}/c/anna-verdi-x7k2", atrio.origin)), "{url}");
    assert!(!payload.to_string().contains(ANNA));
    for number in 0..20 {
        atrio.get(&format!("/c/anna-verdi-{number:04}")).await;
    }
    let path = url.strip_prefix(&atrio.origin).expect("a path");
    assert_eq!(atrio.get(path).await.status, 200, "it opens while the slug is closed");
}

async fn device_that_is_gone_is_deleted(atrio: TestServer) {
    enable(&atrio);
    for status in [404, 410] {
        let service = PushService::start(Answer::Status(status)).await;
        agency_device(&atrio, &service).await;
        post(&atrio, "Ciao").await;
        // No two messages are of the same millisecond.
        atrio.clock.advance(MINUTE + 10);
        let last = send_due(&atrio).await.pop();
        assert_eq!(last, Some((NotificationState::Skipped, "no_device".to_owned())), "{status}");
        assert_eq!(service.take().len(), 1);
        let queued = send_due(&atrio).await.len();
        post(&atrio, "Ciao").await;
        assert_eq!(send_due(&atrio).await.len(), queued);
    }
}

async fn busy_service_is_tried_again_and_a_refusal_is_final(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Status(429)).await;
    agency_device(&atrio, &service).await;
    post(&atrio, "Ciao").await;
    atrio.clock.advance(MINUTE);
    let expect = |state, reason: &str| Some((state, reason.to_owned()));
    assert_eq!(send_due(&atrio).await.pop(), expect(NotificationState::Waiting, "429 Too Many Requests"));
    service.answer(Answer::Status(500));
    atrio.clock.advance(MINUTE);
    assert_eq!(send_due(&atrio).await.pop(), expect(NotificationState::Waiting, "500 Internal Server Error"));
    service.answer(Answer::Status(201));
    atrio.clock.advance(5 * MINUTE);
    assert_eq!(send_due(&atrio).await.pop(), expect(NotificationState::Sent, "Nuovo messaggio da Anna Verdi"));
    for (answer, reason) in [(Answer::Status(403), "403 Forbidden"), (Answer::Redirect, "302 Found")] {
        service.answer(answer);
        service.take();
        post(&atrio, "Ciao").await;
        atrio.clock.advance(MINUTE);
        assert_eq!(send_due(&atrio).await.pop(), expect(NotificationState::Failed, reason));
        assert_eq!(service.take().len(), 1, "no redirect is followed");
    }
}

async fn silent_service_is_left(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Hang).await;
    agency_device(&atrio, &service).await;
    post(&atrio, "Ciao").await;
    atrio.clock.advance(MINUTE);
    let (state, reason) = send_due(&atrio).await.pop().expect("a notification");
    assert_eq!((state, reason.as_str()), (NotificationState::Waiting, "no answer in time"));
}

async fn address_within_the_network_is_not_connected_to(atrio: TestServer) {
    let service = PushService::start(Answer::Status(201)).await;
    let notification = Notification {
        id: NotificationId::parse("n-1").expect("an id"),
        recipient: Recipient::Admin,
        language: Language::It,
        agency: Agency::default(),
        topic: "lead:anna".parse().expect("a topic"),
        project_name: None,
        topic_name: None,
        target: LinkTarget::Today,
        events: vec![NotificationEvent::Lead { name: "Anna".to_owned() }],
        with_texts: true,
    };
    let public = Arc::new(Pusher::new(&config("sqlite:", "https://portal.example.com")));
    // Names that the system resolves to this machine, as one may that was public when it was stored.
    for host in ["127.1", "2130706433", "localhost", "127.0.0.1"] {
        let subscription = Device::new().subscription("");
        let text = |name: &str| subscription["keys"][name].as_str().expect("a key").to_owned();
        let endpoint = format!("https://{host}:{}/x", service.port);
        let device = PushDevice { endpoint, p256dh: text("p256dh"), auth: text("auth"), account: None };
        let Outcome::Failed(reason) = public.send(&atrio.store, &notification, vec![device]).await else {
            panic!("{host} was connected to")
        };
        assert!(reason.contains("cannot be reached") || reason.contains("no public address"), "{reason}");
    }
    assert!(service.take().is_empty());
    assert_eq!(public.send(&atrio.store, &notification, Vec::new()).await, Outcome::Skipped(SkipReason::NoDevice));
}
