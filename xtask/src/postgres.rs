//! A temporary PostgreSQL server for tests, run by the installed PostgreSQL as an unprivileged user.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use nix::{
    sys::signal::{Signal, kill},
    unistd::{Pid, User},
};

use crate::{
    command::{capture, succeeds},
    tools::{self, is_program},
};

/// A running server. Dropping it stops the server and deletes its data.
pub(crate) struct Postgres {
    programs: PathBuf,
    home: Home,
    port: u16,
    /// Lines of `postgresql.conf`.
    settings: String,
}

/// A new folder, and who its programs run as. Dropping it deletes the folder.
pub(crate) struct Home {
    pub(crate) folder: PathBuf,
    /// Set for root, as whom PostgreSQL refuses to run.
    user: Option<User>,
}

impl Postgres {
    /// Installs PostgreSQL if it is missing, and starts a server on a free port. Its commits are not durable.
    pub(crate) fn start() -> Result<Self> {
        Self::start_with("fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n")
    }

    /// The same with durable commits, to measure with.
    pub(crate) fn start_durable() -> Result<Self> {
        Self::start_with("")
    }

    /// The same with durable commits and these lines of `postgresql.conf`.
    pub(crate) fn start_with(settings: &str) -> Result<Self> {
        let settings = settings.to_owned();
        let postgres = Self { programs: programs()?, home: Home::create("postgres")?, port: free_port()?, settings };
        postgres.initialize()?;
        postgres.start_server()?;
        Ok(postgres)
    }

    /// Kills the server and deletes its data, as when a machine is lost.
    pub(crate) fn lose(&self) -> Result<()> {
        let pid = fs::read_to_string(self.data().join("postmaster.pid"))?;
        let pid = pid.lines().next().context("no process id")?.parse()?;
        kill(Pid::from_raw(pid), Signal::SIGKILL)?;
        // Its processes notice its end, and may write until then.
        let killed = Instant::now();
        while let Err(error) = fs::remove_dir_all(self.data()) {
            ensure!(killed.elapsed() < Duration::from_secs(10), "the data cannot be deleted: {error}");
            thread::sleep(Duration::from_millis(10));
        }
        // Where no init reaps it, the killed process is a zombie, and a new server takes the lock for that of a live one.
        let lock = self.folder().join(format!(".s.PGSQL.{}.lock", self.port));
        fs::remove_file(&lock).with_context(|| format!("{} cannot be deleted", lock.display()))
    }

    pub(crate) fn version(&self) -> Result<String> {
        Ok(capture(self.program("postgres").arg("--version"))?.trim().to_owned())
    }

    /// Where the databases are.
    pub(crate) fn folder(&self) -> &Path {
        &self.home.folder
    }

    pub(crate) fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    /// The URL of a database, as a superuser.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Creates an empty database and returns its URL.
    pub(crate) fn create_database(&self, name: &str) -> Result<String> {
        capture(self.client("createdb").arg(name))?;
        Ok(self.url(name))
    }

    /// Runs Atrio's migrations in the template of new databases, so that no test has to. A test that needs an
    /// empty database creates it from `template0`.
    pub(crate) fn migrate_template(&self, atrio: &Path) -> Result<()> {
        let empty_workspace = self.folder().join("empty.json");
        fs::write(&empty_workspace, "{}")?;
        let mut import = Command::new(atrio);
        import.arg("import").arg(empty_workspace).env("DATABASE_URL", self.url("template1"));
        capture(&mut import).map(drop)
    }

    /// Creates the data of a server without databases.
    pub(crate) fn initialize(&self) -> Result<()> {
        let options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
        capture(self.program("initdb").arg("--pgdata").arg(self.data()).args(options)).context("initdb failed")?;
        let settings = format!(
            "\nlisten_addresses = '127.0.0.1'\nport = {}\nunix_socket_directories = '{}'\nmax_connections = 300\n{}",
            self.port,
            self.folder().display(),
            self.settings
        );
        let file = self.data().join("postgresql.conf");
        let defaults = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(fs::write(&file, defaults + &settings)?)
    }

