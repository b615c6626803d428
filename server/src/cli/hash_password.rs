//! `atrio hash-password`.

use std::io::{BufRead as _, IsTerminal as _, Read as _};

use super::{CliError, print_line};
use crate::password;

/// In bytes.
const MAX_LENGTH: u64 = 4096;

/// Reads the password from a prompt at a terminal, else from the first line of standard input.
pub(super) fn run() -> Result<(), CliError> {
    let password = if std::io::stdin().is_terminal() { prompt()? } else { first_line()? };
    if password.is_empty() {
        return Err(CliError::Other("the password is empty".into()));
    }
    let hash = password::hash(&password).map_err(|error| CliError::Other(error.to_string()))?;
    print_line(hash)
}

fn prompt() -> Result<String, CliError> {
    let password = ask("Password: ")?;
    if ask("Again: ")? == password { Ok(password) } else { Err(CliError::Other("the two passwords differ".into())) }
}

/// What is typed at the terminal, unseen.
pub(super) fn ask(prompt: &str) -> Result<String, CliError> {
    rpassword::prompt_password(prompt).map_err(CliError::file("the terminal"))
}

pub(super) fn first_line() -> Result<String, CliError> {
    let mut line = String::new();
    std::io::stdin().lock().take(MAX_LENGTH).read_line(&mut line).map_err(CliError::file("standard input"))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
