//! `atrio verify`.

use files::{Storage, StorageError};
use futures_util::TryStreamExt as _;
use sha2::{Digest as _, Sha256};

use super::{CliError, database, print_line};
use crate::config::{Environment, FilesConfig};

/// Prints what is wrong with the files and the receipts, a line each, and their numbers last. Reads only, so that it may run
/// beside a server.
///
/// # Errors
/// Also if anything is wrong.
pub(super) async fn run(environment: &Environment) -> Result<(), CliError> {
    let storage = FilesConfig::read(environment)?.storage;
    let store = database::open_to_read(environment).await?;
    let read = async { Ok::<_, store::Error>((store.recorded_files().await?, store.verify_receipts().await?)) };
    let read = read.await;
    store.close().await;
    let (files, receipts) = read?;
    let mut faults = 0;
    // Files of the same digest are one after the other.
    for same in files.chunk_by(|one, next| one.sha256 == next.sha256) {
        let digest = same[0].sha256.as_str();
        let stored = digest_of(&storage, digest).await;
        for file in same {
            let problem = match &stored {
                Ok((found, _)) if found != digest => "is not what was stored: its bytes have another digest".to_owned(),
                Ok((_, size)) if i64::try_from(*size) != Ok(file.size) => {
                    "has another length than is recorded".to_owned()
                }
                Ok(_) => continue,
                Err(StorageError::Missing) => "is missing".to_owned(),
                Err(error) => format!("cannot be read: {error}"),
            };
            print_line(format_args!("file {} {problem}", file.id))?;
            faults += 1;
        }
    }
    for fault in &receipts.faults {
        print_line(fault)?;
    }
    faults += receipts.faults.len();
    print_line(format_args!("{} files, {} receipts", files.len(), receipts.receipts))?;
    match faults {
        0 => Ok(()),
        faults => Err(CliError::Other(format!("verify: {faults} faults"))),
    }
}

/// The digest of the bytes that are stored under one, and how many they are.
async fn digest_of(storage: &Storage, name: &str) -> Result<(String, u64), StorageError> {
    let size = storage.size(name).await?;
    let mut blocks = storage.read(name, 0..size).await?;
    let mut hash = Sha256::new();
    while let Some(block) = blocks.try_next().await? {
        hash.update(&block);
    }
    Ok((hash.finalize().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")), size))
}
