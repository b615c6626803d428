//! Download sizes and their limits.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::step::print_line;

/// Limit of JavaScript and WASM together after Brotli, in bytes.
const CODE_LIMIT: u64 = 104_000;
/// Limit of the style sheet after Brotli, in bytes.
const STYLE_LIMIT: u64 = 12_000;

/// The sizes of one file in bytes.
struct Size {
    name: String,
    raw: u64,
    gzip: u64,
    brotli: u64,
}

impl Size {
    /// Measures a file of the site and its compressed copies.
    fn of(site: &Path, name: &str) -> Result<Self> {
        let measure = |ending: &str| {
            let path = site.join(format!("{name}{ending}"));
            path.metadata()
                .map(|metadata| metadata.len())
                .with_context(|| format!("{} is missing", path.display()))
        };
        Ok(Self { name: name.to_owned(), raw: measure("")?, gzip: measure(".gz")?, brotli: measure(".br")? })
    }

    fn has_extension(&self, extensions: &[&str]) -> bool {
        Path::new(&self.name)
            .extension()
            .is_some_and(|own| extensions.iter().any(|extension| own == *extension))
    }
}

/// Prints the sizes of these files of the site; fails if the code or the style sheet is too large.
pub(crate) fn check(site: &Path, names: &[String]) -> Result<()> {
    let sizes: Vec<Size> = names.iter().map(|name| Size::of(site, name)).collect::<Result<_>>()?;
    print_line(&format!("{:>10} {:>10} {:>10}  bytes", "raw", "gzip", "brotli"));
    for size in &sizes {
        print_line(&format!("{:>10} {:>10} {:>10}  {}", size.raw, size.gzip, size.brotli, size.name));
    }
    check_limits(&sizes)
}

fn check_limits(sizes: &[Size]) -> Result<()> {
    check_limit(sizes, "js + wasm", &["js", "wasm"], CODE_LIMIT)?;
    check_limit(sizes, "css", &["css"], STYLE_LIMIT)
}

fn check_limit(sizes: &[Size], what: &str, extensions: &[&str], limit: u64) -> Result<()> {
    let total: u64 = sizes.iter().filter(|size| size.has_extension(extensions)).map(|size| size.brotli).sum();
    print_line(&format!("{total:>32}  {what}, limit {limit}"));
    if total > limit {
        bail!("{what} take {total} bytes after Brotli; the limit is {limit}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{CODE_LIMIT, STYLE_LIMIT, Size, check_limits};

    fn size(name: &str, brotli: u64) -> Size {
        Size { name: name.to_owned(), raw: brotli, gzip: brotli, brotli }
    }

    #[test]
    fn code_and_style_have_separate_limits() {
        let sizes = |wasm, css| [size("a.js", 1), size("a.wasm", wasm), size("a.css", css)];
        assert!(check_limits(&sizes(CODE_LIMIT - 1, STYLE_LIMIT)).is_ok());
        assert!(check_limits(&sizes(CODE_LIMIT, STYLE_LIMIT)).is_err());
        assert!(check_limits(&sizes(CODE_LIMIT - 1, STYLE_LIMIT + 1)).is_err());
    }
}
