//! What all records of a project have in common: each belongs to one project, is edited by a form, and is
//! added, saved and deleted in the same way.

use domain::audit::{Action, Actor};
use domain::id::ProjectId;
use domain::{DomainError, Timestamp, Versioned};
use serde::Serialize;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::{folder, parse_id};
use crate::auth::secrets;
use crate::db::Tx;
use crate::db::row_lock;
use crate::db::rows::stored;
use crate::tables::{self, Record, select, select_one};
use crate::{Fault, Result, audit, form_version};

pub(super) trait ProjectRecord: Record {
    /// How the register says that it was deleted.
    const DELETED: Action;
    type Id: TryFrom<String> + AsRef<str> + Clone;
    /// What its form edits.
    type Draft: for<'a> From<&'a Self> + Serialize + PartialEq;

    /// The record with what its form says.
    fn edited(self, draft: &Self::Draft) -> Self;
    /// What it is called, if it has a name; the register may know it.
    fn name(&self) -> Option<&str>;
}

/// The record `id` of `project`.
pub(super) async fn find<P: ProjectRecord>(
    connection: &mut AnyConnection,
    project: &ProjectId,
    id: &P::Id,
) -> Result<Option<P>, Fault> {
    let from = format!("{0} WHERE {0}.id = $1 AND {0}.project_id = $2", P::TABLE);
    select_one(connection, &from, &[id.as_ref(), project.as_str()]).await
}

/// Every record of `project`, in no order.
pub(super) async fn all<P: ProjectRecord>(
    connection: &mut AnyConnection,
    project: &ProjectId,
) -> Result<Vec<P>, Fault> {
    select(connection, &format!("{0} WHERE {0}.project_id = $1", P::TABLE), &[project.as_str()]).await
}

/// A record with the version its form is filled from.
pub(super) fn versioned<P: ProjectRecord>(record: P) -> Result<Versioned<P>, Fault> {
    Ok(Versioned { version: form_version::of(&P::Draft::from(&record))?, record })
}

/// Adds the record that `new` makes of an id, the one its form came with. The same form sent twice adds
/// one record; another one sent with an id that is taken (a browser's way back) adds one under an id of
/// its own.
///
/// # Errors
/// [`DomainError::UnknownRecord`] for what is no id; a fault.
pub(super) async fn add<P: ProjectRecord>(
    tx: &mut Tx,
    project: &ProjectId,
    id: &str,
    draft: &P::Draft,
    new: impl Fn(P::Id) -> P,
) -> Result<()> {
    let given: P::Id = parse_id(id)?;
    let standing = find::<P>(tx, project, &given).await?;
    if standing.is_some_and(|standing| P::Draft::from(&standing) == *draft) {
        return Ok(());
    }
    if tables::insert(tx, &new(given)).await? || tables::insert(tx, &new(stored(secrets::id())?)).await? {
        return Ok(());
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
    let (_, standing) = held::<P>(tx, project, id).await?;
    form_version::check(&P::Draft::from(&standing), seen)?;
    Ok(tables::update(tx, &standing.edited(draft)).await?)
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
    let (key, standing) = held::<P>(tx, project, id).await?;
    let name = match standing.name() {
        Some(name) => name.to_owned(),
        None => folder(tx, project).await?.name,
    };
    let delete = format!("DELETE FROM {} WHERE id = $1", P::TABLE);
    sqlx::query(AssertSqlSafe(delete)).bind(key.as_ref().to_owned()).execute(&mut **tx).await?;
    audit::record(tx, by, P::DELETED, id, &name, now).await?;
    Ok(())
}

/// The record `id` of `project`, which nobody else changes until `tx` ends.
async fn held<P: ProjectRecord>(tx: &mut Tx, project: &str, id: &str) -> Result<(P::Id, P)> {
    let (project, id): (ProjectId, P::Id) = (parse_id(project)?, parse_id(id)?);
    row_lock::acquire(tx, P::TABLE, id.as_ref()).await?;
    let record = find(tx, &project, &id).await?.ok_or(DomainError::UnknownRecord)?;
    Ok((id, record))
}

/// Holds the project until `tx` ends, so that whoever adds to it comes one after the other.
///
/// # Errors
/// [`DomainError::UnknownProject`]; a fault.
pub(super) async fn held_project(tx: &mut Tx, project: &str) -> Result<ProjectId> {
    let id = ProjectId::parse(project).map_err(|_| DomainError::UnknownProject)?;
    if row_lock::acquire(tx, "project", id.as_str()).await? {
        Ok(id)
    } else {
        Err(DomainError::UnknownProject.into())
    }
}
