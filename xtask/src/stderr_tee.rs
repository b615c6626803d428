//! Passes the standard error of a program on and keeps a copy for the list of failures.

use std::{
    io::{BufRead, BufReader, IsTerminal, Write},
    process::{Child, ChildStderr, Command, Stdio},
    sync::{Arc, Mutex, mpsc},
    time::Duration,
};

use crate::step;

/// How long to wait for the end of the output. A process that the program left running may hold the pipe
/// open, as a database server does whose package was just installed.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// The copy of what a program writes to standard error.
pub(crate) struct StderrTee {
    copy: Arc<Mutex<String>>,
    end: Option<mpsc::Receiver<()>>,
}

impl StderrTee {
    /// Pipes the standard error of the command, unless it is a terminal: there the program writes directly,
    /// with colours and progress bars, and nothing is copied.
    pub(crate) fn pipe(command: &mut Command) -> &mut Command {
        if std::io::stderr().is_terminal() && step::prefix().is_empty() {
            command
        } else {
            command.stderr(Stdio::piped())
        }
    }

    /// Starts to read from a program that was started with [`Self::pipe`].
    pub(crate) fn attach(child: &mut Child) -> Self {
        let copy = Arc::new(Mutex::new(String::new()));
        let end = child.stderr.take().map(|stderr| {
            let (sender, end) = mpsc::channel();
            let copy = copy.clone();
            let prefix = step::prefix();
            std::thread::spawn(move || {
                pass_on(stderr, prefix, &copy);
                let _receiver_timed_out = sender.send(());
            });
            end
        });
        Self { copy, end }
    }

    /// The whole copy; call it when the program has ended.
    pub(crate) fn finish(self) -> String {
        if let Some(end) = self.end {
            let _timed_out = end.recv_timeout(DRAIN_TIMEOUT);
        }
        self.copy.lock().map(|copy| copy.clone()).unwrap_or_default()
    }
}

fn pass_on(stderr: ChildStderr, prefix: &str, copy: &Mutex<String>) {
    for line in BufReader::new(stderr).split(b'\n') {
        let Ok(line) = line else { return };
        let line = String::from_utf8_lossy(&line);
        let _closed = writeln!(std::io::stderr(), "{prefix}{line}");
        if let Ok(mut copy) = copy.lock() {
            copy.push_str(&line);
            copy.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        process::{Command, Stdio},
        time::{Duration, Instant},
    };

    use super::StderrTee;

    fn stderr_of(script: &str) -> String {
        let mut child = Command::new("sh").args(["-c", script]).stderr(Stdio::piped()).spawn().unwrap();
        let tee = StderrTee::attach(&mut child);
        child.wait().unwrap();
        tee.finish()
    }

    #[test]
    fn copy_holds_stderr_and_not_stdout() {
        assert_eq!(stderr_of("echo one >&2; echo stdout; printf two >&2"), "one\ntwo\n");
    }

    #[test]
    fn finish_does_not_wait_for_a_process_left_running() {
        let started = Instant::now();
        assert_eq!(stderr_of("echo one >&2; sleep 10 > /dev/null & exit 0"), "one\n");
        assert!(started.elapsed() < Duration::from_secs(8));
    }
}
