//! Digests of files: for names that change with the content, and for stamps that show whether a step is up
//! to date.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// A digest of several parts. Each part is preceded by its length, so that different lists of parts never
/// have the same digest.
#[derive(Default)]
pub(crate) struct Stamp(Sha256);

impl Stamp {
    pub(crate) fn add(&mut self, part: impl AsRef<[u8]>) -> &mut Self {
        let part = part.as_ref();
        self.0.update(part.len().to_le_bytes());
        self.0.update(part);
        self
    }

    /// Adds names and contents of a file or of all files below a folder.
    pub(crate) fn add_path(&mut self, path: &Path) -> Result<&mut Self> {
        for file in files_below(path)? {
            let name = file.strip_prefix(path).unwrap_or(&file).to_string_lossy().into_owned();
            self.add(name).add(read(&file)?);
        }
        Ok(self)
    }

    /// The first 64 bits in hexadecimal.
    pub(crate) fn finish(&self) -> String {
        hexadecimal(&self.0.clone().finalize()[..8])
    }
}

/// As `sha256sum` prints it.
pub(crate) fn sha256(content: &[u8]) -> String {
    hexadecimal(&Sha256::digest(content))
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _never_fails = write!(text, "{byte:02x}");
        text
    })
}

/// Whether the file at `path` holds this stamp: the step that wrote it had the same inputs.
pub(crate) fn is_fresh(path: &Path, stamp: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|last| last == stamp)
}

/// Reads a file; the error names it.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// Writes a file and creates the folders above it; the error names the path.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    }
    fs::write(path, content).with_context(|| format!("{} cannot be written", path.display()))
}

/// The file itself, or all files below a folder, sorted; empty for a missing path.
pub(crate) fn files_below(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    if path.is_dir() {
        for entry in fs::read_dir(path).with_context(|| format!("{} cannot be listed", path.display()))? {
            files.extend(files_below(&entry?.path())?);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::Stamp;

    #[test]
    fn stamp_has_sixteen_hexadecimal_digits() {
        let stamp = Stamp::default().add("one").finish();
        assert_eq!(stamp.len(), 16);
        assert!(stamp.bytes().all(|digit| digit.is_ascii_hexdigit()));
    }

    #[test]
    fn stamp_depends_on_the_borders_of_parts() {
        let one = Stamp::default().add("ab").add("c").finish();
        let other = Stamp::default().add("a").add("bc").finish();
        assert_ne!(one, other);
    }
}