    /// Starts the server of the data that is there.
    pub(crate) fn start_server(&self) -> Result<()> {
        let log = self.folder().join("server.log");
        let start = self.pg_ctl().arg("--log").arg(&log).args(["--wait", "--timeout=60", "start"]).output()?;
        if !start.status.success() {
            bail!("PostgreSQL did not start:\n{}", fs::read_to_string(&log).unwrap_or_default());
        }
        Ok(())
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder().join("data")
    }

    fn pg_ctl(&self) -> Command {
        let mut command = self.program("pg_ctl");
        command.arg("--pgdata").arg(self.data()).arg("--silent");
        command
    }

    /// One that connects to this server.
    pub(crate) fn client(&self, name: &str) -> Command {
        let mut command = self.program(name);
        command.args(["-h", "127.0.0.1", "-U", "postgres", "-p", &self.port.to_string()]);
        command
    }

    /// A program of PostgreSQL or of the system, as the user of the server.
    pub(crate) fn program(&self, name: &str) -> Command {
        let of_postgres = self.programs.join(name);
        let mut command = self.home.command(if is_program(&of_postgres) { &of_postgres } else { Path::new(name) });
        // A process group of its own: Ctrl-C must not stop the server before the tests have ended.
        command.process_group(0);
        command
    }
}

impl Home {
    pub(crate) fn create(name: &str) -> Result<Self> {
        let user = if tools::is_root() { Some(unprivileged_user()?) } else { None };
        let folder = std::env::temp_dir().join(format!("atrio-{name}-{}", std::process::id()));
        fs::create_dir(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
        let home = Self { folder, user };
        fs::set_permissions(&home.folder, fs::Permissions::from_mode(0o700))?;
        if let Some(user) = &home.user {
            std::os::unix::fs::chown(&home.folder, Some(user.uid.as_raw()), Some(user.gid.as_raw()))?;
        }
        Ok(home)
    }

    /// A program that runs in the folder, as its owner.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env_remove("PGDATA").env_remove("PGPORT");
        if let Some(user) = &self.user {
            command.uid(user.uid.as_raw()).gid(user.gid.as_raw()).env("HOME", &self.folder);
        }
        command
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            eprintln!("{} could not be deleted: {error}", self.folder.display());
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _not_running = succeeds(self.pg_ctl().args(["--mode=immediate", "--wait", "stop"]));
    }
}

/// The folder of `initdb`, `pg_ctl` and `createdb`: the newest Debian version, or the one on PATH.
pub(crate) fn programs() -> Result<PathBuf> {
    if let Some(folder) = installed_programs() {
        return Ok(folder);
    }
    tools::install("PostgreSQL", &["postgresql"])?;
    installed_programs().context("PostgreSQL was installed, but initdb was not found")
}

fn installed_programs() -> Option<PathBuf> {
    let complete =
        |folder: &PathBuf| ["initdb", "pg_ctl", "createdb"].iter().all(|name| is_program(&folder.join(name)));
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    newest(versions.map(|entry| entry.path()).collect())
        .map(|version| version.join("bin"))
        .filter(complete)
        .or_else(|| tools::find("initdb")?.parent().map(Path::to_owned).filter(complete))
}

fn newest(versions: Vec<PathBuf>) -> Option<PathBuf> {
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    versions.into_iter().filter(|path| number(path).is_some()).max_by_key(number)
}

fn unprivileged_user() -> Result<User> {
    ["postgres", "nobody"]
        .iter()
        .find_map(|name| User::from_name(name).ok().flatten())
        .context("PostgreSQL refuses to run as root, and there is no user `postgres` or `nobody`")
}

/// A free address of 127.0.0.1.
pub(crate) fn free_address() -> Result<SocketAddr> {
    Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?)))
}

/// A free TCP port of 127.0.0.1.
pub(crate) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0)).context("no free port")?.local_addr()?.port())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::newest;

    #[test]
    fn newest_compares_versions_as_numbers() {
        let versions = ["/pg/9", "/pg/15", "/pg/common"].map(PathBuf::from).to_vec();
        assert_eq!(newest(versions), Some(PathBuf::from("/pg/15")));
    }
}
