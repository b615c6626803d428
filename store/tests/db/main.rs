//! The store on SQLite and PostgreSQL: every test runs on both.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod approvals;
mod chat;
mod keeping;
mod leads;
mod order;
mod portal;
mod support;
mod transfer;
