//! Somebody who looks at pages of a server on this machine, as far as measuring needs one.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use anyhow::{Context, Result, bail};

/// A visitor with a cookie jar.
pub(crate) struct Visitor {
    address: SocketAddr,
    cookies: BTreeMap<String, String>,
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// As it was sent, chunk by chunk.
    pub(crate) body: String,
}

impl Visitor {
    /// One who was never here before.
    pub(crate) fn at(address: SocketAddr) -> Self {
        Self { address, cookies: BTreeMap::new() }
    }

    /// Signs in as the admin.
    pub(crate) fn sign_in(&mut self, (email, password): (&str, &str)) -> Result<()> {
        let csrf = self.get("/api/auth/csrf")?.body;
        let token = csrf.split('"').nth(3).context("no token to sign in with")?;
        // Neither address nor password of the server under test needs encoding, but for the @.
        let email = email.replace('@', "%40");
        let form = format!("email={email}&password={password}&csrfToken={token}");
        let answer = self.ask("POST", "/api/auth/callback/credentials", &form)?;
        if answer.status != 302 || !self.cookies.contains_key("atrio.session") {
            bail!("signing in was refused ({})", answer.status);
        }
        Ok(())
    }

    /// `GET path`.
    pub(crate) fn get(&mut self, path: &str) -> Result<Answer> {
        self.ask("GET", path, "")
    }

    /// `POST path` with a urlencoded form.
    pub(crate) fn post(&mut self, path: &str, form: &str) -> Result<Answer> {
        self.ask("POST", path, form)
    }

    fn ask(&mut self, method: &str, path: &str, form: &str) -> Result<Answer> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
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
        let answer = String::from_utf8_lossy(&bytes);
        let (head, body) = answer.split_once("\r\n\r\n").with_context(|| format!("{path}: no answer"))?;
        self.keep(head);
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Ok(Answer { status: status.context("no status")?, body: body.to_owned() })
    }

    /// Keeps the cookies of an answer.
    fn keep(&mut self, head: &str) {
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
    use super::Visitor;

    #[test]
    fn cookies_are_kept_under_their_names() {
        let mut visitor = Visitor::at(([127, 0, 0, 1], 1).into());
        visitor.keep("HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nset-cookie: b=x=y\r\nX: c=3");
        let kept: Vec<_> =
            visitor.cookies.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(kept, [("a", "1"), ("b", "x=y")]);
    }
}
