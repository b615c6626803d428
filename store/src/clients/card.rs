//! The data of the page of one client.

use domain::clients::{ClientCard, ClientDraft, ClientProject};
use domain::id::ClientId;
use domain::projects::board::DeletionImpact;
use domain::{Client, DomainError};

use crate::db::Connection;
use crate::db::query::row;
use crate::tables::select_one;
use crate::{Fault, Result, Store, form_version};

impl Store {
    pub async fn client_card(&self, id: &ClientId) -> Result<ClientCard> {
        let mut tx = self.db.snapshot().await?;
        let client = read(&mut tx, id).await?.ok_or(DomainError::UnknownClient)?;
        let mut projects = projects(&mut tx, id).await?;
        tx.commit().await?;
        let more_projects = projects.len() > ClientCard::PROJECTS;
        projects.truncate(ClientCard::PROJECTS);
        Ok(ClientCard {
            version: form_version::of(&ClientDraft::from(&client))?,
            token_version: form_version::of(&client.token)?,
            slug_version: form_version::of(&client.slug)?,
            client,
            projects,
            more_projects,
        })
    }

    pub async fn client_deletion_impact(&self, id: &ClientId) -> Result<DeletionImpact> {
        let found = self.db.readers().fetch_optional(DELETION_IMPACT, [id]).await?;
        Ok(found.ok_or(DomainError::UnknownClient)?)
    }
}

row! { ClientProject { id, name, status, due_on } }

/// The record of a client, if there is one.
pub(super) async fn read(connection: &mut Connection, id: &ClientId) -> Result<Option<Client>, Fault> {
    select_one(connection, "client WHERE client.id = $1", [id]).await
}

/// The projects of a client: active first, then newest first; one more than a card shows.
async fn projects(connection: &mut Connection, client: &ClientId) -> Result<Vec<ClientProject>, Fault> {
    let sql = "SELECT id, name, status, due_on FROM project WHERE client_id = $1 \
         ORDER BY CASE WHEN status = 'active' THEN 0 ELSE 1 END, created_at DESC, id DESC LIMIT $2";
    connection.fetch_all(sql, (client, ClientCard::PROJECTS + 1)).await
}

/// Counts the rows of `$table` that belong to projects of `client`.
macro_rules! of_projects {
    ($table:literal) => {
        concat!(
            "(SELECT COUNT(*) FROM project JOIN ",
            $table,
            " ON ",
            $table,
            ".project_id = project.id WHERE project.client_id = client.id) AS ",
            $table,
            "s"
        )
    };
}

const DELETION_IMPACT: &str = concat!(
    "SELECT 0 AS approved, (SELECT COUNT(*) FROM project WHERE project.client_id = client.id) AS projects, \
     (SELECT COUNT(*) FROM receipt WHERE receipt.client_id = client.id) AS receipts, ",
    of_projects!("phase"),
    ", (SELECT COUNT(*) FROM project JOIN phase ON phase.project_id = project.id \
        JOIN task ON task.phase_id = phase.id WHERE project.client_id = client.id) AS tasks, \
     (SELECT COUNT(*) FROM project JOIN phase ON phase.project_id = project.id \
        JOIN task ON task.phase_id = phase.id JOIN deliverable ON deliverable.task_id = task.id \
        WHERE project.client_id = client.id) AS deliverables, \
     (SELECT COUNT(*) FROM comment WHERE comment.client_id = client.id) AS messages, ",
    of_projects!("payment"),
    ", ",
    of_projects!("document"),
    ", ",
    of_projects!("material_request"),
    ", ",
    of_projects!("note"),
    ", (SELECT COUNT(*) FROM project JOIN time_entry ON time_entry.project_id = project.id \
        WHERE project.client_id = client.id) AS time_entries, ",
    of_projects!("quote_item"),
    " FROM client WHERE client.id = $1",
);
