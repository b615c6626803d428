//! What senders deliver: stored as it came, read once, taken in.

mod lists;
mod load;
mod main_address;
mod processing;
mod quarantine;
mod replay;
mod replay_moves;
mod storage;
mod test_deliveries;
