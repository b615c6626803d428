//! How fast secrets may be guessed over all addresses together, without locking anybody out.

pub mod passwords;
pub mod slugs;
