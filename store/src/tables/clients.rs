//! Clients.

use domain::notifications::Frequency;
use domain::{Client, EmailAddress, Language, Slug, Timestamp, Token};

use super::values::{Id, Line, Name, Phone, UsuallyOn};
use crate::search_index::sort_name;

table! {
    client, member clients, import ClientImport, record Client,
    |now| {
        id: Id,
        name: Name,
        company: Option<Line>,
        email: Option<EmailAddress>,
        phone: Option<Phone>,
        language: Option<Language> = Language::It,
        notify: Option<Frequency> = Frequency::Now,
        remind_approvals: Option<UsuallyOn> = UsuallyOn(true),
        remind_payments: Option<UsuallyOn> = UsuallyOn(true),
        token: Option<Token>,
        slug: Option<Slug>,
        created_at: Option<Timestamp> = now,
    }
    derived { sort_name: sort_name(name.as_ref()) }
}
