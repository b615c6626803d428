//! How the agency presents itself to its clients.

use serde::{Deserialize, Serialize};

use crate::Accent;

/// Name, colour and logo, as the settings `agency_name`, `accent` and `logo` have them. What is not
/// set, or not well-formed, is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agency {
    /// What it is called.
    pub name: Option<String>,
    /// Its colour.
    pub accent: Option<Accent>,
    /// The version of its logo, a short hash of the content: `/logo?v=…` serves it.
    pub logo: Option<String>,
}

impl Agency {
    /// How many characters its name may have.
    pub const NAME: usize = 80;
}
