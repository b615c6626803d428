//! Currency codes and quantities.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! checked_string {
    ($(#[$doc:meta])* $name:ident, $check:path, $error:ident = $message:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        #[doc = concat!("Why a string is no [`", stringify!($name), "`].")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
        #[error($message)]
        pub struct $error;

        impl $name {
            /// Validates `value` without changing it.
            ///
            /// # Errors
            #[doc = concat!("[`", stringify!($error), "`]: the value ", $message, ".")]
            pub fn parse(value: impl Into<String>) -> Result<Self, $error> {
                let value = value.into();
                if $check(&value) { Ok(Self(value)) } else { Err($error) }
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        string_value! { $name, $error, |text| Self::parse(text), |value| value.0 }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

checked_string! {
    /// An ISO 4217 currency code, three capitals: `EUR`.
    Currency, is_currency, InvalidCurrency = "must be three capital letters, such as EUR"
}

checked_string! {
    /// A decimal such as `1`, `2.5` or `0.25`: at most 12 digits before the point and 6 after.
    Quantity, is_quantity, InvalidQuantity = "must be a decimal number such as 1 or 2.5"
}

impl Default for Currency {
    fn default() -> Self {
        Self("EUR".to_owned())
    }
}

impl Quantity {
    pub fn one() -> Self {
        Self("1".to_owned())
    }
}

fn is_currency(value: &str) -> bool {
    value.len() == 3 && value.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn is_quantity(value: &str) -> bool {
    let digits =
        |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    match value.split_once('.') {
        None => digits(value, 12),
        Some((integer, fraction)) => digits(integer, 12) && digits(fraction, 6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantity_accepts_plain_decimals_only() {
        for good in ["0", "1", "2.5", "000.250000"] {
            assert!(Quantity::parse(good).is_ok(), "{good}");
        }
        for bad in ["", ".5", "1.", "1,5", "-1", "1e3", "1.0000001", "1234567890123"] {
            assert!(Quantity::parse(bad).is_err(), "{bad}");
        }
    }
}
