//! A PostgreSQL server of its own for a test that has to disturb it.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::geteuid;
use tempfile::TempDir;

/// Stopped and deleted when it is dropped.
pub(crate) struct PostgresServer {
    programs: PathBuf,
    folder: TempDir,
    /// User and group, if this process is root, as whom PostgreSQL refuses to run.
    user: Option<(u32, u32)>,
    pub(crate) url: String,
}

impl PostgresServer {
    /// The files of its log have one megabyte. Its commits are not durable.
    pub(crate) fn start() -> Self {
        let user = geteuid().is_root().then(unprivileged_user);
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = format!("postgres://postgres@127.0.0.1:{port}/postgres");
        let server = Self { programs: programs(), folder, user, url };
        let options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
        server.run(server.program("initdb").args(options).arg("--wal-segsize=1"));
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories='' -c fsync=off \
             -c min_wal_size=2MB -c max_wal_size=8MB"
        );
        let log = server.folder.path().join("log");
        server.run(server.program("pg_ctl").args(["-w", "-o", &options, "-l"]).arg(log).arg("start"));
        server
    }

    /// Limits the size of the files that its processes write; `None` lifts the limit.
    pub(crate) fn limit_file_size(&self, bytes: Option<u64>) {
        let id = fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let id = id.lines().next().unwrap();
        let bytes = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
        // Later processes inherit the limit of the first, which therefore comes first.
        for process in std::iter::once(id.to_owned()).chain(children(id)) {
            let mut limit = self.as_user(Command::new("prlimit"));
            let limited = limit.args(["--pid", &process, &format!("--fsize={bytes}:")]).output().unwrap();
            // A child may have ended.
            assert!(limited.status.success() || process != id, "{limited:?}");
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn program(&self, name: &str) -> Command {
        let mut command = self.as_user(Command::new(self.programs.join(name)));
        command.arg("-D").arg(self.data());
        command
    }

    fn as_user(&self, mut command: Command) -> Command {
        command.current_dir(self.folder.path());
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    fn run(&self, command: &mut Command) {
        let output = self.folder.path().join("output");
        let file = fs::File::create(&output).unwrap();
        // No pipe: the server would keep it open.
        let status = command.stdout(file.try_clone().unwrap()).stderr(file).status().unwrap();
        assert!(status.success(), "{}", fs::read_to_string(output).unwrap());
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let _not_running = self.program("pg_ctl").args(["-s", "-w", "-m", "immediate", "stop"]).status();
    }
}

/// The processes that this one has started.
fn children(id: &str) -> Vec<String> {
    let is_child = |process: &str| {
        let status = fs::read_to_string(Path::new("/proc").join(process).join("status")).unwrap_or_default();
        status.lines().find_map(|line| line.strip_prefix("PPid:")).is_some_and(|parent| parent.trim() == id)
    };
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| is_child(name)).collect()
}

/// The folder of `initdb`: the newest of Debian's versions, or the one on `PATH`.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
    let debian = versions.filter_map(number).max();
    let debian = debian.map(|version| PathBuf::from(format!("/usr/lib/postgresql/{version}/bin")));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = debian.into_iter().chain(std::env::split_paths(&path));
    folders.find(|folder| folder.join("initdb").exists()).expect("PostgreSQL, as `cargo xtask test` installs it")
}

/// `postgres` or `nobody`.
fn unprivileged_user() -> (u32, u32) {
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let find = |name: &str| {
        let fields: Vec<&str> = users
            .lines()
            .map(|line| line.split(':'))
            .find_map(|mut fields| (fields.next() == Some(name)).then(|| fields.collect()))?;
        Some((fields[1].parse().ok()?, fields[2].parse().ok()?))
    };
    find("postgres").or_else(|| find("nobody")).expect("a user who is not root")
}
