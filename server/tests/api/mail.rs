//! E-mails are sent to a mail server that answers in every way.

pub(crate) mod mail_server;
mod outbox;

use std::time::Duration;

use domain::id::{ClientId, NotificationId};
use domain::notifications::{LinkTarget, Notification, NotificationEvent, Recipient};
use domain::{Agency, EmailAddress, Language, Timestamp};
use server::config::{Encryption, Login, MailConfig, Secret, SmtpServer};
use server::mail::Mailer;
use store::Outcome;

use crate::support::config;
use mail_server::{Answer, Received, Script, TestCertificate, start};

fn notification() -> Notification {
    Notification {
        id: NotificationId::parse("n-1").expect("an id"),
        recipient: Recipient::Client(ClientId::parse("anna").expect("an id").into()),
        language: Language::It,
        agency: Agency { name: Some("Studio Calanco".into()), ..Agency::default() },
        topic: "channel:anna:anna".parse().expect("a topic"),
        project_name: None,
        topic_name: None,
        target: LinkTarget::Today,
        events: vec![NotificationEvent::Message {
            from: "Studio Calanco".into(),
            by: None,
            text: ".una riga con il punto\nciao".into(),
        }],
        with_texts: true,
    }
}

pub(crate) fn mail_config(sending: Sending, port: u16) -> MailConfig {
    let Sending { host, encryption, login, .. } = sending;
    let server = SmtpServer { host: host.to_owned(), port, encryption, login };
    MailConfig { server, from: "Studio <studio@example.com>".parse().expect("a sender") }
}

fn sent() -> Outcome {
    Outcome::Sent { subject: "Nuovo messaggio da Studio Calanco".into() }
}

/// How the e-mail is sent.
pub(crate) struct Sending {
    host: &'static str,
    encryption: Encryption,
    login: Option<Login>,
    authority: Option<TestCertificate>,
    step_limit: Duration,
}

impl Default for Sending {
    fn default() -> Self {
        let step_limit = Duration::from_secs(20);
        Self { host: "localhost", encryption: Encryption::None, login: None, authority: None, step_limit }
    }
}

impl Sending {
    async fn to(self, script: Script) -> (Outcome, Received) {
        self.send(script, &notification(), "anna@example.com").await
    }

    async fn send(self, script: Script, notification: &Notification, to: &str) -> (Outcome, Received) {
        let (port, received) = start(script).await;
        let config = config("sqlite:", "https://portal.example.com");
        let (step_limit, authority) = (self.step_limit, self.authority.clone());
        let authority = authority.as_ref().map(TestCertificate::authority);
        let mailer = Mailer::with_authority(&config, &mail_config(self, port), authority).expect("a mailer");
        let now = "2026-11-20T10:00:00Z".parse().expect("a time");
        let (mailer, to) = (mailer.with_step_limit(step_limit), EmailAddress::from_stored(to.to_owned()));
        (mailer.send(notification, &to, None, now).await, received)
    }
}

/// The path in `List-Unsubscribe` of an e-mail to the client, or to the agency.
pub(crate) async fn unsubscribe_path(client: Option<&str>) -> String {
    let recipient = client.map_or(Recipient::Admin, |id| Recipient::Client(ClientId::parse(id).expect("an id").into()));
    let notification = Notification { recipient, ..notification() };
    let (_, received) = Sending::default().send(Script::default(), &notification, "anna@example.com").await;
    let header = "List-Unsubscribe: <https://portal.example.com";
    let lines = received.lines();
    let path = lines.iter().find_map(|line| line.strip_prefix(header)?.strip_suffix('>'));
    path.expect("the header").to_owned()
}

#[tokio::test]
async fn email_is_sent_to_its_recipient() {
    let (outcome, received) = Sending::default().to(Script::default()).await;
    assert_eq!(outcome, sent());
    let lines = received.lines();
    assert_eq!(lines[0], "EHLO portal.example.com");
    assert_eq!(lines[1..4], ["MAIL FROM:<studio@example.com>", "RCPT TO:<anna@example.com>", "DATA"]);
    assert!(received.has("Message-ID: <n-1@portal.example.com>"), "{lines:#?}");
    assert!(received.has("QUIT"), "{lines:#?}");
}

