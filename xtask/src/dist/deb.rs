//! The Debian package: the program as a service of systemd.

use std::fs;

use anyhow::{Context, Result, bail};

use super::{DOCUMENTS, Program, TarFile};
use crate::{
    architecture::Architecture,
    compress::gzip,
    digest::{files_below, read},
    paths,
};

/// The scripts of dpkg.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];
/// Where the documents are.
const DOCUMENTATION: &str = "usr/share/doc/atrio";

pub(super) fn file_name(version: &str, architecture: Architecture) -> String {
    format!("atrio_{version}_{}.deb", architecture.debian())
}

pub(super) fn package(program: &Program, version: &str) -> Result<Vec<u8>> {
    let data = data(program)?;
    let control = control(program, version, data.len())?;
    let mut deb = ar::Builder::new(Vec::new());
    for (name, content) in
        [("debian-binary", b"2.0\n".to_vec()), ("control.tar.gz", gzip(&control)?), ("data.tar.gz", gzip(&data)?)]
    {
        let mut header = ar::Header::new(name.into(), content.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(program.time);
        deb.append(&header, content.as_slice())?;
    }
    Ok(deb.into_inner()?)
}

/// The files of the package.
fn data(program: &Program) -> Result<Vec<u8>> {
    let mut tar = TarFile::new(program.time);
    tar.file("usr/bin/atrio", 0o755, &read(&program.path)?)?;
    tar.file("usr/lib/systemd/system/atrio.service", 0o644, unit()?.as_bytes())?;
    tar.file("usr/lib/sysusers.d/atrio.conf", 0o644, &source("sysusers.conf")?)?;
    // The settings are made by the script, with secrets of their own; the folder belongs to the package.
    tar.folder("etc/atrio", 0o755, 0)?;
    for document in DOCUMENTS {
        for file in files_below(&paths::root().join(document))? {
            let name = file.strip_prefix(paths::root())?.display().to_string();
            tar.file(&format!("{DOCUMENTATION}/{}", name.trim_start_matches('.')), 0o644, &read(&file)?)?;
        }
    }
    tar.file(&format!("{DOCUMENTATION}/copyright"), 0o644, &source("copyright")?)?;
    tar.file(&format!("{DOCUMENTATION}/atrio.cdx.json.gz"), 0o644, &gzip(&read(&program.dependencies)?)?)?;
    tar.finish()
}

fn control(program: &Program, version: &str, size: usize) -> Result<Vec<u8>> {
    let text = String::from_utf8(source("control")?)?;
    let head = format!(
        "Package: atrio\nVersion: {version}\nArchitecture: {}\nInstalled-Size: {}\n",
        program.architecture.debian(),
        size / 1024
    );
    let mut tar = TarFile::new(program.time);
    tar.file("control", 0o644, (head + &text).as_bytes())?;
    for script in SCRIPTS {
        tar.file(script, 0o755, &source(script)?)?;
    }
    tar.finish()
}

fn source(name: &str) -> Result<Vec<u8>> {
    read(&paths::root().join("xtask/debian").join(name))
}

/// The unit of docs/deploy, for a program of the system and a user that exists: with a dynamic one, nobody but root could
/// run `atrio` beside the server.
fn unit() -> Result<String> {
    let path = paths::root().join("docs/deploy/atrio.service");
    let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    adapt(&text)
}

fn adapt(unit: &str) -> Result<String> {
    let (_how_to_install, unit) = unit.split_once("[Unit]").context("the unit has no [Unit]")?;
    let mut unit = format!("[Unit]{unit}");
    for (from, to) in [("=/usr/local/bin/atrio", "=/usr/bin/atrio"), ("DynamicUser=yes", "User=atrio\nGroup=atrio")] {
        if unit.matches(from).count() != 1 {
            bail!("the unit does not have `{from}` once");
        }
        unit = unit.replace(from, to);
    }
    Ok(unit)
}

#[cfg(test)]
mod tests {
    use super::adapt;

    #[test]
    fn unit_is_adapted_or_refused() {
        let unit = adapt("# install it\n[Unit]\nExecStart=/usr/local/bin/atrio serve\nDynamicUser=yes\n").unwrap();
        assert_eq!(unit, "[Unit]\nExecStart=/usr/bin/atrio serve\nUser=atrio\nGroup=atrio\n");
        assert!(adapt("[Unit]\nExecStart=/usr/local/bin/atrio serve\n").is_err());
    }
}
