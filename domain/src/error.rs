//! Why Atrio says no.

/// A request that is understood and refused. Each door words it for its own callers; nothing in it
/// tells whether a foreign thing exists.
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
    /// No such record, or one of something else.
    #[error("unknown record")]
    UnknownRecord,
    /// Somebody else saved the same record after the form was filled.
    #[error("the form is out of date")]
    Stale,
    /// Changes were asked for what the client has approved already.
    #[error("already approved")]
    AlreadyApproved,
    /// The id a message was sent with belongs to a message of somebody else.
    #[error("the key is taken")]
    KeyTaken,
    /// The e-mail of a lead that is to come back belongs to another lead by now.
    #[error("another lead has the e-mail")]
    EmailTaken,
    /// Two leads that are to be one are two clients.
    #[error("the leads are different clients")]
    ClientsDiffer,
    /// A message without text.
    #[error("the text is empty")]
    EmptyText,
    /// A message longer than [`crate::MessageText::MAX_CHARS`].
    #[error("the text is longer than 2000 characters")]
    TextTooLong,
    /// A text with a NUL, which PostgreSQL cannot keep.
    #[error("the text has a NUL")]
    NulInText,
}
