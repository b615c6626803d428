//! `cargo xtask pictures`: screenshots of the portal and the admin pages in every state.

use std::process::Command;

use anyhow::Result;
use sample::Scale;

use crate::{
    build,
    cli::Pictures,
    command::run,
    generate::generate,
    paths,
    step::{note, step},
    test_server::{self, TestServer, empty_folder, install_browser, sqlite_url},
};

/// A workspace after some years of work.
const LARGE: Scale = Scale { clients: 500, comments: 20_000, leads: 2_000 };

/// Takes the pictures of the server of `ATRIO_BASE_URL`, or of one started for this.
pub(crate) fn take(pictures: &Pictures) -> Result<()> {
    let chromium = install_browser("end2end")?;
    if std::env::var_os("ATRIO_BASE_URL").is_some() {
        return run_playwright(test_server::playwright(&chromium), pictures);
    }
    let binary = test_server::binary(build::dev)?;
    let folder = empty_folder("end2end/pictures")?;
    let database = sqlite_url(&folder);
    let server = step("Start a server with a workspace", || {
        if pictures.admin {
            let file = folder.join("workspace.json");
            generate(&file, &LARGE)?;
            TestServer::with_import(&binary, &folder, &database, &file)
        } else {
            TestServer::with_demo(&binary, &folder, &database)
        }
    })?;
    run_playwright(server.playwright(&chromium), pictures)
}

fn run_playwright(mut playwright: Command, pictures: &Pictures) -> Result<()> {
    let (spec, folder) = match pictures {
        Pictures { admin: true, .. } => ("admin", paths::target().join("pictures")),
        Pictures { readme: true, .. } => ("readme", paths::root().join("docs/screenshots")),
        Pictures { guide: true, .. } => ("guide", paths::root().join("docs/guide")),
        Pictures { .. } => ("states", paths::target().join("pictures")),
    };
    playwright
        .arg(format!("pictures/{spec}.ts"))
        .args(["--config", "pictures.config.ts"])
        .env("ATRIO_PICTURES", &folder);
    if let Some(filter) = &pictures.filter {
        playwright.args(["--grep", filter]);
    }
    if pictures.admin || pictures.guide {
        // The language of the admin pages is a setting of the whole server.
        playwright.args(["--workers", "1"]);
    }
    step("Pictures", || {
        run(&mut playwright)?;
        note(&format!("they are in {}", folder.display()));
        Ok(())
    })
}
