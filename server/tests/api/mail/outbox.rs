//! What happens is sent in the background, by one process or several.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use domain::EmailAddress;
use domain::notifications::NotificationState;
use serde_json::json;
use server::mail::Mailer;
use server::outbox::{self, Senders};
use server::push::Pusher;
use store::{NotificationSettings, Store};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::mail_server::{Answer, Received, Script, start};
use super::{Sending, mail_config};
use crate::source_webhooks::create_source;
use crate::support::{ANNA, TestServer, config, on_both_databases, on_sqlite};

on_sqlite![message_becomes_an_email_when_it_is_old_enough];

on_both_databases![two_processes_send_each_notification_once, unreachable_server_delays_and_loses_nothing];

/// Sends in the background what `store` has queued.
struct Outbox {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Outbox {
    fn start(store: &Store, port: u16) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let config = config("sqlite:", "https://portal.example.com");
        let mailer = Mailer::new(&config, &mail_config(Sending::default(), port)).expect("a mailer");
        let pusher = Arc::new(Pusher::new(&config));
        let senders = Senders { mailer: Some(Arc::new(mailer)), pusher };
        let task = tokio::spawn(outbox::run(store.clone(), senders, async {
            let _ = stopped.await;
        }));
        Self { stop, task }
    }

    async fn stop(self) {
        drop(self.stop);
        self.task.await.expect("no panic");
    }
}

fn enable(store: &Store) {
    store.enable_notifications(NotificationSettings {
        after: Duration::from_mins(5),
        agency: EmailAddress::parse("studio@example.com").ok(),
    });
}

async fn post(atrio: &TestServer, text: &str) {
    let body = json!({ "token": ANNA, "entity_type": "general", "entity_id": "anna", "text": text });
    assert_eq!(atrio.post("/api/client/comment", body.to_string()).await.status, 201);
}

/// Waits until there are no notifications in any other state.
async fn all_are(atrio: &TestServer, state: NotificationState) {
    let wait = async {
        loop {
            let all = atrio.store.notifications(None).await.expect("notifications");
            if all.iter().all(|one| one.state == state && (state != NotificationState::Waiting || one.attempts > 0)) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("in time");
}

fn message_ids(received: &Received) -> Vec<String> {
    received.lines().into_iter().filter(|line| line.starts_with("Message-ID:")).collect()
}

async fn message_becomes_an_email_when_it_is_old_enough(atrio: TestServer) {
    enable(&atrio.store);
    let (port, received) = start(Script::default()).await;
    post(&atrio, "Prima").await;
    post(&atrio, "Seconda").await;
    atrio.clock.advance(5 * 60_000 - 1);
    let outbox = Outbox::start(&atrio.store, port);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(received.lines(), Vec::<String>::new());
    atrio.clock.advance(1);
    all_are(&atrio, NotificationState::Sent).await;
    outbox.stop().await;
    assert!(received.has("Subject: 2 nuovi messaggi da Anna Verdi"), "{:#?}", received.lines());
    let text = received.lines().join("\n");
    assert!(text.contains("Prima") && text.contains("Seconda"), "{text}");
    assert_eq!(message_ids(&received).len(), 1);
}

async fn two_processes_send_each_notification_once(atrio: TestServer) {
    const LEADS: usize = 30;
    enable(&atrio.store);
    for lead in 0..LEADS {
        // Leads of one source are one notification.
        let address = create_source(&atrio, &format!("s{lead}"), json!({})).await;
        let form = format!("nome=Persona&email=persona-{lead}@example.it");
        assert_eq!(atrio.post(&address, form).await.status, 200);
    }
    atrio.clock.advance(5 * 60_000);
    let (port, received) = start(Script::default()).await;
    let other = atrio.another_process().await;
    enable(&other.store);
    let both = [Outbox::start(&atrio.store, port), Outbox::start(&other.store, port)];
    all_are(&atrio, NotificationState::Sent).await;
    for outbox in both {
        outbox.stop().await;
    }
    let sent = message_ids(&received);
    assert_eq!((sent.len(), sent.iter().collect::<BTreeSet<_>>().len()), (LEADS, LEADS));
}

async fn unreachable_server_delays_and_loses_nothing(atrio: TestServer) {
    enable(&atrio.store);
    post(&atrio, "Ciao").await;
    atrio.clock.advance(5 * 60_000);
    let (port, _) = start(Script::answering("RCPT", Answer::Line("450 greylisted"))).await;
    let outbox = Outbox::start(&atrio.store, port);
    all_are(&atrio, NotificationState::Waiting).await;
    outbox.stop().await;
    let (port, received) = start(Script::default()).await;
    atrio.clock.advance(60_000);
    let outbox = Outbox::start(&atrio.store, port);
    all_are(&atrio, NotificationState::Sent).await;
    outbox.stop().await;
    assert_eq!(message_ids(&received).len(), 1);
}
