//! What pages of both sides are made of.

pub mod document;
pub mod not_found;
pub mod notice;
pub mod offline;
pub mod theme;
pub mod time;
pub mod welcome;

pub use document::Document;
pub use not_found::{MishapPage, NotFoundPage};
pub use notice::{Done, Flash, Notice, Outcome, Unsent};
pub use offline::OfflinePage;
pub use theme::Theme;
pub use time::Moment;
pub use welcome::WelcomePage;
