use domain::id::{ClientId, NotificationId};
use domain::notifications::{LinkTarget, NotificationEvent, Recipient};
use domain::{Agency, EmailAddress, Language};
use proptest::prelude::*;

use super::*;
use crate::config::{Config, Environment};

fn mailer() -> Mailer {
    mailer_from("Caffè Studio <studio@example.com>")
}

fn mailer_from(sender: &str) -> Mailer {
    let environment = Environment::from_pairs([
        ("ADMIN_EMAIL", "admin@example.com"),
        ("ADMIN_PASSWORD", "correct horse"),
        ("AUTH_SECRET", "0123456789abcdef0123456789abcdef"),
        ("LEPTOS_SITE_ADDR", "127.0.0.1:3000"),
        ("BASE_URL", "https://a-rather-long-name-of-a-portal.example.com"),
        ("SMTP_URL", "smtp://127.0.0.1:2525"),
        ("MAIL_FROM", sender),
    ]);
    let config = Config::read(&environment).expect("settings");
    let mail = config.mail.clone().expect("mail");
    Mailer::new(&config, &mail).expect("a mailer")
}

fn anna() -> EmailAddress {
    EmailAddress::parse("anna@example.com").expect("an address")
}

fn notification(title: &str) -> Notification {
    Notification {
        id: NotificationId::parse("0198c0de-1111-7222-8333-444455556666").expect("an id"),
        recipient: Recipient::Client(ClientId::parse("c".repeat(64)).expect("an id").into()),
        language: Language::It,
        agency: Agency::default(),
        topic: format!("channel:{}:design", "c".repeat(64)).parse().expect("a topic"),
        project_name: None,
        topic_name: None,
        target: LinkTarget::Today,
        events: vec![NotificationEvent::ToApprove { title: title.into(), description: None }],
        with_texts: true,
    }
}

/// The unfolded header lines of an e-mail.
fn headers(title: &str) -> Vec<String> {
    headers_of(&mailer(), &notification(title))
}

fn headers_of(mailer: &Mailer, notification: &Notification) -> Vec<String> {
    let at = "2026-11-20T10:00:00Z".parse().expect("a time");
    let message = mailer.message(notification, &anna(), None, at).expect("an e-mail").formatted();
    let message = String::from_utf8(message).expect("text");
    let (head, _) = message.split_once("\r\n\r\n").expect("a head");
    head.replace("\r\n ", " ").split("\r\n").map(str::to_owned).collect()
}

#[test]
fn email_has_the_headers_of_a_notification() {
    let headers = headers("Menu");
    let host = "a-rather-long-name-of-a-portal.example.com";
    let client = "c".repeat(64);
    for expected in [
        "Date: Fri, 20 Nov 2026 10:00:00 +0000".to_owned(),
        "To: anna@example.com".to_owned(),
        "Reply-To: admin@example.com".to_owned(),
        "Subject: Da approvare: Menu".to_owned(),
        format!("Message-ID: <0198c0de-1111-7222-8333-444455556666@{host}>"),
        format!("References: <channel.{client}.design.client@{host}>"),
        "Auto-Submitted: auto-generated".to_owned(),
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click".to_owned(),
        "MIME-Version: 1.0".to_owned(),
    ] {
        assert!(headers.contains(&expected), "{expected}: {headers:#?}");
    }
    let starts = |with: &str| headers.iter().find(|line| line.starts_with(with)).expect("a header");
    assert!(starts("From: =?utf-8?").ends_with(" <studio@example.com>"), "{headers:#?}");
    assert!(starts("Content-Type: multipart/alternative;").contains("boundary="));
    let stop = starts("List-Unsubscribe: <https://");
    let key = stop.strip_prefix(&format!("List-Unsubscribe: <https://{host}/n/")).expect("an address");
    let recipient = unsubscribe_key::verify(&mailer().keys, key.strip_suffix('>').expect("an end"));
    assert_eq!(recipient, Some(notification("").recipient));
}

#[test]
fn replies_of_a_client_go_to_the_agency() {
    let to_client = notification("Menu");
    let to_agency = Notification { recipient: Recipient::Admin, ..to_client.clone() };
    for (sender, notification, expected) in [
        ("studio@example.com", &to_client, true),
        ("Studio <Admin@Example.com>", &to_client, false),
        ("studio@example.com", &to_agency, false),
    ] {
        let headers = headers_of(&mailer_from(sender), notification);
        let is_set = headers.iter().any(|line| line.starts_with("Reply-To:"));
        assert_eq!(is_set, expected, "{sender}: {headers:#?}");
    }
}

