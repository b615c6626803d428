//! Pages that need no session: contact forms, the end of e-mails, welcome, offline and error pages.

pub mod contact_form;
pub mod error_page;
pub mod password;
pub mod plain_page;
pub mod player;
pub mod receipt;
pub mod unsubscribe;
pub mod welcome;
