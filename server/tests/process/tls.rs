//! PostgreSQL that demands TLS.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

use crate::support::{ANNA, Sandbox};

/// A server of this test that answers only over TLS, stopped when it is dropped.
struct TlsServer {
    folder: TempDir,
    /// Where the programs of PostgreSQL are.
    programs: PathBuf,
    /// User and group of `postgres` or `nobody`, if this is root, as whom PostgreSQL refuses to run.
    user: Option<(u32, u32)>,
    port: u16,
}

/// A certificate for `localhost` that no authority has signed.
const CERTIFICATE: &str = "[req]\ndistinguished_name = name\nx509_extensions = extensions\nprompt = no\n\
    [name]\nCN = a server of Atrio's tests\n[extensions]\nsubjectAltName = DNS:localhost\nbasicConstraints = critical, CA:FALSE\n";

impl TlsServer {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let port = TcpListener::bind("localhost:0").unwrap().local_addr().unwrap().port();
        let server = Self { folder, programs: programs().await, user: unprivileged_user(), port };
        if let Some((user, group)) = server.user {
            chown(server.folder.path(), Some(user), Some(group)).unwrap();
        }
        server.run("initdb", &["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]);
        server.write("certificate.cnf", CERTIFICATE);
        let certify =
            "req -x509 -config certificate.cnf -newkey rsa:2048 -noenc -days 2 -keyout server.key -out server.crt";
        server.command("openssl".into(), &certify.split(' ').collect::<Vec<_>>());
        let settings = format!(
            "port = {port}\nlisten_addresses = 'localhost'\nunix_socket_directories = ''\nfsync = off\nssl = on\n\
             ssl_cert_file = '../server.crt'\nssl_key_file = '../server.key'\n"
        );
        server.write("data/postgresql.conf", &settings);
        server.write("data/pg_hba.conf", "hostssl all all all trust\n");
        server.run("pg_ctl", &["--wait", "--silent", "--log=server.log", "start"]);
        server
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        self.command(self.programs.join(program), &[&["--pgdata=data"], arguments].concat());
    }

    fn command(&self, program: PathBuf, arguments: &[&str]) {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.folder.path());
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group).env("HOME", self.folder.path());
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn url(&self, host: &str, parameters: &str) -> String {
        format!("postgres://postgres@{host}:{}/postgres?{parameters}", self.port)
    }

    fn certificate(&self) -> String {
        format!("sslrootcert={}", self.folder.path().join("server.crt").display())
    }
}

impl Drop for TlsServer {
    fn drop(&mut self) {
        if self.folder.path().join("data/postmaster.pid").exists() {
            self.run("pg_ctl", &["--wait", "--silent", "--mode=immediate", "stop"]);
        }
    }
}

/// The folder of the programs of the server of all tests, which runs on this machine.
async fn programs() -> PathBuf {
    let mut server = PgConnection::connect(&std::env::var("TEST_POSTGRES_URL").unwrap()).await.unwrap();
    let folder: String =
        sqlx::query_scalar("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetch_one(&mut server).await.unwrap();
    folder.into()
}

fn unprivileged_user() -> Option<(u32, u32)> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let user = |name| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut numbers = line.split(':').skip(2).map_while(|number| number.parse().ok());
        Some((numbers.next()?, numbers.next()?))
    };
    user("postgres").or_else(|| user("nobody"))
}

#[tokio::test]
async fn postgres_over_tls_is_used_and_its_certificate_verified() {
    let database = TlsServer::start().await;
    let at = |url: &str| Sandbox::configured().with_env("DATABASE_URL", url);

    let verified = at(&database.url("localhost", &format!("sslmode=verify-full&{}", database.certificate())));
    verified.write("anna.json", ANNA);
    verified.run(&["import", "anna.json"]).ok();
    let server = verified.serve();
    assert_eq!(reqwest::get(server.url("/readyz")).await.unwrap().status(), 200);
    server.signal("TERM");
    let (status, _, log) = server.wait_for_exit(Duration::from_secs(10));
    // A connection of its own is for notifications.
    let is_warning = |line: &String| line.contains("cannot be followed");
    assert!(status == Some(0) && !log.iter().any(is_warning), "{log:?}");
    at(&database.url("localhost", "sslmode=require")).run(&["export"]).ok();

    let refused = |url: &str| at(url).run(&["serve"]).error_line();
    let line = refused(&database.url("localhost", "sslmode=verify-full"));
    assert!(line.starts_with("DATABASE_URL: ") && line.contains("certificate: UnknownIssuer"), "{line}");
    let elsewhere = format!("sslmode=verify-full&{}", database.certificate());
    let line = refused(&database.url("127.0.0.1", &elsewhere));
    assert!(line.contains("certificate not valid for name"), "{line}");
    let line = refused(&database.url("localhost", "sslmode=disable"));
    assert!(line.contains("no encryption"), "{line}");
}
