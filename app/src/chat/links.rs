//! Links in what people write: addresses beginning with `http://`, `https://` or `www.`, and e-mail
//! addresses. Nothing else is ever a link.

use linkify::{LinkFinder, LinkKind};

/// A stretch of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Words.
    Text(&'a str),
    /// A link.
    Link {
        /// As it was written.
        shown: &'a str,
        /// What has to stand before it to make it an address: nothing, `https://` or `mailto:`.
        scheme: &'static str,
    },
}

/// Cuts a text into words and links; put together again, the pieces are the text.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut finder = LinkFinder::new();
    // For `www.`; what else has no scheme is sorted out below.
    finder.url_must_have_scheme(false);
    let mut pieces = Vec::new();
    let mut done = 0;
    for link in finder.links(text) {
        let shown = link.as_str();
        let shown = shown.find(hides_direction).map_or(shown, |end| &shown[..end]);
        let Some(scheme) = lacks(link.kind(), shown) else { continue };
        if done < link.start() {
            pieces.push(Piece::Text(&text[done..link.start()]));
        }
        pieces.push(Piece::Link { shown, scheme });
        done = link.start() + shown.len();
    }
    if done < text.len() {
        pieces.push(Piece::Text(&text[done..]));
    }
    pieces
}

/// What a link lacks to be an address; none if it may not be one.
fn lacks(kind: &LinkKind, shown: &str) -> Option<&'static str> {
    let begins = |with: &str| shown.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with));
    match kind {
        LinkKind::Email => Some("mailto:"),
        _ if begins("https://") || begins("http://") => Some(""),
        _ if begins("www.") => Some("https://"),
        _ => None,
    }
}

/// Signs that cannot be seen: one that changes the direction of writing makes an address look like
/// another.
fn hides_direction(letter: char) -> bool {
    matches!(letter, '\u{61C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{FEFF}')
        || matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The addresses of the links in a text; the pieces must put it together again.
    fn links(text: &str) -> Vec<String> {
        let pieces = pieces(text);
        let shown = |piece: &Piece| match *piece {
            Piece::Text(shown) | Piece::Link { shown, .. } => shown.to_owned(),
        };
        assert_eq!(pieces.iter().map(shown).collect::<String>(), text);
        let address = |piece: &Piece| match *piece {
            Piece::Text(_) => None,
            Piece::Link { shown, scheme } => Some(format!("{scheme}{shown}")),
        };
        pieces.iter().filter_map(address).collect()
    }

    #[test]
    fn addresses_become_links() {
        for (text, link) in [
            ("https://a.it", "https://a.it"),
            ("vedi http://localhost:3000/a?b=c&d#e qui", "http://localhost:3000/a?b=c&d#e"),
            ("HTTPS://A.IT/Città", "HTTPS://A.IT/Città"),
            ("http://[::1]:80/", "http://[::1]:80/"),
            ("su www.esempio.it trovi tutto", "https://www.esempio.it"),
            ("scrivi a anna.rossi+studio@posta.esempio.it", "mailto:anna.rossi+studio@posta.esempio.it"),
            ("mailto:a@b.it", "mailto:a@b.it"),
        ] {
            assert_eq!(links(text), [link], "{text}");
        }
        assert_eq!(
            links("a@b.it,c@d.it https://e.it\nwww.f.it"),
            ["mailto:a@b.it", "mailto:c@d.it", "https://e.it", "https://www.f.it"]
        );
    }

    #[test]
    fn the_sentence_around_an_address_is_left_out() {
        for (text, link) in [
            ("(https://a.it/b).", "https://a.it/b"),
            ("(vedi https://it.wikipedia.org/wiki/A_(b))", "https://it.wikipedia.org/wiki/A_(b)"),
            ("[https://a.it/b[1]]", "https://a.it/b[1]"),
            ("«https://a.it/»!", "https://a.it/"),
            ("“https://a.it”", "https://a.it"),
            ("<https://a.it/b>", "https://a.it/b"),
            ("è https://a.it/b?!…", "https://a.it/b"),
            ("https://a.it/b(", "https://a.it/b"),
            ("scrivi a (a@b.it).", "mailto:a@b.it"),
            ("a@b.it-", "mailto:a@b.it"),
            ("...a@b.it", "mailto:a@b.it"),
        ] {
            assert_eq!(links(text), [link], "{text}");
        }
    }

    #[test]
    fn nothing_else_is_a_link() {
        for text in [
            "",
            "javascript:alert(1)",
            "data:text/html,<b>",
            "ftp://a.it",
            "file:///etc/passwd",
            "//a.it",
            "a.it",
            "http://",
            "https:// a",
            "https://).",
            "www.",
            "www.a",
            "awww.a.it",
            "xhttps://a.it",
            "@b.it",
            "a@b",
            "a@b.c",
            "a@b..it",
            "a@-b.it",
            "a@@b.it",
            "a@b.it@c",
            "èa@b.it",
            "ftp://anna@a.it",
            "a@1.22",
        ] {
            assert_eq!(links(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn an_address_cannot_be_written_backwards() {
        assert_eq!(links("https://a.it/\u{202E}ti.live"), ["https://a.it/"]);
        assert_eq!(links("https://a.it\u{200B}.evil.it"), ["https://a.it"]);
    }

    #[test]
    fn letters_of_any_length_are_cut_between() {
        for text in ["h", "hé", "https:/è", "wéw.", "🎉@🎉", "è@è.it", "https://🎉", "w\u{301}ww.a.it"]
        {
            links(text);
        }
        assert_eq!(links("🎉https://a.it🎉"), ["https://a.it🎉"]);
    }
}
