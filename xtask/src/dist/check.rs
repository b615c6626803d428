//! `cargo xtask dist --check`: runs what was packed, each where it is meant to run.

mod debian;
mod package;
mod podman;
mod program;

use std::{fs::File, io::BufWriter, net::SocketAddr, path::Path, process::Command};

use anyhow::{Context, Result, bail};
use sample::{Portal, Scale, portals};
use serde_json::json;

use super::Program;
use crate::{
    architecture::Architecture,
    durability::request,
    server::Server,
    step::{note, step},
    test_server::empty_folder,
    tools,
};

/// Of the workspace in which a client writes.
const SCALE: Scale = Scale { clients: 1, comments: 0, leads: 0 };
/// The id of the message.
const KEY: &str = "00000000-0000-4000-8000-000000000001";
const TEXT: &str = "Da un programma statico";

pub(super) fn refuse_without_root() -> Result<()> {
    if tools::is_root() {
        return Ok(());
    }
    bail!("chroot, systemd and podman need root; run: sudo env PATH=\"$PATH\" HOME=\"$HOME\" cargo xtask dist --check")
}

pub(super) fn check(programs: &[Program]) -> Result<()> {
    let folder = empty_folder("dist-check")?;
    let workspace = folder.join("workspace.json");
    sample::write(&mut BufWriter::new(File::create(&workspace)?), &SCALE)?;
    for Program { architecture, .. } in programs {
        step(&format!("Run the program for {} in an empty chroot", architecture.name()), || {
            program::check(*architecture, &folder.join(architecture.name()), &workspace)
        })?;
    }
    let Some(native) = programs.iter().find(|program| program.architecture.is_of_this_machine()) else {
        note(".deb and image are not run: they are not for this machine");
        return Ok(());
    };
    step("Install, upgrade, remove and purge the .deb", || package::check(native, &folder, &workspace))?;
    step("Run the image", || podman::check(&folder.join("podman"), &workspace))
}

/// Starts a server, writes a message, and finds it again after a restart.
fn serves(mut serve: impl FnMut() -> Command, address: SocketAddr) -> Result<()> {
    let server = Server::start(&mut serve(), address)?;
    note(&format!("ready after {} ms", server.ready_after().as_millis()));
    write_message(address)?;
    drop(server);
    let _server = Server::start(&mut serve(), address)?;
    find_message(address)
}

/// Writes a message as the client.
fn write_message(server: SocketAddr) -> Result<()> {
    let Portal { client, token, .. } = portal()?;
    let body = json!({"token": token, "entity_type": "general", "entity_id": client, "text": TEXT}).to_string();
    let response = request::post(server, "/api/client/comment", KEY, &body)?;
    if response.status != 201 {
        bail!("a message was answered with {} {}", response.status, response.body);
    }
    find_message(server)
}

fn find_message(server: SocketAddr) -> Result<()> {
    let Portal { token, project, .. } = portal()?;
    let chat = request::get(server, &format!("/api/client/chat?token={token}&project_id={project}"))?;
    if chat.status == 200 && chat.body.contains(KEY) && chat.body.contains(TEXT) {
        return Ok(());
    }
    bail!("the message is not there: {} {}", chat.status, chat.body)
}

fn portal() -> Result<Portal> {
    portals(&SCALE).next().context("the workspace has a portal")
}

/// The emulator of a foreign architecture, as one static file.
fn emulator(architecture: Architecture) -> Result<Option<std::path::PathBuf>> {
    if architecture.is_of_this_machine() {
        return Ok(None);
    }
    tools::install("qemu", &["qemu-user-static"])?;
    Ok(Some(Path::new("/usr/bin").join(format!("qemu-{}-static", architecture.name()))))
}
