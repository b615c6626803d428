//! Start tags.

/// A start tag as it is written.
#[derive(Debug)]
pub(super) struct Tag<'a> {
    /// The element's name, prefix included.
    pub(super) name: &'a str,
    /// Names and decoded values.
    pub(super) attributes: Vec<(&'a str, String)>,
    /// Whether it ends where it begins.
    pub(super) is_empty: bool,
}

impl<'a> Tag<'a> {
    /// Reads a tag without its `<`, and gives what follows it.
    pub(super) fn read(text: &'a str) -> Option<(Self, &'a str)> {
        let (name, mut rest) = name(text)?;
        let mut attributes = Vec::new();
        loop {
            let spaced = rest.trim_start();
            if let Some(after) = spaced.strip_prefix('>') {
                return Some((Self { name, attributes, is_empty: false }, after));
            }
            if let Some(after) = spaced.strip_prefix("/>") {
                return Some((Self { name, attributes, is_empty: true }, after));
            }
            if spaced.len() == rest.len() {
                return None;
            }
            let (attribute, after) = self::name(spaced)?;
            let after = after.trim_start().strip_prefix('=')?.trim_start();
            let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
            let (value, after) = after[1..].split_once(quote)?;
            if value.contains('<') {
                return None;
            }
            attributes.push((attribute, decoded(value)?));
            rest = after;
        }
    }

    /// The element's name without prefix, in lower case.
    pub(super) fn local(&self) -> String {
        self.name.rsplit(':').next().unwrap_or_default().to_ascii_lowercase()
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(one, _)| *one == name).map(|(_, value)| value.as_str())
    }
}

/// A name and what follows it.
fn name(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':')))?;
    let begins = text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | ':'));
    begins.then(|| text.split_at(end))
}

/// A text with its references resolved: the five of XML, and characters by number. Any other needs a
/// definition, which is not allowed.
pub(super) fn decoded(text: &str) -> Option<String> {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let (name, after) = after.split_once(';')?;
        decoded.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => {
                let number = name.strip_prefix('#')?;
                let code = match number.strip_prefix('x') {
                    Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                    None => number.parse().ok()?,
                };
                char::from_u32(code)?
            }
        });
        rest = after;
    }
    decoded.push_str(rest);
    Some(decoded)
}
