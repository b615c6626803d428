//! How many messages a contact form takes: from one address, from many, and until its space is full.

use std::time::Duration;

use domain::EmailAddress;
use domain::leads::source::SourceTrouble;
use pages::mail::subject;
use reqwest::Method;
use serde_json::Value;
use store::{Composed, NotificationSettings};

use super::{ANNA, create_form, send, submit};
use crate::rate_limit_spellings::percent_encoded;
use crate::source_webhooks::{create_source, stored_deliveries};
use crate::support::{TestResponse, TestServer, on_sqlite};

on_sqlite![
    address_over_its_limit_takes_nothing_from_others,
    address_sends_sixty_messages_a_day,
    addresses_of_one_48_have_one_limit,
    refused_forms_and_webhook_posts_leave_the_quota_of_the_form,
    flood_from_many_addresses_is_bounded_and_makes_one_email,
    full_form_says_so_and_keeps_what_was_typed,
    source_shows_refusals_noted_once_a_minute,
];

/// Sends a message of a new person from `ip`.
async fn send_from(atrio: &TestServer, ip: &str, path: &str, number: usize) -> TestResponse {
    let (name, email) = (format!("Anna {number}"), format!("anna{number}@example.it"));
    let fields = [("form[name]", &*name), ("form[email]", &*email), ANNA[2]];
    submit(atrio.request_from(ip, Method::POST, path), &number.to_string(), &fields).await
}

async fn subjects_due(atrio: &TestServer) -> Vec<String> {
    atrio.clock.advance(5 * 60_000);
    let leased = atrio.store.lease_notifications(1_000, Duration::from_mins(1)).await.expect("rows");
    let mut subjects = Vec::new();
    for leased in leased {
        match atrio.store.compose_notification(&leased).await.expect("composed") {
            Composed::Email(notification, _) => subjects.push(subject(&notification)),
            other => panic!("{other:?}"),
        }
    }
    subjects
}

fn enable_notifications(atrio: &TestServer) {
    let agency = EmailAddress::parse("studio@example.com").ok();
    atrio.store.enable_notifications(NotificationSettings { after: Duration::from_mins(5), agency });
}

async fn address_over_its_limit_takes_nothing_from_others(atrio: TestServer) {
    enable_notifications(&atrio);
    let key = create_form(&atrio, "modulo", Value::Null).await;
    let path = format!("/rpc/form/{key}");
    for number in 0..1_000 {
        let sent = send_from(&atrio, "192.0.2.1", &path, number).await;
        assert_eq!(sent.status, if number < 5 { 302 } else { 429 }, "{number}");
        match number {
            5..20 => {
                assert_eq!(sent.header("retry-after"), "600");
                let typed = format!("value=\"Anna {number}\"");
                for part in [&typed, "Vorrei un sito.", "Si può riprovare fra 10 minuti"] {
                    assert!(sent.text.contains(part), "{part}: {}", sent.text);
                }
            }
            20.. => assert_eq!(sent.header("retry-after"), "60", "its body is not read"),
            _ => {}
        }
    }
    assert_eq!(atrio.records("leads").await.len(), 5);
    for number in 1_000..1_115 {
        let ip = format!("198.51.100.{}", number - 1_000);
        assert_eq!(send_from(&atrio, &ip, &path, number).await.status, 302, "{number}");
    }
    assert_eq!(subjects_due(&atrio).await, ["120 nuovi lead"]);
    atrio.advance_limiter(Duration::from_millis(599_999));
    assert_eq!(send_from(&atrio, "192.0.2.1", &path, 2_000).await.status, 429);
    atrio.advance_limiter(Duration::from_millis(1));
    assert_eq!(send_from(&atrio, "192.0.2.1", &path, 2_000).await.status, 302);
}

async fn address_sends_sixty_messages_a_day(atrio: TestServer) {
    let path = format!("/rpc/form/{}", create_form(&atrio, "modulo", Value::Null).await);
    for number in 0..60 {
        assert_eq!(send_from(&atrio, "192.0.2.1", &path, number).await.status, 302, "{number}");
        atrio.advance_limiter(Duration::from_mins(3));
    }
    let refused = send_from(&atrio, "192.0.2.1", &path, 60).await;
    assert!(refused.status == 429 && refused.text.contains("fra 21 ore"), "{}", refused.text);
    atrio.advance_limiter(Duration::from_hours(21));
    assert_eq!(send_from(&atrio, "192.0.2.1", &path, 60).await.status, 302);
}

async fn addresses_of_one_48_have_one_limit(atrio: TestServer) {
    let path = format!("/rpc/form/{}", create_form(&atrio, "modulo", Value::Null).await);
    for number in 0..10 {
        let sent = send_from(&atrio, &format!("2001:db8:1:{number}::1"), &path, number).await;
        assert_eq!(sent.status, if number < 5 { 302 } else { 429 }, "{number}");
    }
    assert_eq!(send_from(&atrio, "2001:db8:2::1", &path, 10).await.status, 302);
}

