//! The store on SQLite and PostgreSQL: every test runs on both.

mod approvals;
mod chat;
mod keeping;
mod leads;
mod order;
mod portal;
mod support;
mod transfer;
