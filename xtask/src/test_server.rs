//! A server under test, on a database of its own with a workspace in it.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{
    command::{on_core, run, run_watched},
    npm, paths,
    postgres::free_port,
    server::{Server, portal_url},
    step::{note, step},
    tools,
};

/// E-mail and password of the admin.
pub(crate) const ADMIN: (&str, &str) = ("admin@atrio.localhost", "open-sesame-for-tests");

pub(crate) const WEBHOOK_SECRET: &str = "a-webhook-secret-for-the-browser-tests-only";

/// Settings that the tests need too; the server has no others.
pub(crate) const SETTINGS: [(&str, &str); 5] = [
    ("ADMIN_EMAIL", ADMIN.0),
    ("ADMIN_PASSWORD", ADMIN.1),
    ("AUTH_SECRET", "a-session-key-for-the-browser-tests-only"),
    ("LEAD_WEBHOOK_SECRET", WEBHOOK_SECRET),
    ("INTERNAL_SECRET", "an-internal-secret-for-the-browser-tests-only"),
];

/// Settings of the developer's environment that must not reach the server.
const UNSET: [&str; 12] = [
    "ADMIN_PASSWORD_HASH", "TRUSTED_PROXIES", "LOG_FORMAT", "RUST_LOG", "DATABASE_URL", "SMTP_URL", "MAIL_FROM",
    "NOTIFY_AFTER", "FILES", "MAX_FILE", "MAX_FILES", "CLAMD",
];

/// A database with a workspace in it, for one server at a time.
pub(crate) struct Workspace {
    binary: PathBuf,
    /// Without a `.env`: the server runs here.
    folder: PathBuf,
    database_url: String,
    /// Of every server that is started.
    address: SocketAddr,
    /// The portal of the demo's first client, if the demo was loaded.
    portal: Option<String>,
    /// Besides [`SETTINGS`].
    more: Vec<(&'static str, String)>,
}

/// A running server. Dropping it stops it.
pub(crate) struct TestServer {
    /// The file with the server's output.
    pub(crate) log: PathBuf,
    pub(crate) address: SocketAddr,
    pub(crate) process: Server,
    portal: Option<String>,
    binary: PathBuf,
    database_url: String,
}

impl Workspace {
    /// Loads the demo workspace into an empty database.
    fn demo(binary: &Path, folder: &Path, database_url: &str) -> Result<Self> {
        let mut workspace = Self::new(binary, folder, database_url)?;
        let mut portal = None;
        let loaded = run_watched(workspace.atrio(None).arg("demo"), |line| {
            portal = portal.take().or_else(|| portal_url(line));
        })?;
        if !loaded.succeeded() || portal.is_none() {
            bail!("the demo workspace could not be loaded");
        }
        workspace.portal = portal;
        Ok(workspace)
    }

    /// Imports a file into an empty database.
    pub(crate) fn import(binary: &Path, folder: &Path, database_url: &str, file: &Path) -> Result<Self> {
        let workspace = Self::new(binary, folder, database_url)?;
        workspace.import_more(file)?;
        Ok(workspace)
    }

    /// Imports another file.
    pub(crate) fn import_more(&self, file: &Path) -> Result<()> {
        run(self.atrio(None).arg("import").arg(file))
    }

    /// More settings, for the servers that are started from now on; the last one of a name counts.
    pub(crate) fn set(&mut self, settings: impl IntoIterator<Item = (&'static str, String)>) {
        self.more.extend(settings);
    }

    pub(crate) fn database_url(&self) -> &str {
        &self.database_url
    }

    fn new(binary: &Path, folder: &Path, database_url: &str) -> Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let (binary, folder) = (binary.to_owned(), folder.to_owned());
        Ok(Self { binary, folder, database_url: database_url.to_owned(), address, portal: None, more: Vec::new() })
    }

    /// The same database, for a server of another folder and address.
    pub(crate) fn beside(&self, folder: &Path, address: SocketAddr) -> Self {
        let (binary, database_url) = (self.binary.clone(), self.database_url.clone());
        Self { binary, folder: folder.to_owned(), database_url, address, portal: None, more: self.more.clone() }
    }

