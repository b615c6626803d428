//! Adding, saving and deleting records that belong to one project and are edited by a form.

use domain::audit::{Action, Actor};
use domain::id::ProjectId;
use domain::{DomainError, Timestamp, Versioned};
use serde::Serialize;
use sqlx::AssertSqlSafe;

use super::{folder, parse_id};
use crate::db::row_lock;
use crate::db::rows::stored;
use crate::db::{Connection, Tx};
use crate::secrets;
use crate::tables::{self, Record, select, select_one};
use crate::{Fault, Result, audit, form_version};

pub(super) trait ProjectRecord: Record {
    /// The action in the audit log when it is deleted.
    const DELETED: Action;
    type Id: TryFrom<String> + AsRef<str> + Clone;
    /// What its form edits.
    type Draft: for<'a> From<&'a Self> + Serialize + PartialEq;

    /// The record with the values of its form.
    fn edited(self, draft: &Self::Draft) -> Self;
    /// Its name for the audit log, if it has one.
    fn name(&self) -> Option<&str>;
}

/// The record `id` of `project`.
pub(super) async fn find<P: ProjectRecord>(
    connection: &mut Connection,
    project: &ProjectId,
    id: &P::Id,
) -> Result<Option<P>, Fault> {
    let from = format!("{0} WHERE {0}.id = $1 AND {0}.project_id = $2", P::TABLE);
    select_one(connection, &from, &[id.as_ref(), project.as_str()]).await
}

/// Every record of `project`, unordered.
pub(super) async fn all<P: ProjectRecord>(
    connection: &mut Connection,
    project: &ProjectId,
) -> Result<Vec<P>, Fault> {
    select(connection, &format!("{0} WHERE {0}.project_id = $1", P::TABLE), &[project.as_str()]).await
}

/// A record with the version its form is filled from.
pub(super) fn versioned<P: ProjectRecord>(record: P) -> Result<Versioned<P>, Fault> {
    Ok(Versioned { version: form_version::of(&P::Draft::from(&record))?, record })
}

/// Adds the record that `new` builds from the id of the form. The same form sent twice adds one record; a
/// different one with a taken id (after the browser's Back) is added with a new id.
pub(super) async fn add<P: ProjectRecord>(
    tx: &mut Tx,
    project: &ProjectId,
    id: &str,
    draft: &P::Draft,
    new: impl Fn(P::Id) -> P,
) -> Result<()> {
    let given: P::Id = parse_id(id)?;
    let current = find::<P>(tx, project, &given).await?;
    if current.is_some_and(|current| P::Draft::from(&current) == *draft) {
        return Ok(());
    }
    if tables::insert(tx, &new(given)).await? || tables::insert(tx, &new(stored(secrets::id())?)).await? {
        return Ok(());
    }
    Err(Fault::because("a new id already exists").into())
}

/// Saves the form of a record, if it was filled from the current version.
pub(super) async fn save<P: ProjectRecord>(
    tx: &mut Tx,
    project: &str,
    id: &str,
    draft: &P::Draft,
    seen: &str,
) -> Result<()> {
    let (_, current) = lock::<P>(tx, project, id).await?;
    form_version::check(&P::Draft::from(&current), seen)?;
    Ok(tables::update(tx, &current.edited(draft)).await?)
}

/// Deletes a record and adds an entry to the audit log.
pub(super) async fn delete<P: ProjectRecord>(
    tx: &mut Tx,
    by: &Actor,
    project: &str,
    id: &str,
    now: Timestamp,
) -> Result<()> {
    let (key, current) = lock::<P>(tx, project, id).await?;
    let name = match current.name() {
        Some(name) => name.to_owned(),
        None => folder(tx, project).await?.name,
    };
    let delete = format!("DELETE FROM {} WHERE id = $1", P::TABLE);
    sqlx::query(AssertSqlSafe(delete)).bind(key.as_ref().to_owned()).execute(&mut **tx).await?;
    audit::record(tx, by, P::DELETED, id, &name, now).await?;
    Ok(())
}

/// Locks the record `id` of `project` until `tx` ends and returns it.
async fn lock<P: ProjectRecord>(tx: &mut Tx, project: &str, id: &str) -> Result<(P::Id, P)> {
    let (project, id): (ProjectId, P::Id) = (parse_id(project)?, parse_id(id)?);
    row_lock::acquire(tx, P::TABLE, id.as_ref()).await?;
    let record = find(tx, &project, &id).await?.ok_or(DomainError::UnknownRecord)?;
    Ok((id, record))
}

/// Locks the project until `tx` ends, so that additions to it run one after another.
pub(super) async fn lock_project(tx: &mut Tx, project: &str) -> Result<ProjectId> {
    let id = ProjectId::parse(project).map_err(|_| DomainError::UnknownProject)?;
    if row_lock::acquire(tx, "project", id.as_str()).await? {
        Ok(id)
    } else {
        Err(DomainError::UnknownProject.into())
    }
}
