//! `cargo xtask pictures`: the portal and the agency's side in every state, to be looked at.

use std::process::Command;

use anyhow::Result;
use sample::Scale;

use crate::{
    command::run,
    generate::generate,
    place,
    stage::{self, Stage},
    step::{note, step},
};

/// What an agency has after some years.
const MUCH: Scale = Scale { clients: 500, comments: 20_000, leads: 2_000 };

/// Which pictures are wanted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Album {
    /// Those of every state of the portal whose titles match this expression, or all: into `target/pictures`.
    States(Option<String>),
    /// The same of the agency's side, at work on much.
    Desk(Option<String>),
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
    let database = stage::sqlite_in(&folder);
    let stage = step("A workspace to show", || match album {
        Album::Desk(_) => {
            let file = folder.join("workspace.json");
            generate(&file, &MUCH)?;
            Stage::filled(&binary, &folder, &database, &file)
        }
        Album::States(_) | Album::Readme => Stage::open(&binary, &folder, &database),
    })?;
    shoot(stage.playwright(&chromium), album)
}

fn shoot(mut playwright: Command, album: &Album) -> Result<()> {
    let (spec, folder) = match album {
        Album::States(_) => ("states", place::target().join("pictures")),
        Album::Desk(_) => ("desk", place::target().join("pictures")),
        Album::Readme => ("readme", place::root().join("docs/screenshots")),
    };
    playwright.arg(spec).args(["--config", "pictures.config.ts"]).env("ATRIO_PICTURES", &folder);
    if let Album::States(Some(filter)) | Album::Desk(Some(filter)) = album {
        playwright.args(["--grep", filter]);
    }
    if matches!(album, Album::Desk(_)) {
        // Its language is a setting of the whole server.
        playwright.args(["--workers", "1"]);
    }
    step("Pictures", || {
        run(&mut playwright)?;
        note(&format!("they are in {}", folder.display()));
        Ok(())
    })
}
