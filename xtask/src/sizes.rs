//! How much a browser downloads, and how much it may.

use std::path::Path;

use anyhow::{Context, Result, bail};

/// The most that JavaScript and WASM may take together after Brotli, in bytes.
const LIMIT: u64 = 130_000;

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

    fn is_code(&self) -> bool {
        Path::new(&self.name).extension().is_some_and(|kind| kind == "js" || kind == "wasm")
    }
}

/// Prints the table; fails if the code is too large.
pub(crate) fn check(sizes: &[Size]) -> Result<()> {
    println!("\n{:>10} {:>10} {:>10}  bytes", "raw", "gzip", "brotli");
    for size in sizes {
        println!("{:>10} {:>10} {:>10}  {}", size.raw, size.gzip, size.brotli, size.name);
    }
    let code: u64 = sizes.iter().filter(|size| size.is_code()).map(|size| size.brotli).sum();
    println!("{code:>32}  js + wasm, of at most {LIMIT}");
    if code > LIMIT {
        bail!("js + wasm take {code} bytes after Brotli; the limit is {LIMIT}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, Size, check};

    fn size(name: &str, brotli: u64) -> Size {
        Size { name: name.to_owned(), raw: brotli, gzip: brotli, brotli }
    }

    #[test]
    fn code_over_the_limit_fails_and_style_does_not_count() {
        assert!(check(&[size("a.js", 1), size("a.wasm", LIMIT - 1), size("a.css", LIMIT)]).is_ok());
        assert!(check(&[size("a.js", 1), size("a.wasm", LIMIT)]).is_err());
    }
}
