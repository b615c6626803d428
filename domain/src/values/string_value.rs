//! Values that are stored and sent as text.

/// Converts `$name` from its text, for the database and JSON, and to it: by the given functions, else by its
/// [`FromStr`](std::str::FromStr) and [`Display`](std::fmt::Display).
macro_rules! string_value {
    ($name:ident, $error:ty) => {
        string_value! { $name, $error, |text| text.parse(), |value| value.to_string() }
    };
    ($name:ident, $error:ty, $parse:expr, $write:expr) => {
        impl TryFrom<String> for $name {
            type Error = $error;
            fn try_from(text: String) -> Result<Self, $error> {
                let parse: fn(String) -> Result<Self, $error> = $parse;
                parse(text)
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                let write: fn($name) -> Self = $write;
                write(value)
            }
        }
    };
}
