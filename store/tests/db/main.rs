//! The store on SQLite and PostgreSQL: every test runs on both.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod agency;
mod approvals;
mod audit;
mod boards;
mod change_requests;
mod chat;
mod clients;
mod deliveries;
mod history;
mod inbox;
mod keeping;
mod lead_convert;
mod lead_desk;
mod lead_list;
mod lead_merge;
mod leads;
mod moves;
mod order;
mod passes;
mod portal;
mod project_records;
mod projects;
mod sending;
mod settings;
mod sources;
mod support;
mod threads;
mod transfer;
mod unsaved;
mod unseen;
mod words;