#[tokio::test]
async fn user_and_password_are_sent_to_a_server_that_asks() {
    let login = Some(Login { user: "studio".into(), password: Secret::new("secret") });
    let (outcome, received) = Sending { login, ..Sending::default() }.to(Script::default()).await;
    assert_eq!(outcome, sent());
    // studio and secret with NUL before each, in base64.
    assert!(received.has("AUTH PLAIN AHN0dWRpbwBzZWNyZXQ="), "{:#?}", received.lines());
}

#[tokio::test]
async fn refusal_of_the_recipient_is_final() {
    for (command, words, expected) in [
        ("RCPT", "550 5.1.1 No such user", "550 5.1.1 No such user (RCPT TO)"),
        ("RCPT", "550-5.1.1 No such user\r\n550 ask postmaster@example.org", "550 5.1.1 No such user ask … (RCPT TO)"),
        ("DATA", "554 no valid recipients", "554 no valid recipients (DATA)"),
        (".", "552 mailbox full", "552 mailbox full (end of DATA)"),
    ] {
        let (outcome, received) = Sending::default().to(Script::answering(command, Answer::Line(words))).await;
        assert_eq!(outcome, Outcome::Failed(expected.to_owned()));
        assert!(received.has("QUIT"), "{command}");
    }
}

#[tokio::test]
async fn everything_else_is_tried_again() {
    let login = || Some(Login { user: "studio".into(), password: Secret::new("secret") });
    for (command, answer, expected) in [
        ("connect", Answer::Line("421 too busy"), "421 too busy (connection)"),
        ("connect", Answer::Line("554 go away"), "554 go away (connection)"),
        ("EHLO", Answer::Line("451 later"), "451 later (connection)"),
        ("AUTH", Answer::Line("535 wrong password"), "535 wrong password (AUTH)"),
        ("MAIL", Answer::Line("553 not your address"), "553 not your address (MAIL FROM)"),
        ("RCPT", Answer::Line("450 greylisted"), "450 greylisted (RCPT TO)"),
        ("DATA", Answer::Line("451 later"), "451 later (DATA)"),
        (".", Answer::Line("452 no space"), "452 no space (end of DATA)"),
        ("RCPT", Answer::Line("hello"), "response error"),
        ("connect", Answer::Close, "response error: incomplete response (connection)"),
    ] {
        let sending = Sending { login: login(), ..Sending::default() };
        let (outcome, _) = sending.to(Script::answering(command, answer)).await;
        let Outcome::Retry(reason) = outcome else { panic!("{command}: {outcome:?}") };
        assert!(reason.starts_with(expected), "{reason}");
    }
}

#[tokio::test]
async fn server_that_never_answers_is_left_at_every_step() {
    let certificate = TestCertificate::new();
    for (command, encryption, step) in [
        ("connect", Encryption::None, "connection"),
        ("EHLO", Encryption::None, "connection"),
        ("STARTTLS", Encryption::StartTls, "STARTTLS"),
        ("AUTH", Encryption::None, "AUTH"),
        ("MAIL", Encryption::None, "MAIL FROM"),
        ("RCPT", Encryption::None, "RCPT TO"),
        ("DATA", Encryption::None, "DATA"),
        (".", Encryption::None, "end of DATA"),
    ] {
        let script = Script::answering(command, Answer::Hang);
        let script = if encryption == Encryption::None { script } else { script.with_starttls(&certificate) };
        let login = Some(Login { user: "studio".into(), password: Secret::new("secret") });
        let step_limit = Duration::from_millis(200);
        let (outcome, _) = Sending { encryption, login, step_limit, ..Sending::default() }.to(script).await;
        let words = format!("no answer in time ({step})");
        // The server may have taken the e-mail.
        let expected = if command == "." { Outcome::Unclear(words) } else { Outcome::Retry(words) };
        assert_eq!(outcome, expected);
    }
    // TLS from the first byte, to a server that waits for a command.
    let sending = Sending { encryption: Encryption::Tls, step_limit: Duration::from_millis(200), ..Sending::default() };
    let (outcome, _) = sending.to(Script::answering("connect", Answer::Hang)).await;
    assert_eq!(outcome, Outcome::Retry("no answer in time (connection)".to_owned()));
}

