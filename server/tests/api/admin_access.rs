//! Every admin page and every server function except those for clients requires a session.

use std::collections::BTreeSet;

use leptos::server_fn::axum::server_fn_paths;
use reqwest::Method;

use crate::browser::Browser;
use crate::support::{TestResponse, TestServer, on_both_databases};

on_both_databases![
    admin_functions_without_session_return_401,
    admin_pages_without_session_redirect_to_login,
    downloads_without_session_redirect_to_login,
    trials_and_set_logo_require_a_session,
];

/// Functions for clients, called with their credential.
pub(crate) const PUBLIC_FUNCTIONS: [&str; 5] =
    ["approve", "comment", "notifications", "read", "request-changes"];

/// Functions for the admin, with valid arguments.
const ADMIN_FUNCTIONS: &[(&str, &str)] = &[
    ("add_activity", "lead=lead&id=nuova&form[kind]=note&form[text]=Ciao"),
    ("add_deliverable", "project=sito&task=home&id=nuova&form[title]=Altra"),
    ("add_document", "project=sito&id=nuovo&form[name]=Altro&form[url]=https://example.it"),
    ("add_note", "project=sito&id=nuova&form[text]=Ciao"),
    ("add_payment", "project=sito&id=nuovo&form[label]=Saldo&form[amount]=1"),
    ("add_payment_shares", "project=sito&id=nuovo&version=&form[shares]=30/70"),
    ("add_phase", "project=sito&id=nuova&form[name]=Altra"),
    ("add_quote_item", "project=sito&id=nuova&form[description]=Altra"),
    ("add_task", "project=sito&phase=design&id=nuovo&form[title]=Altro"),
    ("add_time_entry", "project=sito&id=nuova&form[minutes]=5"),
    ("convert_lead", "lead=lead&client=nuovo&form[name]=Altro"),
    ("create_client", "client=nuovo&form[name]=Altro"),
    ("create_lead", "id=nuovo&form[name]=Altro"),
    ("create_project", "id=nuovo&client=anna&form[name]=Altro"),
    ("create_source", "id=nuova&form[name]=Altra&form[kind]=auto"),
    ("delete_activity", "lead=lead&id=attivita"),
    ("delete_client", "client=bruno"),
    ("delete_document", "project=sito&id=documento"),
    ("delete_item", "project=sito&item=project-sito&version="),
    ("delete_lead", "id=lead"),
    ("delete_note", "project=sito&id=nota"),
    ("delete_payment", "project=sito&id=acconto"),
    ("delete_quote", "project=sito"),
    ("delete_quote_item", "project=sito&id=voce"),
    ("delete_source", "id=fonte"),
    ("delete_time_entry", "project=sito&id=ora"),
    ("discard_timer", "project=sito&id=ora"),
    ("end_sessions", ""),
    ("mark_paid", "project=sito&id=acconto&form[paid_on]=2026-11-20"),
    ("mark_unpaid", "project=sito&id=acconto"),
    ("mark_unread", "client=anna"),
    ("merge_leads", "kept=lead&gone=altro&version="),
    ("move_lead", "id=lead.new&to=won&page=board"),
    ("move_quote_item", "project=sito&id=voce&to=up"),
    ("new_slug", "client=anna&seen=anna-verdi-x7k2"),
    ("snooze", "client=anna&shown=&form[note]=Ciao"),
    ("remove_logo", "version=&scheme=light"),
    ("delete_deliveries", "source=&outcome=&until=4102444800000"),
    ("replay_deliveries", "ids[0]=arrivo&source=&outcome=&after="),
    ("replay_delivery", "id=arrivo"),
    ("replay_quarantine", "id=fonte"),
    ("reply", "client=anna&channel=anna&form[text]=Ciao&form[id]=nuovo"),
    ("resume", "client=anna&shown="),
    ("retry_notification", "id=n&shown="),
    ("retry_notifications", ""),
    ("rotate_source_key", "id=fonte&seen="),
    ("rotate_token", "client=anna&seen=no"),
    ("save_arrival_days", "version=&form[delivery_days]=30"),
    ("save_client", "client=anna&version=&form[name]=Altra"),
    ("save_deliverable", "project=sito&id=mockup&version=&form[title]=Altra"),
    ("save_document", "project=sito&id=documento&version=&form[name]=Altro"),
    ("save_lead", "id=lead&version=&form[name]=Altro"),
    ("save_contact_form", "id=fonte&version=&form[intro]=Ciao"),
    ("save_mapping", "id=fonte&version=&delivery=&form[name]=/nome"),
    ("save_notifications", "version=&form[notify]=never"),
    ("save_note", "project=sito&id=nota&version=&form[text]=Altra"),
    ("save_payment", "project=sito&id=acconto&version=&form[label]=Altro"),
    ("save_phase", "project=sito&id=design&version=&form[name]=Altra"),
    ("save_project", "project=sito&version=&form[name]=Altro"),
    ("save_quote", "project=sito&version=&form[number]=1/2026"),
    ("save_quote_item", "project=sito&id=voce&version=&form[description]=Altra"),
    ("save_quote_settings", "version=&form[vat_rate]=10"),
    ("save_settings", "version=&form[agency_name]=Altra"),
    ("save_source", "id=fonte&version=&form[name]=Altra&form[kind]=auto"),
    ("save_task", "project=sito&id=home&version=&form[title]=Altro"),
    ("save_time_entry", "project=sito&id=ora&version=&form[minutes]=5"),
    ("separate_leads", "lead=lead&merge=unione&gone=altro"),
    ("set_deliverable_status", "project=sito&set=mockup~pending~in_review"),
    ("set_deliveries_aside", "ids[0]=arrivo&source=&outcome=&after="),
    ("set_delivery_aside", "id=arrivo"),
    ("set_task_status", "project=sito&set=home~todo~done"),
    ("start_timer", "project=sito&id=nuova&form[description]=Altra"),
    ("stop_timer", "project=sito&id=ora"),
    ("switch_source", "id=fonte&version=&to=off"),
    ("take_step", "project=sito&id=phase-sviluppo&to=phases&before=phase-design"),
];

