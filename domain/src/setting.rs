//! Configuration kept in the database.

use serde::{Deserialize, Serialize};

/// A key and its value (SPEC: setting).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// What is set, for instance `language`.
    pub key: String,
    /// To what.
    pub value: String,
}
