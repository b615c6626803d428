//! The top-level modules of a crate must not depend on each other in a circle: each can then be read, tested and moved
//! without the others that depend on it.
//!
//! A module depends on another one if its files name `crate::other`, a `super::` that leads there, or an item that the
//! crate's root imports from it. Tests do not count.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::Path,
    str::FromStr,
};

use anyhow::{Result, anyhow, bail};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::{
    digest::{files_below, read},
    packages,
};

/// What the files of one top-level module name of another one, by both modules.
type Imports = BTreeMap<(String, String), BTreeSet<String>>;

/// Fails if there is a circle in a crate of the workspace.
pub(crate) fn check() -> Result<()> {
    let mut circles = String::new();
    for package in packages::workspace()? {
        for circle in circles_of(&imports(&package.folder()?.join("src"))?) {
            write!(circles, "\n{}: {circle}", package.name)?;
        }
    }
    if !circles.is_empty() {
        bail!("modules depend on each other in a circle, by these imports:{circles}");
    }
    Ok(())
}

fn imports(src: &Path) -> Result<Imports> {
    let (mut modules, mut imported_by_root, mut paths) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
    for file in files_below(src)? {
        let name = file.strip_prefix(src)?.to_string_lossy().into_owned();
        let Some(module) = name.strip_suffix(".rs") else { continue };
        let module: Vec<String> = module.split('/').map(str::to_owned).collect();
        if module.iter().any(|part| part == "tests" || part == "bin") {
            continue;
        }
        let code = TokenStream::from_str(&String::from_utf8(read(&file)?)?);
        let code = code.map_err(|error| anyhow!("{} is not Rust: {error}", file.display()))?;
        if matches!(name.as_str(), "lib.rs" | "main.rs") {
            let found = find_paths(code, &[]).into_iter();
            imported_by_root.extend(found.filter_map(|path| path.last().cloned().zip(path.first().cloned())));
        } else {
            let found = find_paths(code, &module).into_iter();
            paths.extend(found.map(|path| (module[0].clone(), name.clone(), path)));
            modules.insert(module[0].clone());
        }
    }
    let mut imports = Imports::new();
    for (from, file, path) in paths {
        let target = path.first().and_then(|first| modules.get(first).or_else(|| imported_by_root.get(first)));
        if let Some(to) = target.filter(|to| modules.contains(*to) && **to != from) {
            imports.entry((from, to.clone())).or_default().insert(format!("{file}: {}", path.join("::")));
        }
    }
    Ok(imports)
}

/// The paths in the code of `module` that begin with `crate` or `super`; in the code of the root, what it imports.
fn find_paths(code: TokenStream, module: &[String]) -> Vec<Vec<String>> {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let (mut rest, mut paths) = (tokens.as_slice(), Vec::new());
    while let [token, after @ ..] = rest {
        rest = after;
        match (token, after) {
            (TokenTree::Group(attribute), _) if attribute.to_string() == "[cfg (test)]" => {
                let ends = |token: &TokenTree| token.to_string() == ";" || braces(token).is_some();
                rest = after.iter().position(ends).map_or(&[], |end| &after[end + 1..]);
            }
            (TokenTree::Ident(word), [TokenTree::Ident(name), TokenTree::Group(code), others @ ..])
                if word == "mod" =>
            {
                paths.extend(find_paths(code.stream(), &[module, &[name.to_string()]].concat()));
                rest = others;
            }
            (TokenTree::Group(group), _) => paths.extend(find_paths(group.stream(), module)),
            (TokenTree::Ident(word), _) if module.is_empty() && word == "use" => {
                paths.extend(paths_of_tree(after, &[]).iter().map(|path| from_root(path, module)));
            }
            (TokenTree::Ident(word), [TokenTree::Punct(colon), _, tree @ ..])
                if !module.is_empty() && (word == "crate" || word == "super") && colon.as_char() == ':' =>
            {
                let found = paths_of_tree(tree, &[word.to_string()]);
                paths.extend(found.iter().map(|path| from_root(path, module)));
            }
            _ => {}
        }
    }
    paths
}

