//! What the islands of the portal and of the agency share in the browser: requests, the tab's storage, timers, the
//! device's clock, and the outbox of unsent messages.

pub mod clock;
pub mod dom;
pub mod fetch;
pub mod json;
pub mod keys;
pub mod outbox;
pub mod polling;
pub mod sent_form;
pub mod storage;
pub mod timer;
pub mod uuid;
