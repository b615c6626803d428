//! What members may do and owners may do, for every route of the agency (`pages::access`).

use domain::Role;
use pages::access::{DAILY_WORK, OWNERS};
use reqwest::{Method, StatusCode};
use server::AppState;

use crate::browser::Browser;
use crate::members::joined;
use crate::support::{TestResponse, TestServer, config, on_sqlite};

on_sqlite![
    every_route_of_the_agency_is_for_owners_or_daily_work,
    routes_for_owners_are_forbidden_to_members,
    pages_of_members_lead_to_nothing_that_is_forbidden,
    changed_role_counts_at_the_next_request,
    owner_invites_renews_and_deletes_somebody,
    account_changes_name_password_and_devices,
    member_finds_the_clients_assigned_to_them,
];

fn is_agencys(path: &str) -> bool {
    let sets_password = path.starts_with("/admin/join/") || path.starts_with("/admin/reset");
    let is_within =
        |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    (is_within("/admin") || is_within("/rpc/admin")) && path != "/admin/login" && !sets_password
}

async fn every_route_of_the_agency_is_for_owners_or_daily_work(atrio: TestServer) {
    let state = AppState::new(atrio.store.clone(), config("sqlite:", &atrio.origin)).expect("a state");
    let paths: Vec<_> = server::paths(&state).into_iter().filter(|path| is_agencys(path)).collect();
    for path in &paths {
        let lists = [OWNERS, DAILY_WORK].iter().filter(|list| list.contains(path)).count();
        assert_eq!(lists, 1, "{path} must be in one list of pages/src/access.rs");
    }
    for path in [OWNERS, DAILY_WORK].concat() {
        assert!(paths.contains(&path), "{path} is no route");
    }
}

/// A GET of a page, a POST to an action.
async fn request(browser: &mut Browser, route: &str, accept: &str) -> TestResponse {
    let parts = route.split('/').map(|part| if part.starts_with('{') { "anna" } else { part });
    let path = parts.collect::<Vec<_>>().join("/");
    let method = if path.starts_with("/rpc/") { Method::POST } else { Method::GET };
    let request = browser.request(method, &path).header("accept", accept);
    browser.send(request.header("content-type", "application/x-www-form-urlencoded")).await
}

