//! `atrio verify`.

use super::{CliError, database};
use crate::config::Environment;

/// Prints what is wrong with the receipts, a line each, and their number last. Reads only, so that it may run beside a
/// server.
///
/// # Errors
/// Also if anything is wrong.
pub(super) async fn run(environment: &Environment) -> Result<(), CliError> {
    let store = database::open_to_read(environment).await?;
    let verified = store.verify_receipts().await;
    store.close().await;
    let verified = verified?;
    for fault in &verified.faults {
        println!("{fault}");
    }
    println!("{} receipts", verified.receipts);
    match verified.faults.len() {
        0 => Ok(()),
        faults => Err(CliError::Other(format!("verify: {faults} faults"))),
    }
}
