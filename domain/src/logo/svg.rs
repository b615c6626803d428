//! SVG, read strictly: it must be well-formed XML, and hold only what is drawn. A logo is shown where
//! scripts do not run anyway; a file that tries is refused all the same.

mod css;
mod tag;
mod weight;

use super::LogoProblem::{self, SvgBroken, SvgEntities, SvgExternal, SvgForeign, SvgScript};
use css::check_css;
use tag::{Tag, decoded};
use weight::Drawing;

const SVG: &str = "http://www.w3.org/2000/svg";
const XHTML: &str = "http://www.w3.org/1999/xhtml";
/// Deeper nesting is no drawing; browsers give up there, too.
const DEEPEST: usize = 200;

/// Checks a whole file.
pub(super) fn check(text: &str) -> Result<(), LogoProblem> {
    let mut rest = before_root(text.trim_start_matches('\u{feff}'))?;
    let mut open: Vec<&str> = Vec::new();
    let mut drawing = Drawing::default();
    let mut style: Option<String> = None;
    loop {
        let (words, markup) = rest.split_once('<').ok_or(SvgBroken)?;
        let words = decoded(words).ok_or(SvgBroken)?;
        if let Some(style) = &mut style {
            style.push_str(&words);
        }
        if let Some(after) = markup.strip_prefix("!--") {
            rest = after.split_once("-->").ok_or(SvgBroken)?.1;
        } else if let Some(after) = markup.strip_prefix("![CDATA[") {
            let (words, after) = after.split_once("]]>").ok_or(SvgBroken)?;
            if let Some(style) = &mut style {
                style.push_str(words);
            }
            rest = after;
        } else if let Some(after) = markup.strip_prefix('?') {
            rest = instruction(after)?;
        } else if let Some(after) = markup.strip_prefix('/') {
            let (name, after) = after.split_once('>').ok_or(SvgBroken)?;
            if open.pop() != Some(name.trim_end()) {
                return Err(SvgBroken);
            }
            drawing.close();
            check_css(&style.take().unwrap_or_default())?;
            if open.is_empty() {
                return after_root(after).and_then(|()| drawing.check());
            }
            rest = after;
        } else {
            let (tag, after) = Tag::read(markup).filter(|_| style.is_none()).ok_or(SvgBroken)?;
            check_tag(&tag, open.is_empty())?;
            drawing.open(&tag);
            if tag.is_empty {
                drawing.close();
                if open.is_empty() {
                    return after_root(after).and_then(|()| drawing.check());
                }
            } else {
                open.push(tag.name);
                if open.len() > DEEPEST {
                    return Err(LogoProblem::SvgTooComplex);
                }
                style = (tag.local() == "style").then(String::new);
            }
            rest = after;
        }
    }
}

/// Skips what may stand before the root: declarations, comments, a document type that defines nothing.
/// What then does not begin like an SVG is another kind of file.
fn before_root(text: &str) -> Result<&str, LogoProblem> {
    let mut rest = text.trim_start();
    loop {
        if let Some(after) = rest.strip_prefix("<?") {
            rest = instruction(after)?;
        } else if let Some(after) = rest.strip_prefix("<!--") {
            rest = after.split_once("-->").ok_or(LogoProblem::NotAPicture)?.1;
        } else if let Some(after) = rest.strip_prefix("<!DOCTYPE") {
            let (definition, after) = after.split_once('>').ok_or(LogoProblem::NotAPicture)?;
            if definition.contains('[') {
                return Err(SvgEntities);
            }
            rest = after;
        } else {
            let name = rest.strip_prefix("<svg").and_then(|after| after.chars().next());
            let is_svg = name.is_some_and(|next| next.is_ascii_whitespace() || matches!(next, '>' | '/'));
            return if is_svg { Ok(rest) } else { Err(LogoProblem::NotAPicture) };
        }
        rest = rest.trim_start();
    }
}

/// Skips a processing instruction; one that names a style sheet loads it.
fn instruction(text: &str) -> Result<&str, LogoProblem> {
    let (instruction, after) = text.split_once("?>").ok_or(SvgBroken)?;
    if instruction.to_ascii_lowercase().starts_with("xml-stylesheet") { Err(SvgExternal) } else { Ok(after) }
}

/// After the root nothing is drawn any more.
fn after_root(text: &str) -> Result<(), LogoProblem> {
    let mut rest = text.trim();
    while let Some(after) = rest.strip_prefix("<!--") {
        rest = after.split_once("-->").ok_or(SvgBroken)?.1.trim_start();
    }
    if rest.is_empty() { Ok(()) } else { Err(SvgBroken) }
}

fn check_tag(tag: &Tag<'_>, is_root: bool) -> Result<(), LogoProblem> {
    if is_root && tag.attribute("xmlns") != Some(SVG) {
        return Err(SvgBroken);
    }
    match tag.local().as_str() {
        "script" | "handler" | "listener" => return Err(SvgScript),
        "foreignobject" | "iframe" | "object" | "embed" | "audio" | "video" | "canvas" => {
            return Err(SvgForeign);
        }
        // What an animation sets is as good as written there.
        "animate" | "set" => {
            let sets = tag.attribute("attributeName").unwrap_or_default().to_ascii_lowercase();
            if sets.starts_with("on") || sets.ends_with("href") {
                return Err(SvgScript);
            }
        }
        _ => {}
    }
    tag.attributes.iter().try_for_each(|(name, value)| check_attribute(name, value))
}

fn check_attribute(name: &str, value: &str) -> Result<(), LogoProblem> {
    let name = name.to_ascii_lowercase();
    if name == "xmlns" || name.starts_with("xmlns:") {
        return if value.trim() == XHTML { Err(SvgForeign) } else { Ok(()) };
    }
    if name.starts_with("on") {
        return Err(SvgScript);
    }
    match name.rsplit(':').next().unwrap_or_default() {
        "href" | "src" => css::check_address(value),
        "base" if name != "base" => Err(SvgExternal),
        "style" => check_css(value),
        _ => css::check_addresses(value),
    }
}
