//! How codes that people type or paste are read.

/// Capital letters and digits of which none looks like another.
pub const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// What was typed, without spaces and hyphens and in upper case, cut after one character more than `longest`: too long a code
/// stays too long.
pub fn normalized(typed: &str, longest: usize) -> String {
    let is_separator = |char: char| char.is_whitespace() || matches!(char, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let chars = typed.chars().filter(|char| !is_separator(*char)).take(longest + 1);
    chars.map(|char| char.to_ascii_uppercase()).collect()
}

/// Whether a code that was [`normalized`] has only characters of [`ALPHABET`].
pub fn is_of_alphabet(code: &str) -> bool {
    code.bytes().all(|byte| ALPHABET.contains(&byte))
}