#[test]
fn name_of_a_project_cannot_add_a_header() {
    let named = |name: &str| Notification { project_name: Some(name.to_owned()), ..notification("Menu") };
    let plain = headers_of(&mailer(), &named("Sito"));
    assert!(plain.contains(&"Subject: Da approvare: Menu =?utf-8?b?wrc=?= Sito".to_owned()), "{plain:#?}");
    for name in [
        "Sito\r\nBcc: all@example.com",
        "Sito\r\n\r\n<b>",
        "=?utf-8?q?x?=\n",
        "\u{2028}\0\u{85}Bcc: x",
        &"🎉 ".repeat(200),
    ] {
        let headers = headers_of(&mailer(), &named(name));
        assert_eq!(headers.len(), plain.len(), "{headers:#?}");
        assert!(headers.iter().all(|line| line.is_ascii() && !line.starts_with("Bcc")), "{headers:#?}");
    }
}

#[test]
fn title_cannot_add_a_header() {
    let plain = headers("Menu");
    for title in ["Menu\r\nBcc: all@example.com", "Menu\nBcc: all@example.com\n\nx", "=?utf-8?q?x?=\r\n"] {
        let injected = headers(title);
        assert_eq!(injected.len(), plain.len(), "{injected:#?}");
        assert!(!injected.iter().any(|line| line.starts_with("Bcc")), "{injected:#?}");
    }
    let emoji = headers("مطعم 🎉 caffè");
    assert!(emoji.iter().all(|line| line.is_ascii()), "{emoji:#?}");
}

#[test]
fn email_has_text_and_html_in_lines_any_server_takes() {
    let mut notification = notification("Caffè");
    let text = "è".repeat(400);
    notification.events.push(NotificationEvent::Message { from: "x".into(), by: None, text });
    let message = mailer().message(&notification, &anna(), None, Timestamp::MIN).expect("an e-mail").formatted();
    let message = String::from_utf8(message).expect("text");
    assert!(message.is_ascii() && message.split("\r\n").all(|line| line.len() <= 998 && !line.contains('\n')));
    let (text, html) = (
        message.find("Content-Type: text/plain; charset=utf-8"),
        message.find("Content-Type: text/html; charset=utf-8"),
    );
    assert!(text.is_some() && text < html, "{message}");
}

#[test]
fn address_without_a_valid_form_cannot_be_written_to() {
    let notification = notification("Menu");
    for address in ["anna@-", "an,na@example.com", "<anna@example.com>", "a@x.it,b@x.it"] {
        let to = EmailAddress::from_stored(address.to_owned());
        assert!(
            matches!(mailer().message(&notification, &to, None, Timestamp::MIN), Err(Unwritable::Address(_))),
            "{address}"
        );
    }
}

/// A picture of one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";
const SVG: &[u8] = b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>";

#[test]
fn png_is_part_of_the_email_and_svg_is_not() {
    for (file, is_part) in [(PNG, true), (SVG, false)] {
        let logo = Logo::of(file.to_vec()).expect("a logo");
        let message = mailer().message(&notification("Menu"), &anna(), Some(&logo), Timestamp::MIN).expect("an e-mail");
        let text = String::from_utf8(message.formatted()).expect("text");
        assert_eq!(text.contains("Content-ID: <logo>"), is_part, "{text}");
        assert_eq!(text.contains("Content-Type: multipart/related;"), is_part, "{text}");
        assert_eq!(text.contains("cid:logo"), is_part, "{text}");
    }
}

#[test]
fn domain_of_an_address_is_written_in_ascii() {
    let address = EmailAddress::parse("anna@caffè.example").expect("an address");
    let message =
        mailer().message(&notification("Menu"), &address, None, Timestamp::MIN).expect("an e-mail").formatted();
    let message = String::from_utf8(message).expect("text");
    assert!(message.contains("To: anna@xn--caff-8oa.example"), "{message}");
}

proptest! {
    #[test]
    fn address_that_is_accepted_can_be_written_to(
        raw in "[a-zàßא0-9!#'*+._\",<>@ -]{1,8}@[a-zàßאب0-9._,>\\[\\]\u{200b}\u{202e}\u{301}-]{1,9}(\\.it)?",
    ) {
        if let Ok(address) = EmailAddress::parse(&raw) {
            let message = mailer().message(&notification("Menu"), &address, None, Timestamp::MIN);
            prop_assert_eq!(message.expect("an e-mail").envelope().to().len(), 1);
        }
    }
}
