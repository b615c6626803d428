//! A browser with a cookie jar and the sign-in form.

use std::collections::BTreeMap;

use reqwest::{Method, RequestBuilder, header};

use crate::support::{ADMIN_EMAIL, ADMIN_PASSWORD, TestResponse, TestServer};

pub(crate) const SIGN_IN: &str = "/api/auth/callback/credentials";
pub(crate) const SIGN_OUT: &str = "/api/auth/signout";

#[derive(Clone)]
pub(crate) struct Browser {
    pub atrio: TestServer,
    pub cookies: BTreeMap<String, String>,
    /// The `Set-Cookie` lines of the last response.
    pub set_cookies: Vec<String>,
}

impl Browser {
    /// A browser without cookies.
    pub(crate) fn new(atrio: &TestServer) -> Self {
        Self { atrio: atrio.clone(), cookies: BTreeMap::new(), set_cookies: Vec::new() }
    }

    /// The same cookies with another server.
    pub(crate) fn on_server(&self, atrio: &TestServer) -> Self {
        Self { atrio: atrio.clone(), ..self.clone() }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let cookies: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        self.atrio.request(method, path).header(header::COOKIE, cookies.join("; "))
    }

    /// Sends the request and stores the cookies of the response.
    pub(crate) async fn send(&mut self, request: RequestBuilder) -> TestResponse {
        let response = TestResponse::to(request).await;
        let lines = response.headers.get_all(header::SET_COOKIE);
        self.set_cookies = lines.iter().map(|line| line.to_str().expect("ASCII").to_owned()).collect();
        for line in &self.set_cookies {
            let (name, rest) = line.split_once('=').expect("a cookie");
            if line.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                let value = rest.split(';').next().unwrap_or_default();
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        response
    }

    pub(crate) async fn get(&mut self, path: &str) -> TestResponse {
        let request = self.request(Method::GET, path);
        self.send(request).await
    }

    /// Posts a urlencoded form with the CSRF token.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> TestResponse {
        let token = self.csrf_token().await;
        let fields: Vec<_> = fields.iter().copied().chain([("csrfToken", token.as_str())]).collect();
        let request = self.request(Method::POST, path).body(form(&fields));
        self.send(request).await
    }

    /// The CSRF token.
    pub(crate) async fn csrf_token(&mut self) -> String {
        let response = self.get("/api/auth/csrf").await.json();
        response["csrfToken"].as_str().expect("a token").to_owned()
    }

    /// Signs in as the admin.
    pub(crate) async fn sign_in(&mut self) {
        let response = self.post(SIGN_IN, &[("email", ADMIN_EMAIL), ("password", ADMIN_PASSWORD)]).await;
        assert_eq!((response.status.as_u16(), response.header("location")), (302, "/admin"));
    }

    /// Attempts to sign in with a wrong password.
    pub(crate) async fn try_wrong_password(&mut self) -> TestResponse {
        self.post(SIGN_IN, &[("email", ADMIN_EMAIL), ("password", "sbagliata")]).await
    }

    /// When the session expires, if there is one.
    pub(crate) async fn session_expires_at(&mut self) -> Option<String> {
        let session = self.get("/api/auth/session").await;
        assert_eq!(session.status, 200);
        session.json()["expires"].as_str().map(str::to_owned)
    }

    pub(crate) async fn is_signed_in(&mut self) -> bool {
        self.session_expires_at().await.is_some()
    }

    /// The `Set-Cookie` line of this cookie in the last response.
    pub(crate) fn set_cookie_line(&self, name: &str) -> Option<&str> {
        let start = format!("{name}=");
        self.set_cookies.iter().find(|line| line.starts_with(&start)).map(String::as_str)
    }
}

/// A urlencoded form.
pub(crate) fn form(fields: &[(&str, &str)]) -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(fields).finish()
}
