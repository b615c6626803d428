//! How much a browser downloads, and how much it may.

use std::path::Path;

use anyhow::{Context, Result, bail};

/// The most that JavaScript and WASM may take together after Brotli, in bytes.
const CODE_LIMIT: u64 = 110_000;
/// The most that the style sheet may take after Brotli, in bytes.
const STYLE_LIMIT: u64 = 12_000;

/// The size of one file, in bytes, as it is and compressed.
pub(crate) struct Size {
    name: String,
    raw: u64,
    gzip: u64,
    brotli: u64,
}

impl Size {
    /// Measures a file of the site and its two companions.
    pub(crate) fn of(site: &Path, name: &str) -> Result<Self> {
        let measure = |ending: &str| {
            let path = site.join(format!("{name}{ending}"));
            path.metadata().map(|about| about.len()).with_context(|| format!("{} is missing", path.display()))
        };
        Ok(Self { name: name.to_owned(), raw: measure("")?, gzip: measure(".gz")?, brotli: measure(".br")? })
    }

    fn is_of(&self, kinds: &[&str]) -> bool {
        Path::new(&self.name).extension().is_some_and(|kind| kinds.iter().any(|one| kind == *one))
    }
}

/// Prints the table; fails if the code or the style sheet is too large.
pub(crate) fn check(sizes: &[Size]) -> Result<()> {
    println!("\n{:>10} {:>10} {:>10}  bytes", "raw", "gzip", "brotli");
    for size in sizes {
        println!("{:>10} {:>10} {:>10}  {}", size.raw, size.gzip, size.brotli, size.name);
    }
    within(sizes, "js + wasm", &["js", "wasm"], CODE_LIMIT)?;
    within(sizes, "css", &["css"], STYLE_LIMIT)
}

fn within(sizes: &[Size], what: &str, kinds: &[&str], limit: u64) -> Result<()> {
    let all: u64 = sizes.iter().filter(|size| size.is_of(kinds)).map(|size| size.brotli).sum();
    println!("{all:>32}  {what}, of at most {limit}");
    if all > limit {
        bail!("{what} take {all} bytes after Brotli; the limit is {limit}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{CODE_LIMIT, STYLE_LIMIT, Size, check};

    fn size(name: &str, brotli: u64) -> Size {
        Size { name: name.to_owned(), raw: brotli, gzip: brotli, brotli }
    }

    #[test]
    fn code_and_style_have_a_limit_each() {
        let sizes = |wasm, css| [size("a.js", 1), size("a.wasm", wasm), size("a.css", css)];
        assert!(check(&sizes(CODE_LIMIT - 1, STYLE_LIMIT)).is_ok());
        assert!(check(&sizes(CODE_LIMIT, STYLE_LIMIT)).is_err());
        assert!(check(&sizes(CODE_LIMIT - 1, STYLE_LIMIT + 1)).is_err());
    }
}