/// Paths that are not pages.
const DOWNLOADS: [&str; 4] = [
    "/admin/export/leads.csv",
    "/admin/export/time-entries.csv",
    "/admin/export/payments.csv",
    "/admin/export/atrio.json",
];

/// The paths of all registered functions.
fn registered_functions() -> BTreeSet<String> {
    server_fn_paths().map(|(path, _)| path.to_owned()).collect()
}

#[test]
fn every_server_function_is_listed_as_public_or_admin() {
    let open = PUBLIC_FUNCTIONS.iter().map(|name| format!("/rpc/{name}"));
    let closed = ADMIN_FUNCTIONS.iter().map(|(name, _)| format!("/rpc/admin/{name}"));
    let listed: BTreeSet<String> = open.chain(closed).collect();
    assert_eq!(listed.len(), PUBLIC_FUNCTIONS.len() + ADMIN_FUNCTIONS.len(), "no function is listed twice");
    let registered = registered_functions();
    let unlisted: Vec<_> = registered.difference(&listed).collect();
    let unregistered: Vec<_> = listed.difference(&registered).collect();
    assert!(unlisted.is_empty(), "missing from PUBLIC_FUNCTIONS and ADMIN_FUNCTIONS: {unlisted:?}");
    assert!(unregistered.is_empty(), "listed but not registered: {unregistered:?}");
}

/// Calls a function as the browser's script does, so that the response contains the error.
async fn call(browser: &mut Browser, name: &str, arguments: &str) -> TestResponse {
    let request = browser.request(Method::POST, &format!("/rpc/admin/{name}"));
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    browser.send(request.body(arguments.to_owned())).await
}

