//! Runs other programs, each in a process group of its own, so that a signal to the task also stops what
//! they have started.

use std::{
    fmt,
    io::{BufRead, BufReader},
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{interrupt, paths, stderr_tee::StderrTee, step};

/// A program that ended without success.
#[derive(Debug)]
pub(crate) struct CommandFailed {
    /// The command line and how it ended.
    pub(crate) description: String,
    /// A copy of standard error; empty at a terminal.
    pub(crate) stderr: String,
}

impl fmt::Display for CommandFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)
    }
}

impl std::error::Error for CommandFailed {}

/// How a program ended.
#[derive(Debug)]
pub(crate) struct Outcome {
    status: ExitStatus,
    /// A copy of standard error; empty at a terminal.
    pub(crate) stderr: String,
}

impl Outcome {
    pub(crate) fn succeeded(&self) -> bool {
        self.status.success()
    }
}

/// The cargo that started this task, with the target folder inside the checkout whatever the environment
/// says: the site and the binary have fixed places in it.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(paths::root()).env("CARGO_TARGET_DIR", paths::target());
    command
}

/// A program, on one core if a number is given.
pub(crate) fn on_core(program: &Path, core: Option<usize>) -> Command {
    let Some(core) = core else { return Command::new(program) };
    // taskset becomes the program, so the id of the process is that of the program.
    let mut command = Command::new("taskset");
    command.args(["--cpu-list", &core.to_string()]).arg(program);
    command
}

/// Runs a command to the end and passes its output on. Anything but success is a [`CommandFailed`].
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let outcome = if step::prefix().is_empty() { execute(command)? } else { run_watched(command, |_| ())? };
    if outcome.succeeded() {
        return Ok(());
    }
    let description = format!("`{}` failed ({})", command_line(command), outcome.status);
    Err(CommandFailed { description, stderr: outcome.stderr }.into())
}

fn execute(command: &mut Command) -> Result<Outcome> {
    let mut child = spawn(StderrTee::pipe(command.stdin(Stdio::null())))?;
    let tee = StderrTee::attach(&mut child);
    let status = wait(&mut child, command)?;
    Ok(Outcome { status, stderr: tee.finish() })
}

/// Runs a command to the end and passes its output on; `observe` sees each line of standard output first.
/// Failure is part of the outcome, because the lines may say more about it.
pub(crate) fn run_watched(command: &mut Command, mut observe: impl FnMut(&str)) -> Result<Outcome> {
    let mut child = spawn(StderrTee::pipe(command.stdin(Stdio::null()).stdout(Stdio::piped())))?;
    let tee = StderrTee::attach(&mut child);
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line.context("the output could not be read")?;
            let line = String::from_utf8_lossy(&line);
            observe(&line);
            step::print_line(&line);
        }
    }
    let status = wait(&mut child, command)?;
    Ok(Outcome { status, stderr: tee.finish() })
}

/// Runs a command to the end and returns its standard output without printing it.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("`{}` could not be started", command_line(command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", command_line(command), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether the command can be run and succeeds; its output is discarded.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Starts a command in a process group of its own.
pub(crate) fn spawn(command: &mut Command) -> Result<Child> {
    interrupt::check()?;
    let child = command
        .process_group(0)
        .spawn()
        .with_context(|| format!("`{}` could not be started", command_line(command)))?;
    interrupt::register(child.id());
    Ok(child)
}

/// Waits for the end of the program, also after an interrupt, which is an error then.
fn wait(child: &mut Child, command: &Command) -> Result<ExitStatus> {
    let status = child.wait().with_context(|| format!("waiting for `{}` failed", command_line(command)));
    interrupt::unregister(child.id());
    interrupt::check()?;
    status
}

fn command_line(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
    format!("{program} {}", arguments.join(" "))
}
