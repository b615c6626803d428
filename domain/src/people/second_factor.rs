//! What a member types as second factor: a code of their app, or one of the codes that replace a lost phone.

use std::fmt;

use crate::typed_code;

/// How many recovery codes a member has at first.
pub const RECOVERY_CODES: usize = 10;
/// Of a recovery code, without its hyphen.
pub const RECOVERY_CODE_CHARS: usize = 8;
const TOTP_DIGITS: usize = 6;

/// `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub enum SignInCode {
    /// Six digits.
    Totp(String),
    /// In upper case, without its hyphen.
    Recovery(String),
}

impl SignInCode {
    /// Without spaces and hyphens, whatever the case. `None`: it has the shape of neither.
    pub fn parse(text: &str) -> Option<Self> {
        let code = typed_code::normalized(text, RECOVERY_CODE_CHARS);
        match code.len() {
            TOTP_DIGITS if code.bytes().all(|byte| byte.is_ascii_digit()) => Some(Self::Totp(code)),
            RECOVERY_CODE_CHARS if typed_code::is_of_alphabet(&code) => Some(Self::Recovery(code)),
            _ => None,
        }
    }
}

impl fmt::Debug for SignInCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInCode(…)")
    }
}

/// A secret in groups of four, as it is read out and typed.
pub fn in_groups(secret: &str, separator: &str) -> String {
    let chars: Vec<char> = secret.chars().collect();
    chars.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_read_without_spaces_hyphens_and_case() {
        let totp = |code: &str| Some(SignInCode::Totp(code.to_owned()));
        let recovery = |code: &str| Some(SignInCode::Recovery(code.to_owned()));
        for (typed, expected) in [
            ("418021", totp("418021")),
            (" 418 021\u{a0}", totp("418021")),
            ("4-1-8-0-2-1", totp("418021")),
            ("7qk4-mrta", recovery("7QK4MRTA")),
            ("7QK4 – MRTA", recovery("7QK4MRTA")),
            ("2345-6789", recovery("23456789")),
            ("41802", None),
            ("4180211", None),
            ("41802a", None),
            ("٤١٨٠٢١", None),
            ("7QK4-MRT0", None),
            ("7QK4-MRTAA", None),
            ("", None),
            (&"4".repeat(100_000), None),
        ] {
            assert_eq!(SignInCode::parse(typed), expected, "{typed:.20}");
        }
        assert_eq!(format!("{:?}", SignInCode::parse("418021")), "Some(SignInCode(…))");
        assert_eq!(in_groups("JBSWY3DPEH", " "), "JBSW Y3DP EH");
    }
}
