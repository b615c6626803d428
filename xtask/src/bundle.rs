//! Turns the compiled modules and the style sheets into the files that a browser loads.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    command::{capture, run},
    digest::{Stamp, files_below, is_fresh, read, write},
    paths,
    short_names::{self, ShortNames},
    tools::is_program,
    wasm::{Module, Optimization},
};

/// The oldest browsers with `light-dark()` and nested rules; esbuild lowers newer syntax for them.
const BROWSERS: &str = "--target=chrome123,firefox120,safari17.5";

/// The names of the style sheets, and their sources: that of all pages, the half of it that a portal needs, and that of the guide.
const STYLE_SHEETS: [(&str, &str); 3] =
    [("atrio", "main.css"), ("atrio-portal", "client.css"), (GUIDE_STYLE_SHEET, "guide.css")];
pub(crate) const GUIDE_STYLE_SHEET: &str = "atrio-guide";

/// For size after compression: control flow built anew (1 KB less), few copies of a function; addresses below 1,024 are
/// nothing's. Then the features that the compiler uses by default.
const WASM_OPT: [&str; 12] = [
    "--flatten",
    "--rereloop",
    "-Oz",
    "--converge",
    "--low-memory-unused",
    "--one-caller-inline-max-function-size=20",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-multivalue",
];

/// A module of the browser's code, before it gets its final name.
pub(crate) struct Scripts {
    /// The names of its files without fingerprint and extension.
    pub(crate) name: &'static str,
    /// The ES module that loads the WASM.
    pub(crate) js: PathBuf,
    pub(crate) wasm: PathBuf,
}

/// A bundled style sheet, before it gets its final name.
pub(crate) struct StyleSheet {
    /// Its name without fingerprint and extension.
    pub(crate) name: &'static str,
    pub(crate) css: PathBuf,
}

fn npm_packages() -> PathBuf {
    paths::root().join("xtask/node_modules")
}

fn wasm_opt() -> Command {
    Command::new(npm_packages().join(".bin/wasm-opt"))
}

/// The native program out of the package for this machine: the JavaScript wrapper in `.bin` adds a stack
/// trace to every error.
fn esbuild() -> Result<Command> {
    let platforms = fs::read_dir(npm_packages().join("@esbuild")).into_iter().flatten().flatten();
    let program = platforms.map(|package| package.path().join("bin/esbuild")).find(|program| is_program(program));
    Ok(Command::new(program.context("npm installed no esbuild for this machine")?))
}

/// Binds a compiled module to JavaScript, and shrinks both if asked to. Does nothing if the result is up to
/// date.
pub(crate) fn scripts(module: &Module, optimization: Optimization) -> Result<Scripts> {
    let name = module.name;
    let folder = paths::bundle();
    let file = |extension| folder.join(format!("{name}.{extension}"));
    let scripts = Scripts { name, js: file("js"), wasm: file("wasm") };
    let stamp_file = file("stamp");
    let mut stamp = Stamp::default();
    stamp
        .add(read(&module.path)?)
        .add(format!("{optimization:?}"))
        .add_path(&paths::root().join("xtask/package.json"))?;
    stamp.add(WASM_OPT.join(" ")).add(BROWSERS);
    stamp.add(include_str!("bundle.rs")).add(include_str!("short_names.rs"));
    let stamp = stamp.finish();
    if is_fresh(&stamp_file, &stamp) && scripts.js.is_file() && scripts.wasm.is_file() {
        return Ok(scripts);
    }
    let bound = folder.join("bound");
    bind(module, &bound)?;
    let bound_wasm = bound.join(format!("{name}_bg.wasm"));
    let bound_js = bound.join(format!("{name}.js"));
    match optimization {
        Optimization::Size => {
            let printed =
                capture(wasm_opt().args(WASM_OPT).arg(short_names::PASS).arg(bound_wasm).arg("-o").arg(&scripts.wasm))?;
            let js = String::from_utf8(read(&bound_js)?).context("wasm-bindgen wrote no text")?;
            write(&bound_js, ShortNames::parse(&printed)?.apply(&without_sync(&js)))?;
        }
        Optimization::CompileTime => write(&scripts.wasm, read(&bound_wasm)?)?,
    }
    // Its warnings are for those who call it otherwise than the pages do.
    let options = ["--bundle", "--format=esm", "--minify", "--pure:console.warn", "--log-level=warning", BROWSERS];
    run(esbuild()?.arg(bound_js).args(options).arg(outfile(&scripts.js)))?;
    write(&stamp_file, stamp)?;
    Ok(scripts)
}

/// The pages load the module without waiting for it, so the bundle needs no function that waits.
fn without_sync(js: &str) -> String {
    js.replace("export { initSync, __wbg_init as default };", "export { __wbg_init as default };")
}

/// Bundles the style sheets with their imports. URLs of files in `public/` stay as they are; any other URL
/// without a file is an error.
pub(crate) fn style_sheets() -> Result<Vec<StyleSheet>> {
    let external = external_public_files()?;
    let bundle = |(name, source)| {
        let css = paths::bundle().join(name).with_extension("css");
        let source = paths::root().join("style").join(source);
        let options = ["--bundle", "--minify", "--log-level=warning", BROWSERS];
        run(esbuild()?.arg(source).args(options).args(&external).arg(outfile(&css)))?;
        Ok(StyleSheet { name, css })
    };
    STYLE_SHEETS.into_iter().map(bundle).collect()
}

fn external_public_files() -> Result<Vec<String>> {
    let public = paths::root().join("public");
    let external = |file: PathBuf| Some(format!("--external:/{}", file.strip_prefix(&public).ok()?.display()));
    Ok(files_below(&public)?.into_iter().filter_map(external).collect())
}

fn outfile(path: &Path) -> String {
    format!("--outfile={}", path.display())
}

fn bind(module: &Module, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("{} cannot be deleted", folder.display()))?;
    }
    Bindgen::new()
        .input_module(module.name, without_streams(&module.path)?)
        .out_name(module.name)
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .typescript(false)
                .remove_name_section(true)
                .remove_producers_section(true)
                // The page passes the module's URL, which has a fingerprint.
                .omit_default_module_path(true)
                .generate(folder)
        })
        .map_err(|error| error.context("wasm-bindgen failed"))
}

/// The module without the classes of `wasm-streams`, which `server_fn` links and nobody uses: what is exported stays.
fn without_streams(path: &Path) -> Result<walrus::Module> {
    let mut module = walrus::ModuleConfig::new().parse(&read(path)?)?;
    let is_of_streams = |export: &&walrus::Export| export.name.contains("intounderlying");
    let exports: Vec<_> = module.exports.iter().filter(is_of_streams).map(walrus::Export::id).collect();
    for export in exports {
        module.exports.delete(export);
    }
    Ok(module)
}
