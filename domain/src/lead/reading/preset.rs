//! What there is to know about a sender.

use super::body::Body;
use super::gathered::Gathered;
use crate::lead::{Notice, SourceKind};

/// How a sender is read.
pub(super) struct Preset {
    pub(super) kind: SourceKind,
    /// Whether a body has the shape of this sender's.
    pub(super) fits: fn(&Body<'_>) -> bool,
    /// What a body of that shape says.
    pub(super) read: fn(&Body<'_>, Gathered<'_>) -> Notice,
    /// What the sender calls this delivery; the same when it is sent again, and never the same for two: not of
    /// two forms, sites or accounts either. By it a delivery is known whatever else it says, as it is a
    /// delivery that is lost where two are called alike.
    pub(super) delivery_id: fn(&Body<'_>) -> Option<String>,
}
