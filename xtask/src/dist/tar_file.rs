//! Tar archives that are the same for the same content and time.

use std::{collections::BTreeSet, path::Path};

use anyhow::Result;
use tar::{Builder, EntryType, Header};

const ROOT: u64 = 0;

/// An archive in memory.
pub(super) struct TarFile {
    builder: Builder<Vec<u8>>,
    folders: BTreeSet<String>,
    /// Of every entry, in seconds.
    time: u64,
}

impl TarFile {
    pub(super) fn new(time: u64) -> Self {
        Self { builder: Builder::new(Vec::new()), folders: BTreeSet::new(), time }
    }

    /// Adds a file of root, and the folders above it.
    pub(super) fn file(&mut self, path: &str, mode: u32, content: &[u8]) -> Result<()> {
        self.folders_above(path)?;
        self.append(path, EntryType::Regular, mode, ROOT, content)
    }

    /// Adds a folder, and those above it.
    pub(super) fn folder(&mut self, path: &str, mode: u32, owner: u64) -> Result<()> {
        self.folders_above(path)?;
        self.folders.insert(path.to_owned());
        self.append(path, EntryType::Directory, mode, owner, &[])
    }

    pub(super) fn finish(self) -> Result<Vec<u8>> {
        Ok(self.builder.into_inner()?)
    }

    fn folders_above(&mut self, path: &str) -> Result<()> {
        let above: Vec<_> = Path::new(path).ancestors().skip(1).map(|folder| folder.display().to_string()).collect();
        for folder in above.into_iter().rev().filter(|folder| !folder.is_empty()) {
            if self.folders.insert(folder.clone()) {
                self.append(&folder, EntryType::Directory, 0o755, ROOT, &[])?;
            }
        }
        Ok(())
    }

    fn append(&mut self, path: &str, kind: EntryType, mode: u32, owner: u64, content: &[u8]) -> Result<()> {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_uid(owner);
        header.set_gid(owner);
        header.set_mtime(self.time);
        header.set_size(content.len() as u64);
        // A folder's name ends in a slash.
        let end = if kind == EntryType::Directory { "/" } else { "" };
        Ok(self.builder.append_data(&mut header, format!("{path}{end}"), content)?)
    }
}
