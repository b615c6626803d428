//! The page of notifications.

mod client;

use std::time::Duration;

use domain::notifications::{NotificationState, Recipient};
use domain::{Channel, EmailAddress, MessageText};
use store::{NotificationSettings, Outcome};

use crate::admin_browser::{admin, get_page, post_form, redirect_location};
use crate::browser::Browser;
use crate::mail::mail_server::{Answer, Received, Script, start};
use crate::mail::{Sending, mail_config};
use crate::support::{ADMIN_EMAIL, ANNA, TestServer, on_sqlite};

on_sqlite![
    page_says_how_to_begin_without_a_mail_server,
    trial_is_sent_and_its_result_shown,
    refused_trial_shows_the_words_of_the_server,
    trials_are_limited,
    preferences_are_saved_and_recorded,
    refused_preferences_keep_what_was_typed,
    stale_preferences_are_refused,
    failed_notification_is_listed_and_retried,
    latest_hundred_are_listed,
];

const PAGE: &str = "/admin/settings/notifications";

/// The same server with a mail server that answers as the script says.
async fn with_mail(atrio: &TestServer, script: Script) -> (TestServer, Received) {
    let (port, received) = start(script).await;
    atrio.store.enable_notifications(NotificationSettings {
        after: Duration::from_mins(5),
        agency: EmailAddress::parse(ADMIN_EMAIL).ok(),
    });
    let mail = mail_config(Sending::default(), port);
    (atrio.with_config(|config| config.mail = Some(mail)).await, received)
}

async fn try_mail(browser: &mut Browser) -> String {
    redirect_location(&post_form(browser, "try_mail", &[]).await)
}

fn without_fragment(address: &str) -> &str {
    address.split('#').next().unwrap_or_default()
}

async fn page_says_how_to_begin_without_a_mail_server(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let page = get_page(&mut admin, PAGE).await;
    assert!(page.contains("SMTP_URL=smtps://") && page.contains("MAIL_FROM="), "{page}");
    assert!(!page.contains("Invia una prova"));
    assert_eq!(try_mail(&mut admin).await, PAGE);
    assert!(get_page(&mut admin, "/admin/settings").await.contains(&format!("href=\"{PAGE}\"")));
}

async fn trial_is_sent_and_its_result_shown(atrio: TestServer) {
    let (atrio, received) = with_mail(&atrio, Script::default()).await;
    let mut admin = admin(&atrio).await;
    let before = get_page(&mut admin, PAGE).await;
    assert!(before.contains("Studio &lt;studio@example.com&gt;") && before.contains("Ancora nessuno"), "{before}");
    let location = try_mail(&mut admin).await;
    assert_eq!(location, format!("{PAGE}?tried=1#sending"));
    let page = get_page(&mut admin, without_fragment(&location)).await;
    assert!(page.contains(&format!("la prova per {ADMIN_EMAIL}")), "{page}");
    assert!(received.has(&format!("RCPT TO:<{ADMIN_EMAIL}>")), "{:#?}", received.lines());
    assert!(received.has("Subject: Prova di invio da Atrio") && received.has("Auto-Submitted: auto-generated"));
    assert!(!get_page(&mut admin, PAGE).await.contains("Ancora nessuno</dd>"));
}

async fn refused_trial_shows_the_words_of_the_server(atrio: TestServer) {
    let refusal = Answer::Line("535 5.7.8 bad <credentials>");
    let (atrio, _) = with_mail(&atrio, Script::answering("MAIL", refusal)).await;
    let mut admin = admin(&atrio).await;
    let location = try_mail(&mut admin).await;
    assert!(!location.contains("535"), "{location}");
    let page = get_page(&mut admin, without_fragment(&location)).await;
    for shown in ["La prova non è partita.", "controlla MAIL_FROM", "«535 5.7.8 bad &lt;credentials&gt;»"] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
}

async fn trials_are_limited(atrio: TestServer) {
    let (atrio, _) = with_mail(&atrio, Script::default()).await;
    let mut admin = admin(&atrio).await;
    for _ in 0..5 {
        assert_eq!(try_mail(&mut admin).await, format!("{PAGE}?tried=1#sending"));
    }
    let location = try_mail(&mut admin).await;
    assert_eq!(location, format!("{PAGE}?tried=limited#sending"));
    assert!(get_page(&mut admin, without_fragment(&location)).await.contains("aspetta un minuto"));
}

fn version(page: &str) -> String {
    let (_, form) = page.split_once("action=\"/rpc/admin/save_notifications\"").expect("a form");
    let (_, field) = form.split_once("name=\"version\" value=\"").expect("a version");
    field.split('"').next().unwrap_or_default().to_owned()
}

async fn save(admin: &mut Browser, version: &str, quiet: [&str; 3]) -> String {
    let [ticked, from, until] = quiet;
    let fields = [
        ("version", version),
        ("form[notify]", "daily"),
        ("form[quiet]", ticked),
        ("form[quiet_from]", from),
        ("form[quiet_until]", until),
        ("form[morning_summary]", "on"),
    ];
    redirect_location(&post_form(admin, "save_notifications", &fields).await)
}

async fn setting(atrio: &TestServer, key: &str) -> Option<String> {
    atrio.store.setting(key).await.expect("a setting")
}

