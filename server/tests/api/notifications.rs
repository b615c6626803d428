//! The page of notifications, what a client's card says about them, and the choice of a client.

use std::time::Duration;

use domain::notifications::{NotificationState, Recipient};
use domain::{Channel, EmailAddress, MessageText};
use reqwest::StatusCode;
use store::{NotificationSettings, Outcome};

use crate::admin_browser::{admin, get_page, post_form, redirect_location};
use crate::browser::{Browser, form};
use crate::mail::mail_server::{Answer, Received, Script, start};
use crate::mail::{Sending, mail_config};
use crate::support::{ADMIN_EMAIL, ANNA, TestResponse, TestServer, on_both_databases};

on_both_databases![
    page_says_how_to_begin_without_a_mail_server,
    trial_is_sent_and_its_result_shown,
    refused_trial_shows_the_words_of_the_server,
    trials_are_limited,
    preferences_are_saved_and_recorded,
    refused_preferences_keep_what_was_typed,
    stale_preferences_are_refused,
    failed_notification_is_listed_and_retried,
    bounce_is_on_the_card_until_the_address_changes,
    agency_change_of_a_clients_choice_is_recorded,
    agency_switches_reminders_of_a_client_off,
    client_chooses_how_many_emails,
    client_without_an_address_is_told_what_to_do,
    preview_of_the_choice_is_read_only,
    latest_hundred_are_listed,
];

const PAGE: &str = "/admin/settings/notifications";
const CHOICE: &str = "/c/anna-verdi-x7k2/notifications";

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
    assert!(
        before.contains("Studio &lt;studio@example.com&gt;") && before.contains("Ancora nessuno"),
        "{before}"
    );
    let location = try_mail(&mut admin).await;
    assert_eq!(location, format!("{PAGE}?tried=1#sending"));
    let page = get_page(&mut admin, without_fragment(&location)).await;
    assert!(page.contains(&format!("la prova per {ADMIN_EMAIL}")), "{page}");
    assert!(received.has(&format!("RCPT TO:<{ADMIN_EMAIL}>")), "{:#?}", received.lines());
    assert!(
        received.has("Subject: Prova di invio da Atrio") && received.has("Auto-Submitted: auto-generated")
    );
    assert!(!get_page(&mut admin, PAGE).await.contains("Ancora nessuno</dd>"));
}

