//! A TCP proxy that delays, cuts and falls silent like a bad network.

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU8, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::Result;

/// Of each stretch of bytes, in each direction.
const DELAY: Duration = Duration::from_millis(100);

#[derive(Debug, Clone, Copy)]
pub(crate) enum State {
    Clear,
    Slow,
    /// Connections stay open, and nothing passes.
    Silent,
}

pub(crate) struct Network {
    pub(crate) address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    server: SocketAddr,
    state: AtomicU8,
    connections: Mutex<Vec<TcpStream>>,
}

impl Network {
    pub(crate) fn before(server: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let state = AtomicU8::new(State::Clear as u8);
        let shared = Arc::new(Shared { server, state, connections: Mutex::default() });
        let accepting = Arc::clone(&shared);
        // Ends with the task.
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A client whose server cannot be reached is disconnected.
                let _ = accepting.connect(client);
            }
        });
        Ok(Self { address, shared })
    }

    pub(crate) fn set(&self, state: State) {
        self.shared.state.store(state as u8, Ordering::SeqCst);
    }

    /// Ends all connections.
    pub(crate) fn cut(&self) {
        for connection in self.shared.connections().drain(..) {
            let _ended_already = connection.shutdown(Shutdown::Both);
        }
    }
}

impl Shared {
    fn connections(&self) -> std::sync::MutexGuard<'_, Vec<TcpStream>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn connect(self: &Arc<Self>, client: TcpStream) -> std::io::Result<()> {
        let server = TcpStream::connect(self.server)?;
        for stream in [&client, &server] {
            stream.set_nodelay(true)?;
            self.connections().push(stream.try_clone()?);
        }
        for (from, to) in [(client.try_clone()?, server.try_clone()?), (server, client)] {
            let shared = Arc::clone(self);
            thread::spawn(move || {
                let _ended = shared.copy(&from, &to);
                let _ended_already = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
            });
        }
        Ok(())
    }

    fn copy(&self, mut from: &TcpStream, mut to: &TcpStream) -> std::io::Result<()> {
        let mut bytes = [0; 16 * 1024];
        loop {
            let length = from.read(&mut bytes)?;
            if length == 0 {
                return Ok(());
            }
            while self.is(State::Silent) {
                thread::sleep(Duration::from_millis(10));
            }
            if self.is(State::Slow) {
                thread::sleep(DELAY);
            }
            to.write_all(&bytes[..length])?;
        }
    }

    fn is(&self, state: State) -> bool {
        self.state.load(Ordering::SeqCst) == state as u8
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{ErrorKind, Read, Write},
        net::{TcpListener, TcpStream},
        time::Duration,
    };

    use super::{Network, State};

    #[test]
    fn silence_holds_bytes_back_and_a_cut_ends_the_connection() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        let network = Network::before(server.local_addr().unwrap()).unwrap();
        let mut client = TcpStream::connect(network.address).unwrap();
        let (mut accepted, _) = server.accept().unwrap();
        let mut byte = [0];
        network.set(State::Silent);
        client.write_all(b"a").unwrap();
        accepted.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
        assert_eq!(accepted.read(&mut byte).unwrap_err().kind(), ErrorKind::WouldBlock);
        network.set(State::Clear);
        accepted.set_read_timeout(None).unwrap();
        accepted.read_exact(&mut byte).unwrap();
        assert_eq!(&byte, b"a");
        network.cut();
        assert_eq!(client.read(&mut byte).unwrap_or(0), 0);
    }
}
