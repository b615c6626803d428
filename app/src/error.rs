//! The error of server functions and pages, with its code in an address and its HTTP status.

use domain::{DomainError, Failure};
use leptos::server_fn::codec::JsonEncoding;
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};

use crate::i18n::I18n;

/// Declares [`AppError`]: of each error the code in an address, the text for the reader and the HTTP status.
macro_rules! errors {
    ($($(#[doc = $doc:literal])+ $error:ident = $code:literal, $text:ident, $status:ident;)+) => {
        /// An error shown to the reader; [`AppError::i18n`] is its text.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
        #[serde(rename_all = "snake_case")]
        pub enum AppError { $($(#[doc = $doc])+ #[error($code)] $error),+ }

        impl AppError {
            /// The value in a page's address (`?error=…`).
            pub const fn code(self) -> &'static str {
                match self { $(Self::$error => $code),+ }
            }

            /// Parses the value in a page's address.
            pub fn from_code(code: &str) -> Option<Self> {
                match code {
                    $($code => Some(Self::$error),)+
                    _ => None,
                }
            }

            /// The error message for the reader.
            pub fn i18n(self, i18n: I18n) -> &'static str {
                match self { $(Self::$error => i18n.$text()),+ }
            }

            const fn status(self) -> http::StatusCode {
                match self { $(Self::$error => http::StatusCode::$status),+ }
            }
        }
    };
}

errors! {
    /// The record does not exist, or belongs to another client.
    Missing = "missing", error_missing, NOT_FOUND;
    /// There is no admin session.
    SignedOut = "signed-out", error_signed_out, UNAUTHORIZED;
    /// The form was sent from the agency's preview of a portal.
    ReadOnly = "read-only", error_read_only, FORBIDDEN;
    /// The person may not do this in the portal.
    NotAllowed = "not-allowed", error_not_allowed, FORBIDDEN;
    /// A message without text.
    EmptyText = "empty", error_empty, BAD_REQUEST;
    /// A message longer than it may be.
    TextTooLong = "too-long", error_too_long, BAD_REQUEST;
    /// A message with a NUL, which PostgreSQL cannot store.
    UnusableText = "unusable", error_unusable, BAD_REQUEST;
    /// A deliverable was to be changed, or changes requested to it, that is already approved.
    AlreadyApproved = "already-approved", error_already_approved, CONFLICT;
    /// A newer version came than the one that was to be approved.
    NewerVersion = "newer-version", error_newer_version, CONFLICT;
    /// Changes were requested to a deliverable that was taken back.
    TakenBack = "taken-back", error_taken_back, CONFLICT;
    /// No file was chosen, or one without a byte.
    NoFile = "no-file", error_no_file, BAD_REQUEST;
    /// A file longer than the settings allow.
    FileTooLarge = "file-too-large", error_file_too_large, PAYLOAD_TOO_LARGE;
    /// There is no room for another file.
    FilesFull = "files-full", error_files_full, INSUFFICIENT_STORAGE;
    /// More files than a message or an answer may have.
    TooManyFiles = "too-many-files", error_too_many_files, BAD_REQUEST;
    /// The store of files does not answer.
    FilesAway = "files-away", error_files_away, SERVICE_UNAVAILABLE;
    /// A field does not parse as a colour.
    NoColour = "no-colour", error_no_colour, BAD_REQUEST;
    /// Fields of a form are invalid; the page marks them.
    Invalid = "invalid", error_invalid, UNPROCESSABLE_ENTITY;
    /// The record was saved by another request after the form was loaded.
    Stale = "stale", error_stale, CONFLICT;
    /// The record of a clicked action has changed since the page was rendered.
    Changed = "changed", error_changed, CONFLICT;
    /// A reply is not sent yet: somebody else of the agency has answered meanwhile.
    Answered = "answered", error_answered, CONFLICT;
    /// Undoing a merge would restore an e-mail that another lead has now.
    EmailTaken = "email-taken", error_email_taken, CONFLICT;
    /// Two leads to merge belong to two clients.
    ClientsDiffer = "clients-differ", error_clients_differ, CONFLICT;
    /// The request could not be parsed.
    Garbled = "garbled", error_fault, BAD_REQUEST;
    /// Something else uses the database for longer than a request waits.
    Busy = "busy", error_busy, SERVICE_UNAVAILABLE;
    /// An internal error; details are in the log.
    Fault = "fault", error_fault, INTERNAL_SERVER_ERROR;
}

impl AppError {
    /// `Stale` advises to save again, which only the agency's forms can.
    #[must_use]
    pub fn without_form(self) -> Self {
        if self == Self::Stale { Self::Changed } else { self }
    }

    /// Whether the text itself is invalid.
    pub const fn is_about_text(self) -> bool {
        matches!(self, Self::EmptyText | Self::TextTooLong | Self::UnusableText)
    }
}

impl From<DomainError> for AppError {
    fn from(error: DomainError) -> Self {
        match error {
            DomainError::UnknownToken
            | DomainError::UnknownSlug
            | DomainError::UnknownClient
            | DomainError::UnknownProject
            | DomainError::UnknownChannel
            | DomainError::UnknownDeliverable
            | DomainError::UnknownReceipt
            | DomainError::UnknownFile
            | DomainError::UnknownRecord => Self::Missing,
            DomainError::ReadOnly => Self::ReadOnly,
            DomainError::NotAllowed => Self::NotAllowed,
            DomainError::EmptyText => Self::EmptyText,
            DomainError::TextTooLong => Self::TextTooLong,
            DomainError::NulInText => Self::UnusableText,
            DomainError::AlreadyApproved => Self::AlreadyApproved,
            DomainError::NewerVersion => Self::NewerVersion,
            DomainError::TakenBack => Self::TakenBack,
            DomainError::Stale => Self::Stale,
            DomainError::Answered => Self::Answered,
            DomainError::FileTooLarge => Self::FileTooLarge,
            DomainError::FilesFull => Self::FilesFull,
            DomainError::TooManyFiles => Self::TooManyFiles,
            DomainError::FileInCheck => Self::Changed,
            DomainError::EmailTaken => Self::EmailTaken,
            DomainError::ClientsDiffer => Self::ClientsDiffer,
            // Only programs can cause these.
            DomainError::KeyTaken | DomainError::InvalidPin | DomainError::DeliveriesFull => Self::Garbled,
        }
    }
}

impl From<Failure> for AppError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(error) => error.into(),
            Failure::Busy => Self::Busy,
            Failure::Fault => Self::Fault,
        }
    }
}

impl FromServerFnError for AppError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Args(_) | ServerFnErrorErr::MissingArg(_) | ServerFnErrorErr::Deserialization(_) => {
                Self::Garbled
            }
            _ => Self::Fault,
        }
    }

    fn status_code(&self) -> http::StatusCode {
        self.status()
    }
}
