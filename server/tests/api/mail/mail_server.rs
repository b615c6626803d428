//! A mail server that answers as its script says.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};

use lettre::transport::smtp::client::Certificate;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

#[derive(Clone, Copy)]
pub(crate) enum Answer {
    Line(&'static str),
    /// Reads on and never answers.
    Hang,
    Close,
}

/// Answers by the command they are for; `connect` is the greeting, `.` the end of the e-mail. All others accept.
#[derive(Clone, Default)]
pub(crate) struct Script {
    answers: HashMap<&'static str, Answer>,
    acceptor: Option<TlsAcceptor>,
    is_tls_first: bool,
}

impl Script {
    pub(crate) fn answering(command: &'static str, answer: Answer) -> Self {
        Self { answers: HashMap::from([(command, answer)]), ..Self::default() }
    }

    pub(crate) fn with_starttls(self, certificate: &TestCertificate) -> Self {
        Self { acceptor: Some(certificate.acceptor()), ..self }
    }

    pub(crate) fn with_tls_first(self, certificate: &TestCertificate) -> Self {
        Self { acceptor: Some(certificate.acceptor()), is_tls_first: true, ..self }
    }
}

/// What was received, line by line.
#[derive(Clone, Default)]
pub(crate) struct Received(Arc<Mutex<Vec<String>>>);

impl Received {
    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().expect("no panic").clone()
    }

    pub(crate) fn has(&self, line: &str) -> bool {
        self.lines().iter().any(|received| received == line)
    }
}

/// Serves until the test ends; returns the port.
pub(crate) async fn start(script: Script) -> (u16, Received) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let received = Received::default();
    let log = received.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, script.clone(), log.clone()));
        }
    });
    (port, received)
}

async fn serve(stream: tokio::net::TcpStream, script: Script, received: Received) -> Option<()> {
    let Some(acceptor) = script.acceptor.clone() else {
        converse(stream, &script, &received, "connect").await;
        return None;
    };
    if script.is_tls_first {
        converse(acceptor.accept(stream).await.ok()?, &script, &received, "connect").await;
        return None;
    }
    let stream = converse(stream, &script, &received, "connect").await?;
    received.0.lock().expect("no panic").push("(encrypted)".to_owned());
    let encrypted = Script { acceptor: None, ..script.clone() };
    converse(acceptor.accept(stream).await.ok()?, &encrypted, &received, "").await;
    None
}

/// Returns the stream when it is to be encrypted.
async fn converse<S>(stream: S, script: &Script, received: &Received, greeting: &'static str) -> Option<S>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut stream = BufReader::new(stream);
    if !greeting.is_empty() {
        answer(&mut stream, script, greeting).await?;
    }
    let mut is_content = false;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let line = line.trim_end().to_owned();
        received.0.lock().expect("no panic").push(line.clone());
        if is_content && line != "." {
            continue;
        }
        is_content = false;
        let command = ["EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "QUIT", "."]
            .into_iter()
            .find(|command| line.starts_with(command))?;
        answer(&mut stream, script, command).await?;
        match command {
            "DATA" => is_content = true,
            "STARTTLS" => return Some(stream.into_inner()),
            "QUIT" => return None,
            _ => {}
        }
    }
}

/// `None` when the connection is over.
async fn answer<S>(stream: &mut BufReader<S>, script: &Script, command: &'static str) -> Option<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let offers_starttls = script.acceptor.is_some() && !script.is_tls_first;
    let line = match script.answers.get(command) {
        Some(Answer::Line(line)) => line,
        Some(Answer::Hang) => std::future::pending().await,
        Some(Answer::Close) => return None,
        None => match command {
            "connect" | "STARTTLS" => "220 ready",
            "EHLO" if offers_starttls => "250-localhost\r\n250 STARTTLS",
            "EHLO" => "250-localhost\r\n250 AUTH PLAIN LOGIN",
            "AUTH" => "235 welcome",
            "DATA" => "354 go on",
            "QUIT" => "221 bye",
            _ => "250 OK",
        },
    };
    stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await.ok()
}

/// A certificate for `localhost` that no authority has signed.
#[derive(Clone)]
pub(crate) struct TestCertificate {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl TestCertificate {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let arguments = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 2 -subj /CN=atrio-tests \
                    -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE \
                    -keyout key.pem -out certificate.pem";
        let output = Command::new("openssl").args(arguments.split_whitespace()).current_dir(folder.path()).output();
        let output = output.expect("openssl");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let read = |name: &str| std::fs::read(Path::new(folder.path()).join(name)).expect("a file");
        Self { certificate: read("certificate.pem"), key: read("key.pem") }
    }

    /// For who is to trust it.
    pub(crate) fn authority(&self) -> Certificate {
        Certificate::from_pem(&self.certificate).expect("a certificate")
    }

    fn acceptor(&self) -> TlsAcceptor {
        let certificate = CertificateDer::from_pem_slice(&self.certificate).expect("a certificate");
        let key = PrivateKeyDer::from_pem_slice(&self.key).expect("a key");
        let config =
            ServerConfig::builder().with_no_client_auth().with_single_cert(vec![certificate], key).expect("a pair");
        TlsAcceptor::from(Arc::new(config))
    }
}
