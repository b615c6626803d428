//! Whether the receipts are what was written: `atrio verify`.

use std::collections::HashSet;

use domain::Receipt;

use super::digest;
use crate::tables::select;
use crate::{Result, Store};

/// The result of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many receipts there are.
    pub receipts: usize,
    /// What is wrong, a line each, with the id of the receipt.
    pub faults: Vec<String>,
}

impl Store {
    /// Checks the digest of each receipt, and that each follows another of the same client, but for one that is the first.
    /// Reads one snapshot, so that it may run beside a server.
    pub async fn verify_receipts(&self) -> Result<Verified> {
        let mut tx = self.db.snapshot().await?;
        self.db.allow_long_statements(&mut tx).await?;
        let receipts: Vec<Receipt> = select(&mut tx, "receipt ORDER BY client_id, approved_at, id", ()).await?;
        tx.commit().await?;
        let known: HashSet<_> = receipts.iter().map(|one| (&one.client_id, one.digest.as_str())).collect();
        let mut faults = Vec::new();
        for receipt in &receipts {
            let id = &receipt.id;
            if digest(receipt) != receipt.digest {
                faults.push(format!("receipt {id} is not what its digest was taken of"));
            }
            if !receipt.previous.is_empty() && !known.contains(&(&receipt.client_id, receipt.previous.as_str())) {
                faults.push(format!("receipt {id} follows one that is missing or was changed"));
            }
        }
        Ok(Verified { receipts: receipts.len(), faults })
    }
}
