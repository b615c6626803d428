//! Pages that need no session: welcome, offline and error pages.

pub mod error_page;
pub mod offline;
pub mod welcome;
