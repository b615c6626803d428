//! A Debian with systemd, in a container that forgets everything when it stops.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{
    command::{capture, run, spawn, succeeds},
    interrupt, paths,
    step::step,
    tools,
};

const SUITE: &str = "bookworm";
const START_TIMEOUT: Duration = Duration::from_mins(1);

/// A running system. Dropping it stops it.
pub(super) struct Debian {
    nspawn: Child,
    /// The system's first process.
    init: String,
}

impl Debian {
    /// Starts it with the network of this machine; `shared` is its folder `/mnt`.
    pub(super) fn start(shared: &Path, log: &Path) -> Result<Self> {
        tools::install("systemd-nspawn", &["systemd-container"])?;
        let root = root()?;
        let log = fs::File::create(log)?;
        let mut command = Command::new("systemd-nspawn");
        command
            .args(["--quiet", "--register=no", "--keep-unit", "--volatile=overlay", "--boot"])
            .arg(format!("--directory={}", root.display()))
            .arg(format!("--bind-ro={}:/mnt", shared.display()))
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log);
        let nspawn = spawn(&mut command)?;
        let mut debian = Self { nspawn, init: String::new() };
        let started = Instant::now();
        while debian.init.is_empty() || !succeeds(debian.command("systemctl").args(["is-system-running", "-q"])) {
            if started.elapsed() > START_TIMEOUT || debian.nspawn.try_wait()?.is_some() {
                bail!("systemd does not start in a container here; see its log in target/dist-check");
            }
            interrupt::pause(Duration::from_millis(200))?;
            debian.init = debian.first_child().unwrap_or_default();
        }
        Ok(debian)
    }

    fn first_child(&self) -> Option<String> {
        let id = self.nspawn.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).ok()?;
        children.split_whitespace().next().map(str::to_owned)
    }

    /// A program in it.
    pub(super) fn command(&self, program: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.args(["--target", &self.init, "--mount", "--uts", "--ipc", "--pid", "--root", "--wd"]).arg(program);
        command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("DEBIAN_FRONTEND", "noninteractive");
        command
    }

    /// Runs a shell's line.
    pub(super) fn run(&self, line: &str) -> Result<()> {
        run(self.command("sh").args(["-ec", line]))
    }

    /// What a shell's line prints.
    pub(super) fn output(&self, line: &str) -> Result<String> {
        Ok(capture(self.command("sh").args(["-ec", line]))?.trim().to_owned())
    }
}

impl Drop for Debian {
    fn drop(&mut self) {
        // A container of systemd ends with its first process.
        let _ended_already = succeeds(Command::new("kill").args(["-9", &self.init]));
        interrupt::terminate(self.nspawn.id());
        let _status = self.nspawn.wait();
        interrupt::unregister(self.nspawn.id());
    }
}

/// A minimal Debian, made once.
fn root() -> Result<PathBuf> {
    let root = paths::target().join("tools").join(SUITE);
    if root.join("etc/debian_version").exists() {
        return Ok(root);
    }
    tools::install("debootstrap", &["debootstrap", "debian-archive-keyring"])?;
    step("Install a minimal Debian for the .deb", || {
        let unfinished = root.with_extension("unfinished");
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished)?;
        }
        let mut debootstrap = Command::new("debootstrap");
        debootstrap.args(["--variant=minbase", "--include=systemd-sysv", SUITE]).arg(&unfinished).stdout(Stdio::null());
        run(&mut debootstrap)?;
        fs::rename(&unfinished, &root).context("the new Debian cannot be moved")
    })?;
    Ok(root)
}
