//! People: those of a client, who are the client and the contacts that the agency has added, and the agency's members.

mod contact;
pub mod member;
pub mod password;
mod person;
pub mod second_factor;

pub use contact::{Contact, ContactCard, ContactDraft};
pub use member::{AccountDraft, Member, MemberDraft, MemberKey, MemberLine, PasswordHash, Role};
pub use person::{Person, of_client};
