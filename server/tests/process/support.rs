//! Starts `atrio` in a temporary folder.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use reqwest::RequestBuilder;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use tempfile::TempDir;
use tokio::sync::Mutex;

const ATRIO: &str = env!("CARGO_BIN_EXE_atrio");
pub(crate) const SECRET: &str = "0123456789abcdef0123456789abcdef";
pub(crate) const PASSWORD: &str = "correct horse battery staple";

/// A client with one project, one phase, and a token that tests use.
pub(crate) const ANNA: &str = r#"{
    "clients": [{"id": "anna", "name": "Anna", "token": "token-of-anna-in-tests", "slug": "anna-a1b2"}],
    "projects": [{"id": "casa", "client_id": "anna", "name": "Casa"}],
    "phases": [{"id": "fondamenta", "project_id": "casa", "name": "Fondamenta"}]
}"#;

/// Held by tests that need the processor for themselves.
pub(crate) static PROCESSOR: Mutex<()> = Mutex::const_new(());

/// The working folder and the environment variables.
pub(crate) struct Sandbox {
    pub(crate) folder: TempDir,
    environment: Vec<(String, String)>,
}

impl Sandbox {
    /// Without any settings.
    pub(crate) fn empty() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), environment: Vec::new() }
    }

    /// All settings that `serve` requires, on a free port.
    pub(crate) fn configured() -> Self {
        Self::empty()
            .with_env("LEPTOS_SITE_ADDR", "127.0.0.1:0")
            .with_env("ADMIN_EMAIL", "admin@example.com")
            .with_env("ADMIN_PASSWORD", PASSWORD)
            .with_env("AUTH_SECRET", SECRET)
            .with_env("LOG_FORMAT", "json")
    }

    pub(crate) fn with_env(mut self, name: &str, value: &str) -> Self {
        self.environment.retain(|(set, _)| set != name);
        self.environment.push((name.into(), value.into()));
        self
    }

    pub(crate) fn without_env(mut self, name: &str) -> Self {
        self.environment.retain(|(set, _)| set != name);
        self
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file into the folder.
    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(ATRIO);
        self.in_sandbox(command.args(arguments));
        command
    }

    /// With the folder and the variables of the sandbox, and pipes.
    fn in_sandbox<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.current_dir(self.path()).env_clear();
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
    }

    /// Runs a command until it exits.
    pub(crate) fn run(&self, arguments: &[&str]) -> FinishedCommand {
        self.run_with(arguments, b"")
    }

    /// Runs a command with another value of a variable.
    pub(crate) fn run_where(&self, name: &str, value: &str, arguments: &[&str]) -> FinishedCommand {
        FinishedCommand::from(self.command(arguments).env(name, value).output().unwrap())
    }

    /// Runs a command until it exits, with `input` on standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &[u8]) -> FinishedCommand {
        let mut child = self.command(arguments).spawn().unwrap();
        // A command that does not read its input may have exited already.
        let _ = child.stdin.take().unwrap().write_all(input);
        FinishedCommand::from(child.wait_with_output().unwrap())
    }

    /// Starts serving and waits until it listens.
    pub(crate) fn serve(&self) -> RunningServer {
        RunningServer::start(&mut self.command(&["serve"]), true)
    }

    /// As [`Self::serve`], but nobody reads the log once it listens.
    pub(crate) fn serve_without_log_reader(&self) -> RunningServer {
        RunningServer::start(&mut self.command(&["serve"]), false)
    }

    /// As [`Self::serve`], and a file that cannot grow is an error, as on a full disk, instead of the end of the
    /// process.
    pub(crate) fn serve_without_file_size_signal(&self) -> RunningServer {
        self.serve_after("trap '' XFSZ")
    }

    /// Starts serving where a program begins with at most this many open files.
    pub(crate) fn serve_with_soft_limit_of_files(&self, limit: u32) -> RunningServer {
        self.serve_after(&format!("ulimit -Sn {limit}"))
    }

    /// Starts serving from a shell that has run `preparation`.
    fn serve_after(&self, preparation: &str) -> RunningServer {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &format!("{preparation}; exec \"$0\" serve"), ATRIO]);
        RunningServer::start(self.in_sandbox(&mut command), true)
    }
}

/// A command that ended.
pub(crate) struct FinishedCommand {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for FinishedCommand {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("the process exits"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl FinishedCommand {
    /// Expects status 0; returns standard output.
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.status, 0, "{}", self.err);
        self.out
    }

    /// Expects status 1 and one line on standard error; returns that line.
    pub(crate) fn error_line(self) -> String {
        assert_eq!(self.status, 1, "{}{}", self.out, self.err);
        assert_eq!(self.out, "");
        let line = self.err.strip_suffix('\n').unwrap_or_else(|| panic!("no line: {:?}", self.err));
        assert!(line.starts_with("atrio: ") && !line.contains('\n'), "not a single error line: {line}");
        line["atrio: ".len()..].to_owned()
    }
}

/// Waits for something that happens soon, unless the server has died.
pub(crate) async fn wait_until(is_so: impl Fn() -> bool) {
    let soon = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), soon).await.expect("in time");
}

/// The status and the body.
pub(crate) async fn answer(request: RequestBuilder) -> (u16, String) {
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

/// A server that listens.
pub(crate) struct RunningServer {
    child: Child,
    pub(crate) origin: String,
    log: Option<std::thread::JoinHandle<Vec<String>>>,
}

impl RunningServer {
    /// Waits until it listens.
    fn start(command: &mut Command, reads_log: bool) -> Self {
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let origin = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                serde_json::from_str::<serde_json::Value>(&line).ok()?["origin"].as_str().map(str::to_owned)
            })
            .expect("the server logs its address");
        // The log must be drained, or the server blocks once the pipe is full.
        let log = reads_log.then(|| std::thread::spawn(move || lines.map_while(Result::ok).collect()));
        Self { child, origin, log }
    }

    /// `127.0.0.1:port`.
    pub(crate) fn address(&self) -> &str {
        self.origin.strip_prefix("http://").unwrap()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// Limits the size of the files it writes; `None` lifts the limit.
    pub(crate) fn limit_file_size(&self, bytes: Option<u64>) {
        let limit = Rlimit { current: bytes, ..getrlimit(Resource::Fsize) };
        prlimit(Some(Pid::from_child(&self.child)), Resource::Fsize, limit).unwrap();
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal by its name for `kill`.
    pub(crate) fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        let killed = Command::new("sh").args(["-c", &kill]).status();
        assert!(killed.unwrap().success());
    }

    /// Waits for the process to exit, at most this long. Returns the exit status, the duration and the log.
    pub(crate) fn wait_for_exit(mut self, at_most: Duration) -> (Option<i32>, Duration, Vec<String>) {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(started.elapsed() < at_most, "the process did not exit in time");
            std::thread::sleep(Duration::from_millis(20));
        };
        let log = self.log.take().unwrap().join().unwrap();
        (status.code(), started.elapsed(), log)
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        // Usually it has exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
