//! Contacts and their read receipts.

use domain::notifications::Frequency;
use domain::{Contact, EmailAddress, Language, Timestamp, Token};

use super::values::{Id, Name, Text};

table! {
    contact, member contacts, import ContactImport, record Contact,
    |now| {
        id: Id,
        client_id: Id,
        name: Name,
        email: Option<EmailAddress>,
        role: Option<Text<0, 100>>,
        language: Option<Language>,
        can_write: Option<bool> = true,
        can_approve: Option<bool> = true,
        notify: Option<Frequency> = Frequency::Now,
        token: Option<Token>,
        created_at: Option<Timestamp> = now,
    }
}

table! {
    contact_channel_read, member contact_channel_reads, import ContactReadImport,
    |_| { contact_id: Id, channel_key: Id, read_at: Timestamp }
}
