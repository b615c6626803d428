//! The people of a client: the client, and the contacts that the agency has added.

mod contact;
mod person;

pub use contact::{Contact, ContactCard, ContactDraft};
pub use person::Person;
