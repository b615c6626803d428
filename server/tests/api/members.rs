//! Members of the agency: joining, signing in, what ends their sessions, a forgotten password (docs/REFERENCE.md#members).

use std::time::Duration;

use domain::audit::Actor;
use domain::{EmailAddress, Member, MemberDraft, MemberKey, Role};
use serde_json::json;

use crate::browser::{Browser, SIGN_IN, SIGN_OUT};
use crate::mail::mail_server::{Received, Script, start};
use crate::mail::{Sending, mail_config};
use crate::support::{ADMIN_EMAIL, ADMIN_PASSWORD, NOBODY, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    joining_sets_a_password_and_signs_in,
    invitation_stays_valid_after_a_refused_password,
    used_wrong_and_expired_keys_are_404_pages,
    unknown_disabled_and_invited_look_like_a_wrong_password,
    environment_goes_first,
    sign_in_ends_the_session_of_another_account,
    forgotten_password_is_sent_to_members_only,
    forgotten_password_needs_a_mail_server_and_a_csrf_token,
    forgotten_password_is_limited_as_sign_ins_are,
];

on_both_databases![disabled_and_deleted_members_are_signed_out_in_every_process];

pub(crate) const PASSWORD: &str = "una frase qualsiasi";

pub(crate) fn owner() -> Actor {
    Actor::Admin(ADMIN_EMAIL.to_owned())
}

pub(crate) async fn invite(atrio: &TestServer, name: &str, role: Role) -> (Member, String) {
    let email = EmailAddress::parse(&format!("{name}@studio.example")).expect("an address");
    let draft = MemberDraft { name: name.to_owned(), email, role };
    atrio.store.add_member(&owner(), &draft).await.expect("a member")
}

/// A browser of a new member who has joined.
pub(crate) async fn joined(atrio: &TestServer, name: &str, role: Role) -> (Member, Browser) {
    let (member, key) = invite(atrio, name, role).await;
    let mut browser = Browser::new(atrio);
    let joined = browser.post(&MemberKey::Join.path(&key), &[("password", PASSWORD)]).await;
    assert_eq!((joined.status.as_u16(), joined.header("location")), (302, "/admin/today"), "{}", joined.text);
    (member, browser)
}

async fn sign_in(browser: &mut Browser, email: &str, password: &str) -> TestResponse {
    browser.post(SIGN_IN, &[("email", email), ("password", password)]).await
}

async fn joining_sets_a_password_and_signs_in(atrio: TestServer) {
    let (_, key) = invite(&atrio, "luca", Role::Member).await;
    let address = MemberKey::Join.path(&key);
    let mut luca = Browser::new(&atrio);
    let page = luca.get(&address).await;
    assert_eq!((page.status.as_u16(), page.header("x-robots-tag")), (200, "noindex"));
    assert!(
        page.text.contains("luca@studio.example") && page.text.contains("autocomplete=\"new-password\""),
        "{}",
        page.text
    );
    assert!(!luca.is_signed_in().await);

    let joined = luca.post(&address, &[("password", PASSWORD)]).await;
    assert_eq!((joined.status.as_u16(), joined.header("location")), (302, "/admin/today"));
    let session = luca.get("/api/auth/session").await.json();
    assert_eq!(session["user"], json!({ "email": "luca@studio.example", "name": "luca" }));
    assert_eq!(luca.get("/admin/today").await.status, 200);
    luca.post(SIGN_OUT, &[]).await;
    assert!(!luca.is_signed_in().await);
    assert_eq!(sign_in(&mut luca, " LUCA@studio.example ", PASSWORD).await.header("location"), "/admin");
    assert!(luca.is_signed_in().await);

    let mut admin = Browser::new(&atrio);
    admin.sign_in().await;
    assert_eq!(admin.get("/api/auth/session").await.json()["user"], json!({ "email": ADMIN_EMAIL }));
    let log = admin.get("/admin/audit").await.text;
    assert!(log.contains(">luca</bdi></a> ha fatto l’accesso"), "{log}");
}

async fn invitation_stays_valid_after_a_refused_password(atrio: TestServer) {
    let (_, key) = invite(&atrio, "luca.ferri", Role::Member).await;
    let address = MemberKey::Join.path(&key);
    let mut luca = Browser::new(&atrio);
    for (password, words) in [
        ("", "Compila questo campo"),
        ("nove cara", "Almeno 10 caratteri"),
        (&"x".repeat(201), "Al massimo 200"),
        ("1234567890", "più usate"),
        ("Password123", "più usate"),
        ("sono luca.ferri io", "Non usare il nome"),
    ] {
        let refused = luca.post(&address, &[("password", password)]).await;
        assert_eq!(refused.status, 422, "{password}");
        assert!(refused.text.contains(words), "{password}: {}", refused.text);
        assert!(password.is_empty() || !refused.text.contains(password));
        assert!(!luca.is_signed_in().await);
    }
    let mut admin = Browser::new(&atrio);
    admin.sign_in().await;
    for page in [admin.get(&address).await, admin.post(&address, &[("password", "")]).await] {
        assert!(page.text.contains(&format!("ora sei {ADMIN_EMAIL}")), "{}", page.text);
    }
    assert!(!luca.get(&address).await.text.contains("ora sei"));
    assert_eq!(luca.post(&address, &[("password", PASSWORD)]).await.status, 302);
}

