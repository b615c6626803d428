//! The static program, in a folder with nothing else.

use std::{
    fs::{self, File},
    os::unix::fs::chown,
    path::Path,
    process::Command,
};

use anyhow::{Context, Result, bail};
use flate2::read::GzDecoder;

use super::{emulator, serves};
use crate::{
    architecture::Architecture,
    build,
    command::{capture, run},
    dist::{archive_name, folder_name, image::USER},
    paths,
    postgres::free_address,
    test_server::SETTINGS,
};

/// The name of an emulator in the root.
const EMULATOR: &str = "/qemu";

pub(super) fn check(architecture: Architecture, root: &Path, workspace: &Path) -> Result<()> {
    let unpacked = root.with_extension("unpacked");
    let archive = File::open(paths::dist().join(archive_name(architecture)))?;
    tar::Archive::new(GzDecoder::new(archive)).unpack(&unpacked)?;
    let user = u32::try_from(USER)?;
    fs::create_dir_all(root)?;
    // SQLite needs a place for temporary files: /tmp, or the working directory, which is the root here.
    chown(root, Some(user), Some(user))?;
    fs::copy(unpacked.join(folder_name(architecture)).join("atrio"), root.join("atrio"))
        .context("the archive has no program")?;
    fs::copy(workspace, root.join("workspace.json"))?;
    let emulator = emulator(architecture)?;
    if let Some(emulator) = &emulator {
        fs::copy(emulator, root.join(&EMULATOR[1..]))?;
    }
    let address = free_address()?;
    let atrio = |argument: &str| {
        let mut command = Command::new("chroot");
        command.arg(format!("--userspec={USER}:{USER}")).arg(root);
        command.args(emulator.as_ref().map(|_| EMULATOR)).args(["/atrio", argument]);
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env_clear().env("PATH", path).envs(SETTINGS).env("LEPTOS_SITE_ADDR", address.to_string());
        command
    };
    let version = capture(&mut atrio("--version"))?;
    if version.trim() != format!("atrio {}", build::version()) {
        bail!("the program calls itself {version}");
    }
    run(atrio("import").arg("/workspace.json"))?;
    serves(|| atrio("serve"), address)?;
    run(&mut atrio("verify"))
}
