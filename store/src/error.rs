//! The error types of this crate.

use std::{fmt, io};

use domain::{DomainError, Failure, Problems};
use sqlx::error::DatabaseError;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The error of a use case. Every use case can fail with a fault. One that takes an id fails with the `Unknown…`
/// of what it looks up, for a malformed id too; one that takes the version `seen` fails with
/// [`DomainError::Stale`] if it is not the current one. Methods document their other errors.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule was violated; the caller words it.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// A form with problems that only the database can detect.
    #[error(transparent)]
    Invalid(#[from] Problems),
    /// An internal failure; the log gets the cause, the user `Errore interno`.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Error {
    /// The violated rule; `None` for form problems and faults.
    pub const fn refusal(&self) -> Option<DomainError> {
        match self {
            Self::Domain(error) => Some(*error),
            Self::Invalid(_) | Self::Fault(_) => None,
        }
    }

    /// What the caller may know of it. The problems of a form are no part of it.
    pub fn failure(&self) -> Failure {
        match self {
            Self::Domain(error) => Failure::Refused(*error),
            Self::Fault(fault) if fault.is_busy() => Failure::Busy,
            Self::Invalid(_) | Self::Fault(_) => Failure::Fault,
        }
    }
}

/// A failure of the database, or invalid stored data.
#[derive(thiserror::Error)]
#[error("database: {0}")]
pub struct Fault(#[source] Box<dyn std::error::Error + Send + Sync>);

impl Fault {
    /// A failure with a message, which must not contain user data.
    pub(crate) fn because(message: impl Into<String>) -> Self {
        Self(message.into().into())
    }

    /// The answer of the database, if it refused a statement.
    pub(crate) fn database_error(&self) -> Option<&dyn DatabaseError> {
        self.0.downcast_ref::<sqlx::Error>().and_then(sqlx::Error::as_database_error)
    }

    pub(crate) fn is_unique_violation(&self) -> bool {
        self.database_error().is_some_and(DatabaseError::is_unique_violation)
    }

    pub(crate) fn is_foreign_key_violation(&self) -> bool {
        self.database_error().is_some_and(DatabaseError::is_foreign_key_violation)
    }

    /// The same for somebody else who has waited for the same.
    pub(crate) fn duplicate(&self) -> Self {
        if self.is_busy() { Self::busy() } else { Self::because(self.0.to_string()) }
    }

    /// A wait in this process that was given up.
    pub(crate) fn busy() -> Self {
        sqlx::Error::PoolTimedOut.into()
    }

    /// Whether a request has waited long enough, for a lock that somebody else holds (as an import does), for a
    /// connection or for an answer: the same call may succeed later.
    pub fn is_busy(&self) -> bool {
        match self.0.downcast_ref::<sqlx::Error>() {
            Some(sqlx::Error::PoolTimedOut) => true,
            Some(sqlx::Error::Io(error)) => error.kind() == io::ErrorKind::TimedOut,
            Some(sqlx::Error::Database(error)) => error.code().is_some_and(|code| BUSY_CODES.contains(&code.as_ref())),
            _ => false,
        }
    }
}

/// The SQLSTATE of PostgreSQL for a lock that was not granted in time, or at once with `NOWAIT`.
pub(crate) const LOCK_NOT_AVAILABLE: &str = "55P03";
/// Locks, `statement_timeout` and deadlocks of PostgreSQL; `SQLITE_BUSY` and `SQLITE_BUSY_RECOVERY`.
const BUSY_CODES: [&str; 5] = [LOCK_NOT_AVAILABLE, "57014", "40P01", "5", "261"];

/// As [`fmt::Display`]: the `Debug` output of a PostgreSQL error can contain a whole row.
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

/// Why a database could not be opened; its text is one line for the administrator.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConnectError(pub(crate) String);
