//! Finding the deliveries behind a lead's activities.

use domain::Activity;
use domain::id::{ActivityId, DeliveryId, LeadId};

use crate::{Result, Store};

impl Store {
    /// The stored deliveries that wrote these activities of a lead.
    pub async fn activity_deliveries(
        &self,
        lead: &LeadId,
        activities: &[Activity],
    ) -> Result<Vec<(ActivityId, DeliveryId)>> {
        let moments = activities.iter().map(|activity| activity.created_at.as_millis());
        let (Some(first), Some(last)) = (moments.clone().min(), moments.max()) else { return Ok(Vec::new()) };
        // An activity has the time of its delivery: `received_at` uses the index.
        let sql = "SELECT a.id, d.id FROM activity a \
             JOIN lead_delivery d ON d.received_at = a.created_at AND d.activity_id = a.id \
             WHERE a.lead_id = $1 AND a.created_at BETWEEN $2 AND $3";
        Ok(self.db.readers().fetch_all(sql, (lead, first, last)).await?)
    }
}
