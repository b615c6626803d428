//! The SMTP commands of one e-mail, with a time limit for each step.

use std::error::Error as _;
use std::time::Duration;
use std::{fmt, io};

use domain::notifications::SmtpStep as Step;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};
use lettre::{Address, Message};
use store::Outcome;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use super::{Mailer, smtp_reply};
use crate::config::Encryption;

const MECHANISMS: &[Mechanism] = &[Mechanism::Plain, Mechanism::Login];
/// How long the reply to QUIT is awaited, which changes nothing.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) enum SmtpError {
    Timeout(Step),
    Failed(Step, Error),
    Unreachable(io::Error),
    /// The server cannot take an address with letters beyond ASCII.
    NeedsUtf8,
}

impl SmtpError {
    fn is_reply(&self) -> bool {
        matches!(self, Self::Failed(_, error) if error.status().is_some())
    }

    /// A refusal after the recipient was named is about them, or about this e-mail to them. All else may be repaired:
    /// the network, the server, or the settings.
    pub(super) fn outcome(&self) -> Outcome {
        let reply = smtp_reply::sanitize(&self.to_string());
        match self {
            Self::NeedsUtf8 => Outcome::Failed(reply),
            Self::Failed(Step::Recipient | Step::Data | Step::Content, error) if error.is_permanent() => {
                Outcome::Failed(reply)
            }
            Self::Timeout(Step::Content) => Outcome::Unclear(reply),
            Self::Failed(Step::Content, _) if !self.is_reply() => Outcome::Unclear(reply),
            Self::Timeout(_) | Self::Failed(..) | Self::Unreachable(_) => Outcome::Retry(reply),
        }
    }
}

/// What the server replied, or what failed.
impl fmt::Display for SmtpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout(step) => write!(f, "no answer in time ({step})"),
            Self::Unreachable(error) => write!(f, "{error} ({})", Step::Connect),
            Self::NeedsUtf8 => f.write_str("the server takes no address with such letters (SMTPUTF8)"),
            Self::Failed(step, error) => match (error.status(), error.source()) {
                (Some(code), Some(reply)) => write!(f, "{code} {reply} ({step})"),
                _ => write!(f, "{error} ({step})"),
            },
        }
    }
}

impl Mailer {
    /// Ends when the server has taken the e-mail, or has not.
    pub(super) async fn deliver(&self, message: &Message) -> Result<(), SmtpError> {
        let mut connection = self.connect().await?;
        let delivered = self.send_commands(&mut connection, message).await;
        if delivered.as_ref().err().is_none_or(SmtpError::is_reply) {
            // Whether the server replies does not matter. After another error the connection cannot be used.
            let _ = timeout(QUIT_TIMEOUT, connection.quit()).await;
        }
        delivered
    }

    /// Connects and signs in, and sends nothing.
    ///
    /// # Errors
    /// What the server replied, or what failed: one line without addresses.
    pub async fn check(&self) -> Result<(), String> {
        let signed_in = async {
            let mut connection = self.connect().await?;
            let signed_in = self.sign_in(&mut connection).await;
            let _ = timeout(QUIT_TIMEOUT, connection.quit()).await;
            signed_in
        };
        signed_in.await.map_err(|error| smtp_reply::sanitize(&error.to_string()))
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        if self.server.encryption == Encryption::Tls {
            let address = (self.server.host.as_str(), self.server.port);
            let connect_timeout = Some(self.connect_timeout());
            let connection =
                AsyncSmtpConnection::connect_tokio1(address, connect_timeout, &self.ehlo_name, self.tls.clone(), None);
            return self.limit(Step::Connect, connection).await;
        }
        let stream = timeout(self.step_limit, self.open()).await;
        let stream = stream.map_err(|_| SmtpError::Timeout(Step::Connect))?.map_err(SmtpError::Unreachable)?;
        let connection = AsyncSmtpConnection::connect_with_transport(Box::new(stream), &self.ehlo_name);
        self.limit(Step::Connect, connection).await
    }

    /// Connects with `TCP_NODELAY`, which lettre does not set: else the end of an e-mail, a small packet, waits 40 ms for
    /// the acknowledgement of the packet before it.
    async fn open(&self) -> io::Result<TcpStream> {
        let mut failed = None;
        for address in lookup_host((self.server.host.as_str(), self.server.port)).await? {
            match timeout(self.connect_timeout(), TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return stream.set_nodelay(true).map(|()| stream),
                Ok(Err(error)) => failed = Some(error),
                Err(elapsed) => failed = Some(elapsed.into()),
            }
        }
        Err(failed.unwrap_or_else(|| io::ErrorKind::NotFound.into()))
    }

    /// An address of the server that does not answer leaves time for another one.
    fn connect_timeout(&self) -> Duration {
        self.step_limit / 3
    }

    /// Encrypts the connection and signs in, as the settings say.
    async fn sign_in(&self, connection: &mut AsyncSmtpConnection) -> Result<(), SmtpError> {
        if self.server.encryption == Encryption::StartTls
            && let Some(tls) = self.tls.clone()
        {
            self.limit(Step::StartTls, connection.starttls(tls, &self.ehlo_name)).await?;
        }
        if let Some(login) = &self.server.login {
            let credentials = Credentials::new(login.user.clone(), login.password.reveal().to_owned());
            self.limit(Step::Auth, connection.auth(MECHANISMS, &credentials)).await?;
        }
        Ok(())
    }

    async fn send_commands(&self, connection: &mut AsyncSmtpConnection, message: &Message) -> Result<(), SmtpError> {
        self.sign_in(connection).await?;
        let envelope = message.envelope();
        let content = message.formatted();
        let mut parameters = Vec::new();
        let is_ascii = |address: &Address| address.to_string().is_ascii();
        if !envelope.to().iter().chain(envelope.from()).all(is_ascii) {
            if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
                return Err(SmtpError::NeedsUtf8);
            }
            parameters.push(MailParameter::SmtpUtfEight);
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        let sender = Mail::new(envelope.from().cloned(), parameters);
        self.limit(Step::Sender, connection.command(sender)).await?;
        for recipient in envelope.to() {
            let recipient = Rcpt::new(recipient.clone(), Vec::new());
            self.limit(Step::Recipient, connection.command(recipient)).await?;
        }
        self.limit(Step::Data, connection.command(Data)).await?;
        self.limit(Step::Content, connection.message(&content)).await?;
        Ok(())
    }

    async fn limit<T>(&self, step: Step, action: impl Future<Output = Result<T, Error>>) -> Result<T, SmtpError> {
        match timeout(self.step_limit, action).await {
            Ok(done) => done.map_err(|error| SmtpError::Failed(step, error)),
            Err(_) => Err(SmtpError::Timeout(step)),
        }
    }
}
