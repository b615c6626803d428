//! `/admin/clients/{client}/preview`: the portal as its client sees it, with a credential that only reads.

use reqwest::Method;
use serde_json::json;

use crate::admin_access::PUBLIC_FUNCTIONS;
use crate::admin_browser::{admin, get_page, submit_form};
use crate::browser::{Browser, SIGN_OUT, form};
use crate::support::{ANNA, TestResponse, TestServer, on_sqlite};

on_sqlite![
    preview_credential_reads_what_the_client_reads,
    preview_credential_is_refused_by_every_action,
    preview_credential_expires_after_an_hour,
    preview_credential_ends_with_its_session,
    preview_credential_ends_with_every_session,
    preview_page_has_banner_and_no_usable_form,
];

const PREVIEW: &str = "/admin/clients/anna/preview";
const READ_ONLY: &str = "Anteprima in sola lettura";

async fn credential(atrio: &TestServer) -> String {
    credential_of(&mut admin(atrio).await).await
}

/// The credential in the page.
async fn credential_of(admin: &mut Browser) -> String {
    let page = get_page(admin, PREVIEW).await;
    let (_, rest) = page.split_once("name=\"pass\" value=\"").expect("a form");
    rest.split('"').next().expect("a value").to_owned()
}

/// Both endpoints that read.
const READING: [&str; 2] =
    ["/api/client/chat?project_id=sito&token=", "/api/client/history?channel_key=design&before=2027-01-01&token="];

async fn preview_credential_reads_what_the_client_reads(atrio: TestServer) {
    let credential = credential(&atrio).await;
    for path in READING {
        let (preview, client) =
            (atrio.get(&format!("{path}{credential}")).await, atrio.get(&format!("{path}{ANNA}")).await);
        assert_eq!((preview.status.as_u16(), preview.json()), (200, client.json()), "{path}");
    }
    let foreign = atrio.get(&format!("/api/client/chat?project_id=negozio&token={credential}")).await;
    foreign.assert_error(403, "Accesso non consentito");
}

async fn preview_credential_is_refused_by_every_action(atrio: TestServer) {
    let credential = credential(&atrio).await;
    let before = (atrio.export().await, get_page(&mut admin(&atrio).await, "/admin/audit?action=approved").await);
    for (path, body) in [
        ("chat", json!({ "token": credential, "channel_key": "anna" })),
        ("comment", json!({ "token": credential, "entity_type": "general", "entity_id": "anna", "text": "Ciao" })),
        ("approve", json!({ "token": credential, "deliverableId": "mockup" })),
    ] {
        // Reading with it first must not make it more powerful.
        assert_eq!(atrio.get(&format!("{}{credential}", READING[0])).await.status, 200);
        atrio.post(&format!("/api/client/{path}"), body.to_string()).await.assert_error(403, READ_ONLY);
    }
    for name in PUBLIC_FUNCTIONS {
        let fields = [
            ("key", "anna-verdi-x7k2"),
            ("pass", &credential),
            ("project", "sito"),
            ("channel", "design"),
            ("deliverable", "mockup"),
            ("place", "1-500-500"),
            ("request", "nessuna"),
            ("text", "Ciao"),
            ("reason", "Ciao"),
            ("notify", "never"),
        ];
        let request = atrio
            .request(Method::POST, &format!("/rpc/{name}"))
            .header("accept", "text/html")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("referer", format!("{}{PREVIEW}?project=sito", atrio.origin));
        let response = TestResponse::to(request.body(form(&fields))).await;
        let location = response.header("location");
        assert!(location.starts_with(PREVIEW) && location.contains("error=read-only"), "{name}: {location}");
    }
    let after = (atrio.export().await, get_page(&mut admin(&atrio).await, "/admin/audit?action=approved").await);
    assert_eq!(after.0, before.0);
    assert!(!after.1.contains("Mockup della home"));
}

