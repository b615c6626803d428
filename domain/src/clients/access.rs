//! Whether the people of a client need a code besides their address, and the codes.

use crate::typed_code;

string_enum! {
    /// What opens the portal of a client.
    #[derive(Default)]
    pub enum Access {
        /// The address alone.
        #[default]
        Link = "link",
        /// The address, and once in a browser a code sent to the person's e-mail.
        Code = "code",
    }
}

/// A code that opens a portal in the browser that asked for it: six characters, none of which looks like another.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessCode(String);

impl AccessCode {
    pub const LENGTH: usize = 6;
    /// How long a code is valid, in minutes.
    pub const MINUTES: i64 = 15;
    /// How often it may be typed.
    pub const TRIES: i64 = 10;
    /// How many are sent in an hour to one person: to browsers that had no code session together, to others each.
    pub const PER_HOUR: i64 = 5;
    /// After how many seconds another one is sent to the same browser.
    pub const PAUSE: i64 = 60;

    /// Reads what somebody typed or pasted: in either case, with spaces and hyphens. `None` if it cannot be a code.
    pub fn parse(typed: &str) -> Option<Self> {
        let code = typed_code::normalized(typed, Self::LENGTH);
        (code.len() == Self::LENGTH && typed_code::is_of_alphabet(&code)).then_some(Self(code))
    }

    /// The code of six random bytes, each character as likely as any other.
    pub fn of(random: [u8; Self::LENGTH]) -> Self {
        Self(random.iter().map(|byte| char::from(typed_code::ALPHABET[usize::from(byte % 32)])).collect())
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for AccessCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AccessCode(…)")
    }
}

/// `a…@example.com`: enough to recognise one's own address, and no more.
pub fn masked_email(email: &str) -> String {
    let (user, host) = email.rsplit_once('@').unwrap_or((email, ""));
    let first: String = user.chars().take(1).collect();
    format!("{first}…@{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_read_in_either_case_with_spaces_and_hyphens() {
        for typed in ["7KQ4MP", "7kq4mp", " 7kq 4mp ", "7kq-4mp", "7 K Q 4 M P\u{a0}", "7KQ–4MP", "7KQ‑4MP\n"] {
            assert_eq!(AccessCode::parse(typed).expect(typed).reveal(), "7KQ4MP");
        }
        for typed in ["", "7KQ4M", "7KQ4MPX", "7KQ4M0", "7KQ4MI", "7KQ4M\0", "７KQ4MP", "7KQ4Mß"] {
            assert_eq!(AccessCode::parse(typed), None, "{typed:?}");
        }
    }

    #[test]
    fn every_random_code_is_read_back() {
        for byte in 0..=u8::MAX {
            let code = AccessCode::of([byte, 0, 255, byte, 7, 31]);
            assert_eq!(AccessCode::parse(code.reveal()), Some(code));
        }
    }

    #[test]
    fn masked_email_shows_first_letter_and_host() {
        assert_eq!(masked_email("anna@example.com"), "a…@example.com");
        assert_eq!(masked_email("ü@x.de"), "ü…@x.de");
    }
}
