//! Converting a lead to a client.

use domain::audit::{Action, Actor};
use domain::id::{ClientId, LeadId};
use domain::leads::ConversionDraft;
use domain::{DomainError, LeadStatus, ProjectDraft, Timestamp};

use super::assigned;
use super::row::lock_lead;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::search_index::{self, Index};
use crate::secrets;
use crate::{Fault, Result, Store, audit, clients, tables};

impl Store {
    /// Converts a lead to a client with the id of the form, and adds a first project if the draft names one.
    /// The lead gets the status won and keeps its history. Runs in one transaction. A lead that has a client
    /// returns the id of that client; one whose client was deleted can be converted again.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] for no such lead, or the id of another client; or a fault.
    pub async fn convert_lead(
        &self,
        by: &Actor,
        lead: &LeadId,
        client: ClientId,
        draft: &ConversionDraft,
    ) -> Result<ClientId> {
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let lead = lock_lead(&mut tx, lead).await?;
        if let Some(existing) = lead.client_id {
            return Ok(existing);
        }
        if !clients::insert(&mut tx, &client, &draft.client, now).await? {
            return Err(DomainError::UnknownRecord.into());
        }
        if let Some(name) = &draft.project {
            insert_project(&mut tx, &client, name, now).await?;
        }
        mark_won(&mut tx, &lead.id, &client).await?;
        assigned::pass_on(&mut tx, &lead.id, &client).await?;
        audit::record(&mut tx, by, Action::LeadConverted, lead.id.as_str(), &lead.name, now).await?;
        tx.commit().await?;
        Ok(client)
    }
}

/// Inserts an empty project.
async fn insert_project(tx: &mut Tx, client: &ClientId, name: &str, now: Timestamp) -> Result<()> {
    let draft = ProjectDraft { name: name.to_owned(), ..ProjectDraft::default() };
    let project = draft.project(stored(secrets::id())?, client.clone(), now);
    tables::insert(tx, &project).await?;
    Ok(search_index::refresh(tx, Index::Project, project.id.as_str()).await?)
}

async fn mark_won(tx: &mut Tx, lead: &LeadId, client: &ClientId) -> Result<(), Fault> {
    let sql = "UPDATE lead SET client_id = $1, status = $2 WHERE id = $3";
    tx.execute(sql, (&client, LeadStatus::Won, &lead)).await?;
    Ok(())
}
