//! What anybody may open: the welcome, and the pages for what is not there.

pub mod error_page;
pub mod offline;
pub mod welcome;