async fn refused_forms_and_webhook_posts_leave_the_quota_of_the_form(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    let path = format!("/rpc/form/{key}");
    let empty = async |ip: &str| submit(atrio.request_from(ip, Method::POST, &path), "1", &[]).await;
    for address in 0..10 {
        for _ in 0..15 {
            assert_eq!(empty(&format!("192.0.2.{address}")).await.status, 422);
        }
    }
    for number in 0..125 {
        let status = atrio.post(&format!("/api/webhooks/lead/{key}"), "name=Anna").await.status;
        assert_eq!(status, if number < 120 { 403 } else { 429 }, "the key is public");
    }
    for number in 0..5 {
        assert_eq!(send_from(&atrio, "192.0.2.1", &path, number).await.status, 302, "{number}");
    }
    let refused = empty("192.0.2.1").await;
    assert!(refused.status == 429 && refused.text.contains("Troppe richieste"), "{}", refused.text);
}

async fn flood_from_many_addresses_is_bounded_and_makes_one_email(atrio: TestServer) {
    enable_notifications(&atrio);
    let key = create_form(&atrio, "modulo", Value::Null).await;
    let encoded = percent_encoded(&key);
    let mut refused = None;
    for number in 0..300 {
        let path = if number % 2 == 0 { format!("/rpc/form/{key}") } else { format!("/rpc/form/{encoded}") };
        let sent = send_from(&atrio, &format!("10.1.{}.{}", number / 250, number % 250), &path, number).await;
        assert_eq!(sent.status, if number < 120 { 302 } else { 429 }, "{number}");
        refused = Some(sent).filter(|sent| sent.status == 429);
    }
    let refused = refused.expect("the last one");
    assert!(refused.text.contains("Si può riprovare fra 60 secondi"), "{}", refused.text);
    assert_eq!(atrio.records("leads").await.len(), 120);
    assert_eq!(subjects_due(&atrio).await, ["120 nuovi lead"]);
    // What the form refused was not counted for the address.
    atrio.advance_limiter(Duration::from_mins(1));
    for number in 300..305 {
        let sent = send_from(&atrio, "10.1.1.49", &format!("/rpc/form/{key}"), number).await;
        assert_eq!(sent.status, 302, "{number}");
    }
}

async fn full_form_says_so_and_keeps_what_was_typed(atrio: TestServer) {
    let key = create_form(&atrio, "modulo", Value::Null).await;
    atrio.store.set_setting("delivery_megabytes", "1").await.expect("a setting");
    let message = "x".repeat(4_000);
    let fields = [ANNA[0], ANNA[1], ("form[message]", &*message)];
    let mut refused = None;
    for count in 0..120 {
        let sent = send(&atrio, &key, &count.to_string(), &fields).await;
        if sent.header("location").contains("refused") {
            refused = Some(sent);
            break;
        }
    }
    let refused = refused.expect("it is full");
    assert_eq!(refused.header("retry-after"), "3600");
    let refused = super::refused(&atrio, &key, &refused).await;
    for part in [&*message, "Il messaggio non è partito: al momento non possiamo riceverne altri"] {
        assert!(refused.text.contains(part), "{part}: {}", refused.text);
    }
    let page = atrio.get(&format!("/f/{key}")).await;
    assert_eq!(page.status, 200, "the page is not limited");
    assert!(page.text.contains("Al momento non riceviamo messaggi") && !page.text.contains("<form"), "{}", page.text);
    let trouble =
        async || atrio.store.lead_source(&crate::support::to_id("modulo")).await.expect("a source").line.trouble;
    assert_eq!(trouble().await, Some(SourceTrouble::Full));

    let (everything, now) = (domain::leads::delivery::DeliveryFilter::default(), atrio.store.clock().now());
    let stored = stored_deliveries(&atrio).await.len() as u64;
    let deleted = atrio.store.delete_deliveries(&domain::audit::Actor::Nobody(None), &everything, now).await;
    assert_eq!(deleted.expect("deleted"), stored);
    assert!(atrio.get(&format!("/f/{key}")).await.text.contains("<form"));
    assert_eq!(send(&atrio, &key, "after", &fields).await.status, 302);
    assert_eq!(trouble().await, None);
}

async fn source_shows_refusals_noted_once_a_minute(atrio: TestServer) {
    let address = create_source(&atrio, "fonte", serde_json::json!({})).await;
    let noted_at = async || {
        let line = atrio.store.lead_source(&crate::support::to_id("fonte")).await.expect("a source").line;
        line.trouble.map(|trouble| (trouble, line.last_refused_at))
    };
    let wait = async |before| {
        for _ in 0..200 {
            if noted_at().await != before {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        noted_at().await
    };
    for number in 0..130 {
        let status = atrio.post(&address, "name=Anna").await.status;
        assert_eq!(status, if number < 120 { 200 } else { 429 });
    }
    let first = wait(None).await;
    assert!(matches!(first, Some((SourceTrouble::TooMany, Some(_)))), "{first:?}");
    atrio.clock.advance(1_000);
    assert_eq!(atrio.post(&address, "name=Anna").await.status, 429);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(noted_at().await, first);
    atrio.advance_limiter(Duration::from_mins(1));
    for _ in 0..121 {
        atrio.post(&address, "name=Anna").await;
    }
    assert_ne!(wait(first).await, first);
    let page =
        crate::admin_browser::get_page(&mut crate::admin_browser::admin(&atrio).await, "/admin/leads/sources/fonte")
            .await;
    assert!(page.contains("ha respinto degli invii") && page.contains("deliveries?source=fonte"), "{page}");
}
