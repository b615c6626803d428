//! The JSON API: one file per endpoint with its request type, its table of errors and its handler.

pub mod approve;
pub mod auth;
pub mod chat;
pub mod comment;
pub(crate) mod doctor;
mod documented;
pub mod file_download;
pub mod file_upload;
pub mod health;
pub mod history;
mod idempotency_key;
pub mod internal;
mod json_body;
pub mod lead;
pub mod openapi;
pub mod proof;
pub mod push;
mod secret_header;
