//! Proof of approvals (docs/REFERENCE.md#receipts): receipts that are written once, in a chain for each client.

pub(crate) mod verify;

use domain::id::{ClientId, DeliverableId, ReceiptId};
use domain::{DomainError, File, Receipt, Sha256Digest, Timestamp};

use crate::db::{Connection, Tx};
use crate::projects::versions;
use crate::tables::{insert, select_one};
use crate::{ClientScope, Fault, RequestOrigin, Result, Store, secrets};

impl Store {
    /// The receipt of an approval.
    ///
    /// # Errors
    /// [`DomainError::UnknownReceipt`], also of another client's, or a fault.
    pub async fn receipt(&self, scope: &ClientScope, deliverable: &str) -> Result<Receipt> {
        let deliverable = DeliverableId::parse(deliverable).map_err(|_| DomainError::UnknownReceipt)?;
        let mut connection = self.db.readers().acquire().await?;
        let found: Option<Receipt> = of_deliverable(&mut connection, &deliverable).await?;
        Ok(found.filter(|receipt| receipt.client_id == *scope.id()).ok_or(DomainError::UnknownReceipt)?)
    }

    /// The receipt of any client's approval, for the agency.
    ///
    /// # Errors
    /// As [`Store::receipt`].
    pub async fn receipt_of(&self, deliverable: &DeliverableId) -> Result<Receipt> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(of_deliverable(&mut connection, deliverable).await?.ok_or(DomainError::UnknownReceipt)?)
    }

    /// The file that was approved, if the version still has it. Who may read the receipt may read it.
    pub async fn approved_file(&self, receipt: &Receipt) -> Result<Option<File>> {
        let Some(sha256) = &receipt.sha256 else { return Ok(None) };
        let mut connection = self.db.readers().acquire().await?;
        let of_version = "file JOIN deliverable_version version ON version.file_id = file.id \
             WHERE version.deliverable_id = $1 AND version.number = $2 AND file.sha256 = $3";
        Ok(select_one(&mut connection, of_version, (&receipt.deliverable_id, receipt.version, sha256)).await?)
    }

    /// The receipt with this digest, for who holds its paper.
    ///
    /// # Errors
    /// As [`Store::receipt`].
    pub async fn receipt_by_digest(&self, digest: &str) -> Result<Receipt> {
        let digest = Sha256Digest::parse(digest).map_err(|_| DomainError::UnknownReceipt)?;
        let mut connection = self.db.readers().acquire().await?;
        let found = select_one(&mut connection, "receipt WHERE receipt.digest = $1", [&digest]).await?;
        Ok(found.ok_or(DomainError::UnknownReceipt)?)
    }
}

async fn of_deliverable(connection: &mut Connection, id: &DeliverableId) -> Result<Option<Receipt>, Fault> {
    select_one(connection, "receipt WHERE receipt.deliverable_id = $1", [id]).await
}

/// What was approved, by whom, when.
pub(crate) struct Approved<'a> {
    pub(crate) deliverable: &'a DeliverableId,
    pub(crate) title: String,
    pub(crate) url: Option<String>,
    pub(crate) client: &'a ClientId,
    /// Their name.
    pub(crate) by: &'a str,
    pub(crate) at: Timestamp,
}

/// Appends the receipt to the client's chain. The client's row is locked, so that no other is appended meanwhile.
pub(crate) async fn append(tx: &mut Tx, approved: Approved<'_>, origin: &RequestOrigin) -> Result<(), Fault> {
    let client = approved.client;
    let mut receipt = Receipt {
        id: ReceiptId::parse(secrets::id()).map_err(|_| Fault::because("a new id is none"))?,
        deliverable_id: approved.deliverable.clone(),
        deliverable_title: approved.title,
        version: versions::newest_number(tx, approved.deliverable).await?,
        sha256: versions::newest_digest(tx, approved.deliverable).await?,
        url: approved.url,
        client_id: client.clone(),
        approved_by: approved.by.to_owned(),
        approved_at: approved.at,
        address: origin.address.clone(),
        user_agent: origin.user_agent.clone(),
        previous: last_digest(tx, client).await?,
        digest: String::new(),
    };
    receipt.digest = digest(&receipt);
    // A deliverable that was imported again keeps the receipt of the first.
    if !insert(tx, &receipt).await? && of_deliverable(tx, approved.deliverable).await?.is_none() {
        return Err(Fault::because("a receipt has no place in the chain of its client"));
    }
    Ok(())
}

/// That of the receipt that no other follows; empty before the first.
async fn last_digest(tx: &mut Tx, client: &ClientId) -> Result<String, Fault> {
    let sql = "SELECT digest FROM receipt WHERE client_id = $1 AND NOT EXISTS (\
           SELECT 1 FROM receipt later WHERE later.client_id = $1 AND later.previous = receipt.digest) \
         ORDER BY approved_at DESC, id DESC LIMIT 1";
    if let Some(last) = tx.fetch_optional_value(sql, [client]).await? {
        return Ok(last);
    }
    // Either there is none, or imported ones form a circle, which is no reason to refuse an approval.
    let newest = "receipt WHERE receipt.client_id = $1 ORDER BY approved_at DESC, id DESC LIMIT 1";
    let newest: Option<Receipt> = select_one(tx, newest, [client]).await?;
    Ok(newest.map(|newest| digest(&newest)).unwrap_or_default())
}

fn digest(receipt: &Receipt) -> String {
    secrets::sha256(receipt.digested().as_bytes())
}
