//! One connection to the server, with one request at a time.

use std::{
    io::{self, ErrorKind},
    net::SocketAddr,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::response_head::ResponseHead;

/// Holds an idle poll; grows for larger responses.
const BUFFER: usize = 4096;

#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
}

pub(super) struct Response<'a> {
    pub(super) status: u16,
    pub(super) body: &'a [u8],
}

impl Connection {
    pub(super) async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, received: Vec::with_capacity(BUFFER) })
    }

    /// Whether the server has closed the connection while it was idle.
    pub(super) fn is_closed(&self) -> bool {
        match self.stream.try_read(&mut [0]) {
            Ok(_) => true,
            Err(error) => error.kind() != ErrorKind::WouldBlock,
        }
    }

    pub(super) async fn exchange(&mut self, request: &[u8]) -> io::Result<Response<'_>> {
        self.stream.write_all(request).await?;
        self.received.clear();
        let mut head = None;
        loop {
            if self.stream.read_buf(&mut self.received).await? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            if head.is_none() {
                head = ResponseHead::parse(&self.received).map_err(|_| ErrorKind::InvalidData)?;
            }
            if let Some(ResponseHead { status, size, content_length }) = head
                && self.received.len() >= size + content_length
            {
                return Ok(Response { status, body: &self.received[size..] });
            }
        }
    }
}
