//! Sessions of the agency, and what must not be guessed.

pub(crate) mod secrets;
pub(crate) mod sessions;
