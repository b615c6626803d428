//! The HTTP contract: every endpoint, over a socket, on SQLite and on PostgreSQL.

mod agency;
mod approve;
mod auth;
mod browser;
mod changes;
mod chat;
mod comment;
mod compression;
mod database;
mod guessing;
mod headers;
mod health;
mod history;
mod internal;
mod lead;
mod limits;
mod malformed;
mod pages;
mod passes;
mod races;
mod read;
mod resend;
mod routing;
mod session;
mod slugs;
mod support;
