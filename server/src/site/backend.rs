//! What the actions of `pages` need of the server.

use app::error::AppError;
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use domain::leads::{LeadSource, RawDelivery};
use domain::notifications::Recipient;
use domain::{File, Form, Member, MemberKey, Uploader};
use pages::PagesState;
use pages::backend::{Backend, NotReceived, NotSet, TestEmail};
use store::Error;

use super::passwords;
use crate::api::lead::{contact_message, test_delivery};
use crate::mail::{Mailer, unsubscribe_key};
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::{Operation, RateLimitKey};
use crate::response::error_page::ErrorPage;
use crate::{AppState, body, upload};

impl Backend for AppState {
    fn pages(&self) -> &PagesState {
        &self.pages
    }

    async fn read_body(&self, headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, Response> {
        body::read(body, limit).await.map_err(|error| ErrorPage::from(error).respond(headers))
    }

    async fn receive_form(
        &self,
        headers: &HeaderMap,
        body: Body,
        by: &Uploader,
    ) -> Result<(Form, Option<File>), AppError> {
        Ok(upload::form::receive(self, headers, body, by).await?)
    }

    async fn receive_files<C: Future<Output = Result<Uploader, AppError>> + Send>(
        &self,
        headers: &HeaderMap,
        body: Body,
        most: usize,
        check: impl FnOnce(Form) -> C + Send,
    ) -> (Form, Result<Vec<File>, AppError>) {
        upload::form::receive_files(self, headers, body, most, check).await
    }

    async fn picture_size(&self, file: &File) -> Option<(u32, u32)> {
        let bytes = u64::try_from(file.size).unwrap_or_default();
        let log_error =
            |error: &files::StorageError| tracing::error!(%error, "the size of a picture could not be read");
        let size = self.config.files.previews.dimensions(file.sha256.as_str(), bytes).await.inspect_err(log_error);
        size.ok().flatten()
    }

    async fn receive_message(
        &self,
        head: &Parts,
        source: &LeadSource,
        message: &RawDelivery,
        sender_id: Option<&str>,
    ) -> Result<(), NotReceived> {
        let ip = ClientIp::of_request(&head.extensions, &head.headers, &self.config.trusted_proxies);
        contact_message::receive(self, ip, source, message, sender_id).await
    }

    async fn post_sample(&self, source: &LeadSource) -> String {
        test_delivery::post_sample(self.clone(), source).await
    }

    async fn send_test_email(&self) -> TestEmail {
        let Some(mailer) = &self.mailer else { return TestEmail::Off };
        if self.limiter.admit(Operation::TryMail, RateLimitKey::AGENCY).is_err() {
            return TestEmail::TooMany;
        }
        match send_test_email(self, mailer).await {
            Ok(()) => TestEmail::Tried,
            Err(error) => {
                tracing::error!(%error, "a test e-mail could not be recorded");
                TestEmail::Failed
            }
        }
    }

    async fn set_password(
        &self,
        head: &Parts,
        kind: MemberKey,
        key: &str,
        member: &Member,
        password: &str,
    ) -> Result<(), NotSet> {
        passwords::set(self, head, (kind, key), member, password).await
    }

    async fn change_password(&self, head: &Parts, old: &str, password: &str) -> Result<(), NotSet> {
        passwords::change(self, head, old, password).await
    }

    async fn check_password(&self, head: &Parts, password: &str) -> Result<(), NotSet> {
        passwords::check_own(self, head, password).await.map(|_| ())
    }

    async fn send_password_key(&self, member: &Member, kind: MemberKey, key: &str) -> Option<bool> {
        let sent = passwords::send_key(self, member, kind, key).await;
        sent.inspect_err(|error| tracing::error!(%error, "an e-mail with an address could not be sent"))
            .unwrap_or(Some(false))
    }

    async fn forgot_password(&self, head: &Parts, email: &str, csrf_token: &str) -> Result<(), Response> {
        passwords::forgotten(self, head, email, csrf_token).await
    }

    fn unsubscriber(&self, key: &str) -> Option<Recipient> {
        unsubscribe_key::verify(&self.keys, key)
    }
}

async fn send_test_email(state: &AppState, mailer: &Mailer) -> Result<(), Error> {
    let (agency, language) = (state.store.agency().await?, state.store.language().await?);
    let now = state.store.clock().now();
    let sent = mailer.send_test(&state.config.admin_email, &agency, language, now).await;
    state.store.store_test_email(sent.err()).await
}
