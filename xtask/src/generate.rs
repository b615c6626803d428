//! `cargo xtask generate`: a made-up workspace as a file for `atrio import`.

use std::{fs::File, io::BufWriter, path::Path};

use anyhow::{Context, Result};
use sample::Scale;

use crate::step::note;

/// Writes the file and prints how many records it holds.
pub(crate) fn generate(path: &Path, scale: &Scale) -> Result<()> {
    let file = File::create(path).with_context(|| format!("{} cannot be created", path.display()))?;
    sample::write(&mut BufWriter::new(file), scale).with_context(|| format!("{} cannot be written", path.display()))?;
    for (member, count) in sample::counts(scale) {
        note(&format!("{count:>9} {member}"));
    }
    note(&format!("import it with: atrio import {}", path.display()));
    Ok(())
}
