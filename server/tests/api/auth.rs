//! `/api/auth/*`: response shapes compatible with Auth.js (docs/REFERENCE.md#sign-in-endpoints).

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::browser::{Browser, SIGN_IN, SIGN_OUT, form};
use crate::support::{ADMIN_EMAIL, ADMIN_PASSWORD, TestResponse, TestServer, on_both_databases, on_sqlite};

on_sqlite![
    csrf_token_is_bound_to_its_cookie,
    providers_lists_credentials_only,
    sign_in_creates_a_session,
    signin_redirects_to_login_page,
    unknown_auth_actions_return_404_and_methods_405,
    callback_url_is_followed_within_origin_only,
    x_auth_return_redirect_returns_url_as_json,
    refused_sign_in_keeps_the_email,
    failed_sign_in_keeps_callback_url_of_same_origin,
    missing_csrf_token_skips_password_check,
    cross_origin_auth_requests_return_403,
    sign_out_redirects_to_login_and_ends_session,
];

on_both_databases![unknown_email_and_wrong_password_look_the_same, malformed_auth_bodies_redirect_with_error];

const MISSING_CSRF_URL: &str = "/admin/login?error=MissingCSRF";
const WRONG_PASSWORD_URL: &str = "/admin/login?error=CredentialsSignin";

fn assert_redirects(response: &TestResponse, to: &str) {
    assert_eq!((response.status, response.header("location")), (StatusCode::FOUND, to), "{}", response.text);
}

async fn csrf_token_is_bound_to_its_cookie(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    let token = anna.csrf_token().await;
    assert_eq!(token.len(), 43);
    let line = anna.set_cookie_line("atrio.csrf").expect("a cookie").to_owned();
    for attribute in ["; HttpOnly", "; SameSite=Lax", "; Path=/"] {
        assert!(line.contains(attribute), "{line}");
    }
    assert!(!line.contains("Secure") && !line.contains("Domain"), "{line}");
    assert_eq!(anna.csrf_token().await, token, "the same browser gets the same token");
    assert!(anna.set_cookies.is_empty());
    assert_ne!(Browser::new(&atrio).csrf_token().await, token, "another browser gets another token");

    let original = anna.cookies["atrio.csrf"].clone();
    for forged in [token.clone(), format!("{token}."), original.replace(&token[..4], "AAAA"), "è\0".into(), ".".into()]
    {
        anna.cookies.insert("atrio.csrf".into(), forged.replace('\0', "%00"));
        assert_ne!(anna.csrf_token().await, token, "{forged}");
    }
}

async fn providers_lists_credentials_only(atrio: TestServer) {
    let providers = atrio.get("/api/auth/providers").await;
    let base = format!("{}/api/auth", atrio.origin);
    let expected = format!(
        r#"{{"credentials":{{"id":"credentials","name":"Credentials","type":"credentials","signinUrl":"{base}/signin","callbackUrl":"{base}/callback/credentials"}}}}"#
    );
    assert_eq!((providers.status.as_u16(), providers.text.as_str()), (200, expected.as_str()));
    providers.json();
}

