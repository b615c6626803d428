//! Errors that a caller can cause.

/// A request that was understood and rejected. Pages and API endpoints map it to their own messages. It never
/// reveals whether another client's record exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum DomainError {
    /// No client has this token.
    #[error("unknown token")]
    UnknownToken,
    /// No client has this slug.
    #[error("unknown slug")]
    UnknownSlug,
    /// No such client (the admin's look-ups).
    #[error("unknown client")]
    UnknownClient,
    /// No such project, or another client's.
    #[error("unknown project")]
    UnknownProject,
    /// Neither the client's id nor a phase of the client.
    #[error("unknown channel")]
    UnknownChannel,
    /// No such deliverable, or another client's.
    #[error("unknown deliverable")]
    UnknownDeliverable,
    /// No such record, or it belongs to another parent.
    #[error("unknown record")]
    UnknownRecord,
    /// The person may not write, or not approve.
    #[error("not allowed")]
    NotAllowed,
    /// A preview of the portal reads only.
    #[error("read only")]
    ReadOnly,
    /// The record was changed after the form was loaded.
    #[error("the form is out of date")]
    Stale,
    /// Changes were requested for an approved deliverable.
    #[error("already approved")]
    AlreadyApproved,
    /// There is a newer version than the one that was approved.
    #[error("not the newest version")]
    NewerVersion,
    /// Changes were requested to a deliverable that was not sent, or was taken back.
    #[error("the deliverable is not with the client")]
    TakenBack,
    /// The approval has no receipt: there is none, or it is older than receipts.
    #[error("unknown receipt")]
    UnknownReceipt,
    /// No such file, or not one that the reader may see.
    #[error("unknown file")]
    UnknownFile,
    /// The file waits for the scanner.
    #[error("the file is being checked")]
    FileInCheck,
    /// The file is longer than the settings allow.
    #[error("the file is too large")]
    FileTooLarge,
    /// All files together use the space that the settings allow.
    #[error("the files use all their space")]
    FilesFull,
    /// A message points at what is no image of its channel.
    #[error("no place on an image")]
    InvalidPin,
    /// A message has more files than it may have.
    #[error("too many files")]
    TooManyFiles,
    /// The message's idempotency key belongs to a message of another client.
    #[error("the key is taken")]
    KeyTaken,
    /// Somebody else of the agency has answered what a reply is about.
    #[error("somebody else has answered")]
    Answered,
    /// A merge cannot be undone: another lead has the e-mail.
    #[error("another lead has the e-mail")]
    EmailTaken,
    /// Two leads cannot be merged: they belong to different clients.
    #[error("the leads are different clients")]
    ClientsDiffer,
    /// A message without text.
    #[error("the text is empty")]
    EmptyText,
    /// A message longer than [`crate::MessageText::MAX_CHARS`].
    #[error("the text is longer than 2000 characters")]
    TextTooLong,
    /// The stored deliveries use all the space that the settings allow.
    #[error("the deliveries use all their space")]
    DeliveriesFull,
    /// A text with a NUL, which PostgreSQL cannot store.
    #[error("the text has a NUL")]
    NulInText,
}

/// Why a request failed, as far as its caller may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    Refused(DomainError),
    /// Something else has used the database for too long: the same request may succeed a little later.
    Busy,
    /// An internal failure.
    Fault,
}
