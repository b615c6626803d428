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
/// How long the server may take to end; it promises ten seconds.
const STOP_TIMEOUT: Duration = Duration::from_secs(15);

/// A running server. Dropping it stops it.
pub(crate) struct Server(Child);

impl Server {
    /// Starts `command` and waits until `/readyz` at `address` returns 200.
    pub(crate) fn start(command: &mut Command, address: SocketAddr) -> Result<Self> {
        let mut server = Self(spawn(command)?);
        let started = Instant::now();
        while !is_ready(address) {
            if let Some(status) = server.0.try_wait()? {
                bail!("the server ended before it was ready ({status})");
            }
            if started.elapsed() > START_TIMEOUT {
                bail!("the server was not ready within {} seconds", START_TIMEOUT.as_secs());
            }
            interrupt::check()?;
            std::thread::sleep(Duration::from_millis(50));
        }
        // Another program may answer at this address while ours finds the port in use.
        std::thread::sleep(Duration::from_millis(100));
        if let Some(status) = server.0.try_wait()? {
            bail!("the server ended ({status}); another program answers at {address}");
        }
        Ok(server)
    }

    /// Waits until the server ends by itself or is stopped.
    pub(crate) fn wait(mut self) -> Result<()> {
        let status = self.0.wait().context("waiting for the server failed")?;
        if !status.success() && !interrupt::requested() {
            bail!("the server ended ({status})");
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let group = self.0.id();
        let ended = |child: &mut Child| !matches!(child.try_wait(), Ok(None));
        if !ended(&mut self.0) {
            interrupt::terminate(group);
            let requested = Instant::now();
            while !ended(&mut self.0) && requested.elapsed() < STOP_TIMEOUT {
                std::thread::sleep(Duration::from_millis(50));
            }
            if !ended(&mut self.0) {
                let _ended_already = self.0.kill();
                let _status = self.0.wait();
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
