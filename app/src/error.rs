//! The error of server functions and pages, with its code in an address and its HTTP status.

use domain::{DomainError, Failure};
use leptos::server_fn::codec::JsonEncoding;
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};

use crate::i18n::I18n;

/// An error shown to the reader; [`AppError::i18n`] is its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum AppError {
    /// The record does not exist, or belongs to another client.
    #[error("not found")]
    Missing,
    /// There is no admin session.
    #[error("signed out")]
    SignedOut,
    /// The form was sent from the agency's preview of a portal.
    #[error("read only")]
    ReadOnly,
    /// The person may not do this in the portal.
    #[error("not allowed")]
    NotAllowed,
    /// A message without text.
    #[error("empty text")]
    EmptyText,
    /// A message longer than it may be.
    #[error("text too long")]
    TextTooLong,
    /// A message with a NUL, which PostgreSQL cannot store.
    #[error("unusable text")]
    UnusableText,
    /// Changes were requested to a deliverable that is already approved.
    #[error("already approved")]
    AlreadyApproved,
    /// A newer version came than the one that was to be approved.
    #[error("newer version")]
    NewerVersion,
    /// A file longer than the settings allow.
    #[error("file too large")]
    FileTooLarge,
    /// There is no room for another file.
    #[error("files full")]
    FilesFull,
    /// More files than a message may have.
    #[error("too many files")]
    TooManyFiles,
    /// The store of files does not answer.
    #[error("files away")]
    FilesAway,
    /// A field does not parse as a colour.
    #[error("not a colour")]
    NoColour,
    /// Fields of a form are invalid; the page marks them.
    #[error("invalid fields")]
    Invalid,
    /// The record was saved by another request after the form was loaded.
    #[error("out of date")]
    Stale,
    /// The record of a clicked action has changed since the page was rendered.
    #[error("changed meanwhile")]
    Changed,
    /// A reply is not sent yet: somebody else of the agency has answered meanwhile.
    #[error("answered meanwhile")]
    Answered,
    /// Undoing a merge would restore an e-mail that another lead has now.
    #[error("e-mail taken")]
    EmailTaken,
    /// Two leads to merge belong to two clients.
    #[error("different clients")]
    ClientsDiffer,
    /// The request could not be parsed.
    #[error("not understood")]
    Garbled,
    /// Something else uses the database for longer than a request waits.
    #[error("busy")]
    Busy,
    /// An internal error; details are in the log.
    #[error("fault")]
    Fault,
}

impl AppError {
    pub const ALL: [Self; 23] = [
        Self::Missing,
        Self::SignedOut,
        Self::ReadOnly,
        Self::NotAllowed,
        Self::EmptyText,
        Self::TextTooLong,
        Self::UnusableText,
        Self::AlreadyApproved,
        Self::NewerVersion,
        Self::FileTooLarge,
        Self::FilesFull,
        Self::TooManyFiles,
        Self::FilesAway,
        Self::NoColour,
        Self::Invalid,
        Self::Stale,
        Self::Changed,
        Self::Answered,
        Self::EmailTaken,
        Self::ClientsDiffer,
        Self::Garbled,
        Self::Busy,
        Self::Fault,
    ];

    /// The value in a page's address (`?error=…`).
    pub const fn code(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::SignedOut => "signed-out",
            Self::ReadOnly => "read-only",
            Self::NotAllowed => "not-allowed",
            Self::EmptyText => "empty",
            Self::TextTooLong => "too-long",
            Self::UnusableText => "unusable",
            Self::AlreadyApproved => "already-approved",
            Self::NewerVersion => "newer-version",
            Self::FileTooLarge => "file-too-large",
            Self::FilesFull => "files-full",
            Self::TooManyFiles => "too-many-files",
            Self::FilesAway => "files-away",
            Self::NoColour => "no-colour",
            Self::Invalid => "invalid",
            Self::Stale => "stale",
            Self::Changed => "changed",
            Self::Answered => "answered",
            Self::EmailTaken => "email-taken",
            Self::ClientsDiffer => "clients-differ",
            Self::Garbled => "garbled",
            Self::Busy => "busy",
            Self::Fault => "fault",
        }
    }

    /// Parses the value in a page's address.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|error| error.code() == code)
    }

    /// `Stale` advises to save again, which only the agency's forms can.
    #[must_use]
    pub fn without_form(self) -> Self {
        if self == Self::Stale { Self::Changed } else { self }
    }

    /// Whether the text itself is invalid.
    pub const fn is_about_text(self) -> bool {
        matches!(self, Self::EmptyText | Self::TextTooLong | Self::UnusableText)
    }

    /// The error message for the reader.
    pub fn i18n(self, i18n: I18n) -> &'static str {
        match self {
            Self::Missing => i18n.error_missing(),
            Self::SignedOut => i18n.error_signed_out(),
            Self::ReadOnly => i18n.error_read_only(),
            Self::NotAllowed => i18n.error_not_allowed(),
            Self::EmptyText => i18n.error_empty(),
            Self::TextTooLong => i18n.error_too_long(),
            Self::UnusableText => i18n.error_unusable(),
            Self::AlreadyApproved => i18n.error_already_approved(),
            Self::NewerVersion => i18n.error_newer_version(),
            Self::FileTooLarge => i18n.error_file_too_large(),
            Self::FilesFull => i18n.error_files_full(),
            Self::TooManyFiles => i18n.error_too_many_files(),
            Self::FilesAway => i18n.error_files_away(),
            Self::NoColour => i18n.error_no_colour(),
            Self::Invalid => i18n.error_invalid(),
            Self::Stale => i18n.error_stale(),
            Self::Changed => i18n.error_changed(),
            Self::Answered => i18n.error_answered(),
            Self::EmailTaken => i18n.error_email_taken(),
            Self::ClientsDiffer => i18n.error_clients_differ(),
            Self::Busy => i18n.error_busy(),
            Self::Garbled | Self::Fault => i18n.error_fault(),
        }
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
        match self {
            Self::Missing => http::StatusCode::NOT_FOUND,
            Self::SignedOut => http::StatusCode::UNAUTHORIZED,
            Self::ReadOnly | Self::NotAllowed => http::StatusCode::FORBIDDEN,
            Self::AlreadyApproved
            | Self::NewerVersion
            | Self::Stale
            | Self::Changed
            | Self::Answered
            | Self::EmailTaken
            | Self::ClientsDiffer => http::StatusCode::CONFLICT,
            Self::Invalid => http::StatusCode::UNPROCESSABLE_ENTITY,
            Self::NoColour
            | Self::EmptyText
            | Self::TextTooLong
            | Self::UnusableText
            | Self::TooManyFiles
            | Self::Garbled => http::StatusCode::BAD_REQUEST,
            Self::FileTooLarge => http::StatusCode::PAYLOAD_TOO_LARGE,
            Self::FilesFull => http::StatusCode::INSUFFICIENT_STORAGE,
            Self::Busy | Self::FilesAway => http::StatusCode::SERVICE_UNAVAILABLE,
            Self::Fault => http::StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_leads_back_to_its_error() {
        for error in AppError::ALL {
            assert_eq!(AppError::from_code(error.code()), Some(error));
        }
        assert_eq!(AppError::from_code("<script>"), None);
    }
}