    /// How many faults `atrio verify` finds.
    pub(crate) fn verify(&self) -> Result<usize> {
        let mut lines: usize = 0;
        let outcome = run_watched(self.atrio(None).arg("verify"), |_| lines += 1)?;
        // The last line has the numbers of files and receipts.
        match lines.checked_sub(1) {
            Some(faults) if (faults == 0) == outcome.succeeded() => Ok(faults),
            _ => bail!("`atrio verify` failed"),
        }
    }

    /// Starts a server, on one core if a number is given.
    pub(crate) fn serve(&self, core: Option<usize>) -> Result<TestServer> {
        let log = self.folder.join("server.log");
        let output = fs::File::create(&log)?;
        let mut serve = self.atrio(core);
        serve.arg("serve").stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let process = Server::start(&mut serve, self.address).with_context(|| tail(&log))?;
        Ok(TestServer {
            log,
            address: self.address,
            process,
            portal: self.portal.clone(),
            binary: self.binary.clone(),
            database_url: self.database_url.clone(),
        })
    }

    /// The program with the settings, on one core if a number is given.
    pub(crate) fn atrio(&self, core: Option<usize>) -> Command {
        let mut command = on_core(&self.binary, core);
        for name in UNSET {
            command.env_remove(name);
        }
        command
            .current_dir(&self.folder)
            .envs(SETTINGS)
            .env("DATABASE_URL", &self.database_url)
            .env("LEPTOS_SITE_ADDR", self.address.to_string())
            .env("BASE_URL", origin(self.address))
            .envs(self.more.iter().map(|(name, value)| (name, value)));
        command
    }
}

impl TestServer {
    /// Starts `binary` with the demo workspace in `folder`, which must be empty: there is no `.env`.
    pub(crate) fn with_demo(binary: &Path, folder: &Path, database_url: &str) -> Result<Self> {
        Workspace::demo(binary, folder, database_url)?.serve(None)
    }

    /// Starts `binary` with the workspace of an import file.
    pub(crate) fn with_import(binary: &Path, folder: &Path, database_url: &str, file: &Path) -> Result<Self> {
        Workspace::import(binary, folder, database_url, file)?.serve(None)
    }

    pub(crate) fn origin(&self) -> String {
        origin(self.address)
    }

    pub(crate) fn home_url(&self) -> String {
        format!("{}/", origin(self.address))
    }

    /// The URL of the portal of the demo's first client.
    pub(crate) fn portal_url(&self) -> Result<&str> {
        self.portal.as_deref().context("this server has no demo workspace")
    }

    /// Playwright against this server. The tests import workspaces with the same binary.
    pub(crate) fn playwright(&self, chromium: &Path) -> Command {
        let mut command = playwright(chromium);
        command
            .env("ATRIO_BASE_URL", origin(self.address))
            .env("ATRIO_BINARY", &self.binary)
            .env("DATABASE_URL", &self.database_url);
        command
    }
}

fn origin(address: SocketAddr) -> String {
    format!("http://{address}")
}

/// The program of `ATRIO_BINARY`, or a new build.
pub(crate) fn binary(build: impl FnOnce() -> Result<PathBuf>) -> Result<PathBuf> {
    match std::env::var_os("ATRIO_BINARY").filter(|chosen| !chosen.is_empty()) {
        Some(chosen) => {
            fs::canonicalize(&chosen).with_context(|| format!("ATRIO_BINARY is not a program: {}", chosen.display()))
        }
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

/// Installs Chromium without windows, which needs half the time, unless another browser is chosen or there is no such package.
pub(crate) fn install_headless_browser() -> Option<PathBuf> {
    if chosen_browser().is_some() {
        return None;
    }
    if let Err(error) = tools::install("Chromium without windows", &[HEADLESS]) {
        note(&format!("{error:#}; all tests run in the whole browser"));
    }
    tools::find(HEADLESS)
}

/// Debian's package and its program.
const HEADLESS: &str = "chromium-headless-shell";

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

/// The path in `CHROMIUM`.
fn chosen_browser() -> Option<PathBuf> {
    std::env::var_os("CHROMIUM").filter(|chosen| !chosen.is_empty()).map(PathBuf::from)
}

/// `CHROMIUM`, or the one on PATH, or Debian's.
fn chromium() -> Result<PathBuf> {
    if let Some(chosen) = chosen_browser() {
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
