//! The files of docs/deploy, tried out on this machine.

use std::fs;

use anyhow::{Result, bail};

use crate::paths;

/// The text of a file with other addresses and paths.
pub(crate) fn adapted(example: &str, replacements: &[(&str, &str)]) -> Result<String> {
    let mut text = fs::read_to_string(paths::root().join("docs/deploy").join(example))?;
    for (in_example, here) in replacements {
        if !text.contains(in_example) {
            bail!("docs/deploy/{example} has no `{in_example}`");
        }
        text = text.replace(in_example, here);
    }
    Ok(text)
}
