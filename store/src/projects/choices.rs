//! The choices of the form for a new project: clients and templates.

use domain::id::{ClientId, ProjectId};
use domain::projects::board::{ClientChoice, Template};
use domain::{DomainError, paging};
use sqlx::{AssertSqlSafe, FromRow};

use crate::db::rows::stored;
use crate::search_index::{Index, Search};
use crate::{Fault, Result, Store};

impl Store {
    /// The clients for a new project, by name; with `q`, those that match. At most [`paging::MAX_ITEMS`].
    pub async fn client_choices(&self, q: &str) -> Result<Vec<ClientChoice>> {
        let search = Search::parse(q);
        let condition = search.as_ref().map_or_else(String::new, |search| {
            format!("WHERE {}", search.condition(&[(Index::Client, "client.id")], 1))
        });
        let sql = format!(
            "SELECT client.id, client.name, client.company FROM client {condition} \
             ORDER BY client.sort_name, client.id LIMIT {}",
            paging::MAX_ITEMS
        );
        let mut query = sqlx::query_as::<_, ClientRow>(AssertSqlSafe(sql));
        if let Some(search) = &search {
            query = search.bind(query);
        }
        query.fetch_all(self.db.readers()).await?.into_iter().map(|row| Ok(row.try_into()?)).collect()
    }

    /// One client for a new project.
    pub async fn client_choice(&self, client: &ClientId) -> Result<ClientChoice> {
        let row: Option<ClientRow> = sqlx::query_as("SELECT id, name, company FROM client WHERE id = $1")
            .bind(client.as_str())
            .fetch_optional(self.db.readers())
            .await?;
        Ok(row.ok_or(DomainError::UnknownRecord)?.try_into()?)
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
        let rows: Vec<TemplateRow> =
            sqlx::query_as(AssertSqlSafe(newest)).fetch_all(self.db.readers()).await?;
        let mut templates = rows.into_iter().map(Template::try_from).collect::<Result<Vec<_>, Fault>>()?;
        let Some(chosen) = chosen else { return Ok(templates) };
        let row: Option<TemplateRow> = sqlx::query_as(
            "SELECT project.id, project.name, client.name AS client_name \
             FROM project JOIN client ON client.id = project.client_id WHERE project.id = $1",
        )
        .bind(chosen.as_str())
        .fetch_optional(self.db.readers())
        .await?;
        if let Some(row) = row {
            templates.retain(|template| template.id != *chosen);
            templates.insert(0, row.try_into()?);
        }
        Ok(templates)
    }
}

#[derive(FromRow)]
struct ClientRow {
    id: String,
    name: String,
    company: Option<String>,
}

impl TryFrom<ClientRow> for ClientChoice {
    type Error = Fault;

    fn try_from(row: ClientRow) -> Result<Self, Fault> {
        Ok(Self { id: stored(row.id)?, name: row.name, company: row.company })
    }
}

#[derive(FromRow)]
struct TemplateRow {
    id: String,
    name: String,
    client_name: String,
}

impl TryFrom<TemplateRow> for Template {
    type Error = Fault;

    fn try_from(row: TemplateRow) -> Result<Self, Fault> {
        Ok(Self { id: stored(row.id)?, name: row.name, client_name: row.client_name })
    }
}