/// Requests without a valid session: anonymous, a client, a forged session, an ended session.
async fn unauthenticated_browsers(atrio: &TestServer) -> [(&'static str, Browser); 4] {
    let mut forger = Browser::new(atrio);
    forger.sign_in().await;
    let mut signed_out = forger.clone();
    signed_out.post(crate::browser::SIGN_OUT, &[]).await;
    signed_out.cookies.clone_from(&forger.cookies);
    for cookie in forger.cookies.values_mut() {
        cookie.insert(0, 'A');
    }
    let mut client = Browser::new(atrio);
    assert_eq!(client.get("/c/anna-verdi-x7k2").await.status, 200);
    [
        ("nobody", Browser::new(atrio)),
        ("a client", client),
        ("a forger", forger),
        ("who has signed out", signed_out),
    ]
}

async fn admin_functions_without_session_return_401(atrio: TestServer) {
    let before = atrio.export().await;
    for (who, mut browser) in unauthenticated_browsers(&atrio).await {
        for (name, arguments) in ADMIN_FUNCTIONS {
            let response = call(&mut browser, name, arguments).await;
            assert_eq!(
                (response.status.as_u16(), response.text.as_str()),
                (401, "\"signed_out\""),
                "{who}: {name}"
            );
            assert!(
                !response.header("location").contains("unsaved="),
                "{who}: {name} does not store the form"
            );
            // The same from a form without JavaScript redirects to the sign-in page.
            let form =
                browser.request(Method::POST, &format!("/rpc/admin/{name}")).header("accept", "text/html");
            let form = form.header("content-type", "application/x-www-form-urlencoded");
            let response = browser.send(form.body(*arguments)).await;
            assert!(matches!(response.status.as_u16(), 302 | 401), "{who}: {name}: {}", response.status);
        }
    }
    assert!(atrio.export().await == before, "the data is unchanged");

    // The missing session was the reason: with one, no call is rejected as signed out.
    let mut admin = Browser::new(&atrio);
    for (name, arguments) in ADMIN_FUNCTIONS {
        if !admin.is_signed_in().await {
            admin.sign_in().await;
        }
        let response = call(&mut admin, name, arguments).await;
        assert!(
            !["\"signed_out\"", "\"garbled\""].contains(&response.text.as_str()),
            "{name}: {}",
            response.text
        );
    }
}

async fn admin_pages_without_session_redirect_to_login(atrio: TestServer) {
    let pages: Vec<_> = pages::routes::admin_paths().collect();
    assert!(pages.len() > 5);
    for page in pages.into_iter().filter(|page| *page != "/admin/login") {
        let page = page.split('/').map(|part| if part.starts_with('{') { "anna" } else { part });
        let page = page.collect::<Vec<_>>().join("/");
        let response = atrio.get(&page).await;
        assert_eq!(response.status, 302, "{page}");
        assert!(
            response.header("location").starts_with("/admin/login"),
            "{page}: {}",
            response.header("location")
        );
        assert_eq!(response.text, "", "{page}");
    }
}

async fn downloads_without_session_redirect_to_login(atrio: TestServer) {
    let mut admin = Browser::new(&atrio);
    admin.sign_in().await;
    for address in DOWNLOADS {
        let response = atrio.get(address).await;
        assert_eq!((response.status.as_u16(), response.text.as_str()), (302, ""), "{address}");
        assert_eq!(admin.get(address).await.status, 200, "{address}");
    }
}

/// Two actions are not server functions: one takes a file, the other calls the webhook of a source.
async fn trials_and_set_logo_require_a_session(atrio: TestServer) {
    let source = r#"{"lead_sources": [{"id": "fonte", "name": "Fonte"}]}"#;
    atrio.store.import(source.as_bytes(), &mut |_, _| {}).await.expect("an import");
    let before = atrio.export().await;
    for (who, mut browser) in unauthenticated_browsers(&atrio).await {
        for (name, kind) in [
            ("try_source", "application/x-www-form-urlencoded"),
            ("try_mail", "application/x-www-form-urlencoded"),
            ("set_logo", "multipart/form-data; boundary=x"),
        ] {
            for (accept, status) in [("*/*", 401), ("text/html", 302)] {
                let request =
                    browser.request(Method::POST, &format!("/rpc/admin/{name}")).header("accept", accept);
                let response = browser.send(request.header("content-type", kind).body("id=fonte")).await;
                assert_eq!(response.status, status, "{who}: {name}");
                let location = response.header("location");
                assert!(status == 401 || location.starts_with("/admin/login"), "{who}: {name}: {location}");
            }
        }
    }
    assert!(atrio.export().await == before, "the data is unchanged");
    let mut admin = Browser::new(&atrio);
    admin.sign_in().await;
    let request = admin.request(Method::POST, "/rpc/admin/try_source").header("accept", "text/html");
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    assert!(
        admin
            .send(request.body("id=fonte"))
            .await
            .header("location")
            .starts_with("/admin/leads/sources/fonte")
    );
    assert!(atrio.export().await != before, "with a session the request changes data");
}
