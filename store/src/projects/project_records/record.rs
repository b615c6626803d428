//! Listing, adding, saving and deleting records that belong to one project and are edited by a form.

use std::cmp::Ordering;
use std::future::{Future, ready};

use domain::audit::Actor;
use domain::id::ProjectId;
use domain::projects::project_records::Folder;
use domain::{Cursor, DomainError, Form, Language, Page, ProjectRecord, Timestamp, Versioned};

use sqlx::AssertSqlSafe;

use super::folder;
use crate::db::keyset::{Conditions, Keyset};
use crate::db::{Connection, Tx, row_lock};
use crate::search_index::{self, Index};
use crate::tables::{self, Record, select, select_one};
use crate::{Fault, Result, Store, audit, form_version};

/// A kind of record with its table.
pub trait StoredRecord: ProjectRecord + Record + Unpin {
    /// The order of the whole list.
    fn order(&self, other: &Self) -> Ordering {
        self.id().cmp(other.id())
    }

    /// Checks what the record refers to before it is written, and gives a new one its place. The project is
    /// locked.
    fn complete(&mut self, _: &mut Connection, _is_new: bool) -> impl Future<Output = Result<()>> + Send {
        ready(Ok(()))
    }

    /// What tells the form of a new record from another one with its id.
    fn content(&self, _: &mut Connection) -> impl Future<Output = Result<Form, Fault>> + Send {
        ready(Ok(form(self)))
    }
}

impl Store {
    /// The records of a project in their order.
    pub async fn records<R: StoredRecord>(&self, project: &ProjectId) -> Result<(Folder, Vec<Versioned<R>>)> {
        let mut tx = self.db.snapshot().await?;
        let folder = folder(&mut tx, project).await?;
        let records = all::<R>(&mut tx, project).await?;
        tx.commit().await?;
        Ok((folder, records.into_iter().map(versioned).collect::<Result<_, Fault>>()?))
    }

