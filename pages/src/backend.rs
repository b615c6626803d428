//! What actions need of the server around the pages: its limits, its e-mails, and the processing of deliveries.

use std::future::Future;
use std::time::Duration;

use app::error::AppError;
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use domain::leads::{LeadSource, RawDelivery};
use domain::notifications::Recipient;
use domain::{File, Form, Member, MemberKey, Problem, Uploader};

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

    /// Receives a form of the agency with a file, which is the field `file`: the other fields, and the file if one was chosen. It
    /// is stored, and swept after a day unless a record refers to it by then. The path of the form begins with
    /// `/rpc/admin/upload/`.
    fn receive_form(
        &self,
        headers: &HeaderMap,
        body: Body,
        by: &Uploader,
    ) -> impl Future<Output = Result<(Form, Option<File>), AppError>> + Send;

    /// Receives a form of a portal with up to `most` files in the fields `file`: the other fields, and the files. Before the first
    /// is stored, `check` looks at the fields that came until then, and returns whose it is.
    fn receive_files<C: Future<Output = Result<Uploader, AppError>> + Send>(
        &self,
        headers: &HeaderMap,
        body: Body,
        most: usize,
        check: impl FnOnce(Form) -> C + Send,
    ) -> impl Future<Output = (Form, Result<Vec<File>, AppError>)> + Send;

    /// Width and height of a picture as it is seen; none while it has no preview, or the store is away.
    fn picture_size(&self, file: &File) -> impl Future<Output = Option<(u32, u32)>> + Send;

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

    /// Sets the password of the member whose address has `key`, if the rules accept it; who has joined is signed in.
    fn set_password(
        &self,
        head: &Parts,
        kind: MemberKey,
        key: &str,
        member: &Member,
        password: &str,
    ) -> impl Future<Output = Result<(), NotSet>> + Send;

    /// Replaces the password of the member who has sent `head`, if the old one is right and the rules accept the new one.
    fn change_password(
        &self,
        head: &Parts,
        old: &str,
        password: &str,
    ) -> impl Future<Output = Result<(), NotSet>> + Send;

    /// Whether `password` is that of the member who has sent `head`, which counts as an attempt to sign in.
    fn check_password(&self, head: &Parts, password: &str) -> impl Future<Output = Result<(), NotSet>> + Send;

    /// Sends the address with `key` to its member. Whether the mail server has taken it; `None`: this server sends no e-mails.
    fn send_password_key(
        &self,
        member: &Member,
        kind: MemberKey,
        key: &str,
    ) -> impl Future<Output = Option<bool>> + Send;

    /// Sends an address for a new password to the member with this e-mail, if there is one, within the limits of sign-ins. The
    /// error is the response to the request.
    fn forgot_password(
        &self,
        head: &Parts,
        email: &str,
        csrf_token: &str,
    ) -> impl Future<Output = Result<(), Response>> + Send;

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

/// Why a password was not set.
#[derive(Debug)]
pub enum NotSet {
    Problem(Problem),
    /// The address is no longer valid, or the old password is wrong.
    Gone,
    /// Too many attempts to sign in; the next one may be made after so long.
    TooMany(Duration),
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
