//! Numbers of releases.

use std::{fmt, str::FromStr};

use anyhow::{Context, Result};

/// Major, minor and patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version([u64; 3]);

impl FromStr for Version {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let number = |part: &str| part.parse().ok().filter(|number: &u64| number.to_string() == part);
        let parts: Option<Vec<u64>> = text.split('.').map(number).collect();
        let parts = parts.and_then(|parts| parts.try_into().ok());
        parts.map(Self).context("a version is three numbers such as 1.2.3")
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_are_ordered_by_number() {
        let version = |text: &str| text.parse::<Version>().unwrap();
        assert!(version("0.10.0") > version("0.9.9"));
        assert_eq!(version("1.2.3").to_string(), "1.2.3");
        for wrong in ["", "1.2", "1.2.3.4", "v1.2.3", "1.2.3-rc1", "1.02.3", "1.+2.3"] {
            assert!(wrong.parse::<Version>().is_err(), "{wrong}");
        }
    }
}
