//! Codes: what opens for a client who needs one, how it is asked for and entered, and what ends it.

mod client_routes;

use std::time::Duration;

use domain::audit::Actor;
use domain::clients::Access;
use domain::{ClientDraft, EmailAddress, Language};
use pages::routes;
use reqwest::Method;
use serde_json::json;
use server::middleware::rate_limit::LIMITED_ROUTES;

use crate::admin_browser::{admin, get_page, post_form, submit_form};
use crate::browser::{Browser, form};
use crate::contacts::CARLA;
use crate::mail::mail_server::{Received, Script, start};
use crate::mail::{Sending, mail_config};
use crate::support::{ADMIN_EMAIL, ANNA, TestResponse, TestServer, on_both_databases, on_sqlite, to_id};

on_sqlite![
    entered_code_opens_the_requested_address,
    code_session_is_of_one_person_lasts_90_days_and_cannot_be_forged,
    page_shows_agency_contact_where_no_code_can_be_sent,
    agency_requires_codes_only_where_they_can_be_sent_and_ends_code_sessions,
    every_portal_page_limits_form_posts,
];

on_both_databases![three_hundred_requests_send_five_codes];

const SLUG: &str = "anna-verdi-x7k2";

/// A server that sends e-mails. Anna reads English and needs a code; so does her contact Carla, who reads Italian.
async fn with_codes(atrio: &TestServer) -> (TestServer, Received) {
    let carla = json!({ "contacts": [{ "id": "carla", "client_id": "anna", "name": "Carla Neri", "token": CARLA,
        "email": "carla@verdi.example", "language": "it" }] });
    atrio.import(&carla).await;
    set_access(atrio, Access::Code, Some("anna@verdi.example")).await;
    let (port, received) = start(Script::default()).await;
    (atrio.with_config(|config| config.mail = Some(mail_config(Sending::default(), port))).await, received)
}

async fn set_access(atrio: &TestServer, access: Access, email: Option<&str>) {
    let (id, by) = (to_id("anna"), Actor::Admin(ADMIN_EMAIL.to_owned()));
    let card = atrio.store.client_card(&id).await.unwrap();
    let email = email.and_then(|email| EmailAddress::parse(email).ok());
    let draft = ClientDraft { access, email, language: Language::En, ..ClientDraft::from(&card.client) };
    atrio.store.save_client(&by, &id, &draft, &card.version).await.unwrap();
}

/// Posts a form of the page that asks for a code.
async fn send(browser: &mut Browser, address: &str, fields: &[(&str, &str)]) -> TestResponse {
    let request = browser.request(Method::POST, address);
    browser.send(request.header("content-type", "application/x-www-form-urlencoded").body(form(fields))).await
}

