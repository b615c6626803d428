//! What actions need of the server around the pages: its limits, its e-mails, and the processing of deliveries.

use std::future::Future;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use domain::leads::{LeadSource, RawDelivery};
use domain::notifications::Recipient;

use crate::PagesState;

/// Implemented by the state of the server.
pub trait Backend: Clone + Send + Sync + 'static {
    fn pages(&self) -> &PagesState;

    /// Reads a body of at most `limit` bytes. The error is the response to a request with these headers.
    fn read_body(
        &self,
        headers: &HeaderMap,
        body: Body,
        limit: usize,
    ) -> impl Future<Output = Result<Bytes, Response>> + Send;

    /// Stores and processes a message of a contact form, within the limits of the form and of who sent `head`.
    fn receive_message(
        &self,
        head: &Parts,
        source: &LeadSource,
        message: &RawDelivery,
        sender_id: Option<&str>,
    ) -> impl Future<Output = Result<(), NotReceived>> + Send;

    /// Posts a sample to the address of the source, as its sender would. Returns the outcome in the response, or
    /// `forbidden`, `limited` or `fault`.
    fn post_sample(&self, source: &LeadSource) -> impl Future<Output = String> + Send;

    /// Sends an e-mail to the agency and stores what the mail server answered.
    fn send_test_email(&self) -> impl Future<Output = TestEmail> + Send;

    /// Whom the key in `/n/{key}` names, if this server has signed it.
    fn unsubscriber(&self, key: &str) -> Option<Recipient>;
}

/// Why a message was not stored. The numbers are the seconds after which it may be sent again.
#[derive(Debug)]
pub enum NotReceived {
    /// Too many of the visitor's address, or of the form.
    TooMany(u64),
    /// There is no room for it.
    Full(u64),
    Failed(store::Error),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestEmail {
    /// The answer is stored.
    Tried,
    /// This server sends no e-mails.
    Off,
    TooMany,
    /// The answer could not be stored.
    Failed,
}
