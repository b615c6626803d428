//! A page of the guide around the text of its chapter.

use std::{fmt, path::PathBuf};

use super::{Entry, Words};

pub(crate) struct Page<'a> {
    pub(crate) words: &'a Words,
    pub(crate) entries: &'a [Entry],
    /// Of its entry.
    pub(crate) index: usize,
    pub(crate) html: &'a str,
    /// Its path in the site.
    pub(crate) style_sheet: &'a str,
}

/// Where the page of a chapter is in the site.
pub(crate) fn path(words: &Words, name: &str) -> PathBuf {
    PathBuf::from(format!("help/{}/{name}.html", words.language))
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { words, entries, index, html, style_sheet } = self;
        let Words { language, other, in_other, guide, contents, skip, back, .. } = words;
        let Entry { title, name, .. } = &entries[*index];
        write!(
            f,
            r##"<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{} · {guide}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/fonts/figtree-basic.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/{style_sheet}">
</head>
<body class="guide">
<a class="skip" href="#main">{skip}</a>
<header class="guide__bar">
<a class="guide__back" href="/admin">{back}</a>
<a class="guide__contents" href="#contents">{contents}</a>
<a href="/help/{other}/{name}.html" lang="{other}" hreflang="{other}">{in_other}</a>
</header>
<main id="main" class="guide__text">
{html}</main>
"##,
            escaped(title)
        )?;
        self.write_neighbours(f)?;
        self.write_contents(f)?;
        f.write_str("</body>\n</html>\n")
    }
}

impl Page<'_> {
    /// The chapters before and after it.
    fn write_neighbours(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let previous = self.index.checked_sub(1).map(|index| (self.words.previous, "prev", &self.entries[index]));
        let next = self.entries.get(self.index + 1).map(|entry| (self.words.next, "next", entry));
        writeln!(f, r#"<nav class="guide__neighbours" aria-label="{} / {}">"#, self.words.previous, self.words.next)?;
        for (word, rel, entry) in previous.into_iter().chain(next) {
            let (address, title) = (self.address(entry), escaped(&entry.title));
            writeln!(f, r#"<a rel="{rel}" href="{address}"><span>{word}</span> {title}</a>"#)?;
        }
        writeln!(f, "</nav>")
    }

    fn write_contents(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contents = self.words.contents;
        writeln!(f, r#"<nav id="contents" class="guide__nav" aria-labelledby="contents-title">"#)?;
        writeln!(f, r#"<h2 id="contents-title">{contents}</h2>"#)?;
        writeln!(f, "<ul>")?;
        for (index, entry) in self.entries.iter().enumerate() {
            let nested = if entry.is_nested { r#" class="guide__nested""# } else { "" };
            let current = if index == self.index { r#" aria-current="page""# } else { "" };
            let (address, title) = (self.address(entry), escaped(&entry.title));
            writeln!(f, r#"<li{nested}><a href="{address}"{current}>{title}</a></li>"#)?;
        }
        writeln!(f, "</ul>\n</nav>")
    }

    fn address(&self, entry: &Entry) -> String {
        format!("/help/{}/{}.html", self.words.language, entry.name)
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
