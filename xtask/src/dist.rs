//! `cargo xtask dist`: what is released, in `target/dist`.

mod check;
mod deb;
mod image;
mod musl;
mod tar_file;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::{
    architecture::Architecture,
    build::{self, VERSION},
    cli::Dist,
    compress::gzip,
    digest::{files_below, read, sha256, write},
    paths, sbom,
    step::{note, step},
    test_server::empty_folder,
};
use tar_file::TarFile;

/// What every archive has besides the program.
const DOCUMENTS: [&str; 7] =
    [".env.example", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "docs/REFERENCE.md", "docs/deploy"];
const CHECKSUMS: &str = "SHA256SUMS";

/// A static program and what is packed with it.
struct Program {
    architecture: Architecture,
    path: PathBuf,
    /// What it depends on, in `CycloneDX` JSON.
    dependencies: PathBuf,
    /// Of the commit, in seconds: the same commit gives the same archives.
    time: u64,
}

/// Packs everything, and runs it if asked to.
pub(crate) fn dist(options: &Dist) -> Result<()> {
    if options.check {
        check::refuse_without_root()?;
    }
    build::release_site()?;
    let architectures = options.only.map_or(Architecture::ALL.to_vec(), |only| vec![only]);
    let time = build::commit("%ct")?.parse().context("git printed something else than a time")?;
    let folder = empty_folder("dist")?;
    let dependencies = folder.join(format!("atrio-{VERSION}.cdx.json"));
    let mut programs = Vec::new();
    for architecture in architectures {
        let path =
            step(&format!("Compile the static program for {}", architecture.name()), || musl::compile(architecture))?;
        programs.push(Program { architecture, path, dependencies: dependencies.clone(), time });
    }
    step("List the dependencies of the server", || sbom::write(&dependencies))?;
    step("Pack", || {
        for program in &programs {
            write(&folder.join(archive_name(program.architecture)), archive(program)?)?;
            write(&folder.join(deb::file_name(VERSION, program.architecture)), deb::package(program, VERSION)?)?;
        }
        write(&folder.join(image::file_name()), image::image(&programs)?)?;
        write_checksums(&folder)
    })?;
    if options.check { check::check(&programs) } else { Ok(()) }
}

fn folder_name(architecture: Architecture) -> String {
    format!("atrio-{VERSION}-{}-linux", architecture.name())
}

fn archive_name(architecture: Architecture) -> String {
    folder_name(architecture) + ".tar.gz"
}

/// The program with its documents, in one folder.
fn archive(program: &Program) -> Result<Vec<u8>> {
    let mut tar = TarFile::new(program.time);
    let folder = folder_name(program.architecture);
    tar.file(&format!("{folder}/atrio"), 0o755, &read(&program.path)?)?;
    tar.file(&format!("{folder}/atrio.cdx.json"), 0o644, &read(&program.dependencies)?)?;
    for document in DOCUMENTS {
        for file in files_below(&paths::root().join(document))? {
            let name = file.strip_prefix(paths::root())?;
            tar.file(&format!("{folder}/{}", name.display()), 0o644, &read(&file)?)?;
        }
    }
    gzip(&tar.finish()?)
}

/// In the format of `sha256sum --check`.
fn write_checksums(folder: &Path) -> Result<()> {
    let mut lines = Vec::new();
    for file in files_below(folder)? {
        let name = file.file_name().context("a file has a name")?.to_string_lossy().into_owned();
        lines.push(format!("{}  {name}\n", sha256(&read(&file)?)));
        note(&format!("{name}: {:.1} MB", megabytes(fs::metadata(&file)?.len())));
    }
    write(&folder.join(CHECKSUMS), lines.concat())
}

#[expect(clippy::cast_precision_loss, reason = "one decimal is printed")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