async fn routes_for_owners_are_forbidden_to_members(atrio: TestServer) {
    let (_, mut luca) = joined(&atrio, "luca", Role::Member).await;
    let before = atrio.export().await;
    for route in OWNERS {
        let refused = request(&mut luca, route, "*/*").await;
        assert_eq!(
            (refused.status, &*refused.text),
            (StatusCode::FORBIDDEN, r#"{"error":"Operazione non consentita"}"#),
            "{route}"
        );
        let refused = request(&mut luca, route, "text/html").await;
        assert_eq!(refused.status, 403, "{route}");
        assert!(refused.text.contains("<h1>Operazione non consentita</h1>"), "{route}: {}", refused.text);
    }
    assert!(atrio.export().await == before, "the data is unchanged");
    for route in DAILY_WORK {
        let (_, mut somebody) = (route, luca.clone());
        assert_ne!(request(&mut somebody, route, "*/*").await.status, 403, "{route}");
    }
    for (number, route) in [OWNERS, DAILY_WORK].concat().into_iter().enumerate() {
        let mut marta = if number == 0 { joined(&atrio, "marta", Role::Owner).await.1 } else { Browser::new(&atrio) };
        if number > 0 {
            marta.sign_in().await;
        }
        assert_ne!(request(&mut marta, route, "*/*").await.status, 403, "{route}");
    }
}

/// Whether an address matches a route with parameters.
fn is_route(address: &str, route: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let (path, route): (Vec<_>, Vec<_>) = (path.split('/').collect(), route.split('/').collect());
    path.len() == route.len() && path.iter().zip(&route).all(|(part, of)| part == of || of.starts_with('{'))
}

async fn pages_of_members_lead_to_nothing_that_is_forbidden(atrio: TestServer) {
    let (_, mut luca) = joined(&atrio, "luca", Role::Member).await;
    for page in [
        "/admin/today",
        "/admin",
        "/admin/inbox/anna",
        "/admin/clients",
        "/admin/clients/anna",
        "/admin/clients/anna?edit=client",
        "/admin/clients/anna?delete=client",
        "/admin/projects",
        "/admin/projects/sito",
        "/admin/projects/sito?edit=project",
        "/admin/projects/sito?delete=project",
        "/admin/projects/sito/quote/sheet",
        "/admin/deliverables",
        "/admin/payments",
        "/admin/hours",
        "/admin/leads",
        "/admin/leads/board",
        "/admin/leads/trends",
        "/admin/leads/deliveries",
        "/admin/search?q=a",
        "/admin/account",
        "/admin/agenda",
    ] {
        let response = luca.get(page).await;
        assert!(matches!(response.status.as_u16(), 200 | 404), "{page}: {}", response.status);
        let targets =
            response.text.split('"').filter(|text| text.starts_with("/admin") || text.starts_with("/rpc/admin"));
        let allowed = |address: &&str| DAILY_WORK.iter().any(|route| is_route(address, route));
        let forbidden: Vec<_> = targets
            .filter(|address| OWNERS.iter().any(|route| is_route(address, route)) && !allowed(address))
            .collect();
        assert!(forbidden.is_empty(), "{page}: {forbidden:?}");
        assert!(
            !response.text.contains(">Impostazioni<") && response.text.contains("href=\"/admin/account\""),
            "{page}"
        );
    }
}

async fn changed_role_counts_at_the_next_request(atrio: TestServer) {
    let (luca, mut browser) = joined(&atrio, "luca", Role::Member).await;
    assert_eq!(browser.get("/admin/audit").await.status, 403);
    atrio.store.set_member_role(&crate::members::owner(), &luca.id, Role::Owner).await.expect("an owner");
    assert_eq!(browser.get("/admin/audit").await.status, 200);
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).unwrap_or_else(|| panic!("{start}: {text}")).1.split(end).next().unwrap_or_default()
}

async fn owner_invites_renews_and_deletes_somebody(atrio: TestServer) {
    let mut marta = joined(&atrio, "marta", Role::Owner).await.1;
    let fields = [("form[name]", "Luca Ferri"), ("form[email]", "luca@studio.example"), ("form[role]", "member")];
    let invited = marta.post("/rpc/admin/invite_member", &fields).await;
    let page = marta.get(invited.header("location")).await.text;
    let key = between(&page, "/admin/join/", "\"").to_owned();
    assert!(page.contains("Luca Ferri") && page.contains("Non ha ancora accettato"), "{page}");
    assert!(!Browser::new(&atrio).get("/admin/settings/people").await.text.contains(&key));

    let taken = marta.post("/rpc/admin/invite_member", &fields).await;
    let page = marta.get(taken.header("location")).await.text;
    assert!(page.contains("value=\"luca@studio.example\"") && page.contains("aria-invalid=\"true\""), "{page}");

    let members = atrio.records("members").await;
    let id = members.iter().find(|member| member["name"] == "Luca Ferri").expect("the member")["id"]
        .as_str()
        .expect("an id");
    let renewed = marta.post("/rpc/admin/renew_invitation", &[("id", id)]).await;
    let page = marta.get(renewed.header("location")).await.text;
    let renewed = between(&page, "/admin/join/", "\"").to_owned();
    assert_eq!(marta.get(&format!("/admin/join/{key}")).await.status, 404, "it was replaced");
    let mut luca = Browser::new(&atrio);
    luca.post(&format!("/admin/join/{renewed}"), &[("password", crate::members::PASSWORD)]).await;
    assert!(luca.is_signed_in().await);

    let html = [("id", id), ("disabled", "true")];
    assert_eq!(marta.post("/rpc/admin/set_member_disabled", &html).await.status, 200);
    assert!(!luca.is_signed_in().await);
    marta.post("/rpc/admin/delete_member", &[("id", id)]).await;
    assert_eq!(atrio.records("members").await.len(), 1);
    let log = marta.get("/admin/audit").await.text;
    assert!(log.contains(">marta</bdi></a> ha eliminato dallo studio"), "{log}");
}

