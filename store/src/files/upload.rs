//! Uploads: the space that they may still need, and the file that they become.

use domain::files::Quarantine;
use domain::id::{ClientId, ContactId, FileId};
use domain::{DomainError, File, FileName, Sha256Digest, Timestamp, Uploader};

use super::claim;
use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::db::column::read;
use crate::db::query::row;
use crate::db::row_lock;
use crate::tables::insert;
use crate::{Fault, Result, Store, secrets};

/// How long an upload that has sent nothing keeps its space, in milliseconds. A running one says every minute that it goes on.
const LEASE: i64 = 10 * 60_000;
/// The same for one that may be resumed.
const RESUMABLE_LEASE: i64 = 24 * 60 * 60_000;

/// An upload may come in so many parts, and one more for each [`SHORT_PART`] of its length. Each is a file of its own until all are
/// there, however short.
const MAX_PARTS: i64 = 100;
/// The pages send no shorter parts, in bytes, but where a connection breaks off.
const SHORT_PART: i64 = 64 * 1_024;

/// What an upload has brought.
#[derive(Debug, Clone)]
pub struct Received {
    pub sha256: Sha256Digest,
    /// In bytes.
    pub size: i64,
    pub name: FileName,
    pub content_type: String,
    /// Whether a scanner has to look at it before it can be read.
    pub is_to_be_scanned: bool,
}

/// An upload that may be resumed.
#[derive(Debug, Clone)]
pub struct ResumableUpload {
    pub id: String,
    pub name: FileName,
    /// In bytes.
    pub length: i64,
    pub received: i64,
    /// The numbers of its parts, in their order.
    pub parts: Vec<i64>,
    pub expires_at: Timestamp,
    /// The file that it has become.
    pub file_id: Option<FileId>,
    pub uploader: Uploader,
}

row! { row => ResumableUpload {
    id, name, length, received, expires_at, file_id;
    parts: {
        let parts: String = read(row, "parts")?;
        parts.split(',').filter_map(|number| number.parse().ok()).collect()
    },
    uploader: Uploader {
        client_id: read(row, "client_id")?,
        contact_id: read(row, "contact_id")?,
        author_name: read(row, "author_name")?,
    },
} }

/// The upload `$1`.
macro_rules! select_upload {
    () => {
        "SELECT id, name, length, received, parts, expires_at, file_id, client_id, contact_id, author_name \
         FROM file_upload WHERE id = $1 "
    };
}