/// `a::{b, c::D as E}` is `a::b` and `a::c::D::E`: a new name is the last one.
fn paths_of_tree(mut tokens: &[TokenTree], before: &[String]) -> Vec<Vec<String>> {
    let mut path = before.to_vec();
    while let [TokenTree::Ident(name), after @ ..] = tokens {
        path.push(name.to_string());
        tokens = match after {
            [TokenTree::Punct(colon), TokenTree::Punct(_), rest @ ..] if colon.as_char() == ':' => rest,
            [TokenTree::Ident(word), rest @ ..] if word == "as" => rest,
            _ => return vec![path],
        };
    }
    match tokens.first().and_then(braces) {
        Some(trees) => {
            let trees: Vec<TokenTree> = trees.into_iter().collect();
            trees.split(|token| token.to_string() == ",").flat_map(|tree| paths_of_tree(tree, &path)).collect()
        }
        None => vec![path],
    }
}

fn braces(token: &TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    }
}

/// The path without its `crate` or `super`s.
fn from_root(path: &[String], module: &[String]) -> Vec<String> {
    let relative = path.iter().take_while(|name| matches!(name.as_str(), "crate" | "self" | "super")).count();
    let base = match path.first() {
        Some(first) if first == "super" => &module[..module.len().saturating_sub(relative)],
        _ => &[],
    };
    [base, &path[relative..]].concat()
}

/// Describes each set of modules that reach each other, with the imports between them, fewest first.
fn circles_of(imports: &Imports) -> Vec<String> {
    let mut reached: BTreeSet<(&String, &String)> = imports.keys().map(|(from, to)| (from, to)).collect();
    let modules: BTreeSet<&String> = reached.iter().flat_map(|(from, to)| [*from, *to]).collect();
    for through in &modules {
        for from in &modules {
            for to in &modules {
                if reached.contains(&(from, through)) && reached.contains(&(through, to)) {
                    reached.insert((from, to));
                }
            }
        }
    }
    let circle = |module: &String| -> Vec<&String> {
        let both = |other: &&&String| reached.contains(&(module, **other)) && reached.contains(&(**other, module));
        modules.iter().filter(both).copied().collect()
    };
    let circles: BTreeSet<Vec<&String>> = modules.iter().map(|module| circle(module)).collect();
    circles.into_iter().filter(|circle| !circle.is_empty()).map(|circle| describe(&circle, imports)).collect()
}

fn describe(circle: &[&String], imports: &Imports) -> String {
    let mut inside: Vec<_> =
        imports.iter().filter(|((from, to), _)| circle.contains(&from) && circle.contains(&to)).collect();
    inside.sort_by_key(|(_, paths)| paths.len());
    let lines = inside.iter().map(|((from, to), paths)| {
        let first: Vec<&str> = paths.iter().take(3).map(String::as_str).collect();
        format!("\n    {from} → {to} ({}): {}", paths.len(), first.join("; "))
    });
    let names: Vec<&str> = circle.iter().map(|module| module.as_str()).collect();
    format!("{}{}", names.join(", "), lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::{circles_of, imports};

    /// The circles of a crate whose `src` has these files.
    fn circles(name: &str, files: &[(&str, &str)]) -> Vec<String> {
        let src = env::temp_dir().join(format!("module-circles-{name}-{}", process::id()));
        for (file, code) in files {
            let file = src.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, code).unwrap();
        }
        let circles = circles_of(&imports(&src).unwrap());
        fs::remove_dir_all(src).unwrap();
        circles
    }

    #[test]
    fn circle_is_reported_with_its_imports_fewest_first() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; mod d; pub use c::{deep::Thing as Other};"),
            ("a.rs", "use crate::{b::{X, Y}, d::Z}; /* crate::c::C */"),
            ("b.rs", "fn f() { view! { <p>{crate::Other::new()}</p> } }"),
            ("c/deep.rs", "use super::super::a; const A: &str = \"crate::d::D\";"),
            ("d.rs", "pub(crate) struct Z;"),
        ];
        let expected = "a, b, c\
            \n    b → c (1): b.rs: Other::new\
            \n    c → a (1): c/deep.rs: a\
            \n    a → b (2): a.rs: b::X; a.rs: b::Y";
        assert_eq!(circles("circle", &files), [expected]);
    }

    #[test]
    fn tests_and_the_root_close_no_circle() {
        let files = [
            ("main.rs", "mod a; mod b; use a::A; use b::B; fn main() { crate::a::run(); }"),
            ("a.rs", "use crate::b::B; use super::b; mod inner { use super::super::b::C; }"),
            ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::A; } #[cfg(test)] use crate::a::A;"),
            ("b/tests.rs", "use crate::a::A;"),
        ];
        assert!(circles("none", &files).is_empty());
    }
}
