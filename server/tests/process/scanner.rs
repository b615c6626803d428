//! Files that a real clamd looks at, with a signature of the usual test file alone.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use serde_json::Value;

use crate::support::{ANNA, RunningServer, Sandbox, wait_until};

/// Of Debian's package `clamav-daemon`.
const CLAMD: &str = "/usr/sbin/clamd";
/// The file that every scanner finds, in two halves so that this one is not found.
const EICAR: [&str; 2] = [r"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"];
/// Its MD5 and length.
const SIGNATURE: &str = "44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n";
/// Longer than clamd is told to take.
const MAX_STREAM: usize = 1_000_000;

const TOKEN: &str = "token-of-anna-in-tests";

struct Clamd {
    process: Child,
}

impl Clamd {
    async fn start(folder: &Path, port: u16) -> Self {
        let database = folder.join("signatures");
        fs::create_dir_all(&database).unwrap();
        fs::write(database.join("test.hdb"), SIGNATURE).unwrap();
        let config = folder.join("clamd.conf");
        let text = format!(
            "Foreground yes\nTCPAddr 127.0.0.1\nTCPSocket {port}\nDatabaseDirectory {}\nStreamMaxLength 1M\n",
            database.display()
        );
        fs::write(&config, text).unwrap();
        let mut command = Command::new(CLAMD);
        let process = command.arg("--config-file").arg(&config).stdout(std::process::Stdio::null()).spawn();
        let process = process
            .unwrap_or_else(|error| panic!("{CLAMD}: {error}; run the tests by `cargo xtask test`, which installs it"));
        let clamd = Self { process };
        wait_until(|| TcpStream::connect(("127.0.0.1", port)).is_ok()).await;
        clamd
    }
}

impl Drop for Clamd {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn upload(server: &RunningServer, name: &str, bytes: Vec<u8>) -> String {
    let form = Form::new().text("token", TOKEN).part("file", Part::bytes(bytes).file_name(name.to_owned()));
    let response = reqwest::Client::new().post(server.url("/api/client/files")).multipart(form).send().await.unwrap();
    assert_eq!(response.status(), 201);
    let body: Value = response.json().await.unwrap();
    body["file"]["id"].as_str().unwrap().to_owned()
}

async fn status(server: &RunningServer, id: &str) -> u16 {
    let address = server.url(&format!("/api/client/files/{id}?token={TOKEN}"));
    reqwest::get(address).await.unwrap().status().as_u16()
}

async fn expect(server: &RunningServer, id: &str, expected: u16) {
    for _ in 0..200 {
        if status(server, id).await == expected {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(status(server, id).await, expected);
}

#[tokio::test]
async fn clamd_scans_uploads_also_those_that_came_while_it_was_away() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let sandbox = Sandbox::configured().with_env("CLAMD", &format!("127.0.0.1:{port}"));
    sandbox.write("anna.json", ANNA);
    sandbox.run(&["import", "anna.json"]).ok();
    let server = sandbox.serve();
    let clean = upload(&server, "nota.txt", b"ciao".to_vec()).await;
    assert_eq!(status(&server, &clean).await, 409);
    // Until it has found out that nobody answers: what a process takes with it waits for two minutes.
    tokio::time::sleep(Duration::from_secs(1)).await;
    server.signal("KILL");
    let _clamd = Clamd::start(sandbox.path(), port).await;
    let server = sandbox.serve();
    expect(&server, &clean, 200).await;
    let infected = upload(&server, "eicar.txt", EICAR.concat().into_bytes()).await;
    let long = upload(&server, "lungo.bin", vec![7; MAX_STREAM * 4]).await;
    let next = upload(&server, "dopo.txt", b"e dopo".to_vec()).await;
    expect(&server, &infected, 404).await;
    expect(&server, &next, 200).await;
    assert_eq!(status(&server, &long).await, 409, "what is not looked at is not clean");
    let verified = sandbox.run(&["verify"]).ok();
    assert_eq!(verified, "3 files, 0 receipts\n");
}
