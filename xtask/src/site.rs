//! `target/site`: the files that the server serves or embeds.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::{
    bundle::{GUIDE_STYLE_SHEET, Scripts, StyleSheet},
    compress::{brotli, gzip, is_compressible},
    digest::{Stamp, files_below, is_fresh, read, write},
    guide, paths,
    wasm::Optimization,
};

/// Names and writes the browser's files, with compressed copies if they are to be small, and removes files of
/// earlier builds. Returns the names of the scripts and the style sheets.
pub(crate) fn assemble(
    scripts: &[Scripts],
    style_sheets: &[StyleSheet],
    optimization: Optimization,
) -> Result<Vec<String>> {
    let mut built = Vec::new();
    for StyleSheet { name, css } in style_sheets {
        built.push((*name, "css", read(css)?));
    }
    for Scripts { name, js, wasm } in scripts {
        built.extend([(*name, "js", read(js)?), (*name, "wasm", read(wasm)?)]);
    }
    let mut hash = Stamp::default();
    for (_, _, content) in &built {
        hash.add(content);
    }
    let hash = hash.finish();
    let public = paths::root().join("public");
    let mut files: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    for file in files_below(&public)? {
        let name = file.strip_prefix(&public).context("a public file is outside of public/")?;
        files.insert(name.to_owned(), read(&file)?);
    }
    let mut names = Vec::new();
    for (name, extension, content) in built {
        let name = fingerprinted(name, &hash, extension);
        files.insert(PathBuf::from(&name), content);
        names.push(name);
    }

    files.extend(guide::pages(&fingerprinted(GUIDE_STYLE_SHEET, &hash, "css"))?);
    let site = paths::site();
    let stamp_file = paths::bundle().join("site.stamp");
    let mut stamp = Stamp::default();
    stamp
        .add(&hash)
        .add_path(&public)?
        .add_path(&guide::folder())?
        .add(format!("{optimization:?}"))
        .add(include_str!("site.rs"))
        .add(include_str!("guide/page.rs"));
    let stamp = stamp.finish();
    if !is_fresh(&stamp_file, &stamp) || !files.keys().all(|name| site.join(name).is_file()) {
        if optimization == Optimization::Size {
            files.extend(compressed(&files)?);
        }
        for (name, content) in &files {
            write_if_changed(&site.join(name), content)?;
        }
        remove_all_but(&files, &site)?;
        write(&stamp_file, stamp)?;
    }
    Ok(names)
}

/// Scripts, modules and style sheet share one fingerprint, so that a page never mixes two builds.
fn fingerprinted(name: &str, hash: &str, extension: &str) -> String {
    format!("pkg/{name}-{hash}.{extension}")
}

fn compressed(files: &BTreeMap<PathBuf, Vec<u8>>) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut copies = BTreeMap::new();
    for (name, content) in files.iter().filter(|(name, _)| is_compressible(name)) {
        copies.insert(with_suffix(name, "br"), brotli(content)?);
        copies.insert(with_suffix(name, "gz"), gzip(content)?);
    }
    Ok(copies)
}

fn with_suffix(name: &Path, suffix: &str) -> PathBuf {
    let mut name = name.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    PathBuf::from(name)
}

/// Keeps the timestamp of an unchanged file, so that the server is not rebuilt for it.
fn write_if_changed(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|last| last == content) {
        return Ok(());
    }
    write(path, content)
}

fn remove_all_but(files: &BTreeMap<PathBuf, Vec<u8>>, site: &Path) -> Result<()> {
    for file in files_below(site)? {
        let name = file.strip_prefix(site).unwrap_or(&file);
        if !files.contains_key(name) {
            fs::remove_file(&file).with_context(|| format!("{} cannot be removed", file.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    #[test]
    fn fingerprinted_files_share_one_hash() {
        let name = |name, extension| super::fingerprinted(name, "0123456789abcdef", extension);
        assert_eq!(name("atrio-portal", "wasm"), "pkg/atrio-portal-0123456789abcdef.wasm");
        assert_eq!(name("atrio", "css"), "pkg/atrio-0123456789abcdef.css");
    }

    #[test]
    fn suffix_follows_the_whole_file_name() {
        assert_eq!(super::with_suffix(Path::new("pkg/atrio.js"), "br"), PathBuf::from("pkg/atrio.js.br"));
    }
}
