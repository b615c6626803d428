//! Two leads again.

use std::collections::HashSet;

use super::{Merge, Snapshot, joined};
use crate::id::{ActivityId, DeliveryId, MergeId};
use crate::lead::Lead;

/// What undoing a merge comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Separation {
    /// The lead that comes back, as it was.
    pub gone: Lead,
    /// The lead that stays, without what it has from the other.
    pub kept: Lead,
    /// What goes back to `gone`, if it is still there.
    pub activities: Vec<ActivityId>,
    /// What goes back to `gone`, if it is still there.
    pub deliveries: Vec<DeliveryId>,
    /// The activity that told of the merge.
    pub note: ActivityId,
    /// The earlier merges of `gone`: they are its own again.
    pub returning: Vec<Merge>,
    /// The other merges of `kept`.
    pub staying: Vec<Merge>,
}

/// Undoes the merge `id`, one of all the `merges` that brought something to `kept`, in their order.
/// None when it is not among them.
///
/// A field of `kept` gets its former value where it still has the one the merge gave it. Other merges
/// may have filled a field later if this one had not: they do so now. What somebody wrote stays.
#[must_use]
pub fn separated(mut merges: Vec<Merge>, id: &MergeId, kept: &Lead) -> Option<Separation> {
    let at = merges.iter().position(|merge| merge.id == *id)?;
    let undone = merges.remove(at);
    let kept = ripple(&mut merges, &undone, kept)?;
    let (mut returning, staying) = apart(merges, id);
    for merge in &mut returning {
        merge.outer.take_if(|outer| outer == id);
    }
    let Snapshot { gone, mut activities, mut deliveries, note, .. } = undone.snapshot;
    for merge in &returning {
        activities.extend_from_slice(&merge.snapshot.activities);
        deliveries.extend_from_slice(&merge.snapshot.deliveries);
    }
    Some(Separation { gone, kept, activities, deliveries, note, returning, staying })
}

/// Takes what `undone` gave out of the merges that came after it, first those of the lead it was given to,
/// then those of the lead into which that one went, up to `kept`.
fn ripple(merges: &mut [Merge], undone: &Merge, kept: &Lead) -> Option<Lead> {
    let (mut old, mut new) = (undone.snapshot.after.clone(), undone.snapshot.before.clone());
    let (mut outer, mut since) = (undone.outer.clone(), undone.merged_at);
    loop {
        for later in merges.iter_mut().filter(|merge| merge.outer == outer && merge.merged_at > since) {
            later.snapshot.before = following(&later.snapshot.before, &old, &new);
            (old, new) = again(&mut later.snapshot);
        }
        let Some(around) = outer else { return Some(following(kept, &old, &new)) };
        let around = merges.iter_mut().find(|merge| merge.id == around)?;
        around.snapshot.gone = following(&around.snapshot.gone, &old, &new);
        (old, new) = again(&mut around.snapshot);
        (outer, since) = (around.outer.clone(), around.merged_at);
    }
}

/// Joins once more what a merge joined; what came of it until now, and what comes of it now.
fn again(snapshot: &mut Snapshot) -> (Lead, Lead) {
    let new = joined(&snapshot.before, &snapshot.gone);
    let old = std::mem::replace(&mut snapshot.after, new.clone());
    (old, new)
}

/// `lead`, with the new value of each field that still has the old one.
fn following(lead: &Lead, old: &Lead, new: &Lead) -> Lead {
    fn field<T: Clone + PartialEq>(value: &T, old: &T, new: &T) -> T {
        if value == old { new.clone() } else { value.clone() }
    }
    Lead {
        email: field(&lead.email, &old.email, &new.email),
        phone: field(&lead.phone, &old.phone, &new.phone),
        company: field(&lead.company, &old.company, &new.company),
        status: field(&lead.status, &old.status, &new.status),
        last_contact_date: field(&lead.last_contact_date, &old.last_contact_date, &new.last_contact_date),
        call_date: field(&lead.call_date, &old.call_date, &new.call_date),
        client_id: field(&lead.client_id, &old.client_id, &new.client_id),
        created_at: field(&lead.created_at, &old.created_at, &new.created_at),
        ..lead.clone()
    }
}

/// The merges within the merge `id`, at whatever depth, and the others. An outer merge is always later.
fn apart(merges: Vec<Merge>, id: &MergeId) -> (Vec<Merge>, Vec<Merge>) {
    let mut within = HashSet::from([id.clone()]);
    for merge in merges.iter().rev() {
        if merge.outer.as_ref().is_some_and(|outer| within.contains(outer)) {
            within.insert(merge.id.clone());
        }
    }
    merges.into_iter().partition(|merge| within.contains(&merge.id))
}

#[cfg(test)]
mod tests;
