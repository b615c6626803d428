//! The rules for forms of which another one may have been faster (docs/REFERENCE.md#concurrent-edits).
//!
//! The form of a record carries the version from which it was filled, for optimistic locking. It is a digest of the fields
//! of the form and is not stored, so that changes by imports and webhooks count too. The form of a new record carries its id.

use domain::DomainError;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::db::Tx;
use crate::db::query::FromRow;
use crate::db::rows::stored;
use crate::{Fault, Result};

/// The version of a draft: 16 hexadecimal digits.
pub(crate) fn of(draft: &impl Serialize) -> Result<String, Fault> {
    let json = serde_json::to_vec(draft).map_err(|_| Fault::because("a draft cannot be serialized"))?;
    let digest = Sha256::digest(json);
    let (first, _) = digest.split_first_chunk::<8>().ok_or_else(|| Fault::because("a digest is too short"))?;
    Ok(format!("{:016x}", u64::from_be_bytes(*first)))
}

/// Returns an error when `seen` is not the version of `current`.
pub(crate) fn check(current: &impl Serialize, seen: &str) -> Result<()> {
    same_or_stale(of(current)? == seen)
}

/// As [`check`], except that a form that changes nothing is not refused: it was sent twice.
pub(crate) fn check_draft<D: Serialize>(current: &D, draft: &D, seen: &str) -> Result<()> {
    if of(draft)? == of(current)? { Ok(()) } else { check(current, seen) }
}

/// The answer to the form of a new record whose id is taken: if the record is the same, the form was sent twice.
pub(crate) fn same_or_stale(is_same: bool) -> Result<()> {
    if is_same { Ok(()) } else { Err(DomainError::Stale.into()) }
}

/// The id of the record that a form adds when another record has the form's id. The same content has the same id, so that it
/// is added once.
pub(crate) fn other_id<I>(taken: &I, content: &impl Serialize) -> Result<I, Fault>
where
    I: AsRef<str> + TryFrom<String>,
{
    const MAX_KEPT: usize = 64 - "-0123456789abcdef".len();
    let taken = taken.as_ref();
    stored(format!("{}-{}", taken.get(..MAX_KEPT).unwrap_or(taken), of(&(taken, content))?))
}

/// The id with which the form of a new record adds it, or `None` if it did before. `sql` selects what `is_same` compares with
/// the form's `content`, for the id `$1`.
///
/// # Errors
/// What `is_same` says of a record to which the form does not belong, [`DomainError::Stale`] if what the form added has been
/// changed since, or a fault.
pub(crate) async fn free_id<I, R>(
    tx: &mut Tx,
    sql: &'static str,
    id: &I,
    content: &impl Serialize,
    is_same: impl Fn(R) -> Result<bool>,
) -> Result<Option<I>>
where
    I: AsRef<str> + TryFrom<String> + Clone,
    R: FromRow,
{
    for id in [id.clone(), other_id(id, content)?] {
        let Some(existing) = tx.fetch_optional::<R>(sql, [id.as_ref()]).await? else { return Ok(Some(id)) };
        if is_same(existing)? {
            return Ok(None);
        }
    }
    Err(DomainError::Stale.into())
}