async fn preview_credential_expires_after_an_hour(atrio: TestServer) {
    let credential = credential(&atrio).await;
    let poll = format!("{}{credential}", READING[0]);
    atrio.clock.advance(60 * 60 * 1_000 - 1);
    assert_eq!(atrio.get(&poll).await.status, 200);
    atrio.clock.advance(1);
    atrio.get(&poll).await.assert_error(403, "Accesso non consentito");
    // A later expiry is not signed.
    let parts: Vec<_> = credential.split('.').collect();
    let [client, expiry, session, mac] = parts[..] else { panic!("{credential}") };
    let later = expiry.parse::<i64>().expect("a timestamp") + 1;
    for forged in [
        format!("{client}.{later}.{session}.{mac}"),
        format!("{client}.{later}.x.{mac}"),
        format!("{client}.{later}..{mac}"),
        format!("{client}.{later}.{mac}"),
        format!("{client}.{mac}"),
        format!("{client}...{mac}"),
        format!("{client}.{later}.{session}.{mac}."),
    ] {
        let poll = atrio.get(&format!("{}{forged}", READING[0])).await;
        poll.assert_error(403, "Accesso non consentito");
    }
}

/// Both are kept in memory by polls.
async fn preview_credential_ends_with_its_session(atrio: TestServer) {
    let (mut one, mut other) = (admin(&atrio).await, admin(&atrio).await);
    let previews = [credential_of(&mut one).await, credential_of(&mut other).await];
    let poll = async |preview: &str| atrio.get(&format!("{}{preview}", READING[0])).await;
    for preview in &previews {
        assert_eq!(poll(preview).await.status, 200);
    }
    one.post(SIGN_OUT, &[]).await;
    poll(&previews[0]).await.assert_error(403, "Accesso non consentito");
    assert_eq!(poll(&previews[1]).await.status, 200);
    // Another session cannot be put into its place.
    let session = |preview: &str| preview.split('.').nth(2).expect("a session").to_owned();
    let moved = previews[0].replace(&session(&previews[0]), &session(&previews[1]));
    poll(&moved).await.assert_error(403, "Accesso non consentito");
}

async fn preview_credential_ends_with_every_session(atrio: TestServer) {
    let mut admin = admin(&atrio).await;
    let preview = credential_of(&mut admin).await;
    let poll = format!("{}{preview}", READING[0]);
    assert_eq!(atrio.get(&poll).await.status, 200);
    assert_eq!(submit_form(&mut admin, "end_sessions", &[]).await, "/admin/login");
    atrio.get(&poll).await.assert_error(403, "Accesso non consentito");
    admin.sign_in().await;
    let anew = credential_of(&mut admin).await;
    assert_eq!(atrio.get(&format!("{}{anew}", READING[0])).await.status, 200);
    atrio.get(&poll).await.assert_error(403, "Accesso non consentito");
}

async fn preview_page_has_banner_and_no_usable_form(atrio: TestServer) {
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
    let mut admin = admin(&atrio).await;
    let page = get_page(&mut admin, &format!("{PREVIEW}?project=sito")).await;
    assert!(admin.set_cookie_line("atrio.pass").is_none());
    assert!(page.contains("Così Anna Verdi vede il portale") && page.contains("href=\"/admin/clients/anna\""));
    assert!(page.contains("Approva") && !page.contains("action=\"/rpc/approve\""));
    assert!(!page.contains("action=\"/rpc/request-changes\"") && !page.contains("action=\"/rpc/read\""));
    let (_, composer) = page.split_once("action=\"/rpc/comment\"").expect("the message form");
    let (textarea, _) = composer.split_once("</textarea>").expect("a text field");
    assert!(textarea.contains("disabled"), "{textarea}");
    let portal = get_page(&mut admin, "/c/anna-verdi-x7k2").await;
    let client_credential = atrio.credential(ANNA).await;
    assert!(portal.contains(&client_credential) && !page.contains(&client_credential));
    for agency_page in ["/admin/clients/anna", "/admin/inbox/anna"] {
        assert!(get_page(&mut admin, agency_page).await.contains(&format!("href=\"{PREVIEW}\"")));
    }
    assert_eq!(admin.get("/admin/clients/nessuno/preview").await.status, 404);
}
