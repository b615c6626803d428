//! Finds links in messages: addresses that begin with `http://`, `https://` or `www.`, and e-mail
//! addresses.
//!
//! Not the crate `linkify`: it finds `www.` only along with every `name.tld`, and then splits
//! `anna.rossi+studio@a.it` into a web address and the e-mail `+studio@a.it`; it does not handle «quotes».

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    Text(&'a str),
    Link {
        /// The link as written.
        shown: &'a str,
        /// The prefix that makes it a URL: empty, `https://` or `mailto:`.
        scheme: &'static str,
    },
}

/// Splits a text into plain parts and links; joined, the pieces are the text.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut done = 0;
    while let Some((start, end, scheme)) = next_link(text, done) {
        if done < start {
            pieces.push(Piece::Text(&text[done..start]));
        }
        pieces.push(Piece::Link { shown: &text[start..end], scheme });
        done = end;
    }
    if done < text.len() {
        pieces.push(Piece::Text(&text[done..]));
    }
    pieces
}

/// Start, end and scheme prefix of the first link at or after `from`.
fn next_link(text: &str, from: usize) -> Option<(usize, usize, &'static str)> {
    text[from..].char_indices().map(|(at, letter)| (from + at, letter)).find_map(|(at, letter)| match letter {
        'h' | 'H' | 'w' | 'W' if !continues_word(&text[..at]) => web(text, at),
        '@' => mail(text, from, at),
        _ => None,
    })
}

/// A web address that begins at `start`.
fn web(text: &str, start: usize) -> Option<(usize, usize, &'static str)> {
    let rest = &text[start..];
    let begins = |with: &&(&str, &str)| rest.get(..with.0.len()).is_some_and(|head| head.eq_ignore_ascii_case(with.0));
    let (with, scheme) = [("https://", ""), ("http://", ""), ("www.", "https://")].iter().find(begins)?;
    let rest = &rest[with.len()..];
    let end = rest.find(ends_address).unwrap_or(rest.len());
    let rest = trimmed(&rest[..end]);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let has_host = host.starts_with(|first| is_of_word(first) || first == '[');
    // `www.` alone is no host name.
    let is_whole = scheme.is_empty() || host.contains('.');
    (has_host && is_whole).then_some((start, start + with.len() + rest.len(), scheme))
}

/// The e-mail address around the `@` at `at`, beginning at or after `from`.
fn mail(text: &str, from: usize, at: usize) -> Option<(usize, usize, &'static str)> {
    let is_local = |letter: char| letter.is_ascii_alphanumeric() || "._%+-".contains(letter);
    let local = from + text[from..at].trim_end_matches(is_local).len();
    let local = at - text[local..at].trim_start_matches('.').len();
    let rest = &text[at + 1..];
    let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-' && letter != '.');
    let domain = rest[..end.unwrap_or(rest.len())].trim_end_matches(['.', '-']);
    let after = &rest[domain.len()..];

    let starts_word = !continues_word(&text[..local]) && !text[..local].ends_with(['/', '@']);
    let ends_word = !after.starts_with(|next| is_of_word(next) || next == '@');
    let top = domain.rsplit_once('.').map_or("", |(_, top)| top);
    let is_domain = top.len() > 1
        && top.bytes().all(|byte| byte.is_ascii_alphabetic())
        && domain.split('.').all(|label| !label.is_empty() && !label.starts_with('-'));
    (local < at && starts_word && ends_word && is_domain).then_some((local, at + 1 + domain.len(), "mailto:"))
}

/// Whether a character right after `before` continues a word.
fn continues_word(before: &str) -> bool {
    before.chars().next_back().is_some_and(is_of_word)
}

/// Whether this is a letter or a digit: of ASCII, or in a block of letters. Unicode's own table would take 1.8 KB of the
/// portal's module.
fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter, 'À'..='\u{1FFF}' | '\u{2C00}'..='\u{2DFF}' | '\u{3040}'..='\u{D7FF}')
        || matches!(letter, '\u{F900}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether this character ends an address: white space, quotes and invisible characters. A bidi override
/// could make an address look like another one.
fn ends_address(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(letter, '<' | '>' | '"' | '«' | '»' | '“' | '”' | '`')
        || matches!(letter, '\u{61C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{FEFF}')
        || matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}')
}

/// The address without trailing punctuation and without closing brackets that were opened before it.
fn trimmed(address: &str) -> &str {
    let mut address = address;
    while let Some(last) = address.chars().next_back() {
        let opening = match last {
            ')' => '(',
            ']' => '[',
            '}' => '{',
            _ => last,
        };
        let count = |bracket: char| address.matches(bracket).count();
        let is_trailing = ".,;:!?'’‘…·*([{".contains(last) || opening != last && count(opening) < count(last);
        if !is_trailing {
            break;
        }
        address = &address[..address.len() - last.len_utf8()];
    }
    address
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
    fn urls_and_emails_become_links() {
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
    fn link_excludes_surrounding_punctuation() {
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
    fn other_text_is_not_linked() {
        for text in [
            "", "javascript:alert(1)", "data:text/html,<b>", "ftp://a.it", "file:///etc/passwd", "//a.it", "a.it",
            "http://", "https:// a", "https://).", "www.", "www.a", "awww.a.it", "xhttps://a.it", "@b.it", "a@b",
            "a@b.c", "a@b..it", "a@-b.it", "a@@b.it", "a@b.it@c", "èa@b.it", "ftp://anna@a.it", "a@1.22",
        ] {
            assert_eq!(links(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn link_ends_at_bidi_and_zero_width_characters() {
        assert_eq!(links("https://a.it/\u{202E}ti.live"), ["https://a.it/"]);
        assert_eq!(links("https://a.it\u{200B}.evil.it"), ["https://a.it"]);
    }

    #[test]
    fn links_split_at_char_boundaries() {
        for text in ["h", "hé", "https:/è", "wéw.", "🎉@🎉", "è@è.it", "https://🎉", "w\u{301}ww.a.it"] {
            links(text);
        }
        assert_eq!(links("🎉https://a.it🎉"), ["https://a.it🎉"]);
        assert_eq!(
            links("→https://a.it «www.b.it» ©www.c.it"),
            ["https://a.it", "https://www.b.it", "https://www.c.it"]
        );
    }
}