async fn account_changes_name_password_and_devices(atrio: TestServer) {
    let (_, mut luca) = joined(&atrio, "luca", Role::Member).await;
    let mut elsewhere = Browser::new(&atrio);
    let other = "un'altra frase";
    let sign_in = [("email", "luca@studio.example"), ("password", crate::members::PASSWORD)];
    elsewhere.post(crate::browser::SIGN_IN, &sign_in).await;
    let page = luca.get("/admin/account").await.text;
    assert_eq!(page.matches("Un programma").count(), 2, "{page}");
    luca.post("/rpc/admin/end_other_sessions", &[]).await;
    assert!(!elsewhere.is_signed_in().await && luca.is_signed_in().await);

    let version = between(&page, "name=\"version\" value=\"", "\"");
    let form = [
        ("form[name]", "Luca Ferri"),
        ("form[email]", "l@studio.example"),
        ("form[language]", "en"),
        ("version", version),
    ];
    luca.post("/rpc/admin/save_account", &form).await;
    assert_eq!(luca.get("/api/auth/session").await.json()["user"]["name"], "Luca Ferri");
    let page = luca.get("/admin/account").await.text;
    assert!(page.contains("Your account") && page.contains("value=\"l@studio.example\""), "{page}");

    for (old, new, code) in [("sbagliata", other, "wrong"), (crate::members::PASSWORD, "1234567890", "common")] {
        let refused = luca.post("/rpc/admin/change_password", &[("old", old), ("password", new)]).await;
        assert!(refused.header("location").contains(code), "{}", refused.header("location"));
    }
    let mut copy = luca.clone();
    let changed =
        luca.post("/rpc/admin/change_password", &[("old", crate::members::PASSWORD), ("password", other)]).await;
    assert!(changed.header("location").contains("about=password"), "{}", changed.header("location"));
    assert!(luca.is_signed_in().await && !copy.is_signed_in().await);
}

async fn member_finds_the_clients_assigned_to_them(atrio: TestServer) {
    let (member, mut luca) = joined(&atrio, "luca", Role::Member).await;
    let page = luca.get("/admin/clients/anna").await.text;
    let box_name = format!("name=\"form[{}]\"", member.id);
    assert!(page.contains(&box_name) && page.contains("Chi lo segue"), "{page}");
    let field = format!("form[{}]", member.id);
    luca.post("/rpc/admin/assign_client", &[("client", "anna"), (&*field, "on")]).await;
    assert_eq!(
        atrio.store.assigned_members(&domain::id::ClientId::parse("anna").expect("an id")).await.expect("ids"),
        [member.id]
    );

    for list in ["/admin/clients", "/admin"] {
        let all = luca.get(list).await.text;
        assert!(all.contains(&format!("href=\"{list}?mine=1\"")) && all.contains(">Bruno"), "{all}");
        let mine = luca.get(&format!("{list}?mine=1")).await.text;
        assert!(mine.contains(">Anna") && !mine.contains(">Bruno"), "{mine}");
    }
    let mut admin = Browser::new(&atrio);
    admin.sign_in().await;
    assert!(
        !admin.get("/admin/clients").await.text.contains("mine=1"),
        "nobody is assigned to the environment's account"
    );
    luca.post("/rpc/admin/assign_client", &[("client", "anna")]).await;
    assert!(!luca.get("/admin/clients?mine=1").await.text.contains(">Anna"));
}
