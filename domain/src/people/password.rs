//! Which passwords a member may choose.

use crate::{EmailAddress, Problem};

/// In characters.
pub const MIN: usize = 10;
pub const MAX: usize = 200;
/// A shorter name is not looked for: it is part of too many words.
const MIN_NAME: usize = 4;

/// Why `password` is refused. `is_common` says whether it is among the most common ones, of which the server has the list.
pub fn problem(
    password: &str,
    email: &EmailAddress,
    agency: Option<&str>,
    is_common: impl Fn(&str) -> bool,
) -> Option<Problem> {
    let chars = password.chars().count();
    let lower = password.to_lowercase();
    let local_part = email.as_str().split('@').next();
    let names = [local_part, agency].into_iter().flatten().map(|name| name.trim().to_lowercase());
    let is_personal = names.filter(|name| name.chars().count() >= MIN_NAME).any(|name| lower.contains(&name));
    match chars {
        0 => Some(Problem::Empty),
        _ if chars < MIN => Some(Problem::TooShort(MIN)),
        _ if chars > MAX => Some(Problem::TooLong(MAX)),
        _ if is_personal => Some(Problem::Personal),
        _ if is_common(password) || is_common(&lower) => Some(Problem::Common),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_is_long_uncommon_and_not_the_persons() {
        let email = EmailAddress::parse("luca.ferri@example.it").expect("an address");
        for (password, expected) in [
            ("", Some(Problem::Empty)),
            ("corta però", None),
            ("così corta", None),
            ("novelette", Some(Problem::TooShort(10))),
            (&"è".repeat(200), None),
            (&"è".repeat(201), Some(Problem::TooLong(200))),
            ("1Q2w3e4r5t", Some(Problem::Common)),
            ("io sono Luca.Ferri", Some(Problem::Personal)),
            ("viva Studio Calanco!", Some(Problem::Personal)),
            ("una frase qualsiasi", None),
        ] {
            let found = problem(password, &email, Some("studio calanco"), |common| common == "1q2w3e4r5t");
            assert_eq!(found, expected, "{password}");
        }
    }

    #[test]
    fn short_names_are_not_looked_for() {
        let email = EmailAddress::parse("ugo@example.it").expect("an address");
        assert_eq!(problem("lugodimare in riva", &email, Some("Riv"), |_| false), None);
    }
}
