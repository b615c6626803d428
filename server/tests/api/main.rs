//! The HTTP contract: every endpoint, over a socket, on SQLite and on PostgreSQL.

mod approve;
mod auth;
mod browser;
mod chat;
mod comment;
mod database;
mod guessing;
mod headers;
mod health;
mod internal;
mod lead;
mod limits;
mod malformed;
mod pages;
mod races;
mod read;
mod routing;
mod session;
mod support;
