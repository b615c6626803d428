//! The image, run by podman.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use super::serves;
use crate::{
    command::{run, succeeds},
    dist::image,
    paths,
    postgres::free_address,
    server::Server,
    step::note,
    test_server::SETTINGS,
    tools,
};

const NAME: &str = "atrio-check";
const VOLUME: &str = "--volume=atrio-check:/data";
/// As strict as a container can be.
const STRICT: [&str; 3] = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=all"];

/// podman with images, containers and volumes of its own.
struct Podman {
    folder: PathBuf,
    address: SocketAddr,
}

pub(super) fn check(folder: &Path, workspace: &Path) -> Result<()> {
    tools::install("podman", &["podman", "runc"])?;
    let podman = Podman { folder: folder.to_owned(), address: free_address()? };
    run(podman.command("load").arg("--quiet").arg("--input").arg(paths::dist().join(image::file_name())))?;

    let mounted = format!("--volume={}:/workspace.json:ro", workspace.display());
    run(&mut podman.atrio(&[VOLUME, &mounted], &["import", "/workspace.json"]))?;
    serves(|| podman.atrio(&[&STRICT[..], &[VOLUME]].concat(), &["serve"]), podman.address)?;
    podman.is_healthy()?;
    note("serves with a volume, a read-only root and no capabilities");

    // Without a volume the data are in the container, as long as there is one.
    let without_volume = "--image-volume=ignore";
    drop(Server::start(&mut podman.atrio(&[without_volume], &["serve"]), podman.address)?);
    note("serves without a volume");

    podman.refuses(&[without_volume, "--read-only", "--read-only-tmpfs=false"])?;
    note("ends with one line without a volume and with a read-only root");

    let foreign = folder.join("foreign");
    fs::create_dir_all(&foreign)?;
    podman.refuses(&[&format!("--volume={}:/data", foreign.display())])?;
    note("ends with one line with a volume that belongs to root");
    Ok(())
}

impl Podman {
    fn command(&self, subcommand: &str) -> Command {
        let mut command = Command::new("podman");
        command.arg("--root").arg(self.folder.join("storage")).arg("--runroot").arg(self.folder.join("run"));
        // vfs leaves no mounts behind; crun refuses machines with both versions of cgroups.
        command.args(["--storage-driver=vfs", "--runtime=runc", "--cgroup-manager=cgroupfs", subcommand]);
        command
    }

    /// The program in a new container, which is removed when it ends.
    fn atrio(&self, options: &[&str], arguments: &[&str]) -> Command {
        let mut command = self.command("run");
        // podman's own limits may be above those of this machine.
        command.args([
            "--rm",
            "--name",
            NAME,
            "--network=host",
            "--ulimit=nofile=4096:4096",
            "--ulimit=nproc=4096:4096",
        ]);
        for (name, value) in SETTINGS {
            command.arg(format!("--env={name}={value}"));
        }
        command.arg(format!("--env=LEPTOS_SITE_ADDR={}", self.address));
        command.args(options).arg(image::NAME).args(arguments);
        command
    }

    /// Fails unless the health check succeeds beside a server, and fails without one.
    fn is_healthy(&self) -> Result<()> {
        let server = Server::start(&mut self.atrio(&[VOLUME], &["serve"]), self.address)?;
        run(self.command("exec").args([NAME, "/atrio", "health"]))?;
        drop(server);
        if succeeds(&mut self.atrio(&[VOLUME], &["health"])) {
            bail!("the health check succeeds without a server");
        }
        Ok(())
    }

    /// Fails unless the server ends with status 1 and one line that names the setting of its database.
    fn refuses(&self, options: &[&str]) -> Result<()> {
        let output = self.atrio(options, &["serve"]).stdin(Stdio::null()).output().context("podman did not start")?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        let line = stderr.trim();
        if output.status.code() != Some(1) || line.contains('\n') || !line.starts_with("atrio: DATABASE_URL") {
            bail!("a container without a place for data ended with {} and {line}", output.status);
        }
        note(line);
        Ok(())
    }
}
