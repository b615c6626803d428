//! Admin sessions, and random ids and secrets.

pub(crate) mod secrets;
pub(crate) mod sessions;
