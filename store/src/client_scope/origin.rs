//! Where a request comes from, as a receipt records it.

use domain::Receipt;

/// Of the browser that sends a request. Empty where it is unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestOrigin {
    /// The IP address.
    pub address: String,
    /// What the browser calls itself.
    pub user_agent: String,
}

impl RequestOrigin {
    /// `user_agent` are the bytes of its header: those that are not UTF-8 are replaced, and its end is cut off if it is
    /// longer than a receipt keeps.
    pub fn new(address: String, user_agent: &[u8]) -> Self {
        let user_agent = String::from_utf8_lossy(user_agent).chars().take(Receipt::MAX_USER_AGENT).collect();
        Self { address, user_agent }
    }
}
