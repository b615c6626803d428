//! `atrio`: see `atrio --help`.

use std::process::ExitCode;

use clap::Parser as _;
use server::cli::{self, Cli};

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match cli::run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::note(format_args!("atrio: {error}"));
            ExitCode::FAILURE
        }
    }
}
