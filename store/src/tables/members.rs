//! The members of the agency.

use domain::notifications::Frequency;
use domain::{EmailAddress, Language, Member, PasswordHash, Role, Timestamp};

use super::values::{Id, Name};

table! {
    member, member members, import MemberImport, record Member,
    |now| {
        id: Id,
        name: Name,
        email: EmailAddress,
        role: Role,
        language: Option<Language>,
        notify: Option<Frequency> = Frequency::Now,
        password_hash: Option<PasswordHash>,
        created_at: Option<Timestamp> = now,
        disabled_at: Option<Timestamp>,
    }
}
