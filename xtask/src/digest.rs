//! Digests of files: fingerprints in names, and stamps that say whether a step must be done again.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// A digest in the making. Every part is preceded by its length, so that no two lists of parts
/// read the same.
#[derive(Default)]
pub(crate) struct Stamp(Sha256);

impl Stamp {
    /// Adds some bytes.
    pub(crate) fn add(&mut self, part: impl AsRef<[u8]>) -> &mut Self {
        let part = part.as_ref();
        self.0.update(part.len().to_le_bytes());
        self.0.update(part);
        self
    }

    /// Adds the name and content of a file, or of every file below a folder.
    pub(crate) fn add_path(&mut self, path: &Path) -> Result<&mut Self> {
        for file in files_below(path)? {
            let name = file.strip_prefix(path).unwrap_or(&file).to_string_lossy().into_owned();
            self.add(name).add(read(&file)?);
        }
        Ok(self)
    }

    /// Sixteen hexadecimal digits.
    pub(crate) fn finish(&self) -> String {
        use std::fmt::Write;
        self.0.clone().finalize().iter().take(8).fold(String::new(), |mut text, byte| {
            let _never_fails = write!(text, "{byte:02x}");
            text
        })
    }
}

/// Whether the step that left its stamp at `path` was done with the same inputs.
pub(crate) fn is_fresh(path: &Path, stamp: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|last| last == stamp)
}

/// Reads a file; the error names it.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// Writes a file and the folders above it; the error names it.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    fs::write(path, content).with_context(|| format!("{} cannot be written", path.display()))
}

/// The file itself, or every file below a folder, sorted; a missing path has none.
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
    fn a_stamp_is_sixteen_hexadecimal_digits() {
        let stamp = Stamp::default().add("one").finish();
        assert_eq!(stamp.len(), 16);
        assert!(stamp.bytes().all(|digit| digit.is_ascii_hexdigit()));
    }

    #[test]
    fn moving_a_byte_from_one_part_to_the_next_changes_the_stamp() {
        let one = Stamp::default().add("ab").add("c").finish();
        let other = Stamp::default().add("a").add("bc").finish();
        assert_ne!(one, other);
    }
}
