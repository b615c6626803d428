//! A server under test, on a database of its own with a workspace in it.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{
    command::{run, run_watched},
    npm, paths,
    postgres::free_port,
    server::{Server, portal_url},
    step::step,
    tools,
};

/// E-mail and password of the admin.
pub(crate) const ADMIN: (&str, &str) = ("admin@atrio.localhost", "open-sesame-for-tests");

/// Settings that the tests need too; the server has no others.
const SETTINGS: [(&str, &str); 5] = [
    ("ADMIN_EMAIL", ADMIN.0),
    ("ADMIN_PASSWORD", ADMIN.1),
    ("AUTH_SECRET", "a-session-key-for-the-browser-tests-only"),
    ("LEAD_WEBHOOK_SECRET", "a-webhook-secret-for-the-browser-tests-only"),
    ("INTERNAL_SECRET", "an-internal-secret-for-the-browser-tests-only"),
];

/// Settings of the developer's environment that must not reach the server.
const UNSET: [&str; 5] = ["ADMIN_PASSWORD_HASH", "TRUSTED_PROXIES", "LOG_FORMAT", "RUST_LOG", "DATABASE_URL"];

/// A running server. Dropping it stops it.
pub(crate) struct TestServer {
    /// The file with the server's output.
    pub(crate) log: PathBuf,
    pub(crate) address: SocketAddr,
    /// The portal of the demo's first client, if the demo was loaded.
    portal: Option<String>,
    origin: String,
    binary: PathBuf,
    database_url: String,
    _server: Server,
}

impl TestServer {
    /// Starts `binary` with the demo workspace in `folder`, which must be empty: there is no `.env`.
    pub(crate) fn with_demo(binary: &Path, folder: &Path, database_url: &str) -> Result<Self> {
        Self::start(binary, folder, database_url, |atrio| {
            let mut portal = None;
            let loaded = run_watched(atrio.arg("demo"), |line| {
                portal = portal.take().or_else(|| portal_url(line));
            })?;
            if !loaded.succeeded() || portal.is_none() {
                bail!("the demo workspace could not be loaded");
            }
            Ok(portal)
        })
    }

    /// Starts `binary` with the workspace of an import file.
    pub(crate) fn with_import(binary: &Path, folder: &Path, database_url: &str, file: &Path) -> Result<Self> {
        Self::start(binary, folder, database_url, |atrio| run(atrio.arg("import").arg(file)).map(|()| None))
    }

    fn start(
        binary: &Path,
        folder: &Path,
        database_url: &str,
        load: impl FnOnce(&mut Command) -> Result<Option<String>>,
    ) -> Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let origin = format!("http://{address}");
        let atrio = || {
            let mut command = Command::new(binary);
            for name in UNSET {
                command.env_remove(name);
            }
            command
                .current_dir(folder)
                .envs(SETTINGS)
                .env("DATABASE_URL", database_url)
                .env("LEPTOS_SITE_ADDR", address.to_string())
                .env("BASE_URL", &origin);
            command
        };
        let portal = load(&mut atrio())?;
        let log = folder.join("server.log");
        let output = fs::File::create(&log)?;
        let mut serve = atrio();
        serve.arg("serve").stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let server = Server::start(&mut serve, address).with_context(|| tail(&log))?;
        let (binary, database_url) = (binary.to_owned(), database_url.to_owned());
        Ok(Self { log, address, portal, origin, binary, database_url, _server: server })
    }

    pub(crate) fn home_url(&self) -> String {
        format!("{}/", self.origin)
    }

    /// The URL of the portal of the demo's first client.
    pub(crate) fn portal_url(&self) -> Result<&str> {
        self.portal.as_deref().context("this server has no demo workspace")
    }

    /// Playwright against this server. The tests import workspaces with the same binary.
    pub(crate) fn playwright(&self, chromium: &Path) -> Command {
        let mut command = playwright(chromium);
        command
            .env("ATRIO_BASE_URL", &self.origin)
            .env("ATRIO_BINARY", &self.binary)
            .env("DATABASE_URL", &self.database_url);
        command
    }
}

/// The program of `ATRIO_BINARY`, or a new build.
pub(crate) fn binary(build: impl FnOnce() -> Result<PathBuf>) -> Result<PathBuf> {
    match std::env::var_os("ATRIO_BINARY").filter(|chosen| !chosen.is_empty()) {
        Some(chosen) => fs::canonicalize(&chosen)
            .with_context(|| format!("ATRIO_BINARY is not a program: {}", chosen.display())),
        None => build(),
    }
}

/// Playwright in `end2end/`, against the server of `ATRIO_BASE_URL`.
pub(crate) fn playwright(chromium: &Path) -> Command {
    let folder = paths::root().join("end2end");
    let mut command = Command::new(folder.join("node_modules/.bin/playwright"));
    command.current_dir(&folder).arg("test").envs(SETTINGS).env("CHROMIUM", chromium);
    command
}

/// Installs Chromium and the npm packages of `folder`; returns the path of Chromium.
pub(crate) fn install_browser(folder: &str) -> Result<PathBuf> {
    step("Install Chromium and npm packages", || {
        npm::ensure(&paths::root().join(folder))?;
        chromium()
    })
}

/// Deletes and creates a folder of `target/`.
pub(crate) fn empty_folder(name: &str) -> Result<PathBuf> {
    let folder = paths::target().join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be deleted", folder.display()))?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

pub(crate) fn sqlite_url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("atrio.db").display())
}

/// The last lines of a log.
fn tail(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

/// `CHROMIUM`, or the one on PATH, or Debian's.
fn chromium() -> Result<PathBuf> {
    if let Some(chosen) = std::env::var_os("CHROMIUM").filter(|chosen| !chosen.is_empty()) {
        let chosen = PathBuf::from(chosen);
        if !tools::is_program(&chosen) {
            bail!("CHROMIUM must be the path of a browser, not {}", chosen.display());
        }
        return Ok(chosen);
    }
    let on_path = || ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(tools::find);
    if let Some(found) = on_path() {
        return Ok(found);
    }
    tools::install("Chromium", &["chromium"])?;
    on_path().context("Chromium was installed, but is not on PATH")
}
