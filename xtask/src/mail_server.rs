//! A mail server, aiosmtpd, that writes down what it receives.

use std::{
    collections::BTreeMap,
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    paths,
    postgres::free_address,
    server::Server,
    tools::{self, PYTHON},
};

pub(crate) fn install() -> Result<()> {
    tools::install("aiosmtpd", &["python3-aiosmtpd"])
}

pub(crate) struct MailServer {
    _process: Server,
    address: SocketAddr,
    received: PathBuf,
}

/// An e-mail that was taken.
#[derive(Debug, Deserialize)]
struct Received {
    headers: BTreeMap<String, String>,
}

impl MailServer {
    /// Takes every e-mail, after `delay`.
    pub(crate) fn start(folder: &Path, delay: Duration) -> Result<Self> {
        install()?;
        let address = free_address()?;
        let received = folder.join("received.jsonl");
        fs::write(&received, "")?;
        let mut command = Command::new(PYTHON);
        command
            .arg(paths::root().join("server/tests/process/mail_server.py"))
            .arg(address.port().to_string())
            .arg(&received)
            .arg("--headers-only")
            .arg("--delay")
            .arg(delay.as_secs_f64().to_string())
            .stdin(Stdio::null());
        let process = Server::start_plain(&mut command, address).context("aiosmtpd")?;
        Ok(Self { _process: process, address, received })
    }

    /// The settings of a server that sends to it.
    pub(crate) fn settings(&self, notify_after: &str) -> [(&'static str, String); 3] {
        [
            ("SMTP_URL", format!("smtp://{}", self.address)),
            ("MAIL_FROM", "Atrio <atrio@example.com>".to_owned()),
            ("NOTIFY_AFTER", notify_after.to_owned()),
        ]
    }

    /// How many e-mails were taken so far.
    pub(crate) fn count(&self) -> Result<usize> {
        Ok(fs::read_to_string(&self.received)?.matches('\n').count())
    }

    /// `Subject` and `Message-ID` of each e-mail.
    pub(crate) fn received(&self) -> Result<Vec<(String, String)>> {
        let text = fs::read_to_string(&self.received)?;
        // The last line may be incomplete.
        let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        lines
            .map(|line| {
                let Received { mut headers } = serde_json::from_str(line)?;
                let mut header = |name| headers.remove(name).with_context(|| format!("no {name}"));
                Ok((header("Subject")?, header("Message-ID")?))
            })
            .collect()
    }
}
