//! The second factor of members: switching it on, the second step of a sign-in, what takes it off
//! (docs/REFERENCE.md#second-factor).

use domain::{MemberKey, Role};
use reqwest::{Method, header};
use totp_rs::{Builder, Secret, Totp};

use crate::browser::{Browser, SIGN_IN, SIGN_OUT, form};
use crate::members::{PASSWORD, joined, owner};
use crate::support::{ADMIN_EMAIL, ADMIN_PASSWORD, TestResponse, TestServer, on_sqlite};

on_sqlite![
    account_page_enables_second_factor_and_shows_recovery_codes_once,
    renewing_recovery_codes_and_disabling_second_factor_require_the_password,
    sign_in_asks_for_code_after_password,
    code_can_be_sent_with_the_password,
    expired_forged_and_foreign_code_step_cookies_are_refused,
    owner_removes_second_factor_of_another_member,
    every_sign_in_computes_one_password_hash,
    too_many_passwords_for_one_email_return_429_pages,
];

const EMAIL: &str = "luca@studio.example";
const WRONG: &str = "/admin/login?error=CredentialsSignin";
const CODE_REQUIRED: &str = "/admin/login?error=CodeRequired";

/// A member with a second factor, who has signed out.
struct Luca {
    atrio: TestServer,
    browser: Browser,
    key: String,
    recovery_codes: Vec<String>,
}

impl Luca {
    async fn new(atrio: &TestServer) -> Self {
        let (_, mut browser) = joined(atrio, "luca", Role::Owner).await;
        browser.post("/rpc/admin/start_second_factor", &[]).await;
        let key = key_on(&browser.get("/admin/account").await.text);
        let mut luca = Self { atrio: atrio.clone(), browser, key, recovery_codes: Vec::new() };
        let code = luca.code();
        let on = luca.browser.post("/rpc/admin/confirm_second_factor", &[("code", &code)]).await;
        assert_eq!(on.header("location"), "/admin/account#second-factor");
        luca.recovery_codes = recovery_codes_on(&luca.browser.get("/admin/account").await.text);
        luca.browser.post(SIGN_OUT, &[]).await;
        luca.browser.cookies.clear();
        atrio.clock.advance(30_000);
        luca
    }

    fn totp(&self) -> Totp {
        Builder::new().with_secret(Secret::try_from_base32(&self.key).unwrap()).build().unwrap()
    }

    fn seconds(&self) -> u64 {
        u64::try_from(self.atrio.store.clock().now().as_millis() / 1000).unwrap()
    }

    /// What the app shows.
    fn code(&self) -> String {
        self.totp().generate(self.seconds()).to_string()
    }

    /// The first code from now on that the app shows at no other time within five days: of each hundred codes, one or two come
    /// again.
    fn unique_code(&self) -> String {
        loop {
            let (totp, now, days) = (self.totp(), self.seconds(), 5 * 24 * 60 * 60);
            let code = self.code();
            let mut steps = (now - days..now + days).step_by(30);
            if !steps.any(|time| time != now && totp.generate(time).to_string() == code) {
                return code;
            }
            self.atrio.clock.advance(30_000);
        }
    }

    async fn sign_in(&mut self, fields: &[(&str, &str)]) -> TestResponse {
        self.browser.post(SIGN_IN, fields).await
    }

    async fn type_password(&mut self) {
        let asked = self.sign_in(&[("email", EMAIL), ("password", PASSWORD)]).await;
        assert_eq!((asked.status.as_u16(), asked.header("location")), (302, CODE_REQUIRED));
        assert!(!self.browser.is_signed_in().await);
    }
}

