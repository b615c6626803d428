//! The command line (docs/REFERENCE.md#command-line).

mod backup;
mod database;
mod demo;
mod doctor;
mod hash_password;
mod health;
mod init;
mod member;
mod notifications;
mod restore;
mod transfer;
mod verify;

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::config::{Config, Environment, LogFormat, SettingError};
use crate::serve::{self, ServeError};

/// With commit and date if it is built to be deployed.
const VERSION: &str = match option_env!("ATRIO_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// Il portale clienti della tua agenzia: the client portal you host yourself.
///
/// Settings come from the environment and from `.env`; see `.env.example`.
#[derive(Debug, Parser)]
#[command(name = "atrio", version = VERSION)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the portal, the API and the admin pages (the default)
    Serve,
    /// Write the settings of a new installation to `.env`
    Init(init::Init),
    /// Say what is not as it should be, a line each: settings, database, disk, clock, files, mail, proxy, backups
    Doctor {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// End with status 0 if the server is ready
    Health,
    /// Bring in records from a JSON file, all or nothing
    Import {
        /// The file; `-` is standard input
        file: PathBuf,
    },
    /// Write every record as JSON
    Export {
        /// The file; standard output when absent or `-`
        file: Option<PathBuf>,
    },
    /// Load the demo workspace into an empty database and print its portal addresses
    Demo,
    /// Write a consistent copy, also while it is being served: of database and files into a folder, or of a SQLite database alone
    Backup {
        /// A folder (or a path that ends in /), or the copy of the database, which must not exist
        path: PathBuf,
    },
    /// Fill an empty database and an empty `FILES` from the folder of a backup
    Restore {
        /// What `backup` has written
        folder: PathBuf,
    },
    /// Check that files and the receipts of approvals are as they were stored, also beside a running server
    Verify,
    /// Print the e-mails that wait or have failed
    Notifications {
        #[command(subcommand)]
        command: Option<notifications::NotificationsCommand>,
    },
    /// Add, list and disable the agency's people, or reset a password
    Member {
        #[command(subcommand)]
        command: member::MemberCommand,
    },
    /// Read a password from standard input and print its hash for `ADMIN_PASSWORD_HASH`
    HashPassword,
}

/// Each message is one line.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error(transparent)]
    Connect(#[from] store::ConnectError),
    #[error("the database failed: {0}")]
    Store(#[from] store::Error),
    #[error(transparent)]
    Import(#[from] store::ImportError),
    #[error("{name}: {cause}")]
    File { name: String, cause: std::io::Error },
    #[error("{0}")]
    Other(String),
}

impl CliError {
    fn file(name: impl std::fmt::Display) -> impl FnOnce(std::io::Error) -> Self {
        let name = name.to_string();
        move |cause| Self::File { name, cause }
    }
}

/// Prints a line on standard output, whose reader may have gone.
fn print_line(line: impl std::fmt::Display) -> Result<(), CliError> {
    writeln!(std::io::stdout(), "{line}").map_err(CliError::file("standard output"))
}

/// Writes a line to standard error. That it cannot be written changes nothing about what was done.
pub fn note(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// # Errors
/// [`CliError`], for standard error and exit status 1.
pub fn run(cli: Cli) -> Result<(), CliError> {
    let command = cli.command.unwrap_or(Command::Serve);
    if matches!(command, Command::HashPassword) {
        return hash_password::run();
    }
    let environment = Environment::load()?;
    crate::log::init(&environment, LogFormat::read(&environment)?)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(CliError::file("the runtime cannot start"))?;
    let result = runtime.block_on(async {
        match command {
            Command::Init(init) => init::run(init).await,
            Command::Doctor { json } => doctor::run(&environment, json).await,
            Command::Health => health::run(&environment).await,
            Command::Serve => Ok(serve::run(Config::read(&environment)?, VERSION).await?),
            Command::Import { file } => transfer::import(&environment, &file).await,
            Command::Export { file } => transfer::export(&environment, file.as_deref()).await,
            Command::Demo => demo::run(&environment).await,
            Command::Backup { path } => backup::run(&environment, &path).await,
            Command::Restore { folder } => restore::run(&environment, &folder).await,
            Command::Verify => verify::run(&environment).await,
            Command::Notifications { command } => notifications::run(&environment, command).await,
            Command::Member { command } => member::run(&environment, command).await,
            Command::HashPassword => hash_password::run(),
        }
    });
    // A hanging password check or look-up must not keep the process alive.
    runtime.shutdown_background();
    result
}
