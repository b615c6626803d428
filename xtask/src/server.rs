//! `atrio serve` as a child process.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    process::{Child, Command},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{command::spawn, interrupt};

/// How long the server may take to become ready.
const START_TIMEOUT: Duration = Duration::from_mins(1);
/// Between two attempts to reach a server that starts.
const START_POLL: Duration = Duration::from_millis(2);
/// How long the server may take to end; it promises ten seconds.
const STOP_TIMEOUT: Duration = Duration::from_secs(15);

/// A running server. Dropping it stops it.
pub(crate) struct Server {
    child: Child,
    ready_after: Duration,
}

impl Server {
    /// Starts `command` and waits until `/readyz` at `address` returns 200.
    pub(crate) fn start(command: &mut Command, address: SocketAddr) -> Result<Self> {
        let server = Self::start_until(command, || is_ready(address))?;
        // Another program may answer at this address while ours finds the port in use.
        std::thread::sleep(Duration::from_millis(100));
        server.check_running(&format!("another program answers at {address}"))
    }

    /// Starts `command`, a server without `/readyz`, and waits until it accepts connections.
    pub(crate) fn start_plain(command: &mut Command, address: SocketAddr) -> Result<Self> {
        Self::start_until(command, || TcpStream::connect(address).is_ok())
    }

    /// Starts `command` and waits until `is_ready`.
    pub(crate) fn start_until(command: &mut Command, is_ready: impl Fn() -> bool) -> Result<Self> {
        let started = Instant::now();
        let mut server = Self { child: spawn(command)?, ready_after: Duration::ZERO };
        while !is_ready() {
            server = server.check_running("it was not ready yet")?;
            if started.elapsed() > START_TIMEOUT {
                bail!("the server was not ready within {} seconds", START_TIMEOUT.as_secs());
            }
            interrupt::check()?;
            std::thread::sleep(START_POLL);
        }
        server.ready_after = started.elapsed();
        Ok(server)
    }

    fn check_running(mut self, otherwise: &str) -> Result<Self> {
        match self.child.try_wait()? {
            Some(status) => bail!("the server ended ({status}); {otherwise}"),
            None => Ok(self),
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// From the start of the process to the first successful answer.
    pub(crate) fn ready_after(&self) -> Duration {
        self.ready_after
    }

    /// Kills the process, which cannot clean up after itself.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Waits until the server ends by itself or is stopped.
    pub(crate) fn wait(mut self) -> Result<()> {
        let status = self.child.wait().context("waiting for the server failed")?;
        if !status.success() && !interrupt::requested() {
            bail!("the server ended ({status})");
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let group = self.child.id();
        let ended = |child: &mut Child| !matches!(child.try_wait(), Ok(None));
        if !ended(&mut self.child) {
            interrupt::terminate(group);
            let requested = Instant::now();
            while !ended(&mut self.child) && requested.elapsed() < STOP_TIMEOUT {
                std::thread::sleep(Duration::from_millis(50));
            }
            if !ended(&mut self.child) {
                let _ended_already = self.child.kill();
                let _status = self.child.wait();
            }
        }
        interrupt::unregister(group);
    }
}

/// Whether `GET /readyz` returns 200.
fn is_ready(address: SocketAddr) -> bool {
    let request = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut start = [0; 12];
        stream.read_exact(&mut start)?;
        Ok(String::from_utf8_lossy(&start).into_owned())
    };
    request().is_ok_and(|start| start.ends_with(" 200"))
}

/// The URL in a line `portal: http://…` of `atrio demo`.
pub(crate) fn portal_url(line: &str) -> Option<String> {
    line.trim().strip_prefix("portal:").map(|url| url.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::portal_url;

    #[test]
    fn portal_url_is_read_from_its_line_only() {
        assert_eq!(
            portal_url("portal: http://127.0.0.1:3000/c/rossi-ab12"),
            Some("http://127.0.0.1:3000/c/rossi-ab12".to_owned())
        );
        assert_eq!(portal_url("3 clients loaded"), None);
    }
}
