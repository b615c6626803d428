//! Notifications of a client: what their card says, and what they choose in their portal.

use reqwest::StatusCode;
use store::{AgencySession, Outcome};

use super::{notify_anna, with_mail};
use crate::admin_browser::{admin, get_page, post_form, redirect_location};
use crate::browser::{Browser, form};
use crate::clients::hidden_field;
use crate::mail::mail_server::Script;
use crate::support::{ANNA, TestResponse, TestServer, on_sqlite};

on_sqlite![
    bounce_is_on_the_card_until_the_address_changes,
    agency_change_of_a_clients_choice_is_recorded,
    agency_switches_reminders_of_a_client_off,
    client_chooses_how_many_emails,
    invitation_is_sent_once_and_shown_on_the_card_and_in_the_list,
    client_without_an_address_is_told_what_to_do,
    preview_of_the_choice_is_read_only,
];

const CHOICE: &str = "/c/anna-verdi-x7k2/notifications";

async fn give_anna_an_address(atrio: &TestServer) {
    atrio.sql("UPDATE client SET email = 'anna@example.it' WHERE id = 'anna'").await;
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
    let version = atrio.store.client_card(&crate::support::to_id("anna")).await.expect("a card").version;
    let usual = [("client", "anna"), ("version", &version), ("form[name]", "Anna Verdi")];
    let location = redirect_location(&post_form(admin, "save_client", &[&usual, changes].concat()).await);
    assert!(location.contains("done=saved"), "{location}");
}

async fn agency_change_of_a_clients_choice_is_recorded(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let recorded = "ha cambiato le notifiche di";
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
        let anna = atrio.store.client_card(&crate::support::to_id("anna")).await.expect("a card").client;
        assert_eq!((anna.remind_approvals, anna.remind_payments), (approvals, payments), "{choice}");
        let page = get_page(&mut admin, "/admin/clients/anna?edit=client").await;
        assert!(page.contains(&format!("<dd>{shown}</dd>")), "{choice}");
        assert!(page.contains(&format!("<option value=\"{choice}\" selected>")), "{choice}");
    }
    let audit = get_page(&mut admin, "/admin/audit?who=admin").await;
    assert_eq!(audit.matches("ha cambiato le notifiche di").count(), 4);
}

async fn send_choice(atrio: &TestServer, pass: &str, notify: &str) -> TestResponse {
    let body = form(&[("key", "anna-verdi-x7k2"), ("pass", pass), ("notify", notify)]);
    let request = atrio.request(reqwest::Method::POST, "/rpc/notifications").header("accept", "text/html");
    let request = request.header("referer", format!("{}{CHOICE}", atrio.origin));
    TestResponse::to(request.header("content-type", "application/x-www-form-urlencoded").body(body)).await
}

/// Sends the form of the portal; returns where it leads.
async fn choose(atrio: &TestServer, notify: &str) -> String {
    let pass = atrio.credential(ANNA).await;
    redirect_location(&send_choice(atrio, &pass, notify).await)
}

async fn chosen(atrio: &TestServer) -> String {
    atrio.store.client_card(&crate::support::to_id("anna")).await.expect("a card").client.notify.to_string()
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
        assert_eq!(redirect_location(&send_choice(&atrio, pass, "now").await), format!("{CHOICE}?error=missing"));
    }
    assert_eq!(atrio.export().await, before);
    for key in ["nessuno-0000", "nobody-nobody-nobody-nobody-nobody-nobody-n"] {
        assert_eq!(atrio.get(&format!("/c/{key}/notifications")).await.status, StatusCode::NOT_FOUND);
    }
}

async fn client_without_an_address_is_told_what_to_do(atrio: TestServer) {
    assert!(atrio.get(CHOICE).await.text.contains("Per ora non mandiamo e-mail"));
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
    assert!(get_page(&mut admin, "/admin/clients/anna/preview").await.contains(&format!("href=\"{preview}\"")));
    let page = get_page(&mut admin, preview).await;
    assert!(page.contains("Anteprima") && page.contains("anna@example.it"), "{page}");
    assert!(!page.contains("name=\"pass\"") && page.contains("<button disabled"), "{page}");
    let epoch = atrio.store.session_epoch().await.expect("an epoch");
    let session = AgencySession { id: "a-session".to_owned(), epoch };
    let pass = atrio.store.preview_credential(&crate::support::to_id("anna"), &session).await.expect("a credential");
    let refused = redirect_location(&send_choice(&atrio, &pass, "never").await);
    assert_eq!((refused, chosen(&atrio).await), (format!("{CHOICE}?error=read-only"), "now".to_owned()));
}

async fn invitation_is_sent_once_and_shown_on_the_card_and_in_the_list(atrio: TestServer) {
    let (atrio, _) = with_mail(&atrio, Script::default()).await;
    let mut admin = admin(&atrio).await;
    let list = "/admin/clients?show=never";
    assert!(get_page(&mut admin, list).await.contains("da invitare"));
    let card = get_page(&mut admin, "/admin/clients/anna").await;
    assert!(card.contains("Aggiungi l’e-mail") && !card.contains("/rpc/admin/invite_client"), "{card}");
    give_anna_an_address(&atrio).await;
    let card = get_page(&mut admin, "/admin/clients/anna").await;
    for shown in
        ["Invia l’invito", "ti ha aperto il portale", "Da oggi segui il lavoro", "https://wa.me/?text=Da%20oggi", ANNA]
    {
        assert!(card.contains(shown), "{shown}: {card}");
    }
    let version = hidden_field(card.split_once("id=\"invitation\"").expect("the form").1, "version");
    let fields = [("client", "anna"), ("version", &*version), ("form[text]", "Benvenuta.")];
    for _ in 0..2 {
        let page = redirect_location(&post_form(&mut admin, "invite_client", &fields).await);
        assert_eq!(page, "/admin/clients/anna#invitation");
    }
    let queued = atrio.store.notifications(None).await.expect("notifications");
    assert_eq!(queued.len(), 1, "{queued:?}");
    let card = get_page(&mut admin, "/admin/clients/anna").await;
    assert!(card.contains("Invito inviato") && card.contains("Benvenuta."), "{card}");
    assert!(get_page(&mut admin, list).await.contains("invito <time"));
    let empty = [("client", "anna"), ("version", ""), ("form[text]", " ")];
    let page = redirect_location(&post_form(&mut admin, "invite_client", &empty).await);
    assert!(page.starts_with("/admin/clients/anna?error=invalid"), "{page}");
}
