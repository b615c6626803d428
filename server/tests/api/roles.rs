//! What members may do and owners may do on the pages of the agency; for every route: `route_access.rs`.

use domain::Role;
use pages::access::{DAILY_WORK, OWNERS};
use serde_json::json;

use crate::browser::Browser;
use crate::members::joined;
use crate::support::{TestServer, on_sqlite};

on_sqlite![
    pages_of_members_lead_to_nothing_that_is_forbidden,
    changed_role_counts_at_the_next_request,
    owner_invites_disables_and_deletes_a_member,
    account_changes_name_password_and_devices,
    member_finds_the_clients_assigned_to_them,
];

/// Whether an address matches a route with parameters.
fn is_route(address: &str, route: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let (path, route): (Vec<_>, Vec<_>) = (path.split('/').collect(), route.split('/').collect());
    path.len() == route.len() && path.iter().zip(&route).all(|(part, of)| part == of || of.starts_with('{'))
}

async fn pages_of_members_lead_to_nothing_that_is_forbidden(atrio: TestServer) {
    let delivery = json!({
        "lead_sources": [{ "id": "modulo", "name": "Modulo" }],
        "lead_deliveries": [{ "id": "invio", "source_id": "modulo", "body": "nome=Anna", "outcome": "quarantined" }],
    });
    atrio.import(&delivery).await;
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
        "/admin/leads/deliveries/invio",
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

async fn owner_invites_disables_and_deletes_a_member(atrio: TestServer) {
    let mut marta = joined(&atrio, "marta", Role::Owner).await.1;
    let fields = [("form[name]", "Luca Ferri"), ("form[email]", "luca@studio.example"), ("form[role]", "member")];
    let invited = marta.post("/rpc/admin/invite_member", &fields).await;
    let page = marta.get(invited.header("location")).await.text;
    let key = between(&page, "/admin/join/", "\"").to_owned();
    assert!(page.contains("Luca Ferri") && page.contains("In attesa: il link vale altri 7 giorni"), "{page}");
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
    assert!(page.contains("<details class=\"adder folded\"") && !page.contains("<details open"), "{page}");

    for (old, new, code) in [("sbagliata", other, "wrong"), (crate::members::PASSWORD, "1234567890", "common")] {
        let refused = luca.post("/rpc/admin/change_password", &[("old", old), ("password", new)]).await;
        assert!(refused.header("location").contains(code), "{}", refused.header("location"));
        let page = luca.get(refused.header("location")).await.text;
        assert_eq!(page.matches("<details open class=\"adder folded\"").count(), 1, "{page}");
    }
    let nothing = luca.get("/admin/leads/nessuno").await;
    assert!(nothing.status == 404 && !nothing.text.contains("/admin/leads/sources"), "{}", nothing.text);
    let (mut copy, device) = (luca.clone(), luca.cookies.get("atrio.device").cloned());
    let changed =
        luca.post("/rpc/admin/change_password", &[("old", crate::members::PASSWORD), ("password", other)]).await;
    assert!(changed.header("location").contains("about=password"), "{}", changed.header("location"));
    assert!(luca.is_signed_in().await && !copy.is_signed_in().await);
    assert!(
        device.is_some() && luca.cookies.get("atrio.device") != device.as_ref(),
        "the next sign-in takes over its devices"
    );
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
        std::slice::from_ref(&member.id)
    );

    let thread = "/admin/inbox/anna?channel=anna";
    assert!(luca.get(thread).await.text.contains("aria-pressed=\"true\""));
    let released = luca.post("/rpc/admin/assign_client", &[("client", "anna"), ("thread", "anna")]).await;
    assert_eq!(released.header("location"), thread);
    let head = luca.get(thread).await.text;
    assert!(head.contains("aria-pressed=\"false\"") && head.contains(&field), "{head}");
    luca.post("/rpc/admin/assign_client", &[("client", "anna"), (&*field, "on")]).await;

    for list in ["/admin/clients", "/admin"] {
        let all = luca.get(list).await.text;
        assert!(all.contains(&format!("href=\"{list}?mine=1\"")) && all.contains(">Bruno"), "{all}");
        let mine = luca.get(&format!("{list}?mine=1")).await.text;
        assert!(mine.contains(">Anna") && !mine.contains(">Bruno"), "{mine}");
        assert!(!luca.get(list).await.text.contains(">Bruno"), "the choice is remembered");
        assert!(luca.get(&format!("{list}?mine=0")).await.text.contains(">Bruno"));
    }
    for list in ["/admin/today", "/admin/agenda", "/admin/projects", "/admin/deliverables"] {
        assert!(luca.get(list).await.text.contains(&format!("href=\"{list}?mine=1\"")), "{list}");
        assert!(luca.get(&format!("{list}?mine=1")).await.text.contains(&format!("href=\"{list}?mine=0\"")), "{list}");
        luca.get(&format!("{list}?mine=0")).await;
    }
    let chosen = [("member", member.id.as_str()), ("form[anna]", "on"), ("form[bruno]", "on")];
    assert!(luca.get("/admin/clients").await.text.contains("form=\"assign-chosen\" name=\"form[bruno]\""));
    luca.post("/rpc/admin/assign_clients", &chosen).await;
    assert!(luca.get("/admin/clients?mine=1").await.text.contains(">Bruno"));
    let mut admin = Browser::new(&atrio);
    admin.sign_in().await;
    for list in ["/admin/clients", "/admin/today", "/admin/projects"] {
        assert!(!admin.get(list).await.text.contains("mine=1"), "nobody is assigned to the environment's account");
    }
    luca.post("/rpc/admin/assign_client", &[("client", "anna")]).await;
    assert!(!luca.get("/admin/clients?mine=1").await.text.contains(">Anna"));
}