/// The code in the subject of the newest e-mail, as soon as there are so many.
async fn code_in_email(received: &Received, count: usize) -> String {
    for _ in 0..200 {
        let lines = received.lines();
        let codes: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("Subject: ")).collect();
        if codes.len() >= count && lines.iter().filter(|line| *line == ".").count() >= count {
            return codes[count - 1].chars().take(6).collect();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no e-mail: {:?}", received.lines())
}

/// A browser in which Anna's code was entered.
async fn entered(atrio: &TestServer, received: &Received, address: &str, count: usize) -> Browser {
    let mut browser = Browser::new(atrio);
    send(&mut browser, address, &[]).await;
    let code = code_in_email(received, count).await;
    assert_eq!(send(&mut browser, address, &[("code", &code)]).await.header("location"), address);
    browser
}

async fn entered_code_opens_the_requested_address(atrio: TestServer) {
    let (atrio, received) = with_codes(&atrio).await;
    let mut browser = Browser::new(&atrio);
    let address = format!("/c/{ANNA}?project=sito&channel=design");
    let page = browser.get(&address).await;
    assert_eq!((page.status.as_u16(), browser.set_cookies.len()), (200, 0));
    assert_eq!((page.text.matches("<form").count(), page.text.matches("<input").count()), (1, 0), "{}", page.text);
    assert!(page.text.contains("lang=\"en\"") && page.text.contains(">a…@verdi.example<"), "{}", page.text);
    let asked = send(&mut browser, &address, &[]).await;
    assert_eq!((asked.status.as_u16(), asked.header("location")), (302, &*address));
    let code = code_in_email(&received, 1).await;
    assert!(
        received.has("RCPT TO:<anna@verdi.example>")
            && received.has(&format!("Subject: {code} is your code for Atrio"))
    );
    assert!(received.has("Auto-Submitted: auto-generated") && received.has(&format!("Reply-To: {ADMIN_EMAIL}")));
    assert!(received.lines().iter().any(|line| line.starts_with("References: <code@")));
    assert!(!received.lines().iter().any(|line| line.starts_with("List-Unsubscribe")));

    let page = browser.get(&address).await;
    assert_eq!(page.text.matches("<input").count(), 1);
    for part in ["autocomplete=\"one-time-code\"", "inputmode=\"text\"", "a…@verdi.example", "in 60 seconds"] {
        assert!(page.text.contains(part), "{part}: {}", page.text);
    }
    send(&mut browser, &address, &[]).await;
    let wrong = send(&mut browser, &address, &[("code", "ABCDE")]).await;
    assert_eq!(wrong.status, 422);
    for text in [page.text, wrong.text] {
        for hidden in ["Anna", "anna-verdi", "Sito", ANNA, "anna@verdi.example"] {
            assert!(!text.contains(hidden), "{hidden}: {text}");
        }
    }
    let mut other = browser.clone();
    other.cookies.clear();
    assert_eq!(send(&mut other, &address, &[("code", &code)]).await.status, 422, "in another browser");
    let mut late = browser.clone();
    let typed = format!(" {}-{} ", &code[..3].to_lowercase(), &code[3..]);
    let opened = send(&mut browser, &address, &[("code", &typed)]).await;
    assert_eq!((opened.status.as_u16(), opened.header("location")), (302, &*address));
    let cookie = browser.set_cookies.iter().find(|line| line.starts_with("atrio.in.")).expect("the cookie");
    for part in ["HttpOnly", "Path=/;", "SameSite=Lax", "Max-Age=7776000"] {
        assert!(format!("{cookie};").contains(part), "{part}: {cookie}");
    }
    for address in [&*address, &format!("/c/{SLUG}"), &format!("/c/{SLUG}/notifications")] {
        assert!(browser.get(address).await.text.contains("Anna Verdi"), "{address}");
    }
    assert_eq!(send(&mut browser, &address, &[("code", &code)]).await.header("location"), address, "already in");
    let again = send(&mut other, &address, &[("code", &code)]).await;
    assert_eq!(again.status, 422);
    atrio.clock.advance(15 * 60_000);
    let expired = send(&mut late, &address, &[("code", &code)]).await;
    assert!(expired.status == 422 && expired.text.contains("That code is no longer valid"), "{}", expired.text);
    assert_eq!(received.lines().iter().filter(|line| line.starts_with("RCPT")).count(), 1);
}

async fn code_session_is_of_one_person_lasts_90_days_and_cannot_be_forged(atrio: TestServer) {
    let (atrio, received) = with_codes(&atrio).await;
    let poll = |token: &str| format!("/api/client/chat?project_id=sito&token={token}");
    let mut carla = entered(&atrio, &received, &format!("/c/{CARLA}/notifications"), 1).await;
    assert!(carla.get(&format!("/c/{CARLA}")).await.text.contains("Carla Neri"));
    assert_eq!(
        (carla.get(&poll(CARLA)).await.status.as_u16(), carla.get(&poll(ANNA)).await.status.as_u16()),
        (200, 403)
    );
    let page = carla.get(&format!("/c/{SLUG}")).await.text;
    assert!(page.contains("a…@verdi.example") && !page.contains("Sito nuovo"), "{page}");
    // One browser is in for several.
    let mut both = entered(&atrio, &received, &format!("/c/{SLUG}"), 2).await;
    let annas = both
        .cookies
        .iter()
        .find(|(name, _)| name.starts_with("atrio.in."))
        .map(|(name, value)| (name.clone(), value.clone()));
    let (name, value) = annas.expect("Anna's cookie");
    both.cookies.extend(carla.cookies.clone());
    assert_eq!((both.get(&poll(CARLA)).await.status.as_u16(), both.get(&poll(ANNA)).await.status.as_u16()), (200, 200));

    let carlas =
        carla.cookies.iter().find(|(name, _)| name.starts_with("atrio.in.")).expect("Carla's cookie").1.clone();
    let (until, rest) = value.split_once('.').expect("three parts");
    let later = format!("{}.{rest}", until.parse::<i64>().expect("a time") + 1);
    for forged in
        [carlas, later, value.replace('.', ".x"), format!("{value}x"), String::new(), "9999999999999..".into()]
    {
        let mut forger = Browser::new(&atrio);
        forger.cookies.insert(name.clone(), forged.clone());
        assert_eq!(forger.get(&poll(ANNA)).await.status, 403, "{forged}");
    }
    let other =
        atrio.with_config(|config| config.auth_secrets = vec![server::config::Secret::new("y".repeat(32))]).await;
    assert_eq!(both.on_server(&other).get(&poll(ANNA)).await.status, 403, "signed with another secret");
    atrio.clock.advance(90 * 24 * 60 * 60_000 - 1);
    assert_eq!(both.get(&poll(ANNA)).await.status, 200);
    atrio.clock.advance(1);
    assert_eq!(both.get(&poll(ANNA)).await.status, 403);
}

async fn three_hundred_requests_send_five_codes(atrio: TestServer) {
    let (atrio, received) = with_codes(&atrio).await;
    let address = format!("/c/{SLUG}");
    let mut answers = Vec::new();
    for number in 0..300 {
        let mut browser = Browser::new(&atrio);
        let answer = send(&mut browser, &address, &[]).await;
        answers.push((answer.status.as_u16(), answer.header("location").to_owned()));
        if number % 100 == 0 {
            let page = browser.get(&address).await.text;
            assert!(page.contains("one-time-code"), "{page}");
        }
    }
    assert!(answers.iter().all(|answer| *answer == (302, address.clone())), "{answers:?}");
    code_in_email(&received, 5).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(received.lines().iter().filter(|line| line.starts_with("RCPT")).count(), 5);
}

async fn page_shows_agency_contact_where_no_code_can_be_sent(atrio: TestServer) {
    let (mailing, received) = with_codes(&atrio).await;
    let silent = atrio.get(&format!("/c/{SLUG}")).await.text;
    atrio.sql("UPDATE contact SET email = NULL WHERE id = 'carla'").await;
    let without = mailing.get(&format!("/c/{CARLA}")).await.text;
    assert!(without.contains("non ha un tuo indirizzo") && silent.contains("cannot send any"), "{without} {silent}");
    for page in [silent, without] {
        assert!(page.contains(ADMIN_EMAIL) && !page.contains("<form"), "{page}");
    }
    let mut browser = Browser::new(&mailing);
    assert_eq!(send(&mut browser, &format!("/c/{CARLA}"), &[]).await.status, 302);
    assert!(browser.cookies.is_empty() && received.lines().is_empty());
}

async fn agency_requires_codes_only_where_they_can_be_sent_and_ends_code_sessions(atrio: TestServer) {
    let (mailing, received) = with_codes(&atrio).await;
    set_access(&atrio, Access::Link, None).await;
    let version = async || atrio.store.client_card(&to_id("anna")).await.unwrap().version;
    let save = async |admin: &mut Browser, email: &str| {
        let fields = [("client", "anna"), ("version", &*version().await), ("form[name]", "Anna Verdi")];
        let chosen = [("form[email]", email), ("form[access]", "code"), ("form[language]", "en")];
        submit_form(admin, "save_client", &[&fields[..], &chosen].concat()).await
    };
    let (mut silent, mut admin) = (admin(&atrio).await, admin(&mailing).await);
    for (browser, email, words) in [
        (&mut silent, "anna@verdi.example", "prima va impostato SMTP_URL"),
        (&mut admin, "", "aggiungi l’indirizzo del cliente"),
    ] {
        let refused = save(browser, email).await;
        let page = get_page(browser, refused.split('#').next().unwrap()).await;
        assert!(page.contains(words) && page.contains("Link e codice"), "{page}");
    }
    assert!(save(&mut admin, "anna@verdi.example").await.contains("done=saved"));
    atrio.sql("UPDATE contact SET email = NULL WHERE id = 'carla'").await;
    let page = get_page(&mut admin, "/admin/clients/anna").await;
    for shown in ["Carla Neri non ha un’e-mail a cui mandare il codice", "Chiedi di nuovo il codice", "Link e codice"]
    {
        assert!(page.contains(shown), "{shown}");
    }
    assert!(get_page(&mut silent, "/admin/clients/anna").await.contains("Questo server non manda e-mail"));

    let address = format!("/c/{SLUG}");
    let mut anna = entered(&mailing, &received, &address, 1).await;
    assert!(anna.get(&address).await.text.contains("Anna Verdi"));
    assert!(submit_form(&mut admin, "ask_codes_again", &[("client", "anna")]).await.contains("done=saved"));
    assert!(anna.get(&address).await.text.contains("a…@verdi.example"));
    // A browser that had a session has codes of its own.
    for _ in 0..6 {
        send(&mut Browser::new(&mailing), &address, &[]).await;
    }
    atrio.clock.advance(60_000);
    send(&mut anna, &address, &[]).await;
    let code = code_in_email(&received, 6).await;
    assert_eq!(send(&mut anna, &address, &[("code", &code)]).await.status, 302);
    assert!(anna.get(&address).await.text.contains("Anna Verdi"));
    let gone = post_form(&mut admin, "ask_codes_again", &[("client", "nobody")]).await;
    assert!(gone.header("location").contains("error=missing"));
    let audit = get_page(&mut admin, "/admin/audit").await;
    assert!(
        audit.contains("ha fatto chiedere di nuovo il codice a")
            && audit.contains("ha cambiato l’accesso al portale di")
    );
}

async fn every_portal_page_limits_form_posts(atrio: TestServer) {
    for (path, _) in routes::portal() {
        assert!(LIMITED_ROUTES.iter().any(|route| route.path == path && route.method == "POST"), "{path}");
    }
    let (atrio, _) = with_codes(&atrio).await;
    let post = async || TestResponse::to(atrio.request_from("192.0.2.7", Method::POST, &format!("/c/{SLUG}"))).await;
    for _ in 0..20 {
        assert_eq!(post().await.status, 302);
    }
    assert_eq!(post().await.status, 429);
    // Where nobody is asked for a code, there is no form.
    assert_eq!(TestResponse::to(atrio.request(Method::POST, "/c/bruno-neri-p3q4")).await.status, 405);
}
