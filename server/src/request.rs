//! Requests of the server and of its commands: one on each connection, and no redirect is followed.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::uri::Scheme;
use axum::http::{Request, Response, StatusCode, Uri, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use rustls_native_certs::load_native_certs;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// In bytes; answers that are read are a line or a page.
const MAX_ANSWER: usize = 1 << 20;

#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    #[error("it cannot be reached: {0}")]
    Connect(#[from] io::Error),
    #[error("it broke off: {0}")]
    Http(#[from] hyper::Error),
    #[error("the request is malformed: {0}")]
    Malformed(#[from] axum::http::Error),
    #[error("its answer cannot be read")]
    Answer,
}

/// Dropping it closes the connection of an answer.
pub(crate) type Connection = JoinSet<hyper::Result<()>>;

/// The answer to a GET of an http or https address. The caller limits the time.
pub(crate) async fn get(uri: &Uri) -> Result<(StatusCode, String), RequestError> {
    let is_encrypted = uri.scheme() == Some(&Scheme::HTTPS);
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let port = uri.port_u16().unwrap_or(if is_encrypted { 443 } else { 80 });
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let request = Request::get(path).header(header::HOST, authority).body(Full::default())?;
    let stream = TcpStream::connect((host, port)).await?;
    let (response, connection) = if is_encrypted {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        send(tls().connect(name, stream).await?, request).await?
    } else {
        send(stream, request).await?
    };
    let status = response.status();
    let body = Limited::new(response.into_body(), MAX_ANSWER).collect().await.map_err(|_| RequestError::Answer)?;
    drop(connection);
    Ok((status, String::from_utf8_lossy(&body.to_bytes()).into_owned()))
}

/// Sends a request and awaits the head of its answer.
pub(crate) async fn send<S>(stream: S, request: Request<Full<Bytes>>) -> hyper::Result<(Response<Incoming>, Connection)>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await?;
    let mut connections = JoinSet::new();
    connections.spawn(connection);
    Ok((sender.send_request(request).await?, connections))
}

/// Trusts the certificates of the system, which it reads.
pub(crate) fn tls() -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring has the protocols of rustls")
        .with_root_certificates(roots)
        .with_no_client_auth();
    Arc::new(config).into()
}

/// Where this machine reaches what listens at `address`.
pub(crate) fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