/// In the address for the app.
fn key_on(page: &str) -> String {
    let (_, rest) = page.split_once("?secret=").unwrap_or_else(|| panic!("{page}"));
    rest.chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn recovery_codes_on(page: &str) -> Vec<String> {
    let (_, list) = page.split_once("id=\"recovery-codes\"").unwrap_or_else(|| panic!("{page}"));
    let list = list.split_once("</ul>").unwrap().0;
    list.split("<li>").skip(1).map(|item| item.split('<').next().unwrap().to_owned()).collect()
}

async fn account_page_enables_second_factor_and_shows_recovery_codes_once(atrio: TestServer) {
    let mut admin = Browser::new(&atrio);
    admin.sign_in().await;
    assert!(!admin.get("/admin/account").await.text.contains("due passaggi"), "the environment has none");
    let refused = admin.post("/rpc/admin/start_second_factor", &[]).await;
    assert!(refused.header("location").contains("error="), "{}", refused.header("location"));

    let (_, mut browser) = joined(&atrio, "luca", Role::Member).await;
    let page = browser.get("/admin/account").await.text;
    assert!(page.contains("Accesso in due passaggi") && !page.contains("otpauth"), "{page}");
    browser.post("/rpc/admin/start_second_factor", &[]).await;
    let page = browser.get("/admin/account").await;
    assert_eq!(page.header("cache-control"), "no-store");
    assert!(page.text.contains("<svg") && page.text.contains("autocomplete=\"one-time-code\""), "{}", page.text);
    let mut luca = Luca { atrio: atrio.clone(), key: key_on(&page.text), browser, recovery_codes: Vec::new() };
    let confirm = "/rpc/admin/confirm_second_factor";
    let code = luca.unique_code();
    for (minutes, words) in [(-180, "avanti di 180 minuti"), (5, "indietro di 5 minuti"), (3000, "non è giusto")] {
        atrio.clock.advance(minutes * 60_000);
        let refused = luca.browser.post(confirm, &[("code", &code)]).await;
        let page = luca.browser.get(refused.header("location")).await.text;
        assert!(page.contains(words), "{words}: {page}");
        atrio.clock.advance(-minutes * 60_000);
    }
    let on = luca.browser.post(confirm, &[("code", &format!(" {} {} ", &code[..3], &code[3..]))]).await;
    assert_eq!(on.header("location"), "/admin/account#second-factor");
    let line = luca.browser.set_cookie_line("atrio.recovery-codes").expect("a cookie");
    assert!(line.contains("Path=/admin/account; Max-Age=600; HttpOnly; SameSite=Lax"), "{line}");
    let page = luca.browser.get("/admin/account").await.text;
    let codes = recovery_codes_on(&page);
    assert_eq!(codes.len(), 10, "{page}");
    assert!(codes.iter().all(|code| code.len() == 9 && code.as_bytes()[4] == b'-'), "{codes:?}");
    let page = luca.browser.get("/admin/account").await.text;
    assert!(page.contains("Ti restano 10 codici") && !codes.iter().any(|code| page.contains(code)), "{page}");
    assert!(!page.contains(&luca.key));
}

async fn renewing_recovery_codes_and_disabling_second_factor_require_the_password(atrio: TestServer) {
    let mut luca = Luca::new(&atrio).await;
    let code = luca.code();
    luca.sign_in(&[("email", EMAIL), ("password", PASSWORD), ("code", &code)]).await;
    let change = "/rpc/admin/change_second_factor";
    for what in ["codes", "off"] {
        let refused = luca.browser.post(change, &[("password", "sbagliata"), ("change", what)]).await;
        let page = luca.browser.get(refused.header("location")).await.text;
        assert!(page.contains("La password non è giusta") && page.contains("Ti restano 10"), "{page}");
    }
    luca.browser.post(change, &[("password", PASSWORD), ("change", "codes")]).await;
    let renewed = recovery_codes_on(&luca.browser.get("/admin/account").await.text);
    assert!(renewed.len() == 10 && renewed != luca.recovery_codes);
    luca.browser.post(change, &[("password", PASSWORD), ("change", "off")]).await;
    assert!(luca.browser.is_signed_in().await);
    let again = luca.sign_in(&[("email", EMAIL), ("password", PASSWORD)]).await;
    assert_eq!(again.header("location"), "/admin");
    let log = luca.browser.get("/admin/audit").await.text;
    for words in ["ha attivato l’accesso in due passaggi di", "ha rifatto i codici", "ha disattivato l’accesso in due"]
    {
        assert!(log.contains(words), "{words}: {log}");
    }
}

async fn sign_in_asks_for_code_after_password(atrio: TestServer) {
    let mut luca = Luca::new(&atrio).await;
    let asked = luca.sign_in(&[("email", EMAIL), ("password", PASSWORD), ("callbackUrl", "/admin/leads")]).await;
    assert_eq!(asked.header("location"), "/admin/login?callbackUrl=%2Fadmin%2Fleads&error=CodeRequired");
    let line = luca.browser.set_cookie_line("atrio.code").expect("a cookie");
    assert!(line.contains("HttpOnly") && line.contains("Max-Age=300"), "{line}");
    let page = luca.browser.get(asked.header("location")).await.text;
    assert!(page.contains("autocomplete=\"one-time-code\"") && !page.contains("name=\"password\""), "{page}");
    assert!(page.contains("value=\"/admin/leads\""), "{page}");
    assert!(!luca.browser.is_signed_in().await);
    assert!(luca.browser.get("/admin/login").await.text.contains("name=\"password\""), "it begins anew");

    let wrong = luca.sign_in(&[("code", "000 000")]).await;
    assert_eq!(wrong.header("location"), WRONG);
    let page = luca.browser.get(WRONG).await.text;
    assert!(page.contains("Il codice non è giusto") && page.contains("one-time-code"), "{page}");
    let mut copy = luca.browser.clone();
    let code = luca.code();
    let opened =
        luca.sign_in(&[("code", &format!("{} {}", &code[..3], &code[3..])), ("callbackUrl", "/admin/leads")]).await;
    assert_eq!(opened.header("location"), "/admin/leads");
    assert!(luca.browser.is_signed_in().await && !luca.browser.cookies.contains_key("atrio.code"));
    assert_eq!(copy.post(SIGN_IN, &[("code", &code)]).await.header("location"), WRONG, "a used code");

    luca.browser.post(SIGN_OUT, &[]).await;
    luca.type_password().await;
    let recovery = luca.recovery_codes[3].to_lowercase();
    assert_eq!(luca.sign_in(&[("code", &recovery)]).await.header("location"), "/admin");
    let log = luca.browser.get("/admin/audit").await.text;
    luca.browser.post(SIGN_OUT, &[]).await;
    luca.type_password().await;
    assert_eq!(luca.sign_in(&[("code", &recovery)]).await.header("location"), WRONG, "a used recovery code");
    assert!(log.contains("ha usato un codice di recupero di"), "{log}");
}

async fn code_can_be_sent_with_the_password(atrio: TestServer) {
    let mut luca = Luca::new(&atrio).await;
    let code = luca.code();
    for (password, code) in [(PASSWORD, "000000"), (PASSWORD, "abc"), ("sbagliata", &code)] {
        let wrong = luca.sign_in(&[("email", EMAIL), ("password", password), ("code", code)]).await;
        assert_eq!(wrong.header("location"), WRONG, "{code}");
        assert!(!luca.browser.is_signed_in().await && !luca.browser.cookies.contains_key("atrio.code"));
    }
    let right = luca.sign_in(&[("email", EMAIL), ("password", PASSWORD), ("code", &code)]).await;
    assert_eq!(right.header("location"), "/admin");
    assert!(luca.browser.is_signed_in().await);

    joined(&atrio, "giada", Role::Member).await;
    for (email, password) in [("giada@studio.example", PASSWORD), (ADMIN_EMAIL, ADMIN_PASSWORD)] {
        let mut browser = Browser::new(&atrio);
        let opened = browser.post(SIGN_IN, &[("email", email), ("password", password), ("code", "123456")]).await;
        assert_eq!(opened.header("location"), "/admin", "who has no second factor needs no code");
        assert!(browser.is_signed_in().await);
    }
    // A page whose cookie is lost asks for everything.
    let page = Browser::new(&atrio).get(CODE_REQUIRED).await.text;
    assert!(page.contains("name=\"password\"") && page.contains("autocomplete=\"one-time-code\""), "{page}");
}

async fn expired_forged_and_foreign_code_step_cookies_are_refused(atrio: TestServer) {
    let mut luca = Luca::new(&atrio).await;
    luca.type_password().await;
    let cookie = luca.browser.cookies["atrio.code"].clone();
    let id = atrio.records("members").await[0]["id"].as_str().unwrap().to_owned();
    let device = format!("9999999999999.x.x.{id}.{}", cookie.rsplit_once('.').unwrap().1);
    for forged in ["", ".", "x.y", &cookie[1..], &cookie.replacen('1', "2", 1), &device] {
        let mut browser = luca.browser.clone();
        browser.cookies.insert("atrio.code".to_owned(), forged.to_owned());
        assert_eq!(browser.post(SIGN_IN, &[("code", &luca.code())]).await.header("location"), WRONG, "{forged}");
        assert!(!browser.is_signed_in().await);
    }
    let mut late = luca.browser.clone();
    atrio.clock.advance(5 * 60_000);
    assert_eq!(late.post(SIGN_IN, &[("code", &luca.code())]).await.header("location"), WRONG);
    let page = late.get(WRONG).await.text;
    assert!(page.contains("più di cinque minuti") && page.contains("name=\"password\""), "{page}");

    // Another password ends it, and leaves the second factor; so does disabling.
    luca.type_password().await;
    let mut before = luca.browser.clone();
    let member = atrio.store.member_by_email(EMAIL).await.unwrap().unwrap();
    let key = atrio.store.renew_member_key(&owner(), &member.id, MemberKey::Reset).await.unwrap();
    let other = "un'altra frase";
    luca.browser.post(&MemberKey::Reset.path(&key), &[("password", other)]).await;
    assert_eq!(before.post(SIGN_IN, &[("code", &luca.code())]).await.header("location"), WRONG);
    let asked = luca.sign_in(&[("email", EMAIL), ("password", other)]).await;
    assert_eq!(asked.header("location"), CODE_REQUIRED, "a reset leaves the second factor");
    atrio.store.set_member_disabled(&owner(), &member.id, true).await.unwrap();
    let code = luca.code();
    assert_eq!(luca.sign_in(&[("code", &code)]).await.header("location"), WRONG);
}

async fn owner_removes_second_factor_of_another_member(atrio: TestServer) {
    let mut luca = Luca::new(&atrio).await;
    let id = atrio.records("members").await[0]["id"].as_str().unwrap().to_owned();
    let code = luca.code();
    luca.sign_in(&[("email", EMAIL), ("password", PASSWORD), ("code", &code)]).await;
    let take_off = "/rpc/admin/remove_second_factor";
    let own = luca.browser.post(take_off, &[("id", &id)]).await;
    assert!(own.status != 200 || own.text.contains("error"), "{} {}", own.status, own.text);
    luca.browser.post(SIGN_OUT, &[]).await;
    luca.type_password().await;

    let mut admin = Browser::new(&atrio);
    admin.sign_in().await;
    let page = admin.get("/admin/settings/people").await.text;
    assert!(page.contains("Togli i due passaggi") && !page.contains(&luca.key), "{page}");
    admin.post(take_off, &[("id", &id)]).await;
    assert!(!admin.get("/admin/settings/people").await.text.contains("Togli i due passaggi"));
    let log = admin.get("/admin/audit").await.text;
    assert!(log.contains("ha disattivato l’accesso in due passaggi di"), "{log}");
    assert_eq!(luca.sign_in(&[("email", EMAIL), ("password", PASSWORD)]).await.header("location"), "/admin");
}

/// So that nobody can tell from the time whether an e-mail is known, and of whom.
async fn every_sign_in_computes_one_password_hash(atrio: TestServer) {
    let mut luca = Luca::new(&atrio).await;
    joined(&atrio, "giada", Role::Member).await;
    let (simone, _) = joined(&atrio, "simone", Role::Member).await;
    atrio.store.set_member_disabled(&owner(), &simone.id, true).await.unwrap();
    crate::members::invite(&atrio, "invitata", Role::Member).await;

    let (counting, state) = atrio.with_state(|_| ()).await;
    let code = luca.code();
    let mut count = 0;
    for (email, password, code, location) in [
        ("nobody@studio.example", PASSWORD, "", WRONG),
        ("", "", "123456", WRONG),
        ("nessuna e-mail", "", "", WRONG),
        ("giada@studio.example", "sbagliata", "", WRONG),
        ("giada@studio.example", PASSWORD, "", "/admin"),
        ("simone@studio.example", PASSWORD, "", WRONG),
        ("invitata@studio.example", PASSWORD, "", WRONG),
        (ADMIN_EMAIL, "sbagliata", "", WRONG),
        (ADMIN_EMAIL, ADMIN_PASSWORD, "", "/admin"),
        (EMAIL, "sbagliata", &code, WRONG),
        (EMAIL, PASSWORD, "", CODE_REQUIRED),
        (EMAIL, PASSWORD, "000000", WRONG),
        (EMAIL, PASSWORD, &code, "/admin"),
    ] {
        let fields = [("email", email), ("password", password), ("code", code)];
        let answer = Browser::new(&counting).post(SIGN_IN, &fields).await;
        count += 1;
        assert_eq!((answer.header("location"), state.password_checks.count()), (location, count), "{email} {code}");
    }
    luca.browser = luca.browser.on_server(&counting);
    luca.type_password().await;
    luca.sign_in(&[("code", "000000")]).await;
    assert_eq!(state.password_checks.count(), count + 1, "a code alone checks none");
}

async fn too_many_passwords_for_one_email_return_429_pages(atrio: TestServer) {
    let (luca, _) = joined(&atrio, "luca", Role::Member).await;
    let key = atrio.store.renew_member_key(&owner(), &luca.id, MemberKey::Reset).await.unwrap();
    let path = MemberKey::Reset.path(&key);
    let set = async |password: &str| {
        let request = atrio.request_from("192.0.2.7", Method::POST, &path).header(header::ACCEPT, "text/html");
        TestResponse::to(request.body(form(&[("password", password)]))).await
    };
    for _ in 0..10 {
        assert_eq!(set("corta").await.status, 422);
    }
    atrio.clock.advance(1000);
    let refused = set("un'altra frase").await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, "179"));
    assert!(refused.text.contains("Troppi tentativi") && refused.text.contains("fra 3 minuti"), "{}", refused.text);
    atrio.clock.advance(179_000);
    assert_eq!(set("un'altra frase").await.header("location"), "/admin/login?reset=1", "the address was not used up");
}
