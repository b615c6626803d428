//! Deliveries of senders: stored as received, and processed once.

mod delete;
mod lists;
mod load;
mod main_address;
mod processing;
mod quarantine;
mod replay;
mod replay_moves;
mod space;
mod storage;
mod test_deliveries;
