//! A button that switches the status of something.

use std::fmt;
use std::str::FromStr;

/// The item, its status as shown and its new status, written `id~seen~to`. The switch fails if the status has
/// changed since it was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch<T> {
    /// The id of the item, as sent.
    pub id: String,
    pub seen: T,
    pub to: T,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an id and two states, joined by ~")]
pub struct InvalidSwitch;

impl<T> Switch<T> {
    /// A switch of `id` from `seen` to `to`.
    pub fn of(id: &impl fmt::Display, seen: T, to: T) -> Self {
        Self { id: id.to_string(), seen, to }
    }
}

impl<T: fmt::Display> fmt::Display for Switch<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}~{}~{}", self.id, self.seen, self.to)
    }
}

impl<T: FromStr> FromStr for Switch<T> {
    type Err = InvalidSwitch;

    fn from_str(text: &str) -> Result<Self, InvalidSwitch> {
        let mut parts = text.splitn(3, '~');
        let mut part = || parts.next().ok_or(InvalidSwitch);
        let id = part()?.to_owned();
        let mut state = || part()?.parse().map_err(|_| InvalidSwitch);
        Ok(Self { id, seen: state()?, to: state()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TaskStatus::{self, Done, Todo};

    #[test]
    fn status_switch_round_trips() {
        let switch = Switch::of(&"a-1", Todo, Done);
        assert_eq!(switch.to_string(), "a-1~todo~done");
        assert_eq!("a-1~todo~done".parse(), Ok(switch));
        for invalid in ["", "a", "a~todo", "a~todo~gone", "a~~done", "a~todo~done~todo"] {
            assert_eq!(invalid.parse::<Switch<TaskStatus>>(), Err(InvalidSwitch), "{invalid}");
        }
    }
}
