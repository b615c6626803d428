//! Markdown to HTML: headings with anchors, links between pages instead of files.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

pub(crate) struct Chapter {
    pub(crate) html: String,
    /// Of its headings.
    pub(crate) anchors: Vec<String>,
    /// To other chapters and their headings, as written.
    pub(crate) links: Vec<String>,
    pub(crate) pictures: Vec<String>,
}

impl Chapter {
    pub(crate) fn parse(markdown: &str) -> Self {
        let mut events: Vec<Event> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
        let mut chapter = Self { html: String::new(), anchors: Vec::new(), links: Vec::new(), pictures: Vec::new() };
        chapter.name_headings(&mut events);
        for event in &mut events {
            match event {
                Event::Start(Tag::Link { dest_url, .. }) if !dest_url.contains("://") => {
                    chapter.links.push(dest_url.to_string());
                    *dest_url = page_link(dest_url).into();
                }
                Event::Start(Tag::Image { dest_url, .. }) => chapter.pictures.push(dest_url.to_string()),
                _ => {}
            }
        }
        html::push_html(&mut chapter.html, events.into_iter());
        chapter
    }

    /// Gives each heading the anchor that mdBook gives it.
    fn name_headings(&mut self, events: &mut [Event]) {
        let mut begun: Option<(usize, String)> = None;
        for index in 0..events.len() {
            match &events[index] {
                Event::Start(Tag::Heading { .. }) => begun = Some((index, String::new())),
                Event::Text(text) | Event::Code(text) => {
                    if let Some((_, heading)) = &mut begun {
                        heading.push_str(text);
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    let Some((start, heading)) = begun.take() else { continue };
                    let anchor = anchor(&heading);
                    if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
                        *id = Some(CowStr::from(anchor.clone()));
                    }
                    self.anchors.push(anchor);
                }
                _ => {}
            }
        }
    }
}

/// `clients.md#links` to `clients.html#links`.
fn page_link(link: &str) -> String {
    link.replacen(".md", ".html", 1)
}

/// Letters and digits in lower case, hyphens for spaces.
fn anchor(heading: &str) -> String {
    let letters = heading.trim().chars().filter_map(|letter| match letter {
        _ if letter.is_alphanumeric() || letter == '_' || letter == '-' => Some(letter),
        _ if letter.is_whitespace() => Some('-'),
        _ => None,
    });
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::Chapter;

    #[test]
    fn headings_have_anchors_and_links_lead_to_pages() {
        let chapter =
            Chapter::parse("# Il *tuo* `account`\n\n[Lì](../people.md#a) e [fuori](https://example.com/a.md)\n");
        assert_eq!(chapter.anchors, ["il-tuo-account"]);
        assert_eq!(chapter.links, ["../people.md#a"]);
        assert!(chapter.html.contains(r#"<h1 id="il-tuo-account">"#), "{}", chapter.html);
        assert!(
            chapter.html.contains(r#"href="../people.html#a""#) && chapter.html.contains("/a.md"),
            "{}",
            chapter.html
        );
    }
}
