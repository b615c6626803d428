//! Clients.

use domain::notifications::Frequency;
use domain::{Access, Client, EmailAddress, Language, Slug, Timestamp, Token};

use super::values::{Assigned, Id, Later, Line, Name, Phone, Text, UsuallyOn};
use crate::search_index::sort_name;

table! {
    client, member clients, import ClientImport, record Client,
    |now| {
        id: Id,
        name: Name,
        company: Option<Line>,
        email: Option<EmailAddress>,
        phone: Option<Phone>,
        address: Option<Later<Text<0, 500>>>,
        vat_number: Option<Later<Phone>>,
        tax_code: Option<Later<Phone>>,
        language: Option<Language> = Language::It,
        notify: Option<Frequency> = Frequency::Now,
        remind_approvals: Option<UsuallyOn> = UsuallyOn(true),
        remind_payments: Option<UsuallyOn> = UsuallyOn(true),
        token: Option<Token>,
        slug: Option<Slug>,
        created_at: Option<Timestamp> = now,
        access: Option<Access> = Access::Link,
        codes_since: Option<Later<Timestamp>>,
    }
    derived { sort_name: sort_name(name.as_ref()) }
    counted { assigned: Option<Assigned> = Assigned::default() }
}
