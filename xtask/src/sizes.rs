//! Download sizes and their limits.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::step::print_line;

/// Limit of a portal's JavaScript and WASM together after Brotli, in bytes.
const PORTAL_LIMIT: u64 = 95_800;
/// The same of the agency's pages.
const ADMIN_LIMIT: u64 = 80_000;
/// The same of what a page loads when somebody chooses a file.
const UPLOAD_LIMIT: u64 = 19_900;
/// Limit of the style sheet with everything after Brotli, in bytes.
const STYLE_LIMIT: u64 = 16_100;
/// The same of the portal's.
const PORTAL_STYLE_LIMIT: u64 = 7_900;
/// The same of the guide's.
const GUIDE_STYLE_LIMIT: u64 = 2_500;

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
            path.metadata().map(|metadata| metadata.len()).with_context(|| format!("{} is missing", path.display()))
        };
        Ok(Self { name: name.to_owned(), raw: measure("")?, gzip: measure(".gz")?, brotli: measure(".br")? })
    }

    fn has_extension(&self, extensions: &[&str]) -> bool {
        Path::new(&self.name).extension().is_some_and(|own| extensions.iter().any(|extension| own == *extension))
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
    let is_code = |size: &Size| size.has_extension(&["js", "wasm"]);
    let is_portal = |size: &Size| size.name.contains("atrio-portal-");
    check_limit(sizes, "portal's js + wasm", PORTAL_LIMIT, |size| is_code(size) && is_portal(size))?;
    let is_upload = |size: &Size| size.name.contains("atrio-upload-");
    check_limit(sizes, "uploads' js + wasm", UPLOAD_LIMIT, |size| is_code(size) && is_upload(size))?;
    let is_admin = |size: &Size| !is_portal(size) && !is_upload(size);
    check_limit(sizes, "agency's js + wasm", ADMIN_LIMIT, |size| is_code(size) && is_admin(size))?;
    let is_style = |size: &Size| size.has_extension(&["css"]);
    check_limit(sizes, "portal's css", PORTAL_STYLE_LIMIT, |size| is_style(size) && is_portal(size))?;
    let is_guide = |size: &Size| size.name.contains("atrio-guide-");
    check_limit(sizes, "guide's css", GUIDE_STYLE_LIMIT, |size| is_style(size) && is_guide(size))?;
    check_limit(sizes, "css", STYLE_LIMIT, |size| is_style(size) && !is_portal(size) && !is_guide(size))
}

fn check_limit(sizes: &[Size], what: &str, limit: u64, is_counted: impl Fn(&Size) -> bool) -> Result<()> {
    let total: u64 = sizes.iter().filter(|size| is_counted(size)).map(|size| size.brotli).sum();
    print_line(&format!("{total:>32}  {what}, limit {limit}"));
    if total > limit {
        bail!("{what} take {total} bytes after Brotli; the limit is {limit}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{
        ADMIN_LIMIT, GUIDE_STYLE_LIMIT, PORTAL_LIMIT, PORTAL_STYLE_LIMIT, STYLE_LIMIT, Size, UPLOAD_LIMIT, check_limits,
    };

    #[test]
    fn each_module_and_each_style_sheet_has_a_limit() {
        let limits = [PORTAL_LIMIT, UPLOAD_LIMIT, ADMIN_LIMIT, PORTAL_STYLE_LIMIT, GUIDE_STYLE_LIMIT, STYLE_LIMIT];
        let modules = ["atrio-portal-0.wasm", "atrio-upload-0.wasm", "atrio-0.wasm"];
        let names = [&modules[..], &["atrio-portal-0.css", "atrio-guide-0.css", "atrio-0.css"]].concat();
        let check = |brotli: [u64; 6]| {
            let size = |(name, brotli): (&str, u64)| Size { name: name.to_owned(), raw: 0, gzip: 0, brotli };
            check_limits(&names.iter().copied().zip(brotli).map(size).collect::<Vec<_>>())
        };
        assert!(check(limits).is_ok());
        for index in 0..limits.len() {
            let mut sizes = limits;
            sizes[index] += 1;
            assert!(check(sizes).is_err(), "{}", names[index]);
        }
    }
}
