//! The answer of a mail server, as it is stored and shown.

use domain::line::{one_line, shortened};

/// In characters.
const LONGEST: usize = 500;

/// One line without addresses: a server may repeat those of others.
pub(super) fn clean(answer: &str) -> String {
    let line = one_line(answer);
    let words: Vec<&str> = line.split(' ').map(|word| if word.contains('@') { "…" } else { word }).collect();
    shortened(words.join(" "), LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_becomes_one_line_without_addresses() {
        assert_eq!(clean("550 5.1.1 <anna@example.com>:\r\n unknown\0 user"), "550 5.1.1 … unknown user");
        assert_eq!(clean(&"è ".repeat(600)).chars().count(), LONGEST);
        assert_eq!(clean(""), "");
    }
}