async fn used_wrong_and_expired_keys_are_404_pages(atrio: TestServer) {
    let (_, browser) = joined(&atrio, "luca", Role::Member).await;
    let (_, used) = invite(&atrio, "giada", Role::Member).await;
    let mut giada = Browser::new(&atrio);
    assert_eq!(giada.post(&MemberKey::Join.path(&used), &[("password", PASSWORD)]).await.status, 302);
    let (simone, replaced) = invite(&atrio, "simone", Role::Member).await;
    let expired = atrio.store.renew_member_key(&owner(), &simone.id, MemberKey::Join).await.expect("a key");
    atrio.clock.advance(7 * 24 * 3_600_000);
    for key in [NOBODY, &used, &replaced, &expired, "%00", "è"] {
        // Also for somebody who is signed in.
        for mut visitor in [Browser::new(&atrio), browser.clone()] {
            for kind in [MemberKey::Join, MemberKey::Reset] {
                let page = visitor.get(&kind.path(key)).await;
                assert_eq!(page.status, 404, "{key}");
                let hint =
                    if kind == MemberKey::Join { "Chiedi a chi ti ha invitato" } else { "Dalla pagina di accesso" };
                assert!(page.text.contains(hint) || key == "è", "{key}: {}", page.text);
                let refused = visitor.post(&kind.path(key), &[("password", "un'altra frase")]).await;
                assert_eq!(refused.status, 404, "{key}");
            }
        }
    }
    assert!(
        !sign_in(&mut Browser::new(&atrio), "giada@studio.example", "un'altra frase")
            .await
            .header("location")
            .ends_with("/admin")
    );
}

async fn unknown_disabled_and_invited_look_like_a_wrong_password(atrio: TestServer) {
    invite(&atrio, "giada", Role::Owner).await;
    let (luca, _) = joined(&atrio, "luca", Role::Owner).await;
    atrio.store.set_member_disabled(&owner(), &luca.id, true).await.expect("disabled");
    for (email, password) in [
        ("nobody@studio.example", PASSWORD),
        ("giada@studio.example", ADMIN_PASSWORD),
        ("giada@studio.example", ""),
        ("luca@studio.example", PASSWORD),
        ("luca@studio.example", ADMIN_PASSWORD),
        (ADMIN_EMAIL, PASSWORD),
    ] {
        let mut browser = Browser::new(&atrio);
        let refused = sign_in(&mut browser, email, password).await;
        assert_eq!(refused.header("location"), "/admin/login?error=CredentialsSignin", "{email}");
        assert!(!browser.is_signed_in().await, "{email}");
    }
}

/// An import does not ask for the e-mail of the environment.
async fn environment_goes_first(atrio: TestServer) {
    let hash = server::password::hash(PASSWORD).expect("a hash");
    let members = json!({ "members": [
        { "id": "altro", "name": "Un altro", "email": ADMIN_EMAIL, "role": "member", "password_hash": hash },
        { "id": "luca", "name": "Luca", "email": "luca@studio.example", "role": "member", "password_hash": hash },
    ] });
    atrio.import(&members).await;
    let mut browser = Browser::new(&atrio);
    assert!(sign_in(&mut browser, ADMIN_EMAIL, PASSWORD).await.header("location").contains("error="));
    browser.sign_in().await;
    assert_eq!(browser.get("/api/auth/session").await.json()["user"], json!({ "email": ADMIN_EMAIL }));
    assert_eq!(sign_in(&mut browser, "luca@studio.example", PASSWORD).await.header("location"), "/admin");
    assert_eq!(browser.get("/api/auth/session").await.json()["user"]["name"], "Luca");
}

async fn sign_in_ends_the_session_of_another_account(atrio: TestServer) {
    let (_, mut luca) = joined(&atrio, "luca", Role::Member).await;
    let mut shared = Browser::new(&atrio);
    shared.sign_in().await;
    let mut before = shared.clone();
    assert_eq!(sign_in(&mut shared, "luca@studio.example", PASSWORD).await.header("location"), "/admin");
    assert!(!before.is_signed_in().await);
    let mut again = shared.clone();
    sign_in(&mut shared, "luca@studio.example", PASSWORD).await;
    assert!(again.is_signed_in().await && luca.is_signed_in().await, "those of the same person stay");
}

