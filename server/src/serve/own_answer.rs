//! The answer that hyper makes itself to a malformed head (400, 431): below the router, and so without the
//! headers of every response (docs/REFERENCE.md#response-headers). It is sent by [`send`], which adds them.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// In bytes.
const DRAIN_LIMIT: u64 = 8 * 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(2);

/// Sends `answer`, if there is one, with more `headers`. What the client still sends is discarded within limits,
/// because closing earlier makes the kernel reset the connection, and the client may lose the answer.
pub(super) async fn send(mut stream: TcpStream, answer: &[u8], headers: &[u8]) {
    // It has no body: the empty line is its end.
    let Some(head) = answer.strip_suffix(b"\r\n") else { return };
    let answer = [head, headers, b"\r\n"].concat();
    let sent = async {
        stream.write_all(&answer).await?;
        stream.shutdown().await?;
        tokio::io::copy(&mut stream.take(DRAIN_LIMIT), &mut tokio::io::sink()).await?;
        io::Result::Ok(())
    };
    // An error only means that the client has gone.
    let _ = tokio::time::timeout(TIMEOUT, sent).await;
}
