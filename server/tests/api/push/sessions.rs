//! The devices of the agency end with the session that has registered them, and with its e-mail and password.

use std::sync::Arc;
use std::time::Duration;

use domain::notifications::{NotificationState, SkipReason};
use serde_json::json;
use server::config::{Config, Secret};
use server::push::Pusher;
use store::{Composed, Outcome};

use super::device::Device;
use super::sending::{MINUTE, enable, post, send_due, send_due_by, subscribe};
use super::service::{Answer, PushService};
use crate::admin_browser::{admin, submit_form};
use crate::browser::{Browser, SIGN_OUT};
use crate::support::{TestServer, config, on_sqlite};

on_sqlite![
    sign_out_ends_the_devices_of_its_session,
    end_sessions_ends_all_devices_of_the_agency,
    device_follows_its_browser_into_the_next_session,
    device_outlives_an_expired_session_until_sign_out,
    another_password_or_email_ends_devices,
    rotated_auth_secret_keeps_devices,
    running_process_sends_nothing_to_another_accounts_device,
    renewal_adds_no_unknown_device,
];

const DAY: i64 = 24 * 60 * MINUTE;

/// A browser with a session and a device.
async fn with_device(atrio: &TestServer, service: &PushService, name: &str) -> Browser {
    let mut agency = admin(atrio).await;
    let subscription = Device::new().subscription(&service.endpoint(name));
    assert_eq!(subscribe(&mut agency, &json!({ "subscription": subscription })).await.status, 201);
    agency
}

/// Posts a message of Anna; the names of the devices that get a notification of it.
async fn notified(atrio: &TestServer, service: &PushService) -> Vec<String> {
    post(atrio, "Ciao").await;
    // No two messages are of the same millisecond.
    atrio.clock.advance(MINUTE + 10);
    send_due(atrio).await;
    let mut names: Vec<_> = service.take().into_iter().map(|one| one.path[1..].to_owned()).collect();
    names.sort();
    names
}

async fn sign_out_ends_the_devices_of_its_session(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Status(201)).await;
    let mut desk = with_device(&atrio, &service, "desk").await;
    with_device(&atrio, &service, "phone").await;
    assert_eq!(notified(&atrio, &service).await, ["desk", "phone"]);
    desk.post(SIGN_OUT, &[]).await;
    assert_eq!(notified(&atrio, &service).await, ["phone"]);
}

async fn end_sessions_ends_all_devices_of_the_agency(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Status(201)).await;
    let mut desk = with_device(&atrio, &service, "desk").await;
    with_device(&atrio, &service, "phone").await;
    assert_eq!(submit_form(&mut desk, "end_sessions", &[]).await, "/admin/login");
    assert!(notified(&atrio, &service).await.is_empty());
    desk.sign_in().await;
    assert!(notified(&atrio, &service).await.is_empty());
}

async fn device_follows_its_browser_into_the_next_session(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Status(201)).await;
    let mut desk = with_device(&atrio, &service, "desk").await;
    // Reissued, then started anew without a sign-out.
    atrio.clock.advance(2 * DAY);
    assert!(desk.is_signed_in().await);
    desk.sign_in().await;
    assert_eq!(notified(&atrio, &service).await, ["desk"]);
    desk.post(SIGN_OUT, &[]).await;
    assert!(notified(&atrio, &service).await.is_empty());
}

async fn device_outlives_an_expired_session_until_sign_out(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Status(201)).await;
    let (mut desk, mut phone) =
        (with_device(&atrio, &service, "desk").await, with_device(&atrio, &service, "phone").await);
    atrio.clock.advance(7 * DAY);
    assert_eq!(notified(&atrio, &service).await, ["desk", "phone"]);
    assert!(!desk.is_signed_in().await);
    desk.sign_in().await;
    desk.post(SIGN_OUT, &[]).await;
    assert_eq!(notified(&atrio, &service).await, ["phone"]);
    // On a page that was open for a week.
    assert!(!phone.is_signed_in().await);
    phone.post(SIGN_OUT, &[]).await;
    assert!(notified(&atrio, &service).await.is_empty());
}

