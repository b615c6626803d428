//! What a drawing may point to: its own parts, and small pictures inside it.

use super::LogoProblem::{self, SvgExternal, SvgScript};

/// Pictures that can be written into an address. SVG is not among them: it would have to be read, too.
const INSIDE: [&str; 5] =
    ["data:image/png;", "data:image/jpeg;", "data:image/jpg;", "data:image/gif;", "data:image/webp;"];

/// An address on its own.
pub(super) fn check_address(address: &str) -> Result<(), LogoProblem> {
    let address = compact(address);
    if address.is_empty() || address.starts_with('#') || INSIDE.iter().any(|kind| address.starts_with(kind)) {
        Ok(())
    } else if address.contains("script:") {
        Err(SvgScript)
    } else {
        Err(SvgExternal)
    }
}

/// Every `url(…)` of a value.
pub(super) fn check_addresses(value: &str) -> Result<(), LogoProblem> {
    let value = compact(value);
    if value.contains("javascript:") {
        return Err(SvgScript);
    }
    value.split("url(").skip(1).try_for_each(|after| check_address(after.trim_start_matches(['"', '\''])))
}

/// A style: no escapes, which could hide anything, and nothing that loads without `url(…)`.
pub(super) fn check_css(css: &str) -> Result<(), LogoProblem> {
    let small = compact(css);
    if small.contains("expression(") || small.contains("-moz-binding") {
        return Err(SvgScript);
    }
    if ["\\", "@import", "image-set("].iter().any(|odd| small.contains(odd)) {
        return Err(SvgExternal);
    }
    check_addresses(css)
}

/// In lower case, without white space and control characters, which browsers skip in addresses, and
/// without comments, which they skip in styles.
fn compact(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept.retain(|c| !c.is_whitespace() && !c.is_control());
    kept.to_lowercase()
}

/// The part of the drawing that an address names: `#id`, `url(#id)`.
pub(super) fn parts(value: &str) -> impl Iterator<Item = &str> {
    let whole = value.trim().strip_prefix('#').filter(|part| !part.contains(char::is_whitespace));
    let inside = value.split("url(").skip(1).filter_map(|after| {
        let part = after
            .trim_start_matches(|c: char| c.is_whitespace() || c == '"' || c == '\'')
            .strip_prefix('#')?;
        part.split(|c: char| c == ')' || c == '"' || c == '\'' || c.is_whitespace()).next()
    });
    whole.into_iter().chain(inside)
}
