//! etcd, two PostgreSQL servers run by Patroni, and `HAProxy`, on free ports, with the files of docs/deploy.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use crate::{
    command::{capture, succeeds},
    deploy_files,
    durability::request,
    interrupt,
    postgres::{self, Home, free_address},
    server::Server,
    tools::{find, install},
};

const PASSWORD: &str = "superuser-password";
const PACKAGES: [&str; 4] = ["etcd-server", "haproxy", "patroni", "python3-etcd"];
/// How long the cluster may take to reach a state.
const STATE_TIMEOUT: Duration = Duration::from_mins(1);
/// `HAProxy` takes the standby for a primary until two checks have failed.
const FIRST_CHECKS: Duration = Duration::from_secs(4);

/// Fields are dropped, that is stopped, from the first to the last.
pub(crate) struct Cluster {
    _haproxy: Server,
    nodes: [Node; 2],
    _etcd: Server,
    /// Of the portal.
    pub(crate) proxy: SocketAddr,
    /// The address of the primary, whichever it is.
    pub(crate) database_url: String,
    _home: Home,
}

/// A PostgreSQL server and the Patroni that runs it.
struct Node {
    patroni: Server,
    api: SocketAddr,
    postgres: SocketAddr,
    data: PathBuf,
    stop: Command,
}

impl Cluster {
    /// `portal` is where the Atrio processes will be.
    pub(crate) fn start(portal: &[SocketAddr; 3]) -> Result<Self> {
        install("The cluster of docs/HIGH-AVAILABILITY.md", &PACKAGES)?;
        let programs = postgres::programs()?;
        let home = Home::create("ha")?;
        let (etcd, etcd_address) = start_etcd(&home)?;
        let first = Node::start(&home, &programs, "pg1", etcd_address)?;
        wait("the primary", || first.is("primary"))?;
        let second = Node::start(&home, &programs, "pg2", etcd_address)?;
        wait("the standby", || second.is("synchronous"))?;
        let nodes = [first, second];
        let (proxy, database) = (free_address()?, free_address()?);
        let haproxy = start_haproxy(&home, portal, proxy, database, &nodes)?;
        thread::sleep(FIRST_CHECKS);
        create_database(&home, &programs, nodes[0].postgres)?;
        let database_url = format!("postgres://postgres:{PASSWORD}@{database}/atrio");
        Ok(Self { _haproxy: haproxy, nodes, _etcd: etcd, proxy, database_url, _home: home })
    }

    /// Kills the primary once it has a synchronous standby, and waits until that one has taken its place; returns how
    /// long that took.
    pub(crate) fn kill_primary(&self) -> Result<Duration> {
        let has_role = |role: &str| self.nodes.iter().position(|node| node.is(role));
        wait("a synchronous standby", || has_role("primary").is_some() && has_role("synchronous").is_some())?;
        let primary = has_role("primary").context("there is no primary")?;
        let pid = fs::read_to_string(self.nodes[primary].data.join("postmaster.pid"))?;
        let pid = pid.lines().next().context("no process id")?.parse()?;
        kill(Pid::from_raw(pid), Signal::SIGKILL)?;
        let killed = Instant::now();
        wait("the standby to be promoted", || self.nodes[1 - primary].is("primary"))?;
        Ok(killed.elapsed())
    }
}

impl Node {
    fn start(home: &Home, programs: &Path, name: &str, etcd: SocketAddr) -> Result<Self> {
        let (api, postgres) = (free_address()?, free_address()?);
        let data = home.folder.join(name);
        let folder = home.folder.display().to_string();
        let config = adapt(
            home,
            "patroni.yml",
            name,
            &[
                ("name: pg1", &format!("name: {name}")),
                ("10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379", &etcd.to_string()),
                ("10.0.0.11:8008", &api.to_string()),
                ("10.0.0.11:5432", &postgres.to_string()),
                ("10.0.0.0/24", "127.0.0.0/8"),
                ("/var/lib/postgresql/15/atrio", &data.display().to_string()),
                ("/var/lib/postgresql/patroni.pgpass", &format!("{folder}/{name}.pgpass")),
                ("/var/run/postgresql", &folder),
                ("/usr/lib/postgresql/15/bin", &programs.display().to_string()),
            ],
        )?;
        let mut patroni = home.command(Path::new("patroni"));
        let patroni = start(home, patroni.arg(config), name, api)?;
        let mut stop = home.command(&programs.join("pg_ctl"));
        stop.args(["--mode=immediate", "--wait", "--silent", "stop", "--pgdata"]).arg(&data);
        Ok(Self { patroni, api, postgres, data, stop })
    }

