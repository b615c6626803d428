//! Refusals are values, faults are opaque.

use std::fmt;

use domain::{DomainError, Problems};

/// What a use case gives.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a use case did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Understood and refused; the doors word it.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// A form with something wrong that only the database could tell.
    #[error(transparent)]
    Invalid(#[from] Problems),
    /// Something broke; the log gets the cause, the caller `Errore interno`.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Error {
    /// What was refused; none for a form with problems and for a fault.
    pub const fn refusal(&self) -> Option<DomainError> {
        match self {
            Self::Domain(error) => Some(*error),
            Self::Invalid(_) | Self::Fault(_) => None,
        }
    }
}

/// A failure of the database or of what it holds.
#[derive(thiserror::Error)]
#[error("database: {0}")]
pub struct Fault(#[source] Box<dyn std::error::Error + Send + Sync>);

impl Fault {
    /// A failure in words; nothing that anybody wrote may be among them.
    pub(crate) fn because(what: impl Into<String>) -> Self {
        Self(what.into().into())
    }
}

/// As [`fmt::Display`]: what PostgreSQL adds to an error for `Debug` can be a whole row.
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fault({})", self.0)
    }
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        Self(Box::new(error))
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::Fault(error.into())
    }
}

/// Why a database could not be opened; its text is one line for the person who started Atrio.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConnectError(pub(crate) String);
