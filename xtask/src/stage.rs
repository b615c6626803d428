//! The release binary as the browser meets it: a server on a database of its own with a workspace in
//! it.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{
    build,
    command::{run, run_watched},
    npm, place,
    postgres::free_port,
    server::{Server, portal_address},
    step::step,
    tools,
};

/// Who signs in, and with what.
pub(crate) const ADMIN: (&str, &str) = ("admin@atrio.localhost", "open-sesame-for-tests");

/// What the stories sign in and post leads with; the server under test knows nothing else.
const SETTINGS: [(&str, &str); 5] = [
    ("ADMIN_EMAIL", ADMIN.0),
    ("ADMIN_PASSWORD", ADMIN.1),
    ("AUTH_SECRET", "a-session-key-for-the-browser-tests-only"),
    ("LEAD_WEBHOOK_SECRET", "a-webhook-secret-for-the-browser-tests-only"),
    ("INTERNAL_SECRET", "an-internal-secret-for-the-browser-tests-only"),
];

/// Settings of the person's own that must not reach the server under test.
const FOREIGN: [&str; 5] =
    ["ADMIN_PASSWORD_HASH", "TRUSTED_PROXIES", "LOG_FORMAT", "RUST_LOG", "DATABASE_URL"];

/// A running server. Dropping it stops it.
pub(crate) struct Stage {
    /// Where its output goes.
    pub(crate) log: PathBuf,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// The demo's first client's portal, by slug, where there is the demo.
    portal: Option<String>,
    origin: String,
    binary: PathBuf,
    database_url: String,
    _server: Server,
}

impl Stage {
    /// Starts `binary` in the empty folder `folder` (it must need nothing beside it), with the demo
    /// workspace.
    pub(crate) fn open(binary: &Path, folder: &Path, database_url: &str) -> Result<Self> {
        Self::set(binary, folder, database_url, |atrio| {
            let mut portal = None;
            let loaded = run_watched(atrio.arg("demo"), |line| {
                portal = portal.take().or_else(|| portal_address(line));
            })?;
            if !loaded.succeeded || portal.is_none() {
                bail!("the demo workspace could not be loaded");
            }
            Ok(portal)
        })
    }

    /// The same with the workspace of an import file.
    pub(crate) fn filled(binary: &Path, folder: &Path, database_url: &str, file: &Path) -> Result<Self> {
        Self::set(binary, folder, database_url, |atrio| run(atrio.arg("import").arg(file)).map(|()| None))
    }

    fn set(
        binary: &Path,
        folder: &Path,
        database_url: &str,
        load: impl FnOnce(&mut Command) -> Result<Option<String>>,
    ) -> Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let origin = format!("http://{address}");
        let atrio = || {
            let mut command = Command::new(binary);
            for name in FOREIGN {
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

    /// The demo's first client's portal.
    pub(crate) fn portal(&self) -> Result<&str> {
        self.portal.as_deref().context("this stage has no demo")
    }

    /// Playwright in `end2end/`, told where the server is and what the stories need besides:
    /// each imports a workspace of its own.
    pub(crate) fn playwright(&self, chromium: &Path) -> Command {
        let mut command = playwright(chromium);
        command
            .env("ATRIO_BASE_URL", &self.origin)
            .env("ATRIO_BINARY", &self.binary)
            .env("DATABASE_URL", &self.database_url);
        command
    }

    /// The public page.
    pub(crate) fn front(&self) -> String {
        format!("{}/", self.origin)
    }
}

/// The program to show: the one that `ATRIO_BINARY` names, or a fresh build.
pub(crate) fn binary() -> Result<PathBuf> {
    match std::env::var_os("ATRIO_BINARY").filter(|chosen| !chosen.is_empty()) {
        Some(chosen) => fs::canonicalize(&chosen)
            .with_context(|| format!("ATRIO_BINARY names no program: {}", chosen.display())),
        None => build::build(),
    }
}

/// Playwright in `end2end/`, against a server that the environment names.
pub(crate) fn playwright(chromium: &Path) -> Command {
    let folder = place::root().join("end2end");
    let mut command = Command::new(folder.join("node_modules/.bin/playwright"));
    command.current_dir(&folder).arg("test").envs(SETTINGS).env("CHROMIUM", chromium);
    command
}

/// Chromium, and the npm packages of `folder`, as a step.
pub(crate) fn browser_and(folder: &str) -> Result<PathBuf> {
    step("Chromium and what drives it", || {
        npm::ensure(&place::root().join(folder))?;
        chromium()
    })
}

/// A folder of `target/`, made anew.
pub(crate) fn empty_folder(name: &str) -> Result<PathBuf> {
    let folder = place::target().join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be emptied", folder.display()))?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// A SQLite database in that folder.
pub(crate) fn sqlite_in(folder: &Path) -> String {
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
    let known = || ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(tools::find);
    if let Some(found) = known() {
        return Ok(found);
    }
    tools::install("Chromium", &["chromium"])?;
    known().context("Chromium was installed, but is not on PATH")
}
