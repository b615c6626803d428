//! One request to a push service. The name is resolved once and the connection goes to an address that was checked; no
//! redirect is followed.

use std::io;

use axum::body::Bytes;
use axum::http::{Request, StatusCode, header};
use http_body_util::Full;
use tokio::net::{TcpStream, lookup_host};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

use super::Pusher;
use super::endpoint::Endpoint;
use crate::request;

/// The `TTL` in seconds: a device that is off for longer needs no notification.
const TTL: u32 = 24 * 60 * 60;

/// It has no address, because whoever knows the address can send to the device.
#[derive(Debug, thiserror::Error)]
pub(super) enum RequestError {
    #[error("the push service has no public address")]
    NotPublic,
    #[error("the push service cannot be reached: {0}")]
    Connect(#[from] io::Error),
    #[error("the push service broke off: {0}")]
    Http(#[from] hyper::Error),
    #[error("the request is malformed: {0}")]
    Malformed(#[from] axum::http::Error),
}

impl Pusher {
    /// Ends with the status of the answer. The caller limits the time.
    pub(super) async fn post(
        &self,
        endpoint: &Endpoint,
        authorization: String,
        topic: &str,
        body: Bytes,
    ) -> Result<StatusCode, RequestError> {
        let path = endpoint.uri.path_and_query().map_or("/", |path| path.as_str());
        let authority = endpoint.uri.authority().map_or("", |authority| authority.as_str());
        let request = Request::post(path)
            .header(header::HOST, authority)
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", TTL)
            .header("urgency", "high")
            .header("topic", topic)
            .body(Full::new(body))?;
        let stream = connect(endpoint).await?;
        let (answer, _connection) = if endpoint.is_encrypted {
            let name = ServerName::try_from(endpoint.host.clone()).map_err(io::Error::other)?;
            request::send(self.tls().connect(name, stream).await?, request).await?
        } else {
            request::send(stream, request).await?
        };
        Ok(answer.status())
    }

    /// Read once.
    fn tls(&self) -> &TlsConnector {
        self.tls.get_or_init(request::tls)
    }
}

async fn connect(endpoint: &Endpoint) -> Result<TcpStream, RequestError> {
    let mut result = Err(RequestError::NotPublic);
    for address in lookup_host((endpoint.host.as_str(), endpoint.port)).await? {
        if endpoint.may_be_at(address.ip()) {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => result = Err(error.into()),
            }
        }
    }
    result
}