    /// Whether Patroni says so.
    fn is(&self, role: &str) -> bool {
        request::get(self.api, &format!("/{role}")).is_ok_and(|response| response.status == 200)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // An orderly stop would wait for the other node.
        let _ended = self.patroni.kill();
        let _stopped = succeeds(&mut self.stop);
    }
}

fn start_etcd(home: &Home) -> Result<(Server, SocketAddr)> {
    let (address, peer) = (free_address()?, free_address()?);
    let (clients, peers) = (format!("http://{address}"), format!("http://{peer}"));
    let mut etcd = home.command(Path::new("etcd"));
    etcd.arg("--data-dir").arg(home.folder.join("etcd-data"));
    etcd.args(["--listen-client-urls", &clients, "--advertise-client-urls", &clients]);
    etcd.args(["--listen-peer-urls", &peers, "--initial-advertise-peer-urls", &peers]);
    etcd.args(["--initial-cluster", &format!("default={peers}")]);
    Ok((start(home, &mut etcd, "etcd", address)?, address))
}

fn start_haproxy(
    home: &Home,
    portal: &[SocketAddr; 3],
    proxy: SocketAddr,
    database: SocketAddr,
    nodes: &[Node; 2],
) -> Result<Server> {
    let node = |node: &Node| format!("{} port {}", node.postgres, node.api.port());
    let config = adapt(
        home,
        "haproxy.cfg",
        "haproxy",
        &[
            ("bind :443 ssl crt /etc/haproxy/portal.example.com.pem", &format!("bind {proxy}")),
            ("bind 127.0.0.1:5432", &format!("bind {database}")),
            ("10.0.0.1:3000", &portal[0].to_string()),
            ("10.0.0.2:3000", &portal[1].to_string()),
            ("10.0.0.3:3000", &portal[2].to_string()),
            ("10.0.0.11:5432 port 8008", &node(&nodes[0])),
            ("10.0.0.12:5432 port 8008", &node(&nodes[1])),
        ],
    )?;
    let program = find("haproxy").unwrap_or_else(|| "/usr/sbin/haproxy".into());
    start(home, home.command(&program).arg("-f").arg(config), "haproxy", proxy)
}

fn create_database(home: &Home, programs: &Path, server: SocketAddr) -> Result<()> {
    let mut createdb = home.command(&programs.join("createdb"));
    let port = server.port().to_string();
    createdb.args(["-h", "127.0.0.1", "-U", "postgres", "-p", &port, "atrio"]).env("PGPASSWORD", PASSWORD);
    capture(&mut createdb).map(drop)
}

/// Starts a program with its output in a file, and waits until it accepts connections.
fn start(home: &Home, command: &mut Command, name: &str, address: SocketAddr) -> Result<Server> {
    let log = home.folder.join(name).with_extension("log");
    let output = fs::File::create(&log)?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    Server::start_plain(command, address)
        .with_context(|| format!("{name} did not start:\n{}", fs::read_to_string(&log).unwrap_or_default()))
}

/// Writes a file of docs/deploy with other addresses.
fn adapt(home: &Home, example: &str, name: &str, replacements: &[(&str, &str)]) -> Result<PathBuf> {
    let file = home.folder.join(name).with_extension("conf");
    fs::write(&file, deploy_files::adapted(example, replacements)?)?;
    Ok(file)
}

fn wait(what: &str, is_so: impl Fn() -> bool) -> Result<()> {
    let started = Instant::now();
    while !is_so() {
        interrupt::check()?;
        if started.elapsed() > STATE_TIMEOUT {
            bail!("waited {} s for {what}", STATE_TIMEOUT.as_secs());
        }
        thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
