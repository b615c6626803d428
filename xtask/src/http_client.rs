//! A minimal HTTP client with cookies, enough to time the pages of a local server.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use anyhow::{Context, Result, bail};

pub(crate) struct HttpClient {
    address: SocketAddr,
    cookies: BTreeMap<String, String>,
}

pub(crate) struct Response {
    pub(crate) status: u16,
    /// As received, with chunk headers.
    pub(crate) body: String,
}

impl HttpClient {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, cookies: BTreeMap::new() }
    }

    pub(crate) fn sign_in(&mut self, (email, password): (&str, &str)) -> Result<()> {
        let csrf = self.get("/api/auth/csrf")?.body;
        let token = csrf.split('"').nth(3).context("no CSRF token")?;
        // Of the test server's e-mail and password only the @ needs encoding.
        let email = email.replace('@', "%40");
        let form = format!("email={email}&password={password}&csrfToken={token}");
        let response = self.request("POST", "/api/auth/callback/credentials", &form)?;
        if response.status != 302 || !self.cookies.contains_key("atrio.session") {
            bail!("signing in failed ({})", response.status);
        }
        Ok(())
    }

    pub(crate) fn get(&mut self, path: &str) -> Result<Response> {
        self.request("GET", path, "")
    }

    /// `POST path` with a urlencoded form.
    pub(crate) fn post(&mut self, path: &str, form: &str) -> Result<Response> {
        self.request("POST", path, form)
    }

    fn request(&mut self, method: &str, path: &str, form: &str) -> Result<Response> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {}\r\nAccept: text/html\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            self.address,
            cookies.join("; "),
            form.len()
        )?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        let response = String::from_utf8_lossy(&bytes);
        let (head, body) = response.split_once("\r\n\r\n").with_context(|| format!("{path}: no response"))?;
        self.store_cookies(head);
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok(Response { status: status.context("no status")?, body: body.to_owned() })
    }

    fn store_cookies(&mut self, head: &str) {
        for line in head.lines() {
            let Some((name, value)) = line.split_once(':') else { continue };
            if !name.eq_ignore_ascii_case("set-cookie") {
                continue;
            }
            let cookie = value.split(';').next().unwrap_or_default();
            if let Some((name, value)) = cookie.trim().split_once('=') {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::HttpClient;

    #[test]
    fn cookies_are_stored_by_name() {
        let mut client = HttpClient::new(([127, 0, 0, 1], 1).into());
        client.store_cookies("HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nset-cookie: b=x=y\r\nX: c=3");
        let stored: Vec<_> = client.cookies.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(stored, [("a", "1"), ("b", "x=y")]);
    }
}
