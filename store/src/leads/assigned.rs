//! Who of the members looks after a lead; they look after the client that it becomes.

use domain::id::{ClientId, LeadId, MemberId};
use domain::{DomainError, Topic};

use crate::db::{Connection, Tx, row_lock};
use crate::people::assigned::{changed, ids, known};
use crate::{Fault, Result, Store};

impl Store {
    pub async fn members_of_lead(&self, lead: &LeadId) -> Result<Vec<MemberId>> {
        Ok(members(&mut self.db.readers().acquire().await?, lead).await?)
    }

    /// As [`Store::assign_client`], those who look after a lead.
    pub async fn assign_lead(&self, lead: &LeadId, before: Option<&[MemberId]>, chosen: &[MemberId]) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        if !row_lock::acquire(&mut tx, "lead", lead.as_str()).await? {
            return Err(DomainError::UnknownRecord.into());
        }
        let chosen = changed(members(&mut tx, lead).await?, before, chosen);
        assign(&mut tx, lead, &chosen).await?;
        Ok(tx.commit().await?)
    }
}

pub(super) async fn members(connection: &mut Connection, lead: &LeadId) -> Result<Vec<MemberId>, Fault> {
    ids(connection.fetch_optional_value("SELECT assigned FROM lead WHERE id = $1", [lead]).await?)
}

/// Those that do not exist are left out.
pub(super) async fn assign(tx: &mut Tx, lead: &LeadId, members: &[MemberId]) -> Result<(), Fault> {
    let ids = known(tx, members).await?;
    tx.execute("UPDATE lead SET assigned = $1 WHERE id = $2", (ids, lead)).await?;
    Ok(())
}

/// The members of the lead look after its client.
pub(super) async fn pass_on(tx: &mut Tx, lead: &LeadId, client: &ClientId) -> Result<(), Fault> {
    let sql = "UPDATE client SET assigned = (SELECT assigned FROM lead WHERE id = $1) WHERE id = $2";
    tx.execute(sql, (lead, client)).await?;
    Ok(())
}
