//! Running other programs: in a process group of their own, so that a signal to the task stops
//! them with all that they started.

use std::{
    fmt,
    io::{BufRead, BufReader},
    os::unix::process::CommandExt,
    process::{Child, Command, ExitStatus, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{ear::Ear, interrupt};

/// A program that ended without success.
#[derive(Debug)]
pub(crate) struct Failed {
    /// Which, and how it ended.
    pub(crate) what: String,
    /// What it said on standard error, where that was listened to.
    pub(crate) said: String,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Failed {}

/// How a watched program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Whether it says that all is well.
    pub(crate) succeeded: bool,
    /// What it said on standard error, where that was listened to.
    pub(crate) said: String,
}

/// A command of the cargo that started this task.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The site and the binary are looked for in one place, whatever the person has set.
    command.current_dir(crate::place::root()).env("CARGO_TARGET_DIR", crate::place::target());
    command
}

/// Runs to the end with this task's own output; anything but success is a [`Failed`].
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let mut child = spawn(Ear::lend(command.stdin(Stdio::null())))?;
    let ear = Ear::at(&mut child);
    let status = finish(&mut child, command)?;
    if status.success() { Ok(()) } else { Err(failed(command, status, ear.heard()).into()) }
}

/// Runs to the end and passes every line of standard output through, showing it to `look` first.
/// Whether it succeeded is returned, not an error: the lines may say more.
pub(crate) fn run_watched(command: &mut Command, mut look: impl FnMut(&str)) -> Result<Ended> {
    let mut child = spawn(Ear::lend(command.stdin(Stdio::null()).stdout(Stdio::piped())))?;
    let ear = Ear::at(&mut child);
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = line.context("the output could not be read")?;
            let line = String::from_utf8_lossy(&line);
            look(&line);
            println!("{line}");
        }
    }
    let status = finish(&mut child, command)?;
    Ok(Ended { succeeded: status.success(), said: ear.heard() })
}

/// Runs to the end and returns standard output; nothing is shown but standard error.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("`{}` could not be started", words(command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", words(command), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether the command can be run and succeeds; its output is not shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Starts the command in a process group of its own.
pub(crate) fn spawn(command: &mut Command) -> Result<Child> {
    interrupt::check()?;
    let child = command
        .process_group(0)
        .spawn()
        .with_context(|| format!("`{}` could not be started", words(command)))?;
    interrupt::watch(child.id());
    Ok(child)
}

/// Waits for the end of the program, also when the task was asked to stop, which is an error.
fn finish(child: &mut Child, command: &Command) -> Result<ExitStatus> {
    let status = child.wait().with_context(|| format!("`{}` was lost", words(command)));
    interrupt::forget(child.id());
    interrupt::check()?;
    status
}

fn failed(command: &Command, status: ExitStatus, said: String) -> Failed {
    Failed { what: format!("`{}` failed ({status})", words(command)), said }
}

fn words(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
    format!("{program} {}", arguments.join(" "))
}
