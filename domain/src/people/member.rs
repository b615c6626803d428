//! A member of the agency: somebody who signs in besides the account of the environment.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::audit::Actor;
use crate::id::MemberId;
use crate::notifications::Frequency;
use crate::{EmailAddress, Form, FormParser, Language, Problem, Problems, Timestamp};

string_enum! {
    /// What somebody may do: an owner everything, a member the daily work.
    pub enum Role {
        Owner = "owner",
        Member = "member",
    }
}

string_enum! {
    /// What an address that sets a password is for.
    pub enum MemberKey {
        /// `/admin/join/{key}`
        Join = "join",
        /// `/admin/reset/{key}`
        Reset = "reset",
    }
}

impl MemberKey {
    /// How long the address is valid, in milliseconds.
    pub const fn lifetime(self) -> i64 {
        const HOUR: i64 = 60 * 60 * 1_000;
        match self {
            Self::Join => 7 * 24 * HOUR,
            Self::Reset => HOUR,
        }
    }

    /// The path of the address.
    pub fn path(self, key: &str) -> String {
        format!("/admin/{self}/{key}")
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub id: MemberId,
    pub name: String,
    /// No other member has it.
    pub email: EmailAddress,
    pub role: Role,
    /// None: the agency's.
    pub language: Option<Language>,
    /// How often they want e-mails.
    pub notify: Frequency,
    /// None until they have accepted the invitation.
    pub password_hash: Option<PasswordHash>,
    pub created_at: Timestamp,
    pub disabled_at: Option<Timestamp>,
}

impl Member {
    /// Whether they have accepted the invitation and are not disabled.
    pub const fn is_active(&self) -> bool {
        self.password_hash.is_some() && self.disabled_at.is_none()
    }

    pub fn actor(&self) -> Actor {
        Actor::Member(self.id.clone(), self.name.clone())
    }
}

/// A member as the page of the agency's people lists them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberLine {
    pub member: Member,
    pub has_second_factor: bool,
    /// When they were last seen in the agency's pages, to a few minutes.
    pub last_visit: Option<Timestamp>,
    /// Until when the address of their invitation is valid, or was.
    pub invited_until: Option<Timestamp>,
    /// How many clients they look after.
    pub clients: i64,
}

/// The form of an invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberDraft {
    pub name: String,
    pub email: EmailAddress,
    pub role: Role,
}

impl MemberDraft {
    /// The longest name, in characters.
    pub const NAME: usize = 200;

    /// `reserved` is the e-mail of the environment's account, which is no member's.
    pub fn read(form: &Form, reserved: &str) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let name = parser.line("name", Self::NAME);
        let email = parser.needed("email", FormParser::optional_email);
        let role = parser.enum_value("role", Role::Member);
        if email.as_ref().is_some_and(|email| email.as_str() == reserved) {
            parser.reject("email", Problem::Taken);
        }
        let email = email.unwrap_or_else(|| EmailAddress::from_stored(String::new()));
        parser.done(|| Self { name, email, role })
    }
}

/// The form of a member's own account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AccountDraft {
    pub name: String,
    pub email: EmailAddress,
    pub language: Option<Language>,
}

impl AccountDraft {
    /// As [`MemberDraft::read`].
    pub fn read(form: &Form, reserved: &str) -> Result<Self, Problems> {
        let MemberDraft { name, email, .. } = MemberDraft::read(form, reserved)?;
        let mut parser = FormParser::of(form);
        let language = parser.parsed("language", Problem::NotOneOf, |text| text.parse().ok());
        parser.done(|| Self { name, email, language })
    }
}

filled_from! { AccountDraft: Member { name, email, language } }

impl From<&AccountDraft> for Form {
    fn from(draft: &AccountDraft) -> Self {
        Self::default()
            .with("name", Some(&*draft.name))
            .with("email", Some(draft.email.as_str()))
            .with("language", draft.language.map(Language::as_str))
    }
}

/// An Argon2id hash in PHC string format. `Debug` hides it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PasswordHash(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an Argon2id hash in PHC string format")]
pub struct InvalidHash;

impl PasswordHash {
    /// Accepts what a sign-in can check with at most a gibibyte of memory.
    pub fn parse(phc: impl Into<String>) -> Result<Self, InvalidHash> {
        let phc = phc.into();
        if is_argon2id(&phc) { Ok(Self(phc)) } else { Err(InvalidHash) }
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`
fn is_argon2id(phc: &str) -> bool {
    let parts: Vec<&str> = phc.split('$').collect();
    let ["", "argon2id", "v=19", costs, salt, hash] = parts[..] else { return false };
    let is_base64 = |text: &str, min: usize| {
        (min..=86).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte))
    };
    let costs: Vec<&str> = costs.split(',').collect();
    let [memory, passes, lanes] = costs[..] else { return false };
    let cost = |text: &str, name: &str, max: u32| {
        text.strip_prefix(name)
            .and_then(|number| number.parse().ok())
            .is_some_and(|cost: u32| (1..=max).contains(&cost))
    };
    cost(memory, "m=", 1 << 20)
        && cost(passes, "t=", 100)
        && cost(lanes, "p=", 16)
        && is_base64(salt, 11)
        && is_base64(hash, 14)
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

string_value! { PasswordHash, InvalidHash, |phc| Self::parse(phc), |hash| hash.0 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_is_a_complete_argon2id_hash_of_bounded_cost() {
        let good = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$MTIzNDU2Nzg5MDEyMzQ1Ng";
        assert_eq!(PasswordHash::parse(good).map(String::from), Ok(good.to_owned()));
        assert_eq!(format!("{:?}", PasswordHash::parse(good)), "Ok(PasswordHash(…))");
        for bad in [
            "",
            "una password lunga",
            "$2b$12$KIXQ4S8xS8sW5m4o1v8l6uQyH0Q0Q0Q0Q0Q0Q0Q0Q0Q0Q0Q0Q0Q0Q",
            "$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$MTIzNDU2Nzg5MDEyMzQ1Ng",
            "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0",
            "$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHRzYWx0$MTIzNDU2Nzg5MDEyMzQ1Ng",
            "$argon2id$v=19$m=19456,t=2$c2FsdHNhbHRzYWx0$MTIzNDU2Nzg5MDEyMzQ1Ng",
            "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$MTIzNDU2Nzg5MDEyMzQ1\0",
        ] {
            assert_eq!(PasswordHash::parse(bad), Err(InvalidHash), "{bad}");
        }
    }

    #[test]
    fn email_of_the_environment_is_no_members() {
        let form = |email| Form::default().with("name", Some("Luca")).with("email", Some(email));
        let refused = MemberDraft::read(&form(" Admin@Example.it "), "admin@example.it");
        assert_eq!(refused, Err(Problems::one("email", Problem::Taken)));
        assert!(
            MemberDraft::read(&form("luca@example.it"), "admin@example.it")
                .is_ok_and(|draft| draft.role == Role::Member)
        );
        assert_eq!(MemberDraft::read(&form(""), "admin@example.it"), Err(Problems::one("email", Problem::Empty)));
    }
}
