//! The versions of a deliverable (docs/REFERENCE.md#versions). The deliverable's own link is always that of the newest, so
//! that lists, e-mails and search need not know of versions.

use std::collections::{HashMap, HashSet};

use domain::audit::Actor;
use domain::files::ContentId;
use domain::id::{DeliverableId, FileId, ProjectId, VersionId};
use domain::{
    Author, Deliverable, DeliverableHistory, DeliverableStatus, DeliverableVersion, DomainError, File, ShownVersion,
    Timestamp, Topic, VersionDraft,
};

use super::plan;
use crate::db::{Connection, Tx, row_lock};
use crate::search_index::{self, Index};
use crate::tables::{insert, select};
use crate::{Fault, Result, Store, files, form_version, secrets};

impl Store {
    /// Adds a version, which the client is asked to approve. The id is in the form, so that a form sent twice adds one; with
    /// another link, file or note it adds another.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::AlreadyApproved`], [`DomainError::Stale`] when a version of another
    /// deliverable has the id, or a fault.
    pub async fn add_version(
        &self,
        by: &Actor,
        project: &ProjectId,
        deliverable: &DeliverableId,
        id: &VersionId,
        draft: &VersionDraft,
    ) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Project).await?;
        row_lock::acquire(&mut tx, "deliverable", deliverable.as_str()).await?;
        let deliverable = plan::deliverable(&mut tx, project, deliverable).await?;
        let content = &draft.content;
        let digest = files::digest(&mut tx, content.file()).await?;
        let new = (content.url().map(ToOwned::to_owned), digest, draft.note.clone());
        let is_same = |(owner, url, digest, note): (String, _, _, _)| {
            if owner != deliverable.id.as_str() {
                return Err(DomainError::Stale.into());
            }
            Ok((url, digest, note) == new)
        };
        let Some(id) = form_version::free_id(&mut tx, WITH_ID, id, &new, is_same).await? else { return Ok(()) };
        if deliverable.approved_at.is_some() {
            return Err(DomainError::AlreadyApproved.into());
        }
        let new = New { id, content, note: draft.note.clone(), by: by.author_name() };
        files::refer(&mut tx, content.file()).await?;
        self.push_version(&mut tx, &deliverable, new).await?;
        Ok(tx.commit().await?)
    }

    /// A deliverable of `project` with its versions.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn deliverable_history(&self, project: &ProjectId, id: &DeliverableId) -> Result<DeliverableHistory> {
        let mut tx = self.db.snapshot().await?;
        let deliverable = plan::deliverable(&mut tx, project, id).await?;
        let versions: Vec<DeliverableVersion> = select(&mut tx, NEWEST_FIRST, [id]).await?;
        let files = files_of(&mut tx, project, &versions).await?;
        let versions = versions.into_iter().map(|version| shown(version, &files)).collect();
        let sql = "SELECT COUNT(*) FROM receipt WHERE deliverable_id = $1";
        let has_receipt = tx.fetch_value::<i64>(sql, [id]).await? > 0;
        let client_id = tx.fetch_value("SELECT client_id FROM project WHERE id = $1", [project]).await?;
        tx.commit().await?;
        Ok(DeliverableHistory { client_id, deliverable, versions, has_receipt })
    }

    /// Writes the version after the newest one, and asks the client to approve it. The deliverable is locked.
    pub(super) async fn push_version(&self, tx: &mut Tx, of: &Deliverable, new: New<'_>) -> Result<()> {
        let now = self.clock.now();
        let newest: Option<i64> =
            tx.fetch_value("SELECT MAX(number) FROM deliverable_version WHERE deliverable_id = $1", [&of.id]).await?;
        let since = status_since(tx, of).await?;
        let version = |id, number, content: &ContentId, note, author_name: Option<&str>| DeliverableVersion {
            id,
            deliverable_id: of.id.clone(),
            number,
            url: content.url().map(ToOwned::to_owned),
            file_id: content.file().cloned(),
            note,
            created_at: now,
            author_name: author_name.map(ToOwned::to_owned),
        };
        let before = match (newest, &of.url) {
            (Some(newest), _) => newest,
            (None, Some(url)) => {
                let first = version(new_id()?, 1, &ContentId::Link(url.clone()), None, None);
                insert(tx, &DeliverableVersion { created_at: since.unwrap_or(now), ..first }).await?;
                1
            }
            // The first was nothing, if the client has been asked: an approval of that is not one of the new version.
            (None, None) => i64::from(was_sent(tx, of).await?),
        };
        insert(tx, &version(new.id, before + 1, new.content, new.note, new.by)).await?;
        let sql = "UPDATE deliverable SET url = $2, status = 'in_review', status_since = $3 WHERE id = $1";
        tx.execute(sql, (&of.id, new.content.url(), now)).await?;
        search_index::refresh(tx, Index::Deliverable, of.id.as_str()).await?;
        self.notify_of_deliverable(tx, &of.id, Author::Admin, now).await?;
        Ok(())
    }
}

