//! A throw-away PostgreSQL server: made from the system's own programs, run as a user without
//! rights, gone when the tests are.

use std::{
    fs,
    net::TcpListener,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{
    command::{capture, succeeds},
    tools::{self, is_program},
};

/// A running server. Dropping it stops it and deletes its data.
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    user: Option<User>,
}

/// A user of this machine without rights, as PostgreSQL refuses to be root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct User {
    id: u32,
    group: u32,
}

impl Postgres {
    /// Finds or installs PostgreSQL and starts a server of our own.
    pub(crate) fn start() -> Result<Self> {
        let programs = programs()?;
        let user = if tools::is_root() { Some(user_without_rights()?) } else { None };
        let folder = std::env::temp_dir().join(format!("atrio-postgres-{}", std::process::id()));
        fs::create_dir(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        let postgres = Self { programs, folder, port: free_port()?, user };
        fs::set_permissions(&postgres.folder, fs::Permissions::from_mode(0o700))?;
        if let Some(user) = user {
            std::os::unix::fs::chown(&postgres.folder, Some(user.id), Some(user.group))?;
        }
        postgres.initialise()?;
        Ok(postgres)
    }

    /// An address with the rights to make databases.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Makes an empty database and returns its address.
    pub(crate) fn create_database(&self, name: &str) -> Result<String> {
        let port = self.port.to_string();
        capture(self.program("createdb").args(["-h", "127.0.0.1", "-U", "postgres", "-p", &port, name]))?;
        Ok(self.url(name))
    }

    fn initialise(&self) -> Result<()> {
        let options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
        capture(self.program("initdb").arg("--pgdata").arg(self.data()).args(options))
            .context("PostgreSQL could not prepare a database folder")?;
        let settings = format!(
            "\nlisten_addresses = '127.0.0.1'\nport = {}\nunix_socket_directories = '{}'\n\
             fsync = off\nsynchronous_commit = off\nfull_page_writes = off\nmax_connections = 300\n",
            self.port,
            self.folder.display()
        );
        let file = self.data().join("postgresql.conf");
        let standard =
            fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        fs::write(&file, standard + &settings)?;
        let log = self.folder.join("server.log");
        let start =
            self.control().arg("--log").arg(&log).args(["--wait", "--timeout=60", "start"]).output()?;
        if !start.status.success() {
            bail!("PostgreSQL did not start:\n{}", fs::read_to_string(&log).unwrap_or_default());
        }
        Ok(())
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn control(&self) -> Command {
        let mut control = self.program("pg_ctl");
        // The log goes to a file; a pipe would stay open as long as the server runs.
        control.arg("--pgdata").arg(self.data()).arg("--silent");
        control
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        // In a process group of its own: Ctrl-C must not reach the server before the tests end.
        command.current_dir(&self.folder).process_group(0).env_remove("PGDATA").env_remove("PGPORT");
        if let Some(user) = self.user {
            command.uid(user.id).gid(user.group).env("HOME", &self.folder);
        }
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _not_running = succeeds(self.control().args(["--mode=immediate", "--wait", "stop"]));
        if let Err(fault) = fs::remove_dir_all(&self.folder) {
            eprintln!("{} is left behind: {fault}", self.folder.display());
        }
    }
}

/// The folder of `initdb`, `pg_ctl` and `createdb`: the newest that Debian installed, or PATH's.
fn programs() -> Result<PathBuf> {
    if let Some(folder) = installed_programs() {
        return Ok(folder);
    }
    tools::install("PostgreSQL", &["postgresql"])?;
    installed_programs().context("PostgreSQL was installed, but its initdb is in no known folder")
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

fn user_without_rights() -> Result<User> {
    let users = fs::read_to_string("/etc/passwd").context("/etc/passwd cannot be read")?;
    ["postgres", "nobody"]
        .iter()
        .find_map(|name| user(&users, name))
        .context("PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody")
}

fn user(users: &str, name: &str) -> Option<User> {
    let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
    let mut fields = line.split(':').skip(2);
    Some(User { id: fields.next()?.parse().ok()?, group: fields.next()?.parse().ok()? })
}

/// A TCP port of 127.0.0.1 that nobody listens on.
pub(crate) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0)).context("no free port")?.local_addr()?.port())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{User, newest, user};

    #[test]
    fn version_fifteen_is_newer_than_nine() {
        let versions = ["/pg/9", "/pg/15", "/pg/common"].map(PathBuf::from).to_vec();
        assert_eq!(newest(versions), Some(PathBuf::from("/pg/15")));
    }

    #[test]
    fn a_user_is_found_by_the_whole_name() {
        let users = "root:x:0:0::/root:/bin/sh\npostgres2:x:7:7::/:/bin/sh\npostgres:x:106:112::/:/bin/sh\n";
        assert_eq!(user(users, "postgres"), Some(User { id: 106, group: 112 }));
        assert_eq!(user(users, "nobody"), None);
    }
}
