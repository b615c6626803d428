//! Value types of the records.

#[macro_use]
mod filled_from;
#[macro_use]
pub mod string_enum;
#[macro_use]
mod string_value;

pub mod amount;
pub mod date;
pub mod email;
pub mod id;
pub mod language;
pub mod line;
pub mod minutes;
pub mod money;
pub mod paging;
pub mod percent;
pub mod portal_secret;
pub mod slug;
pub mod timestamp;
pub mod typed_code;
