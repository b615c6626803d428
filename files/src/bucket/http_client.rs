//! HTTP to the bucket by hyper and rustls with `ring`, as all other connections. `object_store` would bring reqwest, whose TLS
//! needs another library of cryptography.

use std::time::Duration;

use async_trait::async_trait;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector as TcpConnector;
use hyper_util::rt::TokioExecutor;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody, HttpResponse, HttpResponseBody,
    HttpService,
};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// For the head of the answer, after at most a part of an upload was sent.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(super) struct Connector;

#[derive(Debug)]
struct Service(Client<HttpsConnector<TcpConnector>, HttpRequestBody>);

#[derive(Debug, thiserror::Error)]
#[error("no answer in time")]
struct TooLate;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let mut tcp = TcpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_connect_timeout(Some(CONNECT_TIMEOUT));
        let failed = |error| object_store::Error::Generic { store: "S3", source: Box::new(error) };
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(hyper_rustls_ring())
            .map_err(failed)?
            .https_or_http()
            .enable_http1()
            .wrap_connector(tcp);
        Ok(HttpClient::new(Service(Client::builder(TokioExecutor::new()).build(connector))))
    }
}

fn hyper_rustls_ring() -> rustls::crypto::CryptoProvider {
    rustls::crypto::ring::default_provider()
}

#[async_trait]
impl HttpService for Service {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        match tokio::time::timeout(ANSWER_TIMEOUT, self.0.request(request)).await {
            Ok(Ok(response)) => Ok(response.map(|body| {
                HttpResponseBody::new(http_body_util::BodyExt::map_err(body, |error| {
                    HttpError::new(HttpErrorKind::Interrupted, error)
                }))
            })),
            Ok(Err(error)) if error.is_connect() => Err(HttpError::new(HttpErrorKind::Connect, error)),
            Ok(Err(error)) => Err(HttpError::new(HttpErrorKind::Request, error)),
            Err(_) => Err(HttpError::new(HttpErrorKind::Timeout, TooLate)),
        }
    }
}
