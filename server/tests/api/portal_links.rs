//! The links in e-mails and notifications: they open a portal while guesses have closed its slug, and after the slug has
//! changed (docs/REFERENCE.md#link-credential).

use std::time::Duration;

use domain::{EmailAddress, MessageText};
use pages::mail::render;
use reqwest::{Method, header};
use serde_json::json;
use store::{Composed, NotificationSettings};

use crate::browser::{Browser, form};
use crate::support::{ANNA, INTERNAL_SECRET, TestResponse, TestServer, on_sqlite};

on_sqlite![
    email_link_opens_portal_while_slugs_are_closed,
    email_link_with_an_old_slug_redirects_to_the_current_one,
    email_link_ends_with_the_token,
    email_link_opens_only_the_portal_of_its_client,
    wrong_link_is_a_guess_like_any_other,
    link_credential_is_no_portal_credential,
    forms_work_on_a_page_opened_by_an_email_link,
];

const PORTAL: &str = "/c/anna-verdi-x7k2";

/// The path and query of the link in an e-mail to Anna.
pub(crate) async fn email_link(atrio: &TestServer) -> String {
    let agency = EmailAddress::parse("studio@example.com").ok();
    atrio.store.enable_notifications(NotificationSettings { after: Duration::from_mins(5), agency });
    atrio.sql("UPDATE client SET email = 'anna@example.com' WHERE id = 'anna'").await;
    let text = MessageText::parse("Ecco la bozza").expect("a text");
    atrio.store.reply(&crate::support::to_id("anna"), "design", &text).await.expect("a reply");
    atrio.clock.advance(5 * 60_000);
    let due = atrio.store.lease_notifications(1, Duration::from_mins(2)).await.expect("rows");
    let composed = atrio.store.compose_notification(&due[0]).await.expect("composed");
    let Composed::Email(notification, _) = composed else { panic!("{composed:?}") };
    let text = render(&notification, &atrio.origin, "", false).text;
    let link = text.lines().find_map(|line| line.strip_prefix(&atrio.origin)).expect("a link");
    assert!(link.starts_with(&format!("{PORTAL}?project=sito&channel=design&")), "{link}");
    link.split('#').next().unwrap_or_default().to_owned()
}

/// The value of its parameter.
fn credential(link: &str) -> &str {
    link.rsplit_once("&link=").expect("a link credential").1
}

/// Uses up the guesses of Anna's name.
async fn close_slug(atrio: &TestServer) {
    for number in 0..20 {
        assert_eq!(atrio.get(&format!("/c/anna-verdi-{number:04}")).await.status, 404);
    }
    assert_eq!(atrio.get(PORTAL).await.status, 429);
}

async fn change_slug(atrio: &TestServer) -> String {
    atrio.sql("UPDATE client SET slug = 'anna-bianchi-0a0a' WHERE id = 'anna'").await;
    "/c/anna-bianchi-0a0a".to_owned()
}

async fn email_link_opens_portal_while_slugs_are_closed(atrio: TestServer) {
    let link = email_link(&atrio).await;
    close_slug(&atrio).await;
    let mut anna = Browser::new(&atrio);
    let page = anna.get(&link).await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("Ecco la bozza") && !page.text.contains(credential(&link)), "{}", page.text);
    assert_eq!(page.header("referrer-policy"), "same-origin");
    let cookie = anna.set_cookie_line("atrio.pass").expect("a cookie");
    assert!(cookie.contains(&format!("Path={PORTAL}")), "{cookie}");
    assert_eq!(anna.get(PORTAL).await.status, 200, "its pages link to each other without the credential");
    let choices = atrio.get(&format!("{PORTAL}/notifications?link={}", credential(&link))).await;
    assert_eq!(choices.status, 200);
}

async fn email_link_with_an_old_slug_redirects_to_the_current_one(atrio: TestServer) {
    let link = email_link(&atrio).await;
    let current = change_slug(&atrio).await;
    for (old, expected) in [
        (link.clone(), format!("{current}?project=sito&channel=design")),
        (format!("{PORTAL}/notifications?link={}", credential(&link)), format!("{current}/notifications")),
        (format!("{PORTAL}?link={}&done=a%26b", credential(&link)), format!("{current}?done=a%26b")),
    ] {
        let mut anna = Browser::new(&atrio);
        let redirect = anna.get(&old).await;
        assert_eq!((redirect.status.as_u16(), redirect.header("location")), (302, expected.as_str()));
        assert_eq!(redirect.header("cache-control"), "no-store");
        let cookie = anna.set_cookie_line("atrio.pass").expect("a cookie");
        assert!(cookie.contains(&format!("Path={current};")), "{cookie}");
        for number in 0..20 {
            atrio.get(&format!("/c/anna-bianchi-{number:04}")).await;
        }
        assert_eq!(anna.get(&expected).await.status, 200, "the cookie opens it");
    }
}

async fn email_link_ends_with_the_token(atrio: TestServer) {
    let link = email_link(&atrio).await;
    assert_eq!(atrio.get(&link).await.status, 200);
    atrio.sql("UPDATE client SET token = 'another-token-of-anna' WHERE id = 'anna'").await;
    close_slug(&atrio).await;
    assert_eq!(atrio.get(&link).await.status, 429);
}

