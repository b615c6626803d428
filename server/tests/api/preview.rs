//! `/admin/clients/{client}/preview`: the portal as its client sees it, with a credential that only reads.

use reqwest::Method;
use serde_json::json;

use crate::admin_access::PUBLIC_FUNCTIONS;
use crate::admin_browser::{admin, get_page};
use crate::browser::form;
use crate::support::{ANNA, TestResponse, TestServer, on_both_databases};

on_both_databases![
    preview_credential_reads_what_the_client_reads,
    preview_credential_is_refused_by_every_action,
    preview_credential_expires_after_an_hour,
    preview_page_has_banner_and_no_usable_form,
];

const PREVIEW: &str = "/admin/clients/anna/preview";
const READ_ONLY: &str = "Anteprima in sola lettura";

/// The credential in the page.
async fn credential(atrio: &TestServer) -> String {
    let page = get_page(&mut admin(atrio).await, PREVIEW).await;
    let (_, rest) = page.split_once("name=\"pass\" value=\"").expect("a form");
    rest.split('"').next().expect("a value").to_owned()
}

/// Both endpoints that read.
const READING: [&str; 2] = [
    "/api/client/chat?project_id=sito&token=",
    "/api/client/history?channel_key=design&before=2027-01-01&token=",
];

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
    let before =
        (atrio.export().await, get_page(&mut admin(&atrio).await, "/admin/audit?action=approved").await);
    for (path, body) in [
        ("chat", json!({ "token": credential, "channel_key": "anna" })),
        (
            "comment",
            json!({ "token": credential, "entity_type": "general", "entity_id": "anna", "text": "Ciao" }),
        ),
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
    let after =
        (atrio.export().await, get_page(&mut admin(&atrio).await, "/admin/audit?action=approved").await);
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
    let [client, expiry, mac] = credential.split('.').collect::<Vec<_>>()[..] else { panic!("{credential}") };
    let later = expiry.parse::<i64>().expect("a timestamp") + 1;
    for forged in [format!("{client}.{later}.{mac}"), format!("{client}.{mac}"), format!("{client}..{mac}")] {
        let poll = atrio.get(&format!("{}{forged}", READING[0])).await;
        poll.assert_error(403, "Accesso non consentito");
    }
}

async fn preview_page_has_banner_and_no_usable_form(atrio: TestServer) {
    atrio.sql("UPDATE deliverable SET status = 'in_review' WHERE id = 'mockup'").await;
    let mut admin = admin(&atrio).await;
    let page = get_page(&mut admin, &format!("{PREVIEW}?project=sito")).await;
    assert!(admin.set_cookie_line("atrio.pass").is_none());
    assert!(
        page.contains("Così Anna Verdi vede il portale") && page.contains("href=\"/admin/clients/anna\"")
    );
    assert!(page.contains("Approva") && !page.contains("action=\"/rpc/approve\""));
    assert!(!page.contains("action=\"/rpc/request-changes\"") && !page.contains("action=\"/rpc/read\""));
    let (_, composer) = page.split_once("action=\"/rpc/comment\"").expect("the message form");
    let (textarea, _) = composer.split_once("</textarea>").expect("a text field");
    assert!(textarea.contains("disabled"), "{textarea}");
    let portal = get_page(&mut admin, "/c/anna-verdi-x7k2").await;
    let client_credential = atrio.store.client_by_token(ANNA).await.expect("Anna").portal_credential();
    assert!(portal.contains(&client_credential) && !page.contains(&client_credential));
    for agency_page in ["/admin/clients/anna", "/admin/inbox/anna"] {
        assert!(get_page(&mut admin, agency_page).await.contains(&format!("href=\"{PREVIEW}\"")));
    }
    assert_eq!(admin.get("/admin/clients/nessuno/preview").await.status, 404);
}
