//! What senders deliver: stored as it came, read once, taken in.

mod elsewhere;
mod keeping;
mod lists;
mod main_address;
mod many;
mod replay;
mod rules;
mod trials;
mod waiting;