async fn email_link_opens_only_the_portal_of_its_client(atrio: TestServer) {
    let link = email_link(&atrio).await;
    let mut anna = Browser::new(&atrio);
    for foreign in ["bruno-neri-p3q4", "nessuno-0000"] {
        let redirect = anna.get(&link.replace("anna-verdi-x7k2", foreign)).await;
        let own = format!("{PORTAL}?project=sito&channel=design");
        assert_eq!((redirect.status.as_u16(), redirect.header("location")), (302, own.as_str()));
        assert!(anna.set_cookie_line("atrio.pass").is_some_and(|line| line.contains(&format!("Path={PORTAL};"))));
    }
    let moved = atrio.get(&format!("{PORTAL}?link={}", credential(&link).replace("anna.", "bruno."))).await;
    assert!(moved.text.contains("Anna Verdi"), "it is no credential of Bruno");
}

async fn wrong_link_is_a_guess_like_any_other(atrio: TestServer) {
    let right = credential(&email_link(&atrio).await).to_owned();
    let pass = atrio.credential(ANNA).await;
    let cut = right[..right.len() - 1].to_owned();
    let wrong = ["", "x", ".", "anna.", "nessuno.AAAA", "%FF", ANNA, pass.as_str(), cut.as_str()];
    for link in wrong {
        let (with, without) = (atrio.get(&format!("{PORTAL}?link={link}")).await, atrio.get(PORTAL).await);
        assert_eq!((with.status.as_u16(), without.status.as_u16()), (200, 200), "{link}");
    }
    for number in 0..20 {
        let link = wrong[number % wrong.len()];
        assert_eq!(atrio.get(&format!("/c/anna-verdi-{number:04}?link={link}")).await.status, 404, "{link}");
    }
    for link in wrong {
        for slug in ["anna-verdi-x7k2", "anna-verdi-zzzz"] {
            let with = atrio.get(&format!("/c/{slug}?link={link}")).await;
            let without = atrio.get(&format!("/c/{slug}")).await;
            assert_eq!((with.status.as_u16(), with.text), (429, without.text), "{slug} {link}");
        }
    }
}

async fn link_credential_is_no_portal_credential(atrio: TestServer) {
    let link = email_link(&atrio).await;
    let link = credential(&link);
    let before = atrio.export_without_deliveries().await;
    for path in ["chat?project_id=sito", "history?channel_key=design&before=2027-01-01"] {
        atrio.get(&format!("/api/client/{path}&token={link}")).await.assert_error(403, "Accesso non consentito");
    }
    for (path, body, status, error) in [
        ("client/chat", json!({ "channel_key": "anna" }), 403, "Accesso non consentito"),
        (
            "client/comment",
            json!({ "entity_type": "general", "entity_id": "anna", "text": "Ciao" }),
            404,
            "Token non valido",
        ),
        ("client/approve", json!({ "deliverableId": "mockup" }), 404, "Token non valido"),
    ] {
        let mut body = body;
        body["token"] = link.into();
        atrio.post(&format!("/api/{path}"), body.to_string()).await.assert_error(status, error);
    }
    let body = json!({ "token": link, "subscription": { "endpoint": "https://push.example.com/x" } });
    let request = atrio.request(Method::DELETE, "/api/push/subscriptions").body(body.to_string());
    TestResponse::to(request).await.assert_error(404, "Token non valido");
    let internal = atrio.request(Method::GET, &format!("/api/internal/validate-token?token={link}"));
    let internal = internal.header("x-internal-secret", INTERNAL_SECRET);
    TestResponse::to(internal).await.assert_error(404, "Token non valido");
    for function in ["comment", "approve", "request-changes", "read", "notifications"] {
        let fields = [("key", "anna-verdi-x7k2"), ("pass", link), ("project", "sito"), ("channel", "design")];
        let more = [("deliverable", "mockup"), ("text", "Ciao"), ("reason", "Ciao"), ("notify", "never")];
        let request = atrio.request(Method::POST, &format!("/rpc/{function}")).header("accept", "text/html");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let refused = TestResponse::to(request.body(form(&[&fields[..], &more].concat()))).await;
        assert!(refused.header("location").contains("error=missing"), "{function}: {:?}", refused.headers);
    }
    assert_eq!(atrio.export_without_deliveries().await, before);
    close_slug(&atrio).await;
    let mut forger = Browser::new(&atrio);
    forger.cookies.insert("atrio.pass".into(), link.to_owned());
    assert_eq!(forger.get(PORTAL).await.status, 429, "nor is it one in the cookie");
}

async fn forms_work_on_a_page_opened_by_an_email_link(atrio: TestServer) {
    let link = email_link(&atrio).await;
    let mut anna = Browser::new(&atrio);
    let page = anna.get(&link).await.text;
    let (_, rest) = page.split_once("name=\"pass\" value=\"").expect("a form");
    let pass = rest.split('"').next().expect("a value");
    let fields = [("key", "anna-verdi-x7k2"), ("pass", pass), ("project", "sito"), ("channel", "design")];
    let request = anna.request(Method::POST, "/rpc/comment").header("accept", "text/html");
    let request = request.header(header::REFERER, format!("{}{link}", atrio.origin));
    let posted = anna.send(request.body(form(&[&fields[..], &[("text", "Perfetto")]].concat()))).await;
    let location = posted.header("location").to_owned();
    assert_eq!(location, format!("{PORTAL}?project=sito&channel=design#conversation"));
    close_slug(&atrio).await;
    let (page, _) = location.split_once('#').expect("a fragment");
    assert!(anna.get(page).await.text.contains("Perfetto"));
}
