//! The guide of `docs/guide` as pages of the site, below `/help/`: a book in each language, in the layout of mdBook
//! (`SUMMARY.md` and chapters). Its own pages and not mdBook's, whose inline scripts the Content-Security-Policy refuses and whose
//! fonts and search take more than all texts.

mod chapter;
mod page;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use crate::{digest::files_below, paths};
use chapter::Chapter;
use page::Page;

/// Most bytes of all pages and pictures, without compressed copies.
const MAX_SIZE: usize = 1_500_000;

/// A language, and what its pages say besides the text of the chapters.
pub(crate) struct Words {
    pub(crate) language: &'static str,
    pub(crate) other: &'static str,
    pub(crate) in_other: &'static str,
    pub(crate) guide: &'static str,
    pub(crate) contents: &'static str,
    pub(crate) skip: &'static str,
    pub(crate) back: &'static str,
    pub(crate) previous: &'static str,
    pub(crate) next: &'static str,
}

const LANGUAGES: [Words; 2] = [
    Words {
        language: "it",
        other: "en",
        in_other: "English",
        guide: "Guida",
        contents: "Indice",
        skip: "Vai al testo",
        back: "Torna ad Atrio",
        previous: "Prima",
        next: "Poi",
    },
    Words {
        language: "en",
        other: "it",
        in_other: "Italiano",
        guide: "Guide",
        contents: "Contents",
        skip: "Skip to the text",
        back: "Back to Atrio",
        previous: "Previous",
        next: "Next",
    },
];

/// An entry of the table of contents.
pub(crate) struct Entry {
    pub(crate) title: String,
    /// Below the folder of the language, without its extension.
    pub(crate) name: String,
    pub(crate) is_nested: bool,
}

pub(crate) fn folder() -> PathBuf {
    paths::root().join("docs/guide")
}

/// Every page and picture, by its path in the site. `style_sheet` is the path of theirs.
///
/// # Errors
/// A link, an anchor or a picture that is not there; a chapter that the other language has not; too many bytes.
pub(crate) fn pages(style_sheet: &str) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut names: Option<Vec<String>> = None;
    for words in &LANGUAGES {
        let source = folder().join(words.language);
        let entries = summary(&source)?;
        let own: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
        if names.get_or_insert_with(|| own.clone()) != &own {
            bail!("the guide must have the same chapters in both languages, in one order");
        }
        let chapters = chapters(&source, &entries)?;
        for (index, (entry, chapter)) in entries.iter().zip(&chapters).enumerate() {
            check_links(&source, entry, chapter, &chapters, &entries)?;
            let page = Page { words, entries: &entries, index, html: &chapter.html, style_sheet };
            files.insert(page::path(words, &entry.name), page.to_string().into_bytes());
        }
        for picture in files_below(&source.join("images"))? {
            let name = picture.strip_prefix(folder()).context("a picture outside of the guide")?.to_owned();
            files.insert(Path::new("help").join(name), fs::read(&picture)?);
        }
    }
    let size: usize = files.values().map(Vec::len).sum();
    if size > MAX_SIZE {
        bail!("the guide takes {size} bytes; the limit is {MAX_SIZE}");
    }
    Ok(files)
}

/// The lines `- [Title](file.md)`; indented ones are below the one before them.
fn summary(source: &Path) -> Result<Vec<Entry>> {
    let file = source.join("SUMMARY.md");
    let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let entry = |line: &str| {
        let (title, name) = line.trim_start().strip_prefix("- [")?.strip_suffix(".md)")?.split_once("](")?;
        Some(Entry { title: title.to_owned(), name: name.to_owned(), is_nested: line.starts_with(' ') })
    };
    Ok(text.lines().filter_map(entry).collect())
}

fn chapters(source: &Path, entries: &[Entry]) -> Result<Vec<Chapter>> {
    let read = |entry: &Entry| {
        let file = source.join(format!("{}.md", entry.name));
        let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(Chapter::parse(&text))
    };
    entries.iter().map(read).collect()
}

fn check_links(source: &Path, entry: &Entry, chapter: &Chapter, chapters: &[Chapter], entries: &[Entry]) -> Result<()> {
    let folder = Path::new(&entry.name).parent().unwrap_or(Path::new(""));
    for link in &chapter.links {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() { PathBuf::from(&entry.name) } else { normalized(&folder.join(file)) };
        let name = target.with_extension("");
        let there = entries.iter().position(|other| Path::new(&other.name) == name);
        let is_there =
            there.is_some_and(|index| anchor.is_empty() || chapters[index].anchors.iter().any(|own| own == anchor));
        if !is_there {
            bail!("{}/{}.md: the link to {link} leads nowhere", source.display(), entry.name);
        }
    }
    for picture in &chapter.pictures {
        if !source.join(normalized(&folder.join(picture))).is_file() {
            bail!("{}/{}.md: there is no picture {picture}", source.display(), entry.name);
        }
    }
    Ok(())
}

/// Without `..`.
fn normalized(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path {
        if part == ".." {
            normal.pop();
        } else {
            normal.push(part);
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{folder, normalized, pages};

    #[test]
    fn parent_folders_are_resolved() {
        assert_eq!(normalized(Path::new("forms/../files.md")), PathBuf::from("files.md"));
    }

    #[test]
    fn guide_has_no_dead_link_and_both_languages() {
        let pages = pages("pkg/guide.css").unwrap();
        for language in ["it", "en"] {
            let page = &pages[&PathBuf::from(format!("help/{language}/first-hour.html"))];
            let html = String::from_utf8(page.clone()).unwrap();
            assert!(html.contains(&format!("<html lang=\"{language}\"")) && html.contains("<h1"), "{html}");
            assert!(!html.contains(".md\"") && !html.contains(".md#"), "{html}");
        }
        assert!(folder().join("it/SUMMARY.md").is_file());
    }
}
