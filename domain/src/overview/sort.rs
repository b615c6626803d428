//! The order of a list, as its address holds it.

use std::str::FromStr;

/// A column and a direction: `due`, or `-due` for descending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort<C> {
    pub by: C,
    pub descending: bool,
}

impl<C: FromStr + Copy> Sort<C> {
    pub const fn ascending(by: C) -> Self {
        Self { by, descending: false }
    }

    pub const fn descending(by: C) -> Self {
        Self { by, descending: true }
    }

    /// The order in `text`, or `otherwise` for an empty or unknown one.
    pub fn parse(text: &str, otherwise: Self) -> Self {
        let (column, descending) = text.strip_prefix('-').map_or((text, false), |column| (column, true));
        column.parse().map_or(otherwise, |by| Self { by, descending })
    }

    /// As it is written in an address; `column` is the word of [`Self::by`].
    pub fn written(self, column: &str) -> String {
        format!("{}{column}", if self.descending { "-" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overview::ClientOrder;

    #[test]
    fn sort_round_trips_and_falls_back() {
        let otherwise = Sort::ascending(ClientOrder::Name);
        for text in ["name", "-waiting"] {
            let sort = Sort::parse(text, otherwise);
            assert_eq!(sort.written(sort.by.as_str()), text);
        }
        for text in ["", "-", "--name", "nome"] {
            assert_eq!(Sort::parse(text, otherwise), otherwise, "{text}");
        }
    }
}
