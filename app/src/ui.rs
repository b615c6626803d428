//! What pages of both sides are made of.

pub mod document;
pub mod not_found;
pub mod notice;
pub mod time;
pub mod welcome;

pub use document::Document;
pub use not_found::{MishapPage, NotFoundPage};
pub use notice::{Flash, Notice};
pub use time::Moment;
pub use welcome::WelcomePage;
