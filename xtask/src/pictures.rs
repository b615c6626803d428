//! `cargo xtask pictures`: the portal in every state, to be looked at.

use std::process::Command;

use anyhow::Result;

use crate::{
    command::run,
    place,
    stage::{self, Stage},
    step::{note, step},
};

/// Which pictures are wanted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Album {
    /// Those of every state whose titles match this expression, or all: into `target/pictures`.
    States(Option<String>),
    /// The few that the README shows: into `docs/screenshots`.
    Readme,
}

/// Takes them, of the server that `ATRIO_BASE_URL` names if it does, else of one of its own.
pub(crate) fn take(album: &Album) -> Result<()> {
    let chromium = stage::browser_and("end2end")?;
    if std::env::var_os("ATRIO_BASE_URL").is_some() {
        return shoot(stage::playwright(&chromium), album);
    }
    let binary = stage::binary()?;
    let folder = stage::empty_folder("end2end/pictures")?;
    let stage = step("A workspace to show", || Stage::open(&binary, &folder, &stage::sqlite_in(&folder)))?;
    shoot(stage.playwright(&chromium), album)
}

fn shoot(mut playwright: Command, album: &Album) -> Result<()> {
    let (spec, folder) = match album {
        Album::States(_) => ("states", place::target().join("pictures")),
        Album::Readme => ("readme", place::root().join("docs/screenshots")),
    };
    playwright.arg(spec).args(["--config", "pictures.config.ts"]).env("ATRIO_PICTURES", &folder);
    if let Album::States(Some(filter)) = album {
        playwright.args(["--grep", filter]);
    }
    step("Pictures", || {
        run(&mut playwright)?;
        note(&format!("they are in {}", folder.display()));
        Ok(())
    })
}
