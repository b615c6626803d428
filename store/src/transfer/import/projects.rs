//! Checks approvals and quotes, and numbers the phases, tasks and quote items.

use std::collections::HashMap;

use domain::DeliverableStatus;

use super::lookup::Lookup;
use super::{ImportError, invalid};
use crate::tables::{Count, DeliverableImport, Id, QuoteImport, ReceiptImport, VersionImport, Whole};

/// Sets a missing position to the record's index among those of its parent in the file.
pub(super) fn number<R>(records: &mut [R], parts: impl Fn(&mut R) -> (&Id, &mut Option<Count>)) {
    let mut counts = HashMap::<String, i64>::new();
    for record in records {
        let (parent, position) = parts(record);
        let next = counts.entry(parent.0.clone()).or_default();
        position.get_or_insert(Whole(*next));
        *next += 1;
    }
}

/// `approved_at` is present exactly when the status is approved, `approved_by` only then
/// (docs/REFERENCE.md#approval).
pub(super) fn check_approvals(deliverables: &[DeliverableImport]) -> Result<(), ImportError> {
    for (index, deliverable) in deliverables.iter().enumerate() {
        let is_approved = deliverable.status == Some(DeliverableStatus::Approved);
        let absent = "must be absent, because status is not approved";
        let (field, problem) = match (is_approved, deliverable.approved_at, &deliverable.approved_by) {
            (true, None, _) => ("approved_at", "must be given, because status is approved"),
            (false, Some(_), _) => ("approved_at", absent),
            (false, None, Some(_)) => ("approved_by", absent),
            _ => continue,
        };
        return Err(invalid("deliverables", index, field, problem));
    }
    Ok(())
}

/// A project has one quote, and a number stands on one quote.
pub(super) async fn check_quotes(records: &[QuoteImport], lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let projects = records.iter().enumerate().map(|(index, quote)| (index, quote.project_id.0.as_str()));
    let select = "SELECT project_id FROM quote WHERE project_id IN";
    lookup.unused("quotes", "project_id", select, projects).await?;
    let numbers: Vec<String> = records.iter().map(|quote| quote.number.to_string()).collect();
    let numbers = numbers.iter().map(String::as_str).enumerate();
    lookup.unused("quotes", "number", "SELECT number FROM quote WHERE number IN", numbers).await
}

/// The number of a version is its own in its deliverable.
pub(super) async fn check_versions(records: &[VersionImport], lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let keys: Vec<String> = records.iter().map(|one| format!("{}/{}", one.deliverable_id.0, one.number.0)).collect();
    let select = "SELECT deliverable_id || '/' || CAST(number AS TEXT) FROM deliverable_version \
         WHERE deliverable_id || '/' || CAST(number AS TEXT) IN";
    lookup.unused("deliverable_versions", "number", select, keys.iter().map(String::as_str).enumerate()).await
}

/// A deliverable has one receipt, and only one receipt of a client follows another.
pub(super) async fn check_receipts(records: &[ReceiptImport], lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let deliverables = records.iter().map(|one| one.deliverable_id.0.as_str()).enumerate();
    let select = "SELECT deliverable_id FROM receipt WHERE deliverable_id IN";
    lookup.unused("receipts", "deliverable_id", select, deliverables).await?;
    let links: Vec<String> = records.iter().map(|one| format!("{}/{}", one.client_id.0, one.previous.0)).collect();
    let select = "SELECT client_id || '/' || previous FROM receipt WHERE client_id || '/' || previous IN";
    lookup.unused("receipts", "previous", select, links.iter().map(String::as_str).enumerate()).await
}
