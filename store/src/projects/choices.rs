//! The choices of the form for a new project: clients and templates.

use domain::id::{ClientId, ProjectId};
use domain::projects::board::{ClientChoice, Template};
use domain::{DomainError, paging};
use sqlx::AssertSqlSafe;

use crate::db::keyset::Conditions;
use crate::db::query::row;
use crate::search_index::{Index, Search};
use crate::{Result, Store};

impl Store {
    /// The clients for a new project, by name; with `q`, those that match. At most [`paging::MAX_ITEMS`].
    pub async fn client_choices(&self, q: &str) -> Result<Vec<ClientChoice>> {
        let mut conditions = Conditions::default();
        if let Some(search) = Search::parse(q) {
            conditions.add(&search.condition(&[(Index::Client, "client.id")], 1), search.values());
        }
        let sql = format!(
            "SELECT client.id, client.name, client.company FROM client{} \
             ORDER BY client.sort_name, client.id LIMIT {}",
            conditions.filter(),
            paging::MAX_ITEMS
        );
        Ok(self.db.readers().fetch_all(AssertSqlSafe(sql), conditions.values).await?)
    }

    /// One client for a new project.
    pub async fn client_choice(&self, client: &ClientId) -> Result<ClientChoice> {
        let sql = "SELECT id, name, company FROM client WHERE id = $1";
        let found = self.db.readers().fetch_optional(sql, [client]).await?;
        Ok(found.ok_or(DomainError::UnknownRecord)?)
    }

    /// The newest projects that have phases, as templates; `chosen` first, if given.
    pub async fn templates(&self, chosen: Option<&ProjectId>) -> Result<Vec<Template>> {
        let newest = format!(
            "SELECT project.id, project.name, client.name AS client_name \
             FROM project JOIN client ON client.id = project.client_id \
             WHERE EXISTS (SELECT 1 FROM phase WHERE phase.project_id = project.id) \
             ORDER BY project.created_at DESC, project.id DESC LIMIT {}",
            paging::MAX_ITEMS
        );
        let mut templates: Vec<Template> = self.db.readers().fetch_all(AssertSqlSafe(newest), ()).await?;
        let Some(chosen) = chosen else { return Ok(templates) };
        let sql = "SELECT project.id, project.name, client.name AS client_name \
             FROM project JOIN client ON client.id = project.client_id WHERE project.id = $1";
        if let Some(template) = self.db.readers().fetch_optional(sql, [chosen]).await? {
            templates.retain(|template| template.id != *chosen);
            templates.insert(0, template);
        }
        Ok(templates)
    }
}

row! { ClientChoice { id, name, company } }
row! { Template { id, name, client_name } }
