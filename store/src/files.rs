//! What is recorded of files. Their bytes are in the store of files, which only the server touches.
//!
//! The row of `stored_bytes` comes before the bytes and goes after them: [`Store::claim_bytes`] → the bytes → [`Store::add_file`].

pub(crate) mod access;
pub(crate) mod scan;
pub(crate) mod sweep;
pub(crate) mod upload;

use std::collections::HashMap;

use domain::files::{Content, Quarantine};
use domain::id::{ClientId, ContactId, FileId, ProjectId};
use domain::{Comment, DomainError, File, Sha256Digest, Uploader};

use self::access::Readers;
use crate::db::{Connection, Tx, row_lock};
use crate::tables::Record as _;
use crate::{ClientScope, Fault, Result, Store};

impl Store {
    /// A file that the person may read: an upload of their own, or what a record of the client's portal refers to.
    ///
    /// # Errors
    /// [`DomainError::UnknownFile`], also for one of somebody else; [`DomainError::FileInCheck`]; or a fault.
    pub async fn file_of_client(&self, scope: &ClientScope, id: &str) -> Result<File> {
        self.readable_file(id, &Readers::Person(scope.person())).await
    }

    /// A file, for the agency, which may read all of them.
    ///
    /// # Errors
    /// As [`Store::file_of_client`].
    pub async fn file(&self, id: &str) -> Result<File> {
        self.readable_file(id, &Readers::Agency).await
    }

    /// An upload of the agency that nothing refers to yet, whether it was scanned or not.
    ///
    /// # Errors
    /// [`DomainError::UnknownFile`], or a fault.
    pub async fn agency_upload(&self, id: &str) -> Result<File> {
        let id = FileId::parse(id).map_err(|_| DomainError::UnknownFile)?;
        let sql = format!(
            "SELECT {} FROM file WHERE id = $1 AND client_id IS NULL AND unused_since IS NOT NULL",
            File::COLUMNS
        );
        let found: Option<File> = self.db.readers().fetch_optional(sqlx::AssertSqlSafe(sql), [id]).await?;
        let sound = found.filter(|file| file.quarantine != Some(Quarantine::Infected));
        Ok(sound.ok_or(DomainError::UnknownFile)?)
    }

    async fn readable_file(&self, id: &str, readers: &Readers<'_>) -> Result<File> {
        let id = FileId::parse(id).map_err(|_| DomainError::UnknownFile)?;
        let (condition, mut values) = readers.condition();
        values.insert(0, crate::db::column::Column::into_cell(id));
        let sql = format!("SELECT {} FROM file WHERE file.id = $1 AND {condition}", File::COLUMNS);
        let found: Option<File> = self.db.readers().fetch_optional(sqlx::AssertSqlSafe(sql), values).await?;
        let file = found.ok_or(DomainError::UnknownFile)?;
        match file.quarantine {
            None => Ok(file),
            Some(Quarantine::Waiting) => Err(DomainError::FileInCheck.into()),
            Some(Quarantine::Infected) => Err(DomainError::UnknownFile.into()),
        }
    }

    /// The files that documents of `project` are.
    pub async fn files_of_documents(&self, project: &ProjectId) -> Result<HashMap<FileId, File>> {
        let mut tx = self.db.snapshot().await?;
        let files = of_documents(&mut tx, project).await?;
        tx.commit().await?;
        Ok(files)
    }

    /// The files whose bytes are to be in the store, by digest, for `atrio verify` and backups: all but infected ones. In one
    /// snapshot, so that it may be read beside a server.
    pub async fn recorded_files(&self) -> Result<Vec<File>> {
        let mut tx = self.db.snapshot().await?;
        self.db.allow_long_statements(&mut tx).await?;
        let files = by_digest(&mut tx).await?;
        tx.commit().await?;
        Ok(files)
    }

    /// How many bytes are stored, each digest once, and unfinished uploads.
    pub async fn used_file_bytes(&self) -> Result<i64> {
        let sql = "SELECT (SELECT COALESCE(CAST(SUM(size) AS BIGINT), 0) FROM stored_bytes) \
             + (SELECT COALESCE(CAST(SUM(reserved) AS BIGINT), 0) FROM file_upload)";
        Ok(self.db.readers().fetch_value(sql, ()).await?)
    }
}

/// The files that documents of `project` are.
pub(crate) async fn of_documents(tx: &mut Tx, project: &ProjectId) -> Result<HashMap<FileId, File>, Fault> {
    by_id(tx, OF_DOCUMENTS, project).await
}

/// The files that versions of deliverables of `project` are.
pub(crate) async fn of_versions(tx: &mut Tx, project: &ProjectId) -> Result<HashMap<FileId, File>, Fault> {
    by_id(tx, OF_VERSIONS, project).await
}

async fn by_id(tx: &mut Tx, sql: &'static str, project: &ProjectId) -> Result<HashMap<FileId, File>, Fault> {
    let files: Vec<File> = crate::tables::select(tx, sql, [project]).await?;
    Ok(files.into_iter().map(|file| (file.id.clone(), file)).collect())
}

const OF_DOCUMENTS: &str =
    "file WHERE file.id IN (SELECT document.file_id FROM document WHERE document.project_id = $1)";

const OF_VERSIONS: &str = "file WHERE file.id IN (\
       SELECT version.file_id FROM phase JOIN task ON task.phase_id = phase.id \
         JOIN deliverable ON deliverable.task_id = task.id \
         JOIN deliverable_version version ON version.deliverable_id = deliverable.id WHERE phase.project_id = $1)";

