//! Short names between a WASM module and its JavaScript. wasm-bindgen's end in digits that do not compress, in both files.

use std::collections::HashMap;

use anyhow::{Context, Result};
use serde::Deserialize;

/// What makes wasm-opt rename what the module imports and exports, and print how.
pub(crate) const PASS: &str = "--minify-imports-and-exports-and-modules";

/// The new names, by the old ones.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ShortNames {
    imports: HashMap<String, String>,
    exports: HashMap<String, String>,
}

#[derive(Deserialize)]
struct Printed {
    /// Module, old name, new name.
    imports: Vec<(String, String, String)>,
    /// Old name, new name.
    exports: Vec<(String, String)>,
}

impl ShortNames {
    /// Parses what wasm-opt has printed: JSON for each time it ran the pass, which changes nothing after the first.
    pub(crate) fn parse(printed: &str) -> Result<Self> {
        let mut runs = serde_json::Deserializer::from_str(printed).into_iter::<Printed>();
        let Printed { imports, exports } = runs.next().context("wasm-opt printed no names")??;
        let mut short = Self { imports: HashMap::new(), exports: exports.into_iter().collect() };
        for (module, old, new) in imports {
            // All modules become one.
            short.imports.extend([(module, "a".to_owned()), (old, new)]);
        }
        Ok(short)
    }

    /// Renames the members of the import object and of `wasm` in the JavaScript of wasm-bindgen.
    pub(crate) fn apply(&self, js: &str) -> String {
        let is_name = |char: char| char.is_alphanumeric() || "_$./-".contains(char);
        let mut renamed = String::with_capacity(js.len());
        let mut rest = js;
        while let Some(start) = rest.find(is_name) {
            let (before, from) = rest.split_at(start);
            let (name, after) = from.split_at(from.find(|char| !is_name(char)).unwrap_or(from.len()));
            renamed.push_str(before);
            renamed.push_str(&self.short(name));
            rest = after;
        }
        renamed + rest
    }

    /// `name` has the characters of names, members and paths.
    fn short(&self, name: &str) -> String {
        if let Some(short) = self.imports.get(name) {
            return short.clone();
        }
        let Some((export, rest)) = name.strip_prefix("wasm.").map(|path| path.split_once('.').unwrap_or((path, "")))
        else {
            return name.to_owned();
        };
        let dot = if rest.is_empty() { "" } else { "." };
        self.exports.get(export).map_or_else(|| name.to_owned(), |short| format!("wasm.{short}{dot}{rest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::ShortNames;

    #[test]
    fn names_of_imports_and_exports_are_shortened_and_no_others() {
        let first =
            r#"{"imports": [["./atrio_bg.js", "__wbg_new_1f", "$a"]], "exports": [["memory", "b"], ["hydrate", "c"]]}"#;
        let second = r#"{"imports": [["a", "$a", "$a"]], "exports": [["b", "b"], ["c", "c"]]}"#;
        let names = ShortNames::parse(&format!("{first}\n{second}\n")).unwrap();
        let js = "export function hydrate() {\n    wasm.hydrate();\n}\nconst memory = wasm.memory.buffer;\n\
            const import0 = { __wbg_new_1f: function() { return wasm.other; } };\nimports[\"./atrio_bg.js\"] = import0;";
        let expected = "export function hydrate() {\n    wasm.c();\n}\nconst memory = wasm.b.buffer;\n\
            const import0 = { $a: function() { return wasm.other; } };\nimports[\"a\"] = import0;";
        assert_eq!(names.apply(js), expected);
        assert!(ShortNames::parse("").is_err());
    }
}