impl Store {
    /// Begins an upload of a client, or of the agency, that may need so many bytes, of which all files together may have `most`;
    /// returns its id.
    ///
    /// # Errors
    /// [`DomainError::FilesFull`], also if unfinished uploads of one client would need more than half of the space that is left;
    /// or a fault.
    pub async fn begin_upload(&self, client: Option<&ClientId>, bytes: i64, most: i64) -> Result<String> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        lock_uploader(&mut tx, client, None).await?;
        self.db.exclude_writers(&mut tx, &["file_upload"]).await?;
        let (id, until) = (secrets::id(), self.after(LEASE));
        let sql = "INSERT INTO file_upload (id, reserved, expires_at, client_id) VALUES ($1, 0, $2, $3)";
        tx.execute(sql, (&id, until, client)).await?;
        if !reserve(&mut tx, &id, bytes, most).await? {
            tx.rollback().await?;
            return Err(DomainError::FilesFull.into());
        }
        tx.commit().await?;
        Ok(id)
    }

    /// Changes how many bytes an upload may need in all.
    ///
    /// # Errors
    /// [`DomainError::FilesFull`], or a fault.
    pub async fn reserve_for_upload(&self, id: &str, bytes: i64, most: i64) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        self.db.exclude_writers(&mut tx, &["file_upload"]).await?;
        let sql = "UPDATE file_upload SET expires_at = $2 WHERE id = $1";
        if tx.execute(sql, (id, self.after(LEASE))).await? == 0 || !reserve(&mut tx, id, bytes, most).await? {
            tx.rollback().await?;
            return Err(DomainError::FilesFull.into());
        }
        Ok(tx.commit().await?)
    }

    /// Says that an upload goes on.
    pub async fn keep_upload(&self, id: &str) -> Result<()> {
        let sql = "UPDATE file_upload SET expires_at = $2 WHERE id = $1";
        self.db.writers().execute(sql, (id, self.after(LEASE))).await?;
        Ok(())
    }

    /// Ends an upload that brings no file. Its bytes are removed already.
    pub async fn give_up_upload(&self, id: &str) -> Result<()> {
        self.db.writers().execute("DELETE FROM file_upload WHERE id = $1", [id]).await?;
        Ok(())
    }

    /// Ends an upload that may be resumed: it takes no part any more, and needs no space. Returns how many of its parts have begun;
    /// once they are removed [`Store::give_up_upload`] forgets it, or else the sweep.
    pub async fn end_upload(&self, id: &str) -> Result<i64> {
        let sql = "UPDATE file_upload SET reserved = 0, expires_at = $2 WHERE id = $1 RETURNING next_part";
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        let begun: Option<i64> = tx.fetch_optional_value(sql, (id, self.clock.now())).await?;
        tx.commit().await?;
        Ok(begun.unwrap_or_default())
    }

    /// Records that the store is about to have these bytes, in place of what the upload may need.
    pub async fn claim_bytes(&self, upload: &str, received: &Received) -> Result<()> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        claim(&mut tx, &received.sha256, received.size, self.clock.now()).await?;
        tx.execute("UPDATE file_upload SET reserved = 0 WHERE id = $1", [upload]).await?;
        Ok(tx.commit().await?)
    }

    /// Records the file of an upload whose bytes the store has. Nothing refers to it yet.
    ///
    /// # Errors
    /// [`DomainError::UnknownToken`] if the client or the contact has been deleted meanwhile, or a fault.
    pub async fn add_file(&self, upload: &str, by: &Uploader, received: Received) -> Result<File> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        tx.execute("DELETE FROM file_upload WHERE id = $1", [upload]).await?;
        let (tx, file) = self.insert_file(tx, by, received).await?;
        tx.commit().await?;
        Ok(file)
    }

    /// Gives the transaction back, unless it refuses the file.
    async fn insert_file(&self, mut tx: Tx, by: &Uploader, received: Received) -> Result<(Tx, File)> {
        let now = self.clock.now();
        let Received { sha256, size, name, content_type, is_to_be_scanned } = received;
        let quarantine = is_to_be_scanned.then_some(Quarantine::Waiting);
        let Uploader { client_id, contact_id, author_name } = by.clone();
        let id = FileId::parse(secrets::id()).map_err(|_| Fault::because("a new id is none"))?;
        let created_at = now;
        let file =
            File { id, sha256, size, name, content_type, client_id, contact_id, author_name, created_at, quarantine };
        match insert(&mut tx, &file).await {
            Ok(true) => {}
            Ok(false) => return Err(Fault::because("a new id exists").into()),
            Err(fault) if fault.is_foreign_key_violation() => {
                // Who has deleted them may share the commit: nothing may be said of it before.
                tx.rollback().await?;
                return Err(DomainError::UnknownToken.into());
            }
            Err(fault) => return Err(fault.into()),
        }
        tx.execute("UPDATE file SET unused_since = $2 WHERE id = $1", (&file.id, now)).await?;
        Ok((tx, file))
    }

    /// Begins an upload that may be resumed; `owner` names who may do so.
    ///
    /// # Errors
    /// As [`Store::begin_upload`].
    pub async fn begin_resumable_upload(
        &self,
        owner: &str,
        by: &Uploader,
        name: &FileName,
        length: i64,
        most: i64,
    ) -> Result<ResumableUpload> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        lock_uploader(&mut tx, by.client_id.as_ref(), by.contact_id.as_ref()).await?;
        self.db.exclude_writers(&mut tx, &["file_upload"]).await?;
        let (id, expires_at) = (secrets::id(), self.after(RESUMABLE_LEASE));
        let sql = "INSERT INTO file_upload \
             (id, name, length, reserved, expires_at, owner, client_id, contact_id, author_name) \
             VALUES ($1, $2, $3, 0, $4, $5, $6, $7, $8)";
        let values = (&id, name, length, expires_at, owner, &by.client_id, &by.contact_id, &by.author_name);
        tx.execute(sql, values).await?;
        if !reserve(&mut tx, &id, length, most).await? {
            tx.rollback().await?;
            return Err(DomainError::FilesFull.into());
        }
        tx.commit().await?;
        let (name, uploader) = (name.clone(), by.clone());
        Ok(ResumableUpload { id, name, length, received: 0, parts: Vec::new(), expires_at, file_id: None, uploader })
    }

    /// An upload of `owner` that has not expired, and whose file nothing refers to yet.
    ///
    /// # Errors
    /// [`DomainError::UnknownFile`], also for one of somebody else, or a fault.
    pub async fn resumable_upload(&self, owner: &str, id: &str) -> Result<ResumableUpload> {
        let sql = concat!(
            select_upload!(),
            "AND owner = $2 AND expires_at > $3 AND (file_id IS NULL \
             OR EXISTS (SELECT 1 FROM file WHERE file.id = file_upload.file_id AND unused_since IS NOT NULL))"
        );
        let id = FileId::parse(id).map_err(|_| DomainError::UnknownFile)?;
        let found = self.db.readers().fetch_optional(sql, (id, owner, self.clock.now())).await?;
        Ok(found.ok_or(DomainError::UnknownFile)?)
    }

    /// An upload as it is now.
    ///
    /// # Errors
    /// [`DomainError::UnknownFile`] if it was given up, or a fault.
    pub async fn current_upload(&self, id: &str) -> Result<ResumableUpload> {
        let found = self.db.readers().fetch_optional(select_upload!(), [id]).await?;
        Ok(found.ok_or(DomainError::UnknownFile)?)
    }

    /// The number of a part that begins. Parts that have begun before and not come to an end are not taken any more: their
    /// sender has lost the connection.
    ///
    /// # Errors
    /// [`DomainError::UnknownFile`] if it has ended, or has come in too many parts; or a fault.
    pub async fn begin_part(&self, upload: &ResumableUpload) -> Result<i64> {
        let most = MAX_PARTS + upload.length / SHORT_PART;
        self.next_part(&upload.id, most, self.after(RESUMABLE_LEASE)).await
    }

    /// The number under which the parts of an upload are put together: each attempt has its own.
    ///
    /// # Errors
    /// [`DomainError::UnknownFile`] if it has ended, or a fault.
    pub async fn begin_join(&self, upload: &str) -> Result<i64> {
        self.next_part(upload, i64::MAX, self.clock.now()).await
    }

    /// The upload is kept until `keep_until` at least.
    async fn next_part(&self, upload: &str, most: i64, keep_until: Timestamp) -> Result<i64> {
        let sql = "UPDATE file_upload SET next_part = next_part + 1, \
             expires_at = CASE WHEN expires_at < $2 THEN $2 ELSE expires_at END \
             WHERE id = $1 AND next_part < $3 AND expires_at > $4 RETURNING next_part";
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        let next: Option<i64> = tx.fetch_optional_value(sql, (upload, keep_until, most, self.clock.now())).await?;
        tx.commit().await?;
        Ok(next.ok_or(DomainError::UnknownFile)? - 1)
    }

    /// Records a part of so many bytes.
    ///
    /// # Errors
    /// [`DomainError::Stale`] if another has begun since, or a fault.
    pub async fn add_part(&self, upload: &ResumableUpload, number: i64, bytes: i64) -> Result<ResumableUpload> {
        let mut next = upload.clone();
        next.received += bytes;
        next.parts.push(number);
        next.expires_at = self.after(RESUMABLE_LEASE);
        let parts: Vec<String> = next.parts.iter().map(i64::to_string).collect();
        let sql = "UPDATE file_upload SET received = $2, parts = $3, expires_at = $4 \
             WHERE id = $1 AND next_part = $5 AND received = $6 AND file_id IS NULL AND expires_at > $7";
        let now = self.clock.now();
        let values = (&next.id, next.received, parts.join(","), next.expires_at, number + 1, upload.received, now);
        if self.db.writers().execute(sql, values).await? == 0 {
            return Err(DomainError::Stale.into());
        }
        Ok(next)
    }

    /// As [`Store::add_file`] for an upload that may be resumed. Its row stays until it expires, so that its sender may still
    /// ask what has become of it.
    ///
    /// # Errors
    /// [`DomainError::Stale`] when it has become a file already; else as [`Store::add_file`].
    pub async fn complete_upload(&self, upload: &ResumableUpload, received: Received) -> Result<File> {
        let tx = self.db.write_shared(Change::Unseen).await?;
        let (mut tx, file) = self.insert_file(tx, &upload.uploader, received).await?;
        let sql =
            "UPDATE file_upload SET file_id = $2, reserved = 0, received = length WHERE id = $1 AND file_id IS NULL";
        if tx.execute(sql, (&upload.id, &file.id)).await? == 0 {
            // In a shared commit nothing may be left of it.
            tx.execute("DELETE FROM file WHERE id = $1", [&file.id]).await?;
            tx.commit().await?;
            return Err(DomainError::Stale.into());
        }
        tx.commit().await?;
        Ok(file)
    }

    fn after(&self, millis: i64) -> Timestamp {
        Timestamp::from_millis(self.clock.now().as_millis() + millis)
    }
}