/// The files that answers to requests for material of `project` are in.
pub(crate) async fn of_material(tx: &mut Tx, project: &ProjectId) -> Result<HashMap<FileId, File>, Fault> {
    by_id(tx, OF_MATERIAL, project).await
}

const OF_MATERIAL: &str = "file WHERE file.id IN (\
       SELECT material_file.file_id FROM material_request \
         JOIN material_file ON material_file.request_id = material_request.id WHERE material_request.project_id = $1)";

/// What a record is that has a link or a file; `None` if its file is gone.
pub(crate) fn content(url: Option<String>, id: Option<&FileId>, files: &HashMap<FileId, File>) -> Option<Content> {
    match id {
        Some(id) => files.get(id).cloned().map(Content::File),
        None => url.map(Content::Link),
    }
}

/// The digest of a file: one that is sent again has an id of its own.
pub(crate) async fn digest(connection: &mut Connection, id: Option<&FileId>) -> Result<Option<String>, Fault> {
    match id {
        Some(id) => connection.fetch_optional_value("SELECT sha256 FROM file WHERE id = $1", [id]).await,
        None => Ok(None),
    }
}

/// A record refers to the file from now on: the sweep leaves it, which waits if it is about to delete it.
///
/// # Errors
/// [`DomainError::UnknownFile`], or a fault.
pub(crate) async fn refer(connection: &mut Connection, id: Option<&FileId>) -> Result<()> {
    let Some(id) = id else { return Ok(()) };
    let found = connection.execute("UPDATE file SET unused_since = NULL WHERE id = $1", [id]).await?;
    if found == 0 { Err(DomainError::UnknownFile.into()) } else { Ok(()) }
}

/// A message or an answer refers to uploads of `by` from now on, one at most to each; returns them in the given order.
///
/// # Errors
/// [`DomainError::UnknownFile`] for one of somebody else or one that something refers to, or a fault.
pub(crate) async fn attach(tx: &mut Tx, by: &Uploader, ids: &[FileId]) -> Result<Vec<File>> {
    let mut sorted: Vec<&FileId> = ids.iter().collect();
    // In one order, so that two that run at once do not wait for each other.
    sorted.sort_unstable();
    if !sorted.is_sorted_by(|one, next| one != next) {
        return Err(DomainError::UnknownFile.into());
    }
    let (client, contact) = owner_columns(by);
    for id in sorted {
        row_lock::acquire(tx, "file", id.as_str()).await?;
        let sql = format!(
            "UPDATE file SET unused_since = NULL WHERE id = $1 AND {} AND COALESCE(quarantine, '') <> 'infected' AND NOT {}",
            access::IS_OWN,
            access::is_referred_to()
        );
        if tx.execute(sqlx::AssertSqlSafe(sql), (id, client, contact)).await? == 0 {
            return Err(DomainError::UnknownFile.into());
        }
    }
    let mut files = Vec::with_capacity(ids.len());
    for id in ids {
        let file: Option<File> = crate::tables::select_one(tx, "file WHERE id = $1", [id]).await?;
        files.push(file.ok_or(DomainError::UnknownFile)?);
    }
    Ok(files)
}

/// Those of the uploads `ids`, with commas between, that are of `by` and nothing refers to.
pub(crate) async fn unused(connection: &mut Connection, by: &Uploader, ids: &str) -> Result<String, Fault> {
    let (client, contact) = owner_columns(by);
    let sql = format!("SELECT id FROM file WHERE id = $1 AND {} AND NOT {}", access::IS_OWN, access::is_referred_to());
    let mut unused = Vec::new();
    for id in ids.split(',').filter_map(|id| FileId::parse(id).ok()).take(Comment::MAX_FILES) {
        let found: Option<String> =
            connection.fetch_optional_value(sqlx::AssertSqlSafe(sql.clone()), (&id, client, contact)).await?;
        unused.extend(found);
    }
    Ok(unused.join(","))
}

/// The values of [`access::IS_OWN`].
fn owner_columns(by: &Uploader) -> (&str, &str) {
    let client = by.client_id.as_ref().map_or("", ClientId::as_str);
    (client, by.contact_id.as_ref().map_or("", ContactId::as_str))
}

/// All files but infected ones, those of the same bytes one after the other.
pub(crate) async fn by_digest(tx: &mut Tx) -> Result<Vec<File>, Fault> {
    crate::tables::select(tx, "file WHERE COALESCE(quarantine, '') <> 'infected' ORDER BY sha256, id", ()).await
}

/// Records the bytes of imported files, which are in the store already or will be copied there.
pub(crate) async fn record_bytes(tx: &mut Tx) -> Result<(), Fault> {
    tx.execute(
        "INSERT INTO stored_bytes (sha256, size) SELECT sha256, MAX(size) FROM file \
         WHERE COALESCE(quarantine, '') <> 'infected' AND NOT EXISTS (SELECT 1 FROM stored_bytes WHERE stored_bytes.sha256 = file.sha256) GROUP BY sha256",
        (),
    )
    .await?;
    Ok(())
}

/// Records that the store is about to have these bytes: from now on the sweep leaves them for an hour at least. Waits while it
/// deletes them.
pub(crate) async fn claim(tx: &mut Tx, digest: &Sha256Digest, size: i64, now: domain::Timestamp) -> Result<(), Fault> {
    tx.execute(
        "INSERT INTO stored_bytes (sha256, size, unused_since) VALUES ($1, $2, $3) \
         ON CONFLICT (sha256) DO UPDATE SET unused_since = excluded.unused_since",
        (digest, size, now),
    )
    .await?;
    Ok(())
}
