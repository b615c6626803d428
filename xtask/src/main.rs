//! Atrio's tasks: `cargo xtask run`, `dev`, `build`, `test` and more; see `cargo xtask help`.
//!
//! Each task finds or installs what it needs, prints its steps, and stops with the command to run where it
//! may not install something.

mod architecture;
mod audit;
mod bench;
mod browser_tests;
mod build;
mod bundle;
mod cargo_test_output;
mod cargo_tools;
mod cli;
mod command;
mod compress;
mod crate_tests;
mod dependency_rules;
mod deploy_files;
mod dev;
mod digest;
mod dist;
mod drill;
mod durability;
mod env_file;
mod failure;
mod generate;
mod guide;
mod ha;
mod http_client;
mod interrupt;
mod lighthouse;
mod lint;
mod mail_server;
mod module_circles;
mod npm;
mod openapi_tests;
mod packages;
mod paths;
mod pictures;
mod playwright_report;
mod postgres;
mod promises;
mod release;
mod results_table;
mod run;
mod rustup;
mod s3_server;
mod sbom;
mod server;
mod service_unit;
mod short_names;
mod site;
mod sizes;
mod soak;
mod stderr_tee;
mod step;
mod summary;
mod test;
mod test_server;
mod tools;
mod wasm;
mod workspace_compiler;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser};

use cli::{BuildPart, Cli, Task};
use step::step;

fn main() -> ExitCode {
    if let Some(error) = workspace_compiler::become_compiler() {
        eprintln!("xtask: the compiler cannot be started: {error}");
        return ExitCode::FAILURE;
    }
    let cli = Cli::parse();
    match interrupt::install_handler().and_then(|()| execute(cli.task)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(_) if interrupt::requested() => ExitCode::from(130),
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether everything that was checked or measured is as it should be.
fn execute(task: Option<Task>) -> Result<bool> {
    match task {
        None => Cli::command().print_help()?,
        Some(Task::Run) => run::run()?,
        Some(Task::Dev) => dev::dev()?,
        Some(Task::Build { part: None }) => {
            build::release()?;
            let sbom = paths::release_binary().with_extension("cdx.json");
            step("List the dependencies of the server", || sbom::write(&sbom))?;
        }
        Some(Task::Build { part: Some(BuildPart::Site) }) => build::release_site()?,
        Some(Task::Dist(options)) => dist::dist(&options)?,
        Some(Task::Release { version }) => release::release(&version)?,
        Some(Task::Docs) => {
            build::release_site()?;
            step::note(&format!("the guide is in {}", paths::site().join("help").display()));
        }
        Some(Task::Audit) => audit::audit()?,
        Some(Task::Lint) => return Ok(lint::lint().failed == 0),
        Some(Task::Test { part }) => return test::test(part),
        Some(Task::Lighthouse) => return lighthouse::lighthouse(),
        Some(Task::Pictures(pictures)) => pictures::take(&pictures)?,
        Some(Task::Bench(bench)) => return bench::bench(&bench),
        Some(Task::Soak(soak)) => return soak::soak(&soak),
        Some(Task::Drill(drill)) => return drill::drill(&drill),
        Some(Task::Ha { minutes }) => return ha::ha(minutes),
        Some(Task::Generate { file, size }) => generate::generate(&file, &size.scale())?,
    }
    Ok(true)
}
