//! The choices of forms: clients and templates for a new project, projects for a timer.

use domain::id::{ClientId, MemberId, ProjectId};
use domain::projects::board::{ClientChoice, ProjectChoice};
use domain::{DomainError, ProjectStatus, paging};
use sqlx::AssertSqlSafe;

use crate::db::keyset::Conditions;
use crate::db::query::row;
use crate::people::assigned::{is_project_assigned, quoted};
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
    pub async fn templates(&self, chosen: Option<&ProjectId>) -> Result<Vec<ProjectChoice>> {
        let mut conditions = Conditions::default();
        conditions.add("EXISTS (SELECT 1 FROM phase WHERE phase.project_id = project.id)", ());
        let mut templates = self.newest_projects(conditions).await?;
        let Some(chosen) = chosen else { return Ok(templates) };
        let sql = AssertSqlSafe(format!("{PROJECTS} WHERE project.id = $1"));
        if let Some(template) = self.db.readers().fetch_optional::<ProjectChoice>(sql, [chosen]).await? {
            templates.retain(|template| template.id != *chosen);
            templates.insert(0, template);
        }
        Ok(templates)
    }

    /// The newest projects in progress; of the clients that `assigned_to` looks after, if given.
    pub async fn active_projects(&self, assigned_to: Option<&MemberId>) -> Result<Vec<ProjectChoice>> {
        let mut conditions = Conditions::default();
        conditions.add("project.status = $1", [ProjectStatus::Active]);
        if let Some(member) = assigned_to {
            conditions.add(&is_project_assigned("project.id"), [quoted(member)]);
        }
        self.newest_projects(conditions).await
    }

    async fn newest_projects(&self, conditions: Conditions) -> Result<Vec<ProjectChoice>> {
        let sql = format!(
            "{PROJECTS}{} ORDER BY project.created_at DESC, project.id DESC LIMIT {}",
            conditions.filter(),
            paging::MAX_ITEMS
        );
        Ok(self.db.readers().fetch_all(AssertSqlSafe(sql), conditions.values).await?)
    }
}

const PROJECTS: &str = "SELECT project.id, project.name, client.name AS client_name \
     FROM project JOIN client ON client.id = project.client_id";

row! { ClientChoice { id, name, company } }
row! { ProjectChoice { id, name, client_name } }
