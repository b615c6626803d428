//! Enumerations that are stored, sent and imported as one English word (docs/REFERENCE.md#enumerations).

/// Declares a fieldless enum whose variants have the same string in JSON, in the database and in
/// [`Display`](std::fmt::Display).
macro_rules! string_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident { $( $(#[$vmeta:meta])* $variant:ident = $word:literal ),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name { $( $(#[$vmeta])* #[serde(rename = $word)] $variant ),+ }

        impl $name {
            /// Every value, in the order of the declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word that is stored and sent.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        #[cfg(not(target_arch = "wasm32"))]
        impl ::utoipa::PartialSchema for $name {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::Schema> {
                let words = ::utoipa::openapi::ObjectBuilder::new().schema_type(::utoipa::openapi::Type::String);
                words.enum_values(Some([$($word),+])).into()
            }
        }

        #[cfg(not(target_arch = "wasm32"))]
        impl ::utoipa::ToSchema for $name {
            fn name() -> ::std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::string_enum::UnknownVariant;
            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word { $($word => Ok(Self::$variant),)+ _ => Err($crate::string_enum::UnknownVariant) }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not one of the known words")]
pub struct UnknownVariant;