#[tokio::test]
async fn connection_lost_before_the_last_answer_is_unclear() {
    let (outcome, _) = Sending::default().to(Script::answering(".", Answer::Close)).await;
    assert_eq!(outcome, Outcome::Unclear("response error: incomplete response (end of DATA)".to_owned()));
}

#[tokio::test]
async fn goodbye_without_an_answer_changes_nothing() {
    let (outcome, _) = Sending::default().to(Script::answering("QUIT", Answer::Close)).await;
    assert_eq!(outcome, sent());
}

#[tokio::test]
async fn encryption_is_demanded_and_its_certificate_checked() {
    let certificate = TestCertificate::new();
    for (encryption, script) in [
        (Encryption::StartTls, Script::default().with_starttls(&certificate)),
        (Encryption::Tls, Script::default().with_tls_first(&certificate)),
    ] {
        let send = |host, authority: bool| Sending {
            host,
            encryption,
            authority: authority.then(|| certificate.clone()),
            ..Sending::default()
        };
        let (outcome, received) = send("localhost", true).to(script.clone()).await;
        assert_eq!(outcome, sent());
        assert!(received.has("(encrypted)") || encryption == Encryption::Tls);
        for (host, trusted, problem) in
            [("localhost", false, "UnknownIssuer"), ("127.0.0.1", true, "certificate not valid for name")]
        {
            let (outcome, received) = send(host, trusted).to(script.clone()).await;
            let Outcome::Retry(reason) = outcome else { panic!("{outcome:?}") };
            assert!(reason.contains(problem), "{reason}");
            assert!(!received.lines().iter().any(|line| line.starts_with("MAIL")), "{:#?}", received.lines());
        }
    }
}

#[tokio::test]
async fn server_without_starttls_gets_neither_password_nor_email() {
    let sending = Sending {
        encryption: Encryption::StartTls,
        login: Some(Login { user: "studio".into(), password: Secret::new("secret") }),
        ..Sending::default()
    };
    let (outcome, received) = sending.to(Script::default()).await;
    let Outcome::Retry(reason) = outcome else { panic!("{outcome:?}") };
    assert!(reason.contains("STARTTLS is not supported"), "{reason}");
    assert_eq!(received.lines(), ["EHLO portal.example.com"]);
}

#[tokio::test]
async fn nobody_listening_is_tried_again() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = closed.local_addr().expect("an address").port();
    drop(closed);
    let server = SmtpServer { host: "localhost".into(), port, encryption: Encryption::None, login: None };
    let mail = MailConfig { server, from: "studio@example.com".parse().expect("a sender") };
    let mailer = Mailer::new(&config("sqlite:", "http://127.0.0.1:3000"), &mail).expect("a mailer");
    let to = EmailAddress::from_stored("anna@example.com".to_owned());
    let outcome = mailer.send(&notification(), &to, None, Timestamp::MIN).await;
    let Outcome::Retry(reason) = outcome else { panic!("{outcome:?}") };
    assert!(reason.starts_with("Connection refused") && reason.ends_with("(connection)"), "{reason}");
}

#[tokio::test]
async fn address_that_the_server_cannot_take_is_final() {
    for (address, reason) in [
        ("an,na@example.com", "the address is not valid"),
        ("annà@example.com", "the server takes no address with such letters"),
    ] {
        let (outcome, received) = Sending::default().send(Script::default(), &notification(), address).await;
        let Outcome::Failed(words) = outcome else { panic!("{outcome:?}") };
        assert!(words.starts_with(reason), "{words}");
        assert!(!received.has("DATA"));
    }
}
