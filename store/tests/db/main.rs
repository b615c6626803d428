//! The store on SQLite and PostgreSQL: every test runs on both.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod agency;
mod approvals;
mod change_requests;
mod chat;
mod history;
mod keeping;
mod leads;
mod order;
mod passes;
mod portal;
mod sending;
mod support;
mod transfer;
