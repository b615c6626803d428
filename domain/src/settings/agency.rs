//! The agency's branding in the portal.

use serde::{Deserialize, Serialize};

use crate::Accent;

/// Name, colour and logo, from the settings `agency_name`, `accent` and `logo`. Missing or invalid settings
/// are `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agency {
    pub name: Option<String>,
    pub accent: Option<Accent>,
    /// The version of its logo, a short hash of the content: `/logo?v=…` serves it.
    pub logo: Option<String>,
}

impl Agency {
    /// The longest name, in characters.
    pub const NAME: usize = 80;
}