async fn disabled_and_deleted_members_are_signed_out_in_every_process(atrio: TestServer) {
    let other = atrio.another_process().await;
    let (luca, browser) = joined(&atrio, "luca", Role::Member).await;
    let mut there = browser.on_server(&other);
    assert!(there.is_signed_in().await);
    atrio.store.set_member_disabled(&owner(), &luca.id, true).await.expect("disabled");
    assert!(!there.is_signed_in().await && !browser.clone().is_signed_in().await);
    assert_eq!(browser.clone().get("/admin/today").await.status, 302);

    atrio.store.set_member_disabled(&owner(), &luca.id, false).await.expect("enabled");
    assert!(browser.clone().is_signed_in().await);
    let hash = server::password::hash("un'altra frase").expect("a hash").try_into().expect("a hash");
    atrio.store.change_member_password(&luca.id, &hash).await.expect("changed");
    assert!(!browser.on_server(&other).is_signed_in().await, "another password ends sessions");

    let mut again = Browser::new(&atrio);
    sign_in(&mut again, "luca@studio.example", "un'altra frase").await;
    assert!(again.on_server(&other).is_signed_in().await);
    atrio.store.delete_member(&owner(), &luca.id).await.expect("deleted");
    assert!(!again.on_server(&other).is_signed_in().await && !again.is_signed_in().await);
}

async fn with_mail(atrio: &TestServer) -> (TestServer, Received) {
    let (port, received) = start(Script::default()).await;
    (atrio.with_config(|config| config.mail = Some(mail_config(Sending::default(), port))).await, received)
}

/// The path of the address in the newest e-mail, as soon as there are so many.
async fn address_in_email(received: &Received, count: usize) -> String {
    for _ in 0..200 {
        let lines = received.lines().join("\n").replace("=\n", "");
        let addresses: Vec<_> = lines.split("/admin/reset/").skip(1).step_by(2).collect();
        if addresses.len() >= count && lines.matches("\n.\n").count() + usize::from(lines.ends_with("\n.")) >= count {
            let key: String = addresses[count - 1].chars().take(43).collect();
            return MemberKey::Reset.path(&key);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no e-mail: {:?}", received.lines())
}

async fn forgotten_password_is_sent_to_members_only(atrio: TestServer) {
    let (mailing, received) = with_mail(&atrio).await;
    let (_, old) = joined(&atrio, "luca", Role::Member).await;
    invite(&atrio, "giada", Role::Member).await;
    let mut visitor = Browser::new(&mailing);
    assert!(visitor.get("/admin/login").await.text.contains("href=\"/admin/reset\""));
    let mut answers = Vec::new();
    for email in ["nobody@studio.example", "giada@studio.example", ADMIN_EMAIL, "nessuna e-mail", "Luca@studio.example"]
    {
        let answer = visitor.post("/admin/reset", &[("email", email)]).await;
        answers.push((answer.status.as_u16(), answer.text.split_once("<main").expect("a page").1.to_owned()));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0] && answer.0 == 200), "{answers:?}");
    let address = address_in_email(&received, 1).await;
    let recipients = received.lines().into_iter().filter(|line| line.starts_with("RCPT")).collect::<Vec<_>>();
    assert_eq!(recipients, ["RCPT TO:<luca@studio.example>"]);
    assert!(received.has("Subject: Nuova password per Atrio") && received.has("Auto-Submitted: auto-generated"));
    assert!(received.lines().iter().any(|line| line.starts_with("References: <password@")));
    assert!(!received.lines().iter().any(|line| line.starts_with("List-Unsubscribe")));

    assert!(old.clone().is_signed_in().await, "asking for it ends nothing");
    let reset = visitor.post(&address, &[("password", "un'altra frase")]).await;
    assert_eq!((reset.status.as_u16(), reset.header("location")), (302, "/admin/login?reset=1"));
    assert!(visitor.get("/admin/login?reset=1").await.text.contains("Password cambiata"));
    assert!(!old.clone().is_signed_in().await && !visitor.is_signed_in().await);
    assert_eq!(visitor.get(&address).await.status, 404);
    assert_eq!(sign_in(&mut visitor, "luca@studio.example", "un'altra frase").await.header("location"), "/admin");
}

async fn forgotten_password_needs_a_mail_server_and_a_csrf_token(atrio: TestServer) {
    let mut visitor = Browser::new(&atrio);
    assert!(!visitor.get("/admin/login").await.text.contains("/admin/reset"));
    assert_eq!(visitor.get("/admin/reset").await.status, 404);
    assert_eq!(visitor.post("/admin/reset", &[("email", "luca@studio.example")]).await.status, 404);
    let (mailing, _) = with_mail(&atrio).await;
    assert_eq!(mailing.get("/admin/reset").await.status, 200);
    let refused = mailing.post("/admin/reset", "email=luca@studio.example").await;
    assert_eq!(refused.header("location"), "/admin/login?error=MissingCSRF");
}

async fn forgotten_password_is_limited_as_sign_ins_are(atrio: TestServer) {
    let (mailing, _) = with_mail(&atrio).await;
    let mut visitor = Browser::new(&mailing);
    let token = visitor.csrf_token().await;
    let mut statuses = Vec::new();
    for _ in 0..11 {
        let cookies = format!("atrio.csrf={}", visitor.cookies["atrio.csrf"]);
        let request =
            mailing.request_from("192.0.2.7", reqwest::Method::POST, "/admin/reset").header("cookie", cookies);
        let body = crate::browser::form(&[("email", "luca@studio.example"), ("csrfToken", &token)]);
        statuses.push(TestResponse::to(request.body(body)).await.status.as_u16());
    }
    assert_eq!(statuses, [&[200; 10][..], &[429]].concat());
}
