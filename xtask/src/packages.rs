//! The crates of the workspace by the side they run on. The sides are built by separate commands: together,
//! the features `ssr` and `hydrate` would both be on.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::command::{capture, cargo};

/// Entry crates of the browser's modules.
const BROWSER: [&str; 4] = ["frontend", "frontend-agency", "frontend-portal", "frontend-upload"];
/// This program. Tested apart, its dependencies are those it was compiled with; together with other crates they have
/// other features, and would be compiled again.
pub(crate) const XTASK: &str = "xtask";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    manifest_path: PathBuf,
}

impl Package {
    pub(crate) fn folder(&self) -> Result<&Path> {
        self.manifest_path.parent().context("a manifest is in a folder")
    }
}

/// Every crate of the workspace.
pub(crate) fn workspace() -> Result<Vec<Package>> {
    let metadata = capture(cargo().args(["metadata", "--no-deps", "--format-version=1"]))?;
    let metadata: Metadata = serde_json::from_str(&metadata).context("`cargo metadata` printed something else")?;
    Ok(metadata.packages)
}

/// Arguments that select every crate of the server: all of the workspace but [`BROWSER`] and [`XTASK`].
pub(crate) fn server_side() -> Result<Vec<String>> {
    let names = workspace()?.into_iter().map(|package| package.name);
    Ok(names.filter(|name| is_server_side(name)).map(|name| format!("--package={name}")).collect())
}

fn is_server_side(name: &str) -> bool {
    !BROWSER.contains(&name) && name != XTASK
}

#[cfg(test)]
mod tests {
    use super::server_side;

    #[test]
    fn server_side_has_the_server_and_no_frontend_or_xtask() {
        let selected = server_side().unwrap();
        for expected in ["--package=domain", "--package=store", "--package=app", "--package=server"] {
            assert!(selected.contains(&expected.to_owned()), "{expected} is missing from {selected:?}");
        }
        assert!(!selected.iter().any(|one| one.contains("frontend") || one.ends_with("xtask")));
    }
}
