//! The stories of `end2end/` in Chromium, against the release binary.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{
    command::{run, run_watched},
    npm, place,
    postgres::{Postgres, free_port},
    server::Server,
    step::{note, step},
    summary::Summary,
    tools,
};

/// What the stories sign in and post leads with; the server under test knows nothing else.
const SETTINGS: [(&str, &str); 5] = [
    ("ADMIN_EMAIL", "admin@atrio.localhost"),
    ("ADMIN_PASSWORD", "open-sesame-for-tests"),
    ("AUTH_SECRET", "a-session-key-for-the-browser-tests-only"),
    ("LEAD_WEBHOOK_SECRET", "a-webhook-secret-for-the-browser-tests-only"),
    ("INTERNAL_SECRET", "an-internal-secret-for-the-browser-tests-only"),
];

/// Settings of the person's own that must not reach the server under test.
const FOREIGN: [&str; 5] =
    ["ADMIN_PASSWORD_HASH", "TRUSTED_PROXIES", "LOG_FORMAT", "RUST_LOG", "DATABASE_URL"];

/// Runs every story on SQLite, then on PostgreSQL; counts them.
pub(crate) fn test(binary: &Path, postgres: &Postgres) -> Result<Summary> {
    let chromium = step("Chromium and Playwright", || {
        npm::ensure(&place::root().join("end2end"))?;
        chromium()
    })?;
    let mut summary = Summary::default();
    for database in ["sqlite", "postgres"] {
        let folder = place::target().join("end2end").join(database);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be emptied", folder.display()))?;
        }
        fs::create_dir_all(&folder)?;
        let url = match database {
            "sqlite" => format!("sqlite://{}", folder.join("atrio.db").display()),
            _ => postgres.create_database("end2end")?,
        };
        summary += step(&format!("Stories in the browser, on {database}"), || {
            Trial { binary, folder: &folder, database, url: &url, chromium: &chromium }.run()
        })?;
    }
    Ok(summary)
}

/// One database, one server, all stories.
struct Trial<'a> {
    binary: &'a Path,
    folder: &'a Path,
    database: &'a str,
    url: &'a str,
    chromium: &'a Path,
}

impl Trial<'_> {
    fn run(&self) -> Result<Summary> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        run(self.atrio(address).arg("demo")).context("the demo workspace could not be loaded")?;
        let log = self.folder.join("server.log");
        let output = fs::File::create(&log)?;
        let mut serve = self.atrio(address);
        serve.arg("serve").stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let server = Server::start(&mut serve, address).with_context(|| tail(&log))?;
        let summary = self.play(address)?;
        drop(server);
        if summary.failed > 0 {
            note(&format!("the server's log: {}", log.display()));
        }
        Ok(summary)
    }

    /// The binary in an empty folder: it must need nothing beside it.
    fn atrio(&self, address: SocketAddr) -> Command {
        let mut command = Command::new(self.binary);
        for name in FOREIGN {
            command.env_remove(name);
        }
        command
            .current_dir(self.folder)
            .envs(SETTINGS)
            .env("DATABASE_URL", self.url)
            .env("LEPTOS_SITE_ADDR", address.to_string())
            .env("BASE_URL", format!("http://{address}"));
        command
    }

    fn play(&self, address: SocketAddr) -> Result<Summary> {
        let report = self.folder.join("report.json");
        let folder = place::root().join("end2end");
        let mut playwright = Command::new(folder.join("node_modules/.bin/playwright"));
        playwright
            .current_dir(&folder)
            .arg("test")
            .envs(SETTINGS)
            .env("ATRIO_BASE_URL", format!("http://{address}"))
            // Each story imports a workspace of its own.
            .env("ATRIO_BINARY", self.binary)
            .env("DATABASE_URL", self.url)
            .env("ATRIO_BINARY", self.binary)
            .env("DATABASE_URL", self.url)
            .env("ATRIO_DATABASE", self.database)
            .env("ATRIO_REPORT", &report)
            .env("ATRIO_RESULTS", self.folder.join("results"))
            .env("CHROMIUM", self.chromium);
        let succeeded = run_watched(&mut playwright, |_| ())?;
        let mut summary = Summary::of_playwright(&fs::read_to_string(&report).unwrap_or_default());
        if !succeeded && summary.failed == 0 {
            summary += Summary::FAILURE;
        }
        Ok(summary)
    }
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
