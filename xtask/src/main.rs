//! Atrio's tasks: `cargo xtask run`, `test`, `build`, `lint`, `lighthouse`, `pictures`, `bench` and
//! `generate`.
//!
//! Each finds or installs what it needs, says what it does while it does it, and, where it may
//! not install, stops with the command to run.

mod bench;
mod browser;
mod build;
mod cargo_output;
mod cli;
mod command;
mod compress;
mod crates;
mod digest;
mod ear;
mod environment;
mod failure;
mod generate;
mod graph;
mod interrupt;
mod lighthouse;
mod lint;
mod npm;
mod pictures;
mod place;
mod playwright_report;
mod postgres;
mod run;
mod scripts;
mod server;
mod site;
mod sizes;
mod stage;
mod step;
mod summary;
mod tests;
mod tools;
mod visitor;
mod wasm;

use std::process::ExitCode;

use cli::Task;

fn main() -> ExitCode {
    let task = match Task::parse(std::env::args().skip(1)) {
        Ok(task) => task,
        Err(complaint) => {
            eprintln!("{complaint}\n\n{}", cli::HELP);
            return ExitCode::from(2);
        }
    };
    let done = interrupt::listen().and_then(|()| match task {
        Task::Help => {
            println!("{}", cli::HELP);
            Ok(true)
        }
        Task::Build => build::build().map(|_| true),
        Task::Site => build::site().map(|()| true),
        Task::Run => run::run().map(|()| true),
        Task::Lint => Ok(lint::lint().failed == 0),
        Task::Test(part) => tests::test(part),
        Task::Lighthouse => lighthouse::lighthouse(),
        Task::Bench(scale) => bench::bench(&scale),
        Task::Generate(file, scale) => generate::generate(&file, &scale).map(|()| true),
        Task::Pictures(album) => pictures::take(&album).map(|()| true),
    });
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(_) if interrupt::requested() => ExitCode::from(130),
        Err(fault) => {
            eprintln!("\nxtask: {fault:#}");
            ExitCode::FAILURE
        }
    }
}