/// Locks whose upload it is, before the table of uploads: a deletion of theirs locks them in this order.
async fn lock_uploader(tx: &mut Tx, client: Option<&ClientId>, contact: Option<&ContactId>) -> Result<(), Fault> {
    if let Some(client) = client {
        row_lock::acquire(tx, "client", client.as_str()).await?;
    }
    if let Some(contact) = contact {
        row_lock::acquire(tx, "contact", contact.as_str()).await?;
    }
    Ok(())
}

/// Reserves so many bytes for an upload, unless all files together would have more than `most`. What is not sent yet takes the space
/// of others: a client with several unfinished uploads gets half of it for all of them.
async fn reserve(tx: &mut Tx, id: &str, bytes: i64, most: i64) -> Result<bool, Fault> {
    let (used, of_client): (i64, i64) = tx.fetch_one(USED, [id]).await?;
    let (others, of_client_then) = (used - of_client, of_client.saturating_add(bytes));
    let is_full = others.saturating_add(of_client_then) > most || of_client > 0 && of_client_then > (most - others) / 2;
    if !is_full {
        tx.execute("UPDATE file_upload SET reserved = $2 WHERE id = $1", (id, bytes)).await?;
    }
    Ok(!is_full)
}

/// What is stored, each digest once, and what all uploads but one may need; and what those of the same client may.
const USED: &str = "SELECT (SELECT COALESCE(CAST(SUM(size) AS BIGINT), 0) FROM stored_bytes) \
       + (SELECT COALESCE(CAST(SUM(reserved) AS BIGINT), 0) FROM file_upload WHERE id <> $1) AS used, \
     (SELECT COALESCE(CAST(SUM(other.reserved) AS BIGINT), 0) FROM file_upload other \
        JOIN file_upload one ON one.id = $1 AND other.client_id = one.client_id WHERE other.id <> $1) AS of_client";
