//! The version of a record from which a form was filled, for optimistic locking. It is a digest of the fields
//! of the form and is not stored, so that changes by imports and webhooks count too.

use domain::DomainError;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::Fault;

/// The version of a draft: 16 hexadecimal digits.
pub(crate) fn of(draft: &impl Serialize) -> Result<String, Fault> {
    let json = serde_json::to_vec(draft).map_err(|_| Fault::because("a draft cannot be serialized"))?;
    let digest = Sha256::digest(json);
    let (first, _) = digest.split_first_chunk::<8>().ok_or_else(|| Fault::because("a digest is too short"))?;
    Ok(format!("{:016x}", u64::from_be_bytes(*first)))
}

/// Returns an error when `seen` is not the version of `current`.
pub(crate) fn check(current: &impl Serialize, seen: &str) -> crate::Result<()> {
    if of(current)? == seen { Ok(()) } else { Err(DomainError::Stale.into()) }
}
