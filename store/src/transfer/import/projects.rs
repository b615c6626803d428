//! What projects must be besides well-formed, and the order of their parts.

use std::collections::HashMap;

use domain::DeliverableStatus;

use super::{ImportError, invalid};
use crate::tables::{Count, DeliverableImport, Id};

/// Gives records without a position the place where they stand in the file among those of one parent.
pub(super) fn number<R>(records: &mut [R], parts: impl Fn(&mut R) -> (&Id, &mut Option<Count>)) {
    let mut places = HashMap::<String, i64>::new();
    for record in records {
        let (parent, position) = parts(record);
        let place = places.entry(parent.0.clone()).or_default();
        position.get_or_insert(Count(*place));
        *place += 1;
    }
}

/// A deliverable has the moment of its approval exactly when it is approved (docs/REFERENCE.md#approval).
pub(super) fn check_approvals(deliverables: &[DeliverableImport]) -> Result<(), ImportError> {
    for (index, deliverable) in deliverables.iter().enumerate() {
        let is_approved = deliverable.status == Some(DeliverableStatus::Approved);
        let problem = match (is_approved, deliverable.approved_at) {
            (true, None) => "must be given, because status is approved",
            (false, Some(_)) => "must be absent, because status is not approved",
            _ => continue,
        };
        return Err(invalid("deliverables", index, "approved_at", problem));
    }
    Ok(())
}