/// Of a process with other settings.
fn pusher(atrio: &TestServer, change: impl FnOnce(&mut Config)) -> Arc<Pusher> {
    let mut config = config("sqlite:", &atrio.origin);
    change(&mut config);
    Arc::new(Pusher::new(&config))
}

async fn another_password_or_email_ends_devices(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Status(201)).await;
    let password = pusher(&atrio, |config| config.admin_password_source = Secret::new("un'altra"));
    let email = pusher(&atrio, |config| config.admin_email = "altra@example.it".into());
    for changed in [password, email] {
        with_device(&atrio, &service, "desk").await;
        post(&atrio, "Ciao").await;
        atrio.clock.advance(MINUTE + 10);
        let last = send_due_by(&atrio, changed).await.pop();
        assert_eq!(last, Some((NotificationState::Skipped, "no_device".to_owned())));
        assert!(notified(&atrio, &service).await.is_empty(), "deleted");
    }
}

async fn rotated_auth_secret_keeps_devices(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Status(201)).await;
    with_device(&atrio, &service, "desk").await;
    let (old, new) = ("x".repeat(32), "y".repeat(32));
    for secrets in [&[&new, &old][..], &[&new]] {
        let secrets = secrets.iter().map(|secret| Secret::new(secret.as_str())).collect();
        post(&atrio, "Ciao").await;
        atrio.clock.advance(MINUTE + 10);
        send_due_by(&atrio, pusher(&atrio, |config| config.auth_secrets = secrets)).await;
        assert_eq!(service.take().len(), 1);
    }
}

/// A process may be started with other settings while one with the old ones still registers devices.
async fn running_process_sends_nothing_to_another_accounts_device(atrio: TestServer) {
    enable(&atrio);
    let service = PushService::start(Answer::Status(201)).await;
    with_device(&atrio, &service, "desk").await;
    post(&atrio, "Ciao").await;
    atrio.clock.advance(MINUTE + 10);
    let due = atrio.store.lease_notifications(1, Duration::from_mins(2)).await.expect("rows");
    let Composed::Push(notice, devices) = atrio.store.compose_notification(&due[0]).await.expect("composed") else {
        panic!("no push message")
    };
    let changed = pusher(&atrio, |config| config.admin_password_source = Secret::new("un'altra"));
    let outcome = changed.send(&atrio.store, &notice, devices.clone()).await;
    assert_eq!(outcome, Outcome::Skipped(SkipReason::NoDevice));
    assert!(service.take().is_empty());
    let same = pusher(&atrio, |_| {});
    assert!(matches!(same.send(&atrio.store, &notice, devices).await, Outcome::Sent { .. }));
}

async fn renewal_adds_no_unknown_device(atrio: TestServer) {
    let service = PushService::start(Answer::Status(201)).await;
    let mut agency = admin(&atrio).await;
    let subscription = Device::new().subscription(&service.endpoint("desk"));
    let body = |renew| json!({ "subscription": subscription, "renew": renew });
    subscribe(&mut agency, &body(json!(true))).await.assert_json(200, &json!({ "subscribed": false }));
    for renew in [false, true] {
        let added = subscribe(&mut agency, &body(json!(renew))).await;
        added.assert_json(201, &json!({ "subscribed": true }));
    }
    agency.post(SIGN_OUT, &[]).await;
    subscribe(&mut agency, &body(json!(true))).await.assert_error(403, "Non autorizzato");
    agency.sign_in().await;
    subscribe(&mut agency, &body(json!(true))).await.assert_json(200, &json!({ "subscribed": false }));
    subscribe(&mut agency, &body(json!(1))).await.assert_error(400, "Dati non validi");
}
