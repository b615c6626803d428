//! The proxies of docs/deploy overwrite the x-forwarded-for of a visitor, so that rate limits count by the
//! address of the connection (docs/REFERENCE.md#client-ip).

use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::support::{RunningServer, Sandbox};

/// Comments of one address in a minute.
const QUOTA: u8 = 10;

/// A proxy before a server. Killed when dropped.
struct Proxy {
    child: Child,
    origin: String,
}

impl Proxy {
    fn caddy(server: &RunningServer, folder: &Path) -> Self {
        let origin = free_origin();
        let site = adapt("Caddyfile", &[("portal.example.com", &origin), ("127.0.0.1:3000", server.address())]);
        let config = folder.join("Caddyfile");
        std::fs::write(&config, format!("{{\n\tadmin off\n\tlog {{\n\t\tlevel ERROR\n\t}}\n}}\n{site}")).unwrap();
        let mut command = program("caddy");
        command.arg("run").arg("--config").arg(config).args(["--adapter", "caddyfile"]).env("XDG_DATA_HOME", folder);
        Self::start(command, origin)
    }

    fn nginx(server: &RunningServer, folder: &Path) -> Self {
        let origin = free_origin();
        let listen = format!("listen {};", origin.strip_prefix("http://").unwrap());
        let site = adapt(
            "nginx.conf",
            &[("listen 443 ssl;", &listen), ("ssl_certificate", "#"), ("127.0.0.1:3000", server.address())],
        );
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {};\n", folder.join(kind).display()))
            .concat();
        let pid = folder.join("nginx.pid");
        let config = folder.join("nginx.conf");
        let text = format!(
            "daemon off;\nmaster_process off;\npid {};\nevents {{}}\nhttp {{\n{temporary}{site}}}\n",
            pid.display()
        );
        std::fs::write(&config, text).unwrap();
        let mut command = program("nginx");
        command.args(["-e", "stderr", "-c"]).arg(config);
        Self::start(command, origin)
    }

    fn start(mut command: Command, origin: String) -> Self {
        let child = command.spawn().unwrap_or_else(|error| {
            panic!("{command:?}: {error}; run the tests by `cargo xtask test`, which installs it")
        });
        let mut proxy = Self { child, origin };
        let started = Instant::now();
        while TcpStream::connect(proxy.origin.strip_prefix("http://").unwrap()).is_err() {
            assert_eq!(proxy.child.try_wait().unwrap(), None, "the proxy ended");
            assert!(started.elapsed() < Duration::from_secs(20), "the proxy does not listen");
            std::thread::sleep(Duration::from_millis(10));
        }
        proxy
    }

    /// The status of a comment that is sent from an address of this machine and claims another one.
    async fn post(&self, from: [u8; 4], claimed: &str) -> u16 {
        let from = IpAddr::from(Ipv4Addr::from(from));
        let http = reqwest::Client::builder().local_address(from).build().unwrap();
        let comment = http.post(format!("{}/api/client/comment", self.origin)).body("{}");
        let comment = comment.header("x-forwarded-for", claimed).header("x-real-ip", claimed);
        comment.send().await.unwrap().status().as_u16()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_origin() -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

/// Debian installs nginx where only root looks for programs.
fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.env("PATH", format!("{}:/usr/sbin", std::env::var("PATH").unwrap()));
    command
}

/// A file of docs/deploy with other addresses, and without TLS.
fn adapt(name: &str, replacements: &[(&str, &str)]) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/deploy").join(name);
    let mut text = std::fs::read_to_string(file).unwrap();
    for (example, replacement) in replacements {
        assert!(text.contains(example), "{name} has no {example}");
        text = text.replace(example, replacement);
    }
    text
}

async fn assert_limits_count_by_connection(start: fn(&RunningServer, &Path) -> Proxy) {
    let sandbox = Sandbox::configured();
    let server = sandbox.serve();
    let proxy = start(&server, sandbox.path());
    for number in 0..QUOTA {
        assert_eq!(proxy.post([127, 0, 0, 1], &format!("192.0.2.{number}")).await, 400);
    }
    assert_eq!(proxy.post([127, 0, 0, 1], "192.0.2.99").await, 429);
    assert_eq!(proxy.post([127, 0, 0, 2], "192.0.2.99").await, 400, "another visitor is counted apart");
}

#[tokio::test]
async fn caddy_overwrites_spoofed_addresses() {
    assert_limits_count_by_connection(Proxy::caddy).await;
}

#[tokio::test]
async fn nginx_overwrites_spoofed_addresses() {
    assert_limits_count_by_connection(Proxy::nginx).await;
}