    /// Adds a record to a project. The same form sent twice adds one record; a different one with a taken id
    /// (after the browser's Back) is added once with another id.
    ///
    /// # Errors
    /// [`DomainError::Stale`] when what such a form added has been changed since; what the record refers to; or a fault.
    pub async fn add_record<R: StoredRecord>(
        &self,
        by: &Actor,
        project: &ProjectId,
        id: R::Id,
        draft: &R::Draft,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        lock_project(&mut tx, project).await?;
        add::<R>(&mut tx, by, project, id, draft, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Saves the form of a record, if it was filled from the current version.
    pub async fn save_record<R: StoredRecord>(
        &self,
        project: &ProjectId,
        id: &R::Id,
        draft: &R::Draft,
        seen: &str,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        let current = lock::<R>(&mut tx, project, id).await?;
        let mut record = R::new(id.clone(), project.clone(), draft.clone(), self.clock.now());
        record.keep(&current);
        record.complete(&mut tx, false).await?;
        form_version::check_draft(&form(&current), &form(&record), seen)?;
        tables::update(&mut tx, &record).await?;
        index(&mut tx, &record).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes a record and adds an entry to the audit log.
    pub async fn delete_record<R: StoredRecord>(&self, by: &Actor, project: &ProjectId, id: &R::Id) -> Result<()> {
        let mut tx = self.db.write().await?;
        let current = lock::<R>(&mut tx, project, id).await?;
        let name = match current.name() {
            Some(name) => name.to_owned(),
            None => folder(&mut tx, project).await?.name,
        };
        let delete = format!("DELETE FROM {} WHERE id = $1", R::TABLE);
        tx.execute(AssertSqlSafe(delete), [id.as_ref()]).await?;
        audit::record(&mut tx, by, R::DELETED, id.as_ref(), &name, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

/// Adds a record to a locked project.
pub(super) async fn add<R: StoredRecord>(
    tx: &mut Tx,
    by: &Actor,
    project: &ProjectId,
    id: R::Id,
    draft: &R::Draft,
    now: Timestamp,
) -> Result<()> {
    let new = |id| R::new(id, project.clone(), draft.clone(), now);
    let other_id = form_version::other_id(&id, &(project, new(id.clone()).content(tx).await?))?;
    for id in [id, other_id] {
        let mut record = new(id);
        record.sign(by);
        record.complete(tx, true).await?;
        if let Some(existing) = find::<R>(tx, project, record.id()).await?
            && existing.content(tx).await? == record.content(tx).await?
        {
            return Ok(());
        }
        if tables::insert(tx, &record).await? {
            return index(tx, &record).await;
        }
    }
    Err(DomainError::Stale.into())
}

/// Indexes a record for the search, if its kind is searched.
async fn index<R: StoredRecord>(tx: &mut Tx, record: &R) -> Result<()> {
    if let Some(index) = Index::of_table(R::TABLE) {
        search_index::refresh(tx, index, record.id().as_ref()).await?;
    }
    Ok(())
}

/// The record `id` of `project`.
async fn find<R: StoredRecord>(
    connection: &mut Connection,
    project: &ProjectId,
    id: &R::Id,
) -> Result<Option<R>, Fault> {
    let from = format!("{0} WHERE {0}.id = $1 AND {0}.project_id = $2", R::TABLE);
    select_one(connection, &from, [id.as_ref(), project.as_str()]).await
}

/// Every record of `project`, in order.
pub(crate) async fn all<R: StoredRecord>(connection: &mut Connection, project: &ProjectId) -> Result<Vec<R>, Fault> {
    let from = format!("{0} WHERE {0}.project_id = $1", R::TABLE);
    let mut records: Vec<R> = select(connection, &from, [project]).await?;
    records.sort_by(R::order);
    Ok(records)
}

/// A page of the records of `project`. The record `open` is put first if the page does not contain it.
pub(super) async fn page<R: StoredRecord>(
    connection: &mut Connection,
    project: &ProjectId,
    keyset: &Keyset,
    cursor: impl FnOnce(&R) -> Cursor,
    open: Option<&R::Id>,
) -> Result<Page<Versioned<R>>, Fault> {
    let mut conditions = Conditions::after([project]);
    keyset.add_to(&mut conditions);
    let from = format!("{} WHERE project_id = $1{}{}", R::TABLE, conditions.and(), keyset.order());
    let Page { mut items, next } = Page::of(select(connection, &from, conditions.values).await?, cursor);
    if let Some(open) = open.filter(|open| items.iter().all(|item| item.id() != *open)) {
        items.splice(..0, find(connection, project, open).await?);
    }
    Ok(Page { items: items.into_iter().map(versioned).collect::<Result<_, Fault>>()?, next })
}

/// What the form of a record contains, for comparison.
pub(super) fn form<R: ProjectRecord>(record: &R) -> Form {
    record.form(Language::default())
}

/// A record and the version its form is filled from.
pub(super) fn versioned<R: StoredRecord>(record: R) -> Result<Versioned<R>, Fault> {
    Ok(Versioned { version: form_version::of(&form(&record))?, record })
}

/// Locks a project and its record `id` until `tx` ends, and returns the record.
pub(super) async fn lock<R: StoredRecord>(tx: &mut Tx, project: &ProjectId, id: &R::Id) -> Result<R> {
    row_lock::acquire(tx, "project", project.as_str()).await?;
    row_lock::acquire(tx, R::TABLE, id.as_ref()).await?;
    Ok(find(tx, project, id).await?.ok_or(DomainError::UnknownRecord)?)
}

/// Locks the project until `tx` ends, so that additions to it run one after another.
pub(super) async fn lock_project(tx: &mut Tx, project: &ProjectId) -> Result<()> {
    let exists = row_lock::acquire(tx, "project", project.as_str()).await?;
    if exists { Ok(()) } else { Err(DomainError::UnknownProject.into()) }
}
