//! `cargo xtask generate`: a made-up workspace as a file for `atrio import`.

use std::{fs::File, io::BufWriter, path::Path};

use anyhow::{Context, Result};
use sample::Scale;

/// Writes the file and says what is in it.
pub(crate) fn generate(path: &Path, scale: &Scale) -> Result<()> {
    let file = File::create(path).with_context(|| format!("{} cannot be made", path.display()))?;
    sample::write(&mut BufWriter::new(file), scale)
        .with_context(|| format!("{} cannot be written", path.display()))?;
    for (member, count) in sample::counts(scale) {
        println!("{count:>9} {member}");
    }
    println!("\nNow: atrio import {}", path.display());
    Ok(())
}