async fn sign_in_creates_a_session(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    anna.get("/api/auth/session").await.assert_json(200, &Value::Null);
    anna.sign_in().await;
    let session = anna.get("/api/auth/session").await;
    let expected = format!(r#"{{"user":{{"email":"{ADMIN_EMAIL}"}},"expires":"2026-11-27T10:00:00.000Z"}}"#);
    assert_eq!(session.text, expected);
    session.json();
    assert_eq!(anna.get("/admin").await.status, 200);
}

async fn signin_redirects_to_login_page(atrio: TestServer) {
    assert_redirects(&atrio.get("/api/auth/signin").await, "/admin/login");
    assert_redirects(
        &atrio.get("/api/auth/signin?callbackUrl=%2Fadmin%2Fleads").await,
        "/admin/login?callbackUrl=%2Fadmin%2Fleads",
    );
    assert_redirects(&atrio.get("/api/auth/signin?callbackUrl=https://evil.example").await, "/admin/login");
    assert_redirects(&atrio.get("/api/auth/signin?callbackUrl=%FF%00&&=").await, "/admin/login");
    let head = TestResponse::to(atrio.request(Method::HEAD, "/api/auth/signin")).await;
    assert_redirects(&head, "/admin/login");
}

async fn unknown_auth_actions_return_404_and_methods_405(atrio: TestServer) {
    for path in ["", "/", "/error", "/signin/credentials", "/callback", "/callback/google", "/csrf/", "/_log", "/%00"] {
        for method in [Method::GET, Method::POST] {
            let response = TestResponse::to(atrio.request(method, &format!("/api/auth{path}"))).await;
            response.assert_error(404, "Non trovato");
        }
    }
    for (path, allow) in [
        ("csrf", "GET,HEAD"),
        ("providers", "GET,HEAD"),
        ("session", "GET,HEAD"),
        ("signin", "GET,HEAD"),
        ("callback/credentials", "POST"),
        ("signout", "POST"),
    ] {
        for method in [Method::OPTIONS, Method::PUT, if allow == "POST" { Method::GET } else { Method::POST }] {
            let response = TestResponse::to(atrio.request(method, &format!("/api/auth/{path}"))).await;
            response.assert_error(405, "Metodo non consentito");
            assert_eq!(response.header("allow"), allow, "{path}");
        }
    }
}

async fn callback_url_is_followed_within_origin_only(atrio: TestServer) {
    let own = format!("{}/admin/clients", atrio.origin);
    for (wanted, location) in [
        ("/admin/inbox/anna?channel=design", "/admin/inbox/anna?channel=design"),
        (own.as_str(), own.as_str()),
        ("https://evil.example/admin", "/admin"),
        ("//evil.example", "/admin"),
        ("/\\evil.example", "/admin"),
        ("/\n/evil.example", "/admin"),
        ("javascript:alert(1)", "/admin"),
        ("", "/admin"),
    ] {
        let mut anna = Browser::new(&atrio);
        let fields = [("email", ADMIN_EMAIL), ("password", ADMIN_PASSWORD), ("callbackUrl", wanted)];
        assert_redirects(&anna.post(SIGN_IN, &fields).await, location);
        assert!(anna.is_signed_in().await, "{wanted}");
    }
}

async fn x_auth_return_redirect_returns_url_as_json(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    let token = anna.csrf_token().await;
    for (path, body, url) in [
        (SIGN_IN, json!({}), MISSING_CSRF_URL),
        (SIGN_IN, json!({"csrfToken": token, "email": ADMIN_EMAIL, "password": "no"}), WRONG_PASSWORD_URL),
        (
            SIGN_IN,
            json!({"csrfToken": token, "email": ADMIN_EMAIL, "password": ADMIN_PASSWORD, "callbackUrl": "/admin/leads"}),
            "/admin/leads",
        ),
        (SIGN_OUT, json!({"csrfToken": token}), "/admin/login"),
    ] {
        let request = anna.request(Method::POST, path).header("x-auth-return-redirect", "1").body(body.to_string());
        let response = anna.send(request).await;
        response.assert_json(200, &json!({ "url": url }));
    }
}

async fn refused_sign_in_keeps_the_email(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    let token = anna.csrf_token().await;
    for (typed, kept) in [("la mia password", false), ("Anna+1@example.it", true)] {
        let fields = [("email", typed), ("password", "sbagliata"), ("csrfToken", &*token)];
        let request = anna.request(Method::POST, SIGN_IN).header("accept", "text/html").body(form(&fields));
        assert_redirects(&anna.send(request).await, WRONG_PASSWORD_URL);
        let page = anna.get(WRONG_PASSWORD_URL).await.text;
        assert_eq!(page.contains("value=\"anna+1@example.it\""), kept, "{typed}: {page}");
        assert!(!page.contains("la mia password"), "{page}");
    }
    anna.sign_in().await;
    assert!(!anna.cookies.contains_key("atrio.typed-email"));
}

async fn unknown_email_and_wrong_password_look_the_same(atrio: TestServer) {
    for (email, password) in [
        (ADMIN_EMAIL, "sbagliata"),
        (ADMIN_EMAIL, ""),
        ("nessuno@example.it", ADMIN_PASSWORD),
        ("nessuno@example.it", "sbagliata"),
        ("", ADMIN_PASSWORD),
        ("admin@example.it\0", ADMIN_PASSWORD),
        (ADMIN_EMAIL, "una password lunga "),
        (ADMIN_EMAIL, "una password lunga\0"),
    ] {
        let mut anna = Browser::new(&atrio);
        let response = anna.post(SIGN_IN, &[("email", email), ("password", password)]).await;
        assert_redirects(&response, WRONG_PASSWORD_URL);
        assert!(anna.set_cookies.is_empty() && response.text.is_empty(), "{email:?} {password:?}");
        assert!(!anna.is_signed_in().await);
    }
    let mut anna = Browser::new(&atrio);
    anna.post(SIGN_IN, &[("email", " Admin@Example.IT "), ("password", ADMIN_PASSWORD)]).await;
    assert!(anna.is_signed_in().await, "the e-mail is compared without case and white space");
}

async fn failed_sign_in_keeps_callback_url_of_same_origin(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    let wrong = |callback| [("email", ADMIN_EMAIL), ("password", "sbagliata"), ("callbackUrl", callback)];
    let refused = anna.post(SIGN_IN, &wrong("/admin/inbox/anna?channel=design")).await;
    let page = "/admin/login?callbackUrl=%2Fadmin%2Finbox%2Fanna%3Fchannel%3Ddesign";
    assert_redirects(&refused, &format!("{page}&error=CredentialsSignin"));
    let page = anna.get(refused.header("location")).await.text;
    assert!(page.contains("value=\"/admin/inbox/anna?channel=design\""), "{page}");
    for callback in ["https://evil.example", "//evil.example", "/admin", ""] {
        assert_redirects(&anna.post(SIGN_IN, &wrong(callback)).await, WRONG_PASSWORD_URL);
    }
    // So does a form with an outdated CSRF token.
    let outdated = atrio.post(SIGN_IN, form(&[("callbackUrl", "/admin/leads"), ("csrfToken", "x")])).await;
    assert_redirects(&outdated, "/admin/login?callbackUrl=%2Fadmin%2Fleads&error=MissingCSRF");
}

async fn missing_csrf_token_skips_password_check(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    let right = anna.csrf_token().await;
    let other = Browser::new(&atrio).csrf_token().await;
    let credentials = [("email", ADMIN_EMAIL), ("password", ADMIN_PASSWORD)];
    for path in [SIGN_IN, SIGN_OUT] {
        for token in [None, Some(""), Some("x"), Some(&*other), Some(&right[1..])] {
            // Far more often than passwords may be tried.
            for _ in 0..3 {
                let fields: Vec<_> = credentials.into_iter().chain(token.map(|token| ("csrfToken", token))).collect();
                let request = anna.request(Method::POST, path).header("x-forwarded-for", "192.0.2.1");
                assert_redirects(&anna.send(request.body(form(&fields))).await, MISSING_CSRF_URL);
            }
        }
        // The token is invalid without its cookie.
        let fields = [credentials[0], credentials[1], ("csrfToken", &*right)];
        assert_redirects(&atrio.post(path, form(&fields)).await, MISSING_CSRF_URL);
    }
    assert!(!anna.is_signed_in().await);
}

async fn cross_origin_auth_requests_return_403(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    let token = anna.csrf_token().await;
    let body = form(&[("csrfToken", &token), ("email", ADMIN_EMAIL), ("password", ADMIN_PASSWORD)]);
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:1"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        for path in [SIGN_IN, SIGN_OUT] {
            let request = anna.request(Method::POST, path).header(name, value).body(body.clone());
            anna.send(request).await.assert_error(403, "Accesso non consentito");
            let request = anna.request(Method::POST, path).header(name, value).header("accept", "text/html,*/*");
            let page = anna.send(request.body(body.clone())).await;
            assert_eq!((page.status.as_u16(), page.header("content-type")), (403, "text/html; charset=utf-8"));
        }
        assert!(!anna.is_signed_in().await, "{name}: {value}");
    }
    let origin = atrio.origin.clone();
    for (name, value) in [("origin", &*origin), ("sec-fetch-site", "same-origin"), ("accept", "*/*")] {
        let request = anna.request(Method::POST, SIGN_IN).header(name, value).body(body.clone());
        assert_redirects(&anna.send(request).await, "/admin");
    }
}

