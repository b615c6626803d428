//! What may depend on what, beyond what Cargo enforces.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::{
    command::{capture, cargo},
    digest::files_below,
    place,
    wasm::TARGET,
};

/// Crates that have no business in a browser: what they do is done on the server, or by the
/// browser itself.
const SERVER_ONLY: [&str; 11] = [
    "axum",
    "jiff",
    "leptos_axum",
    "leptos_meta",
    "leptos_router",
    "pages",
    "regex",
    "sqlx",
    "store",
    "tokio",
    "validator",
];

/// Leptos itself depends on `url` (the linker drops what it does not call); nobody else may.
const MAY_USE_URL: [&str; 1] = ["server_fn"];

/// Fails if the browser's module links one of [`SERVER_ONLY`].
pub(crate) fn check_wasm() -> Result<()> {
    let tree = tree_of(&[])?;
    let found = server_only(&tree);
    if !found.is_empty() {
        bail!(
            "the browser's module links {}; see why with: cargo tree -p frontend --target {TARGET} -e normal -i {}",
            found.join(", "),
            found[0]
        );
    }
    if names(&tree).any(|name| name == "url") {
        let users = tree_of(&["--invert", "url", "--depth", "1"])?;
        if let Some(user) = names(&users).skip(1).find(|name| !MAY_USE_URL.contains(name)) {
            bail!("{user} brings `url` into the browser's module; the browser has one of its own");
        }
    }
    Ok(())
}

/// What `cargo tree` says of the browser's module, one crate to a line.
fn tree_of(more: &[&str]) -> Result<String> {
    let what = ["tree", "--package", "frontend", "--target", TARGET, "--edges", "normal", "--prefix", "none"];
    capture(cargo().args(what).args(more))
}

fn names(tree: &str) -> impl Iterator<Item = &str> {
    tree.lines().filter_map(|line| line.split(' ').next())
}

fn server_only(tree: &str) -> Vec<&'static str> {
    SERVER_ONLY.into_iter().filter(|wanted| names(tree).any(|name| name == *wanted)).collect()
}

/// Fails if a file of `app/src` asks which side it is compiled for: Cargo's table of dependencies
/// decides that, and `#[server]` bodies are the only place that sees the server.
pub(crate) fn check_app() -> Result<()> {
    for file in files_below(&place::root().join("app/src"))? {
        let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        if let Some(line) = line_with_feature(&text) {
            bail!("{}:{line}: app/src must not ask for a feature", file.display());
        }
    }
    Ok(())
}

/// The first line, counted from 1, that asks for a Cargo feature.
fn line_with_feature(text: &str) -> Option<usize> {
    text.lines()
        .position(|line| {
            let code = line.split("//").next().unwrap_or_default();
            code.contains("cfg") && code.contains("feature")
        })
        .map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::{line_with_feature, server_only};

    #[test]
    fn a_server_crate_is_found_by_its_whole_name() {
        assert_eq!(server_only("frontend v0.1.0\nsqlx v0.9.0\nurlencoding v2.1.0"), ["sqlx"]);
        assert!(server_only("frontend v0.1.0\nregex-lite v0.1.0").is_empty());
    }

    #[test]
    fn asking_for_a_feature_is_found_and_speaking_of_one_is_not() {
        assert_eq!(line_with_feature("use a;\n#[cfg(feature = \"ssr\")]"), Some(2));
        assert_eq!(line_with_feature("if cfg!(not(feature = \"ssr\")) {"), Some(1));
        assert_eq!(line_with_feature("// no cfg(feature) here\n#[cfg(test)]"), None);
    }
}
