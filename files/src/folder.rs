//! Files in a folder. Not by `object_store`, which reads folders in blocks of 8 KiB and leaves its own files among ours.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::{BLOCK, StorageError};

/// How much is read at once: each time costs a change of threads.
const READ_BLOCK: usize = 4 * BLOCK;
/// Where bytes are until their digest is known.
const TMP: &str = "tmp";
/// What is made of files, and can be made again.
const PREVIEWS: &str = "previews";

/// Its owner's alone, like the database.
#[derive(Debug, Clone)]
pub(crate) struct Folder(PathBuf);

/// A file that is being read.
pub(crate) struct Reading {
    file: File,
    left: u64,
}

impl Folder {
    pub(crate) fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Makes what is missing of the folder.
    pub(crate) fn check(&self) -> Result<(), StorageError> {
        Ok(DirBuilder::new().recursive(true).mode(0o700).create(self.0.join(TMP))?)
    }

    /// Creates the file of bytes whose digest is not known yet.
    pub(crate) fn create(&self, name: &str) -> Result<File, StorageError> {
        self.check()?;
        let mut options = OpenOptions::new();
        Ok(options.write(true).create(true).truncate(true).mode(0o600).open(self.incoming(name))?)
    }

    /// Gives the bytes their name, for good: they are synced already. The same bytes may be there.
    pub(crate) fn place(&self, name: &str, digest: &str, is_kept: bool) -> Result<(), StorageError> {
        std::fs::rename(self.incoming(name), self.0.join(digest))?;
        if is_kept {
            // Not every file system has hard links: there it is lost if its file cannot be recorded.
            let _ = std::fs::hard_link(self.0.join(digest), self.incoming(name));
        }
        Ok(File::open(&self.0)?.sync_all()?)
    }

    pub(crate) fn remove(&self, digest: &str) -> Result<(), StorageError> {
        removed(std::fs::remove_file(self.0.join(digest)))
    }

    pub(crate) fn remove_incoming(&self, name: &str) -> Result<(), StorageError> {
        removed(std::fs::remove_file(self.incoming(name)))
    }

    pub(crate) fn size(&self, name: &str) -> Result<u64, StorageError> {
        match std::fs::metadata(self.0.join(name)) {
            Ok(metadata) => Ok(metadata.len()),
            Err(error) => Err(self.unread(error)),
        }
    }

    pub(crate) fn open(&self, name: &str, at: u64, end: u64) -> Result<Reading, StorageError> {
        let mut file = File::open(self.0.join(name)).map_err(|error| self.unread(error))?;
        file.seek(SeekFrom::Start(at))?;
        Ok(Reading { file, left: end.saturating_sub(at) })
    }

    /// Stores a preview. A half of one is never under its name, nor after a power cut an empty one.
    pub(crate) fn place_preview(&self, name: &str, bytes: &[u8]) -> Result<(), StorageError> {
        let folder = self.0.join(PREVIEWS);
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        // Of each process its own: several may share the folder.
        let draft = format!("preview-{}", std::process::id());
        let mut file = self.create(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(std::fs::rename(self.incoming(&draft), folder.join(name))?)
    }

    pub(crate) fn preview(&self, name: &str) -> Result<Bytes, StorageError> {
        let read = std::fs::read(self.0.join(PREVIEWS).join(name));
        read.map(Bytes::from).map_err(|error| self.unread(error))
    }

    pub(crate) fn remove_preview(&self, name: &str) -> Result<(), StorageError> {
        removed(std::fs::remove_file(self.0.join(PREVIEWS).join(name)))
    }

    /// Whether there is no file in it.
    pub(crate) fn is_empty(&self) -> Result<bool, StorageError> {
        let entries = match std::fs::read_dir(&self.0) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            Err(error) => return Err(error.into()),
        };
        for entry in entries {
            if entry?.file_type()?.is_file() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The path of bytes in the store below the folder, by which [`Folder::open`] finds them.
    pub(crate) fn incoming_name(name: &str) -> String {
        format!("{TMP}/{name}")
    }

    fn incoming(&self, name: &str) -> PathBuf {
        self.0.join(TMP).join(name)
    }

    /// A file that is not in a folder that is not there is no missing file.
    fn unread(&self, error: io::Error) -> StorageError {
        if error.kind() == io::ErrorKind::NotFound && self.0.is_dir() { StorageError::Missing } else { error.into() }
    }
}

impl Reading {
    /// The next bytes; none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Bytes>, StorageError> {
        let length = usize::try_from(self.left).unwrap_or(READ_BLOCK).min(READ_BLOCK);
        if length == 0 {
            return Ok(None);
        }
        // Not filled with zeros first, which costs as much as the copy.
        let mut block = Vec::with_capacity(length);
        if (&self.file).take(length as u64).read_to_end(&mut block)? < length {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        self.left -= length as u64;
        Ok(Some(block.into()))
    }
}

fn removed(result: io::Result<()>) -> Result<(), StorageError> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
