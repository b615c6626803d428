//! What pages of both sides are made of.

pub mod copy;
pub mod document;
pub mod field;
pub mod form;
pub mod icon;
pub mod list;
pub mod not_found;
pub mod notice;
pub mod offline;
pub mod theme;
pub mod time;
pub mod welcome;

pub use copy::CopyField;
pub use document::Document;
pub use field::{FlagField, ProseField, SelectField, TextField};
pub use form::{Fields, FormHead};
pub use icon::{Icon, Picture};
pub use list::{DeleteForm, MoreLink, SearchField};
pub use not_found::{ErrorPage, NotFoundPage};
pub use notice::{Done, Flash, Notice, Outcome, Unsent};
pub use offline::OfflinePage;
pub use theme::Theme;
pub use time::Moment;
pub use welcome::WelcomePage;
