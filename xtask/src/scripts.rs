//! From the compiler's module to the two files a browser loads: JavaScript and WASM, both small.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    command::run,
    digest::{Stamp, files_below, is_fresh, read, write},
    place,
    tools::is_program,
};

/// Browsers that know `light-dark()` and nested rules; nothing newer is lowered for older ones.
const BROWSERS: &str = "--target=chrome123,firefox120,safari17.5";

/// What the compiler may already have used, so that wasm-opt may too.
const WASM_OPT: [&str; 7] = [
    "-Oz",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-multivalue",
];

/// The browser's code, before it is named and compressed.
pub(crate) struct Scripts {
    /// The loader: one ES module.
    pub(crate) js: PathBuf,
    /// The module.
    pub(crate) wasm: PathBuf,
}

/// The folder of the build's npm packages.
fn packages() -> PathBuf {
    place::root().join("xtask/node_modules")
}

fn wasm_opt() -> Command {
    Command::new(packages().join(".bin/wasm-opt"))
}

/// esbuild itself, out of the package for this machine: the wrapper in `.bin` puts a page of
/// JavaScript around every error.
fn esbuild() -> Result<Command> {
    let wrapped = fs::read_dir(packages().join("@esbuild")).into_iter().flatten().flatten();
    let program =
        wrapped.map(|package| package.path().join("bin/esbuild")).find(|program| is_program(program));
    Ok(Command::new(program.context("npm brought no esbuild for this machine")?))
}

/// Binds, shrinks and minifies the compiled module, unless that was done already.
pub(crate) fn make(compiled: &Path) -> Result<Scripts> {
    let folder = place::workshop();
    let scripts = Scripts { js: folder.join("atrio.js"), wasm: folder.join("atrio.wasm") };
    let stamp_file = folder.join("scripts.stamp");
    let mut stamp = Stamp::default();
    stamp.add(read(compiled)?).add_path(&place::root().join("xtask/package.json"))?;
    stamp.add(WASM_OPT.join(" ")).add(BROWSERS).add(include_str!("scripts.rs"));
    let stamp = stamp.finish();
    if is_fresh(&stamp_file, &stamp) && scripts.js.is_file() && scripts.wasm.is_file() {
        return Ok(scripts);
    }
    let bound = folder.join("bound");
    bind(compiled, &bound)?;
    run(wasm_opt().args(WASM_OPT).arg(bound.join("atrio_bg.wasm")).arg("-o").arg(&scripts.wasm))?;
    let options = ["--bundle", "--format=esm", "--minify", "--log-level=warning", BROWSERS];
    run(esbuild()?.arg(bound.join("atrio.js")).args(options).arg(outfile(&scripts.js)))?;
    write(&stamp_file, stamp)?;
    Ok(scripts)
}

/// One style sheet out of `style/main.css` and what it imports. Addresses of the files of
/// `public/` stay as they are; any other that leads nowhere is an error.
pub(crate) fn style_sheet() -> Result<PathBuf> {
    let sheet = place::workshop().join("atrio.css");
    let main = place::root().join("style/main.css");
    let options = ["--bundle", "--minify", "--log-level=warning", BROWSERS];
    run(esbuild()?.arg(main).args(options).args(served_as_they_are()?).arg(outfile(&sheet)))?;
    Ok(sheet)
}

fn served_as_they_are() -> Result<Vec<String>> {
    let public = place::root().join("public");
    let address = |file: PathBuf| Some(format!("--external:/{}", file.strip_prefix(&public).ok()?.display()));
    Ok(files_below(&public)?.into_iter().filter_map(address).collect())
}

fn outfile(path: &Path) -> String {
    format!("--outfile={}", path.display())
}

fn bind(compiled: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("{} cannot be emptied", folder.display()))?;
    }
    Bindgen::new()
        .input_path(compiled)
        .out_name("atrio")
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .typescript(false)
                .remove_name_section(true)
                .remove_producers_section(true)
                // The page says where the module is; a name in here would be a wrong one.
                .omit_default_module_path(true)
                .generate(folder)
        })
        .map_err(|fault| fault.context("wasm-bindgen could not bind the module"))
}