async fn preferences_are_saved_and_recorded(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let version = version(&get_page(&mut admin, PAGE).await);
    let location = save(&mut admin, &version, ["on", "22:00", "7:30"]).await;
    assert_eq!(location, format!("{PAGE}?done=saved&about=preferences#preferences"));
    assert!(get_page(&mut admin, without_fragment(&location)).await.contains("Salvato."));
    for (key, value) in
        [("notify", "daily"), ("quiet_hours", "22:00-07:30"), ("mail_texts", "off"), ("morning_summary", "on")]
    {
        assert_eq!(setting(&atrio, key).await.as_deref(), Some(value), "{key}");
    }
    let register = get_page(&mut admin, "/admin/audit").await;
    let keys = "notifiche allo studio, ore di quiete, testo nelle e-mail, riepilogo del mattino";
    assert!(register.contains(keys), "{register}");
}

async fn refused_preferences_keep_what_was_typed(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let version = version(&get_page(&mut admin, PAGE).await);
    let location = save(&mut admin, &version, ["on", "25:00", "07:30"]).await;
    assert!(location.starts_with(&format!("{PAGE}?error=invalid&unsaved=")), "{location}");
    assert!(location.ends_with("#preferences-quiet_from"), "{location}");
    let page = get_page(&mut admin, without_fragment(&location)).await;
    assert!(page.contains("Scrivi un’ora, come 21:00.") && page.contains("value=\"25:00\""), "{page}");
    assert_eq!(setting(&atrio, "notify").await, None);
}

async fn stale_preferences_are_refused(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let version = version(&get_page(&mut admin, PAGE).await);
    save(&mut admin, &version, ["", "", ""]).await;
    let location = save(&mut admin, &version, ["on", "22:00", "08:00"]).await;
    assert!(location.contains("error=stale"), "{location}");
    assert_eq!(setting(&atrio, "quiet_hours").await.as_deref(), Some("off"));
}

/// Sends Anna a message, and ends its notification.
async fn notify_anna(atrio: &TestServer, text: &str, outcome: Outcome) {
    let text = MessageText::parse(text).expect("a text");
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let channel = Channel::General(anna.id().clone());
    atrio.sql("UPDATE client SET email = 'anna@example.it' WHERE id = 'anna'").await;
    atrio.store.reply(&crate::support::to_id("anna"), channel.key().as_str(), &text).await.expect("a reply");
    atrio.clock.advance(6 * 60_000);
    let leased = atrio.store.lease_notifications(10, Duration::from_mins(5)).await.expect("a lease");
    for one in leased {
        assert_eq!(one.recipient, Recipient::Client(anna.person().id()));
        assert!(atrio.store.finish_notification(&one, &outcome).await.expect("an end"));
    }
}

async fn failed_notification_is_listed_and_retried(atrio: TestServer) {
    let (atrio, _) = with_mail(&atrio, Script::default()).await;
    let mut admin = admin(&atrio).await;
    assert!(get_page(&mut admin, PAGE).await.contains("Ancora nessuna: compariranno qui"));
    notify_anna(&atrio, "Uno", Outcome::Failed("550 5.1.1 no such user (RCPT TO)".to_owned())).await;
    let failed = format!("{PAGE}?state=failed");
    let page = get_page(&mut admin, &failed).await;
    for shown in ["Conversazione con Anna Verdi", "Non riuscita", "non accetta questo destinatario", "550 5.1.1"] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    assert!(get_page(&mut admin, &format!("{PAGE}?state=sent")).await.contains("Nessuna in questo stato."));
    let line = atrio.store.notifications(None).await.expect("a list").pop().expect("a line");
    let fields = [("id", line.id.as_str()), ("shown", "failed")];
    let location = redirect_location(&post_form(&mut admin, "retry_notification", &fields).await);
    assert_eq!(location, format!("{failed}&queued=1#latest"));
    assert!(get_page(&mut admin, without_fragment(&location)).await.contains("Di nuovo in coda"));
    let waiting = atrio.store.notifications(Some(NotificationState::Waiting)).await.expect("a list");
    assert_eq!(waiting.len(), 1);
    let again = redirect_location(&post_form(&mut admin, "retry_notification", &fields).await);
    assert!(again.contains("error=missing"), "{again}");
    let all = redirect_location(&post_form(&mut admin, "retry_notifications", &[]).await);
    assert_eq!(all, format!("{PAGE}?queued=0#latest"));
}

async fn latest_hundred_are_listed(atrio: TestServer) {
    let (atrio, _) = with_mail(&atrio, Script::default()).await;
    let mut admin = admin(&atrio).await;
    let values: Vec<_> = (0..101)
        .map(|number| {
            let state = ["sent", "skipped", "failed"][number % 3];
            format!(
                "('n-{number:03}', 'admin', 'anna', 'channel:anna:anna', 'email', {number}, 0, 0, '{state}', 1, 'read')"
            )
        })
        .collect();
    let columns = "id, recipient, client_id, thread, medium, number, created_at, due_at, state, attempts, reason";
    atrio.sql(&format!("INSERT INTO notification ({columns}) VALUES {}", values.join(", "))).await;
    let page = get_page(&mut admin, PAGE).await;
    assert_eq!(page.matches("<th scope=\"row\">").count(), 100);
    assert!(page.contains("Già letto prima dell’invio"), "{page}");
}
