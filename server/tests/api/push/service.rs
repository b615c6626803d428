//! A push service on this machine that answers as it is told.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use tokio::net::TcpListener;

#[derive(Clone, Copy)]
pub(super) enum Answer {
    Status(u16),
    Redirect,
    Hang,
}

pub(super) struct Received {
    pub(super) path: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

#[derive(Clone)]
pub(super) struct PushService {
    pub(super) port: u16,
    answer: Arc<Mutex<Answer>>,
    received: Arc<Mutex<Vec<Received>>>,
}

impl PushService {
    /// Serves until the test ends.
    pub(super) async fn start(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let service = Self { port, answer: Arc::new(Mutex::new(answer)), received: Arc::default() };
        let answering = service.clone();
        let app = Router::new().fallback(move |uri: Uri, headers: HeaderMap, body: Bytes| async move {
            answering.respond(Received { path: uri.path().to_owned(), headers, body }).await
        });
        tokio::spawn(async move { axum::serve(listener, app).await });
        service
    }

    pub(super) fn endpoint(&self, device: &str) -> String {
        format!("http://127.0.0.1:{}/{device}", self.port)
    }

    pub(super) fn answer(&self, answer: Answer) {
        *self.answer.lock().expect("no panic") = answer;
    }

    /// What was received since the last call.
    pub(super) fn take(&self) -> Vec<Received> {
        std::mem::take(&mut self.received.lock().expect("no panic"))
    }

    async fn respond(&self, received: Received) -> Response {
        self.received.lock().expect("no panic").push(received);
        let answer = *self.answer.lock().expect("no panic");
        match answer {
            Answer::Status(status) => StatusCode::from_u16(status).expect("a status").into_response(),
            Answer::Redirect => (StatusCode::FOUND, [(header::LOCATION, "/elsewhere")]).into_response(),
            Answer::Hang => std::future::pending().await,
        }
    }
}
