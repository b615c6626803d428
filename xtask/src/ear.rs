//! Listening to what a program complains of, while it is passed on.

use std::{
    io::{BufRead, BufReader, IsTerminal, Write},
    process::{Child, ChildStderr, Command, Stdio},
    sync::{Arc, Mutex, mpsc},
    time::Duration,
};

/// How long to wait for the last words: somebody the program started may live on and hold the line,
/// as a database server does that was installed and started in one go.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What a program has said on standard error.
pub(crate) struct Ear {
    heard: Arc<Mutex<String>>,
    end: Option<mpsc::Receiver<()>>,
}

impl Ear {
    /// Has the program speak to us. At a terminal it speaks to the person, in colour and with its
    /// progress: the whole of it can be read there.
    pub(crate) fn lend(command: &mut Command) -> &mut Command {
        if std::io::stderr().is_terminal() { command } else { command.stderr(Stdio::piped()) }
    }

    /// Listens to a program that was lent one, and passes everything on.
    pub(crate) fn at(child: &mut Child) -> Self {
        let heard = Arc::new(Mutex::new(String::new()));
        let end = child.stderr.take().map(|voice| {
            let (ended, end) = mpsc::channel();
            let heard = heard.clone();
            std::thread::spawn(move || {
                listen(voice, &heard);
                let _nobody_waits = ended.send(());
            });
            end
        });
        Self { heard, end }
    }

    /// All that was said, now that the program has ended.
    pub(crate) fn heard(self) -> String {
        if let Some(end) = self.end {
            let _late = end.recv_timeout(LAST_WORDS);
        }
        self.heard.lock().map(|heard| heard.clone()).unwrap_or_default()
    }
}

fn listen(voice: ChildStderr, heard: &Mutex<String>) {
    for line in BufReader::new(voice).split(b'\n') {
        let Ok(line) = line else { return };
        let line = String::from_utf8_lossy(&line);
        let _nobody_reads = writeln!(std::io::stderr(), "{line}");
        if let Ok(mut heard) = heard.lock() {
            heard.push_str(&line);
            heard.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        process::{Command, Stdio},
        time::{Duration, Instant},
    };

    use super::Ear;

    fn hear(script: &str) -> String {
        let mut child = Command::new("sh").args(["-c", script]).stderr(Stdio::piped()).spawn().unwrap();
        let ear = Ear::at(&mut child);
        child.wait().unwrap();
        ear.heard()
    }

    #[test]
    fn everything_that_was_said_is_heard() {
        assert_eq!(hear("echo uno >&2; echo zitto; printf due >&2"), "uno\ndue\n");
    }

    #[test]
    fn who_lives_on_and_holds_the_line_is_not_waited_for() {
        let began = Instant::now();
        assert_eq!(hear("echo uno >&2; sleep 10 > /dev/null & exit 0"), "uno\n");
        assert!(began.elapsed() < Duration::from_secs(8));
    }
}
