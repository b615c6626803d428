//! The program itself, as whoever runs it meets it: started, told to stop, killed.

mod cli;
mod crash;
mod postgres;
mod settings;
mod shutdown;
mod support;
mod timeouts;
