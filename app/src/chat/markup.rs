//! A builder of HTML strings that escapes everything but literals.

/// A piece of HTML.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Markup(String);

impl Markup {
    /// Adds literal HTML.
    pub fn raw(&mut self, html: &'static str) -> &mut Self {
        self.0.push_str(html);
        self
    }

    /// Adds escaped text, also as an attribute's value in double quotes.
    pub fn text(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            match letter {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                other => self.0.push(other),
            }
        }
        self
    }

    /// Adds HTML built before.
    pub fn add(&mut self, other: &Self) -> &mut Self {
        self.0.push_str(&other.0);
        self
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_escapes_text_and_attributes() {
        let mut inner = Markup::default();
        inner.raw("<b title=\"").text("\"><script>&amp;'").raw("\">");
        let mut html = Markup::default();
        html.raw("<p>").add(&inner).raw("</p>");
        assert_eq!(html.as_str(), "<p><b title=\"&quot;&gt;&lt;script&gt;&amp;amp;'\"></p>");
    }
}