/// Whether the client has been asked to approve it, even if it was taken back since.
pub(super) async fn was_sent(tx: &mut Tx, deliverable: &Deliverable) -> Result<bool, Fault> {
    Ok(deliverable.status != DeliverableStatus::Pending || status_since(tx, deliverable).await?.is_some())
}

/// Since when it has its status, unless it was created with it.
async fn status_since(tx: &mut Tx, deliverable: &Deliverable) -> Result<Option<Timestamp>, Fault> {
    tx.fetch_value("SELECT status_since FROM deliverable WHERE id = $1", [&deliverable.id]).await
}

/// The deliverable of the version with an id, and what it says; the digest of its file, as a file that is sent again has an id
/// of its own.
const WITH_ID: &str = "SELECT version.deliverable_id, version.url, file.sha256, version.note \
     FROM deliverable_version version LEFT JOIN file ON file.id = version.file_id WHERE version.id = $1";

const NEWEST_FIRST: &str = "deliverable_version WHERE deliverable_version.deliverable_id = $1 ORDER BY number DESC";

/// The versions of the deliverables of `project`, the newest first.
pub(crate) async fn of_project(
    tx: &mut Tx,
    project: &ProjectId,
) -> Result<HashMap<DeliverableId, Vec<ShownVersion>>, Fault> {
    let all: Vec<DeliverableVersion> = select(tx, OF_PROJECT, [project]).await?;
    let files = files_of(tx, project, &all).await?;
    let mut of_deliverables = HashMap::<_, Vec<_>>::new();
    for version in all {
        of_deliverables.entry(version.deliverable_id.clone()).or_default().push(shown(version, &files));
    }
    Ok(of_deliverables)
}

/// The files of `versions`, which are of `project`: without any, nothing is asked.
async fn files_of(
    tx: &mut Tx,
    project: &ProjectId,
    versions: &[DeliverableVersion],
) -> Result<HashMap<FileId, File>, Fault> {
    let have_files = versions.iter().any(|version| version.file_id.is_some());
    if have_files { files::of_versions(tx, project).await } else { Ok(HashMap::new()) }
}

fn shown(version: DeliverableVersion, files: &HashMap<FileId, File>) -> ShownVersion {
    let DeliverableVersion { number, url, file_id, note, created_at, author_name, .. } = version;
    ShownVersion { number, content: files::content(url, file_id.as_ref(), files), note, created_at, author_name }
}

const OF_PROJECT: &str = "phase JOIN task ON task.phase_id = phase.id JOIN deliverable ON deliverable.task_id = task.id \
     JOIN deliverable_version ON deliverable_version.deliverable_id = deliverable.id \
     WHERE phase.project_id = $1 ORDER BY number DESC";

/// Those of the client's deliverables whose approvals have a receipt.
pub(crate) async fn with_receipt(tx: &mut Tx, client: &str) -> Result<HashSet<DeliverableId>, Fault> {
    let sql = "SELECT deliverable_id FROM receipt WHERE client_id = $1";
    Ok(tx.fetch_values::<DeliverableId>(sql, [client]).await?.into_iter().collect())
}

/// A version to write.
pub(super) struct New<'a> {
    pub(super) id: VersionId,
    pub(super) content: &'a ContentId,
    pub(super) note: Option<String>,
    pub(super) by: Option<&'a str>,
}

pub(super) fn new_id() -> Result<VersionId, Fault> {
    VersionId::parse(secrets::id()).map_err(|_| Fault::because("a new id is none"))
}

/// The number of the newest version: 1 without any.
pub(crate) async fn newest_number(connection: &mut Connection, id: &DeliverableId) -> Result<i64, Fault> {
    let sql = "SELECT COALESCE(MAX(number), 1) FROM deliverable_version WHERE deliverable_id = $1";
    connection.fetch_value(sql, [id]).await
}

/// The digest of the newest version, if that is a file.
pub(crate) async fn newest_digest(connection: &mut Connection, id: &DeliverableId) -> Result<Option<String>, Fault> {
    let sql = "SELECT (SELECT file.sha256 FROM file WHERE file.id = version.file_id) FROM deliverable_version version \
         WHERE version.deliverable_id = $1 ORDER BY version.number DESC LIMIT 1";
    Ok(connection.fetch_optional_value::<Option<String>>(sql, [id]).await?.flatten())
}

pub(super) async fn exist(tx: &mut Tx, id: &DeliverableId) -> Result<bool, Fault> {
    let sql = "SELECT COUNT(*) FROM deliverable_version WHERE deliverable_id = $1";
    Ok(tx.fetch_value::<i64>(sql, [id]).await? > 0)
}

/// After an import: the link of a deliverable with versions is that of the newest.
pub(crate) async fn link_newest(tx: &mut Tx) -> Result<(), Fault> {
    let sql = "UPDATE deliverable SET url = (\
           SELECT v.url FROM deliverable_version v WHERE v.deliverable_id = deliverable.id ORDER BY v.number DESC LIMIT 1) \
         WHERE id IN (SELECT deliverable_id FROM deliverable_version)";
    tx.execute(sql, ()).await?;
    Ok(())
}