async fn malformed_auth_bodies_redirect_with_error(atrio: TestServer) {
    let nested = "[".repeat(10_000);
    let bodies: [&[u8]; 10] = [
        b"",
        b"\0",
        &[0xff, 0xfe],
        b"csrfToken",
        b"csrfToken=%FF%00",
        b"{",
        b"[]",
        b"null",
        br#"{"csrfToken":{"a":1}}"#,
        nested.as_bytes(),
    ];
    for path in [SIGN_IN, SIGN_OUT] {
        for body in bodies {
            assert_redirects(&atrio.post(path, body.to_vec()).await, MISSING_CSRF_URL);
        }
        atrio.post(path, vec![b'x'; 64 * 1024 + 1]).await.assert_error(413, "Payload troppo grande");
        assert_redirects(&atrio.post(path, vec![b'x'; 64 * 1024]).await, MISSING_CSRF_URL);
    }
    // With a valid token any other fields are accepted.
    let mut anna = Browser::new(&atrio);
    let token = anna.csrf_token().await;
    for rest in [json!({}), json!({"email": 1, "password": []}), json!({"email": "🦀".repeat(2001), "password": "\0"})]
    {
        let mut body = rest;
        body["csrfToken"] = token.clone().into();
        let request = anna.request(Method::POST, SIGN_IN).body(body.to_string());
        assert_redirects(&anna.send(request).await, WRONG_PASSWORD_URL);
    }
}

async fn sign_out_redirects_to_login_and_ends_session(atrio: TestServer) {
    let mut anna = Browser::new(&atrio);
    assert_redirects(&anna.post(SIGN_OUT, &[]).await, "/admin/login");
    anna.sign_in().await;
    assert_redirects(&anna.post(SIGN_OUT, &[]).await, "/admin/login");
    let removal = anna.set_cookie_line("atrio.session").expect("the cookie is removed");
    assert!(removal.contains("Max-Age=0") && removal.contains("Path=/"), "{removal}");
    assert!(!anna.is_signed_in().await);
    assert_redirects(&anna.get("/admin").await, "/admin/login?callbackUrl=%2Fadmin");
}
