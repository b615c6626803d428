//! What may depend on what, beyond what Cargo enforces.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::{
    command::{capture, cargo},
    digest::files_below,
    paths,
    wasm::TARGET,
};

/// Crates that must not be linked into the browser's module: their work is done on the server, or by the
/// browser itself.
const SERVER_ONLY: [&str; 13] = [
    "axum", "jiff", "lead-intake", "leptos_axum", "leptos_meta", "leptos_router", "pages", "regex", "sqlx", "store",
    "tokio", "utoipa", "validator",
];

/// Leptos itself depends on `url` (the linker drops what it does not call); no other crate may.
const MAY_USE_URL: [&str; 1] = ["server_fn"];

/// Fails if the browser's module depends on one of [`SERVER_ONLY`], or on `url` by a crate of ours.
pub(crate) fn check_browser_dependencies() -> Result<()> {
    let tree = dependency_tree(&[])?;
    let forbidden = server_only_crates(&tree);
    if !forbidden.is_empty() {
        bail!(
            "the browser's module depends on {}; see why with: cargo tree -p frontend --target {TARGET} -e normal -i {}",
            forbidden.join(", "),
            forbidden[0]
        );
    }
    if crate_names(&tree).any(|name| name == "url") {
        let dependents = dependency_tree(&["--invert", "url", "--depth", "1"])?;
        if let Some(dependent) = crate_names(&dependents).skip(1).find(|name| !MAY_USE_URL.contains(name)) {
            bail!("{dependent} brings `url` into the browser's module; use the browser's own URL instead");
        }
    }
    Ok(())
}

/// The dependencies of the browser's module, one crate per line.
fn dependency_tree(arguments: &[&str]) -> Result<String> {
    let tree = ["tree", "--package", "frontend", "--target", TARGET, "--edges", "normal", "--prefix", "none"];
    capture(cargo().args(tree).args(arguments))
}

fn crate_names(tree: &str) -> impl Iterator<Item = &str> {
    tree.lines().filter_map(|line| line.split(' ').next())
}

fn server_only_crates(tree: &str) -> Vec<&'static str> {
    SERVER_ONLY.into_iter().filter(|forbidden| crate_names(tree).any(|name| name == *forbidden)).collect()
}

/// Fails if a file of `app` is compiled conditionally by feature. Only `#[server]` bodies may differ
/// between the two sides.
pub(crate) fn check_app_features() -> Result<()> {
    for file in files_below(&paths::root().join("app"))? {
        let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        if let Some(line) = feature_cfg_line(&text) {
            bail!("{}:{line}: app must not use cfg(feature)", file.display());
        }
    }
    Ok(())
}

/// The first line, counted from 1, with a `cfg` on a Cargo feature.
fn feature_cfg_line(text: &str) -> Option<usize> {
    text.lines()
        .position(|line| {
            let code = line.split("//").next().unwrap_or_default();
            code.contains("cfg") && code.contains("feature")
        })
        .map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::{feature_cfg_line, server_only_crates};

    #[test]
    fn server_only_crates_match_by_whole_name() {
        assert_eq!(server_only_crates("frontend v0.1.0\nsqlx v0.9.0\nurlencoding v2.1.0"), ["sqlx"]);
        assert!(server_only_crates("frontend v0.1.0\nregex-lite v0.1.0").is_empty());
    }

    #[test]
    fn feature_cfg_is_found_in_code_but_not_in_comments() {
        assert_eq!(feature_cfg_line("use a;\n#[cfg(feature = \"ssr\")]"), Some(2));
        assert_eq!(feature_cfg_line("if cfg!(not(feature = \"ssr\")) {"), Some(1));
        assert_eq!(feature_cfg_line("// no cfg(feature) here\n#[cfg(test)]"), None);
    }
}
