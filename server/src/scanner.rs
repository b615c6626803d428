//! The virus scanner: clamd's `zINSTREAM` and `zPING` over TCP. Own code: the client that is well kept (`clamav-client`) has no
//! limits of time, and loses the answer of a clamd that hangs up because a file is too long for it.

use std::sync::Arc;
use std::time::Duration;

use axum::http::uri::Authority;
use files::{Blocks, StorageError};
use futures_util::TryStreamExt as _;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::timeout;

/// For the connection, and for the answer to a ping.
const CONNECT: Duration = Duration::from_secs(2);
/// For the next block to be taken.
const WRITE: Duration = Duration::from_secs(30);
/// From the last block to the answer: by default clamd looks at a file for two minutes at most.
const ANSWER: Duration = Duration::from_mins(5);
/// An answer is one line.
const MAX_ANSWER: u64 = 4_096;
/// Signatures that say that a file was not looked at as a whole.
const LIMITS: &str = "Heuristics.Limits.Exceeded";

/// What clamd says of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Clean,
    /// With the name of the signature.
    Infected(String),
    /// It has not looked at it, or not at all of it: the file may be too long for its settings.
    NotScanned(String),
}

#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    #[error("clamd cannot be reached: {0}")]
    Away(std::io::Error),
    #[error("clamd broke off: {0}")]
    BrokenOff(std::io::Error),
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Cheap to clone.
#[derive(Debug, Clone)]
pub struct Scanner {
    /// `host:port`
    address: Arc<str>,
    arrived: Arc<Notify>,
}

impl Scanner {
    /// `None` unless it is `host:port`.
    pub fn parse(address: &str) -> Option<Self> {
        let authority: Authority = address.parse().ok()?;
        let is_plain = !authority.host().is_empty() && !address.contains('@') && authority.port_u16()? > 0;
        is_plain.then(|| Self { address: address.into(), arrived: Arc::default() })
    }

    /// A file waits to be scanned.
    pub fn wake(&self) {
        self.arrived.notify_one();
    }

    pub(crate) async fn woken(&self) {
        self.arrived.notified().await;
    }

    /// Whether it answers, within two seconds.
    pub async fn check(&self) -> std::io::Result<()> {
        let answer = async {
            let mut stream = TcpStream::connect(&*self.address).await?;
            stream.write_all(b"zPING\0").await?;
            answer(&mut stream).await
        };
        match timeout(CONNECT, answer).await?.as_deref() {
            Ok("PONG") => Ok(()),
            Ok(_) => Err(std::io::Error::other("it is no clamd")),
            Err(_) => Err(std::io::ErrorKind::ConnectionReset.into()),
        }
    }

    /// Sends the bytes.
    ///
    /// # Errors
    /// [`ScanError`]: nothing is known of them.
    pub async fn scan(&self, blocks: Blocks) -> Result<Verdict, ScanError> {
        let connected = timeout(CONNECT, TcpStream::connect(&*self.address)).await;
        let stream = connected.map_err(std::io::Error::from).flatten().map_err(ScanError::Away)?;
        let (mut reader, writer) = stream.into_split();
        let mut received = std::pin::pin!(answer(&mut reader));
        let sent = tokio::select! {
            // It has heard enough.
            received = &mut received => return received.map(|line| verdict(&line)).map_err(ScanError::BrokenOff),
            sent = send(writer, blocks) => sent,
        };
        // The answer says more than that it has hung up.
        let received = timeout(ANSWER, received).await.map_err(std::io::Error::from).flatten();
        match (sent, received) {
            (_, Ok(line)) => Ok(verdict(&line)),
            (Err(error), _) => Err(error),
            (Ok(_), Err(error)) => Err(ScanError::BrokenOff(error)),
        }
    }
}

/// Each block with its length before it, and an empty one at the end. The connection is closed with the answer.
async fn send<W: AsyncWrite + Unpin>(mut writer: W, mut blocks: Blocks) -> Result<W, ScanError> {
    write(&mut writer, b"zINSTREAM\0").await?;
    while let Some(block) = blocks.try_next().await? {
        let length = u32::try_from(block.len()).unwrap_or(u32::MAX);
        write(&mut writer, &length.to_be_bytes()).await?;
        write(&mut writer, &block).await?;
    }
    write(&mut writer, &[0; 4]).await?;
    Ok(writer)
}

async fn write<W: AsyncWrite + Unpin>(writer: &mut W, bytes: &[u8]) -> Result<(), ScanError> {
    let written = timeout(WRITE, writer.write_all(bytes)).await;
    written.map_err(std::io::Error::from).flatten().map_err(ScanError::BrokenOff)
}

async fn answer<R: AsyncRead + Unpin>(reader: &mut R) -> std::io::Result<String> {
    let mut line = Vec::new();
    reader.take(MAX_ANSWER).read_to_end(&mut line).await?;
    if line.is_empty() {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok(String::from_utf8_lossy(&line).trim_matches(['\0', '\n', ' ']).to_owned())
}

fn verdict(line: &str) -> Verdict {
    let said = line.strip_prefix("stream: ").unwrap_or(line);
    match said.strip_suffix(" FOUND") {
        None if said == "OK" => Verdict::Clean,
        Some(name) if !name.starts_with(LIMITS) => Verdict::Infected(name.to_owned()),
        _ => Verdict::NotScanned(said.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_scan_gives_no_verdict() {
        let not_scanned = |text: &str| Verdict::NotScanned(text.to_owned());
        for (line, expected) in [
            ("stream: OK", Verdict::Clean),
            ("stream: Eicar-Test-Signature FOUND", Verdict::Infected("Eicar-Test-Signature".to_owned())),
            ("INSTREAM size limit exceeded. ERROR", not_scanned("INSTREAM size limit exceeded. ERROR")),
            ("stream: Can't allocate memory ERROR", not_scanned("Can't allocate memory ERROR")),
            (
                "stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND",
                not_scanned("Heuristics.Limits.Exceeded.MaxFileSize FOUND"),
            ),
            ("OKAY", not_scanned("OKAY")),
            ("", not_scanned("")),
        ] {
            assert_eq!(verdict(line), expected, "{line}");
        }
    }

    #[test]
    fn address_is_host_and_port() {
        for good in ["127.0.0.1:3310", "[::1]:3310", "clamd:3310"] {
            assert!(Scanner::parse(good).is_some(), "{good}");
        }
        for bad in ["clamd", "clamd:", "clamd:0", "clamd:99999", ":3310", "http://clamd:3310", "u@clamd:3310", "a b:1"]
        {
            assert!(Scanner::parse(bad).is_none(), "{bad}");
        }
    }
}
