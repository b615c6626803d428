//! What all papers have in common: each belongs to one project, is edited by a form, and is added,
//! saved and deleted in the same way.

use domain::audit::{Action, Actor};
use domain::{DomainError, Timestamp, Versioned};
use serde::Serialize;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::{folder, named};
use crate::db::Tx;
use crate::{Fault, Result, audit, row_lock, secrets, version};

/// A record of a project.
pub(super) trait ProjectRecord: Sized {
    /// Its table.
    const TABLE: &'static str;
    /// Every column, as [`ProjectRecord::read`] wants them.
    const COLUMNS: &'static str;
    /// The columns its form edits.
    const EDITED: &'static [&'static str];
    /// How the register says that it was deleted.
    const DELETED: Action;
    /// What its form edits.
    type Draft: Serialize + PartialEq;

    /// The record in a row.
    fn read(row: &AnyRow) -> Result<Self, Fault>;
    /// What its form would say now.
    fn draft(&self) -> Self::Draft;
    /// A draft as the values of [`ProjectRecord::EDITED`].
    fn values(draft: &Self::Draft) -> Vec<Value>;
    /// What it is called, if it has a name; the register may know it.
    fn name(&self) -> Option<&str>;
}

/// A value of a column.
pub(super) enum Value {
    Text(Option<String>),
    Number(i64),
}

impl Value {
    pub(super) fn text(text: &impl ToString) -> Self {
        Self::Text(Some(text.to_string()))
    }

    pub(super) fn maybe(text: Option<impl ToString>) -> Self {
        Self::Text(text.map(|text| text.to_string()))
    }
}

type Statement<'q> = Query<'q, Any, AnyArguments>;

fn bind(statement: Statement<'_>, values: Vec<Value>) -> Statement<'_> {
    values.into_iter().fold(statement, |statement, value| match value {
        Value::Text(text) => statement.bind(text),
        Value::Number(number) => statement.bind(number),
    })
}

/// The record `id` of `project`.
pub(super) async fn find<P: ProjectRecord>(
    connection: &mut AnyConnection,
    project: &str,
    id: &str,
) -> Result<Option<P>, Fault> {
    let select = format!("SELECT {} FROM {} WHERE id = $1 AND project_id = $2", P::COLUMNS, P::TABLE);
    let statement = sqlx::query(AssertSqlSafe(select)).bind(id).bind(project);
    let row = statement.fetch_optional(connection).await?;
    row.as_ref().map(P::read).transpose()
}

/// Every record of `project`, in no order.
pub(super) async fn all<P: ProjectRecord>(
    connection: &mut AnyConnection,
    project: &str,
) -> Result<Vec<P>, Fault> {
    let select = format!("SELECT {} FROM {} WHERE project_id = $1", P::COLUMNS, P::TABLE);
    let rows = sqlx::query(AssertSqlSafe(select)).bind(project).fetch_all(connection).await?;
    rows.iter().map(P::read).collect()
}

/// A record with the version its form is filled from.
pub(super) fn versioned<P: ProjectRecord>(record: P) -> Result<Versioned<P>, Fault> {
    Ok(Versioned { version: version::of(&record.draft())?, record })
}

/// Adds a record under the id its form came with, and in the column `also` what no form edits. The same
/// form sent twice adds one record; another one sent with an id that is taken (a browser's way back)
/// adds one under an id of its own.
///
/// # Errors
/// [`DomainError::UnknownProject`]; [`DomainError::UnknownRecord`] for what is no id; a fault.
pub(super) async fn add<P: ProjectRecord>(
    tx: &mut Tx,
    project: &str,
    id: &str,
    draft: &P::Draft,
    also: Option<(&'static str, i64)>,
) -> Result<()> {
    let project = held_project(tx, project).await?;
    let given = named(id)?;
    let standing = find::<P>(tx, &project, given).await?;
    if standing.is_some_and(|standing| standing.draft() == *draft) {
        return Ok(());
    }
    let columns: Vec<&str> = P::EDITED.iter().copied().chain(also.map(|(column, _)| column)).collect();
    let places: Vec<String> = (3..3 + columns.len()).map(|place| format!("${place}")).collect();
    let insert = format!(
        "INSERT INTO {} (id, project_id, {}) VALUES ($1, $2, {}) ON CONFLICT (id) DO NOTHING",
        P::TABLE,
        columns.join(", "),
        places.join(", ")
    );
    for id in [given.to_owned(), secrets::id()] {
        let values = P::values(draft).into_iter().chain(also.map(|(_, value)| Value::Number(value)));
        let statement = sqlx::query(AssertSqlSafe(insert.clone())).bind(id).bind(project.as_str());
        if bind(statement, values.collect()).execute(&mut **tx).await?.rows_affected() > 0 {
            return Ok(());
        }
    }
    Err(Fault::because("a new id was taken").into())
}

/// Saves what a form says about a record, if it was filled from the version that stands.
///
/// # Errors
/// [`DomainError::UnknownRecord`]: it is gone, or another project's; [`DomainError::Stale`]; a fault.
pub(super) async fn save<P: ProjectRecord>(
    tx: &mut Tx,
    project: &str,
    id: &str,
    draft: &P::Draft,
    seen: &str,
) -> Result<()> {
    let (project, id) = (named(project)?, named(id)?);
    row_lock::acquire(tx, P::TABLE, id).await?;
    let standing = find::<P>(tx, project, id).await?.ok_or(DomainError::UnknownRecord)?;
    version::check(&standing.draft(), seen)?;
    let sets: Vec<String> =
        P::EDITED.iter().zip(3..).map(|(column, place)| format!("{column} = ${place}")).collect();
    let update = format!("UPDATE {} SET {} WHERE id = $1 AND project_id = $2", P::TABLE, sets.join(", "));
    let statement = sqlx::query(AssertSqlSafe(update)).bind(id).bind(project);
    bind(statement, P::values(draft)).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes a record and says so in the register.
///
/// # Errors
/// [`DomainError::UnknownRecord`]: it is gone, or another project's; a fault.
pub(super) async fn delete<P: ProjectRecord>(
    tx: &mut Tx,
    by: &Actor,
    project: &str,
    id: &str,
    now: Timestamp,
) -> Result<()> {
    let (project, id) = (named(project)?, named(id)?);
    row_lock::acquire(tx, P::TABLE, id).await?;
    let standing = find::<P>(tx, project, id).await?.ok_or(DomainError::UnknownRecord)?;
    let name = match standing.name() {
        Some(name) => name.to_owned(),
        None => folder(tx, project).await?.name,
    };
    let delete = format!("DELETE FROM {} WHERE id = $1 AND project_id = $2", P::TABLE);
    sqlx::query(AssertSqlSafe(delete)).bind(id).bind(project).execute(&mut **tx).await?;
    audit::record(tx, by, P::DELETED, id, &name, now).await?;
    Ok(())
}

/// Holds the project until `tx` ends, so that whoever adds to it comes one after the other.
pub(super) async fn held_project(tx: &mut Tx, project: &str) -> Result<String> {
    let known = named(project).map_err(|_| DomainError::UnknownProject)?;
    if row_lock::acquire(tx, "project", known).await? {
        Ok(known.to_owned())
    } else {
        Err(DomainError::UnknownProject.into())
    }
}
