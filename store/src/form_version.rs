//! Which version of a record a form was filled from. Nothing is stored for it: the version is a digest
//! of what the form edits, so that every way of changing that (an import, a webhook) counts.

use domain::DomainError;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::Fault;

/// The version of what a form edits: 16 hexadecimal digits.
pub(crate) fn of(draft: &impl Serialize) -> Result<String, Fault> {
    let json = serde_json::to_vec(draft).map_err(|_| Fault::because("a draft is no JSON"))?;
    let digest = Sha256::digest(json);
    let (first, _) =
        digest.split_first_chunk::<8>().ok_or_else(|| Fault::because("a digest is too short"))?;
    Ok(format!("{:016x}", u64::from_be_bytes(*first)))
}

/// Refuses to go on when `seen` is not the version that stands.
///
/// # Errors
/// [`DomainError::Stale`], or a fault.
pub(crate) fn check(standing: &impl Serialize, seen: &str) -> crate::Result<()> {
    if of(standing)? == seen { Ok(()) } else { Err(DomainError::Stale.into()) }
}
