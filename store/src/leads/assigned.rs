//! Who of the members looks after a lead; they look after the client that it becomes.

use domain::id::{ClientId, LeadId, MemberId};
use domain::{DomainError, Topic};

use crate::db::{Tx, row_lock};
use crate::people::assigned::{ids, known};
use crate::{Fault, Result, Store};

impl Store {
    pub async fn members_of_lead(&self, lead: &LeadId) -> Result<Vec<MemberId>> {
        let sql = "SELECT assigned FROM lead WHERE id = $1";
        Ok(ids(self.db.readers().fetch_optional_value(sql, [lead]).await?)?)
    }

    /// Replaces the members who look after a lead; those that do not exist are left out.
    pub async fn assign_lead(&self, lead: &LeadId, members: &[MemberId]) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        if !row_lock::acquire(&mut tx, "lead", lead.as_str()).await? {
            return Err(DomainError::UnknownRecord.into());
        }
        let ids = known(&mut tx, members).await?;
        tx.execute("UPDATE lead SET assigned = $1 WHERE id = $2", (ids, lead)).await?;
        Ok(tx.commit().await?)
    }
}

/// The members of the lead look after its client.
pub(super) async fn pass_on(tx: &mut Tx, lead: &LeadId, client: &ClientId) -> Result<(), Fault> {
    let sql = "UPDATE client SET assigned = (SELECT assigned FROM lead WHERE id = $1) WHERE id = $2";
    tx.execute(sql, (lead, client)).await?;
    Ok(())
}
