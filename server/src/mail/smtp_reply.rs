//! The reply of a mail server, as it is stored and shown.

use domain::line::{one_line, shortened};

const MAX_CHARS: usize = 500;

/// One line without addresses: a server may repeat those of others.
pub(super) fn sanitize(reply: &str) -> String {
    let line = one_line(reply);
    let words: Vec<&str> = line.split(' ').map(|word| if word.contains('@') { "…" } else { word }).collect();
    shortened(words.join(" "), MAX_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reply_becomes_one_line_without_addresses() {
        assert_eq!(sanitize("550 5.1.1 <anna@example.com>:\r\n unknown\0 user"), "550 5.1.1 … unknown user");
        assert_eq!(sanitize(&"è ".repeat(600)).chars().count(), MAX_CHARS);
        assert_eq!(sanitize(""), "");
    }
}