async fn refused_trial_shows_the_words_of_the_server(atrio: TestServer) {
    let refusal = Answer::Line("535 5.7.8 bad <credentials>");
    let (atrio, _) = with_mail(&atrio, Script::answering("MAIL", refusal)).await;
    let mut admin = admin(&atrio).await;
    let location = try_mail(&mut admin).await;
    assert!(!location.contains("535"), "{location}");
    let page = get_page(&mut admin, without_fragment(&location)).await;
    for shown in ["La prova non è partita.", "controlla MAIL_FROM", "«535 5.7.8 bad &lt;credentials&gt;»"]
    {
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
    for (key, value) in [
        ("notify", "daily"),
        ("quiet_hours", "22:00-07:30"),
        ("mail_texts", "off"),
        ("morning_summary", "on"),
    ] {
        assert_eq!(setting(&atrio, key).await.as_deref(), Some(value), "{key}");
    }
    let register = get_page(&mut admin, "/admin/audit").await;
    let keys = "avvisi all’agenzia, ore di quiete, testo nelle e-mail, riepilogo del mattino";
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

async fn give_anna_an_address(atrio: &TestServer) {
    atrio.sql("UPDATE client SET email = 'anna@example.it' WHERE id = 'anna'").await;
}

/// Sends Anna a message, and ends its notification.
async fn notify_anna(atrio: &TestServer, text: &str, outcome: Outcome) {
    let text = MessageText::parse(text).expect("a text");
    let anna = atrio.store.client_by_token(ANNA).await.expect("Anna");
    let channel = Channel::General(anna.id().clone());
    atrio.store.reply("anna", channel.key().as_str(), &text).await.expect("a reply");
    atrio.clock.advance(6 * 60_000);
    let leased = atrio.store.lease_notifications(10, Duration::from_mins(5)).await.expect("a lease");
    for one in leased {
        assert_eq!(one.recipient, Recipient::Client(anna.id().clone()));
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
    for shown in
        ["Conversazione con Anna Verdi", "Non riuscita", "non accetta questo destinatario", "550 5.1.1"]
    {
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

async fn bounce_is_on_the_card_until_the_address_changes(atrio: TestServer) {
    let (atrio, _) = with_mail(&atrio, Script::default()).await;
    let mut admin = admin(&atrio).await;
    give_anna_an_address(&atrio).await;
    notify_anna(&atrio, "Uno", Outcome::Failed("550 5.1.1 no such user (RCPT TO)".to_owned())).await;
    let card = get_page(&mut admin, "/admin/clients/anna").await;
    for shown in ["Il server rifiuta questo indirizzo.", "550 5.1.1 no such user", "Correggi l’indirizzo"] {
        assert!(card.contains(shown), "{shown}: {card}");
    }
    assert!(atrio.get(CHOICE).await.text.contains("non è stata accettata"));
    save_anna(&atrio, &mut admin, &[("form[email]", "nuova@example.it")]).await;
    let card = get_page(&mut admin, "/admin/clients/anna").await;
    assert!(!card.contains("rifiuta questo indirizzo") && card.contains("nuova@example.it"), "{card}");
    assert!(card.contains("Non riuscita"), "{card}");
    assert!(!atrio.get(CHOICE).await.text.contains("non è stata accettata"));
}

/// Saves Anna's form with other values.
async fn save_anna(atrio: &TestServer, admin: &mut Browser, changes: &[(&str, &str)]) {
    let version = atrio.store.client_card("anna").await.expect("a card").version;
    let usual = [("client", "anna"), ("version", &version), ("form[name]", "Anna Verdi")];
    let location = redirect_location(&post_form(admin, "save_client", &[&usual, changes].concat()).await);
    assert!(location.contains("done=saved"), "{location}");
}

async fn agency_change_of_a_clients_choice_is_recorded(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let recorded = "ha cambiato gli avvisi di";
    save_anna(&atrio, &mut admin, &[("form[email]", "anna@example.it")]).await;
    choose(&atrio, "never").await;
    assert!(!get_page(&mut admin, "/admin/audit?who=admin").await.contains(recorded));
    save_anna(&atrio, &mut admin, &[("form[email]", "anna@example.it"), ("form[notify]", "hourly")]).await;
    assert!(get_page(&mut admin, "/admin/audit?who=admin").await.contains(recorded));
}

async fn agency_switches_reminders_of_a_client_off(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    assert!(get_page(&mut admin, "/admin/clients/anna").await.contains("<dd>Approvazioni e pagamenti</dd>"));
    for (choice, approvals, payments, shown) in [
        ("payments", false, true, "Solo pagamenti"),
        ("approvals", true, false, "Solo approvazioni"),
        ("none", false, false, "Nessuno"),
        ("all", true, true, "Approvazioni e pagamenti"),
    ] {
        save_anna(&atrio, &mut admin, &[("form[reminders]", choice)]).await;
        let anna = atrio.store.client_card("anna").await.expect("a card").client;
        assert_eq!((anna.remind_approvals, anna.remind_payments), (approvals, payments), "{choice}");
        let page = get_page(&mut admin, "/admin/clients/anna?edit=client").await;
        assert!(page.contains(&format!("<dd>{shown}</dd>")), "{choice}");
        assert!(page.contains(&format!("<option value=\"{choice}\" selected>")), "{choice}");
    }
    let audit = get_page(&mut admin, "/admin/audit?who=admin").await;
    assert_eq!(audit.matches("ha cambiato gli avvisi di").count(), 4);
}

async fn send_choice(atrio: &TestServer, pass: &str, notify: &str) -> TestResponse {
    let body = form(&[("key", "anna-verdi-x7k2"), ("pass", pass), ("notify", notify)]);
    let request = atrio.request(reqwest::Method::POST, "/rpc/notifications").header("accept", "text/html");
    let request = request.header("referer", format!("{}{CHOICE}", atrio.origin));
    TestResponse::to(request.header("content-type", "application/x-www-form-urlencoded").body(body)).await
}

/// Sends the form of the portal; returns where it leads.
async fn choose(atrio: &TestServer, notify: &str) -> String {
    let pass = atrio.store.client_by_token(ANNA).await.expect("Anna").portal_credential();
    redirect_location(&send_choice(atrio, &pass, notify).await)
}

async fn chosen(atrio: &TestServer) -> String {
    atrio.store.client_card("anna").await.expect("a card").client.notify.to_string()
}

async fn client_chooses_how_many_emails(atrio: TestServer) {
    let (atrio, _) = with_mail(&atrio, Script::default()).await;
    give_anna_an_address(&atrio).await;
    assert!(atrio.get("/c/anna-verdi-x7k2").await.text.contains(&format!("href=\"{CHOICE}\"")));
    let by_token = atrio.get(&format!("/c/{ANNA}/notifications")).await;
    assert!(by_token.text.contains("anna@example.it") && !by_token.text.contains(ANNA), "{}", by_token.text);
    for (choice, shown) in [("daily", "value=\"daily\" checked"), ("never", "value=\"never\" checked")] {
        assert_eq!(choose(&atrio, choice).await, format!("{CHOICE}?done=saved"));
        assert_eq!(chosen(&atrio).await, choice);
        let page = atrio.get(CHOICE).await.text;
        assert!(page.contains(shown), "{page}");
    }
    let before = atrio.export().await;
    assert_eq!(choose(&atrio, "weekly").await, format!("{CHOICE}?error=garbled"));
    for pass in ["", "anna.x"] {
        assert_eq!(
            redirect_location(&send_choice(&atrio, pass, "now").await),
            format!("{CHOICE}?error=missing")
        );
    }
    assert_eq!(atrio.export().await, before);
    for key in ["nessuno-0000", "nobody-nobody-nobody-nobody-nobody-nobody-n"] {
        assert_eq!(atrio.get(&format!("/c/{key}/notifications")).await.status, StatusCode::NOT_FOUND);
    }
}

async fn client_without_an_address_is_told_what_to_do(atrio: TestServer) {
    assert!(atrio.get(CHOICE).await.text.contains("Per ora non mandiamo avvisi per e-mail"));
    let (atrio, _) = with_mail(&atrio, Script::default()).await;
    atrio.sql("UPDATE client SET email = NULL WHERE id = 'anna'").await;
    let page = atrio.get(CHOICE).await.text;
    assert!(page.contains("Non abbiamo ancora un tuo indirizzo e-mail") && !page.contains("<form"), "{page}");
    atrio.store.set_setting("form_of_address", "lei").await.expect("a setting");
    assert!(atrio.get(CHOICE).await.text.contains("Non abbiamo ancora un Suo indirizzo e-mail"));
}

async fn preview_of_the_choice_is_read_only(atrio: TestServer) {
    let (atrio, _) = with_mail(&atrio, Script::default()).await;
    give_anna_an_address(&atrio).await;
    let mut admin = admin(&atrio).await;
    let preview = "/admin/clients/anna/preview/notifications";
    assert!(
        get_page(&mut admin, "/admin/clients/anna/preview").await.contains(&format!("href=\"{preview}\""))
    );
    let page = get_page(&mut admin, preview).await;
    assert!(page.contains("Anteprima") && page.contains("anna@example.it"), "{page}");
    assert!(!page.contains("name=\"pass\"") && page.contains("<button disabled"), "{page}");
    let pass = atrio.store.preview_credential("anna").await.expect("a credential");
    let refused = redirect_location(&send_choice(&atrio, &pass, "never").await);
    assert_eq!((refused, chosen(&atrio).await), (format!("{CHOICE}?error=read-only"), "now".to_owned()));
}

async fn latest_hundred_are_listed(atrio: TestServer) {
    let (atrio, _) = with_mail(&atrio, Script::default()).await;
    let mut admin = admin(&atrio).await;
    let values: Vec<_> = (0..101)
        .map(|number| {
            let state = ["sent", "skipped", "failed"][number % 3];
            format!("('n-{number:03}', 'admin', 'anna', 'channel:anna:anna', 'email', {number}, 0, 0, '{state}', 1, 'read')")
        })
        .collect();
    let columns =
        "id, recipient, client_id, thread, medium, number, created_at, due_at, state, attempts, reason";
    atrio.sql(&format!("INSERT INTO notification ({columns}) VALUES {}", values.join(", "))).await;
    let page = get_page(&mut admin, PAGE).await;
    assert_eq!(page.matches("<th scope=\"row\">").count(), 100);
    assert!(page.contains("Già letto prima dell’invio"), "{page}");
}
