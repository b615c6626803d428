//! A new lead, as its e-mail says it.

use domain::id::LeadId;
use domain::notifications::{NoticeEvent, Place, SkipReason};
use domain::{Lead, LeadStatus};

use super::compose::Content;
use crate::Fault;
use crate::db::Tx;
use crate::tables::select_one;

/// Nothing once the agency is in contact with the lead.
pub(super) async fn content(tx: &mut Tx, lead: &LeadId) -> Result<Result<Content, SkipReason>, Fault> {
    let found: Option<Lead> = select_one(tx, "lead WHERE lead.id = $1", &[lead.as_str()]).await?;
    Ok(match found {
        None => Err(SkipReason::Deleted),
        Some(lead) if lead.status != LeadStatus::New => Err(SkipReason::Answered),
        Some(lead) => Ok(Content {
            topic: None,
            place: Place::Lead(lead.id),
            events: vec![NoticeEvent::Lead { name: lead.name }],
        }),
    })
}
