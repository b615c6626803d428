//! Tests of the store. Each runs on SQLite and on PostgreSQL.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod agency;
mod approvals;
mod audit;
mod board_moves;
mod boards;
mod change_requests;
mod chat;
mod clients;
mod database;
mod database_limits;
mod deliveries;
mod dropped_callers;
mod history;
mod inbox;
mod lead_convert;
mod lead_edits;
mod lead_list;
mod lead_merge;
mod leads;
mod message_keys;
mod message_order;
mod poll_cache;
mod portal;
mod portal_credentials;
mod project_records;
mod projects;
mod search_index;
mod settings;
mod sources;
mod support;
mod threads;
mod transfer;
mod unread;
mod unsaved_forms;
