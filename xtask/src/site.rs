//! `target/site`: what the server embeds and a browser asks for.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::{
    compress::{brotli, gzip, is_compressible},
    digest::{Stamp, files_below, is_fresh, read, write},
    place,
    scripts::Scripts,
    sizes::Size,
};

/// Names, compresses and writes the browser's files; removes what is no longer part of the site.
/// Returns the sizes of the three files that every page asks for.
pub(crate) fn assemble(scripts: &Scripts, style_sheet: &Path) -> Result<Vec<Size>> {
    let js = read(&scripts.js)?;
    let wasm = read(&scripts.wasm)?;
    let css = read(style_sheet)?;
    let hash = Stamp::default().add(&js).add(&wasm).add(&css).finish();
    let named = [("js", js), ("wasm", wasm), ("css", css)]
        .map(|(kind, content)| (fingerprinted(&hash, kind), content));

    let public = place::root().join("public");
    let stamp_file = place::workshop().join("site.stamp");
    let stamp = Stamp::default().add(&hash).add_path(&public)?.add(include_str!("site.rs")).finish();
    let site = place::site();
    let mut files: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    for file in files_below(&public)? {
        let name = file.strip_prefix(&public).context("a public file stands outside public/")?;
        files.insert(name.to_owned(), read(&file)?);
    }
    files.extend(named.iter().map(|(name, content)| (PathBuf::from(name), content.clone())));

    if !is_fresh(&stamp_file, &stamp) || !files.keys().all(|name| site.join(name).is_file()) {
        for (name, content) in compressed(&files)?.iter().chain(&files) {
            write_if_new(&site.join(name), content)?;
        }
        remove_all_but(&files, &site)?;
        write(&stamp_file, stamp)?;
    }
    named.iter().map(|(name, _)| Size::of(&site, name)).collect()
}

/// The name of one of the three files that share a fingerprint: a page that names one of them
/// gets the others of the same build.
fn fingerprinted(hash: &str, kind: &str) -> String {
    format!("pkg/atrio-{hash}.{kind}")
}

fn compressed(files: &BTreeMap<PathBuf, Vec<u8>>) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut small = BTreeMap::new();
    for (name, content) in files.iter().filter(|(name, _)| is_compressible(name)) {
        small.insert(beside(name, "br"), brotli(content)?);
        small.insert(beside(name, "gz"), gzip(content)?);
    }
    Ok(small)
}

fn beside(name: &Path, ending: &str) -> PathBuf {
    let mut name = name.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Leaves the time of an unchanged file alone, so that the server is not built again for it.
fn write_if_new(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|last| last == content) {
        return Ok(());
    }
    write(path, content)
}

fn remove_all_but(files: &BTreeMap<PathBuf, Vec<u8>>, site: &Path) -> Result<()> {
    for file in files_below(site)? {
        let name = file.strip_prefix(site).unwrap_or(&file);
        let original = match name.extension().and_then(|kind| kind.to_str()) {
            Some("br" | "gz") => name.with_extension(""),
            _ => name.to_owned(),
        };
        if !files.contains_key(&original) {
            fs::remove_file(&file).with_context(|| format!("{} cannot be removed", file.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    #[test]
    fn the_three_files_share_one_fingerprint() {
        assert_eq!(super::fingerprinted("0123456789abcdef", "wasm"), "pkg/atrio-0123456789abcdef.wasm");
        assert_eq!(super::fingerprinted("0123456789abcdef", "css"), "pkg/atrio-0123456789abcdef.css");
    }

    #[test]
    fn a_compressed_file_keeps_the_whole_name_of_the_original() {
        assert_eq!(super::beside(Path::new("pkg/atrio.js"), "br"), PathBuf::from("pkg/atrio.js.br"));
    }
}
