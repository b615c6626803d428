//! The field types of import files, validated while they are parsed.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use domain::id::{ClientId, InvalidId};
use domain::leads::DeliveryError;
use domain::{FormParser, MaterialKind, TemplateItem};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A record that must be a JSON object: derived `Deserialize` also accepts an array.
#[derive(Debug, Clone)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AsObject<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for AsObject<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields))
            }
        }

        deserializer.deserialize_map(AsObject(PhantomData)).map(Self)
    }
}

/// An id of any record (docs/REFERENCE.md#ids).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Id(pub(crate) String);

impl TryFrom<String> for Id {
    type Error = InvalidId;
    fn try_from(value: String) -> Result<Self, InvalidId> {
        // All ids have the same format.
        Ok(Self(ClientId::parse(value)?.into()))
    }
}

/// The members who look after a client, sorted.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "Vec<Id>")]
pub(crate) struct Assigned(pub(crate) Vec<Id>);

impl TryFrom<Vec<Id>> for Assigned {
    type Error = &'static str;
    fn try_from(mut ids: Vec<Id>) -> Result<Self, &'static str> {
        ids.sort_by(|one, other| one.0.cmp(&other.0));
        if ids.is_sorted_by(|one, next| one != next) { Ok(Self(ids)) } else { Err("must not repeat an id") }
    }
}

/// The files of a message or an answer, in their order.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct FileIds(pub(crate) Vec<Id>);

/// What a template of material asks for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct TemplateItems(pub(crate) Vec<Object<TemplateItemImport>>);

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TemplateItemImport {
    title: Name,
    description: Option<Prose>,
    kind: MaterialKind,
}

impl From<TemplateItemImport> for TemplateItem {
    fn from(item: TemplateItemImport) -> Self {
        Self { title: item.title.0, description: item.description.map(|text| text.0), kind: item.kind }
    }
}

/// A flag that an export leaves out when it is on.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(crate) struct UsuallyOn(pub(crate) bool);

/// A column that was added later: an export leaves a null out, so that one of a workspace without it stays as it was.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub(crate) struct Later<T>(pub(crate) T);

/// A text of `MIN` to `MAX` characters, without NUL, which PostgreSQL cannot store. With `MIN` above 0
/// it must not be white space only.
#[derive(Debug, Clone)]
pub(crate) struct Text<const MIN: usize, const MAX: usize>(pub(crate) String);

/// A name, a title, a label.
pub(crate) type Name = Text<1, 200>;
/// An optional line.
pub(crate) type Line = Text<0, 200>;
/// An optional telephone number.
pub(crate) type Phone = Text<0, 50>;
/// A longer text.
pub(crate) type Prose = Text<0, 10_000>;
/// The body of a delivery: 256 KiB, in base64 a third more.
pub(crate) type Body = Text<0, 349_528>;
/// Headers by name.
pub(crate) type Headers = BTreeMap<String, Text<0, 500>>;

impl<const MIN: usize, const MAX: usize> AsRef<str> for Text<MIN, MAX> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<'de, const MIN: usize, const MAX: usize> Deserialize<'de> for Text<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.contains('\0') {
            return Err(D::Error::custom("must not contain NUL"));
        }
        if MIN > 0 && text.trim().is_empty() {
            return Err(D::Error::custom("must not be empty"));
        }
        if text.len() > MAX && text.chars().count() > MAX {
            return Err(D::Error::custom(format_args!("must be at most {MAX} characters")));
        }
        Ok(Self(text))
    }
}

/// An address a page may link to: `http` and `https` only, so that no link runs a script.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Url(pub(crate) String);

impl TryFrom<String> for Url {
    type Error = &'static str;
    fn try_from(url: String) -> Result<Self, &'static str> {
        if domain::form::is_web_address(&url) {
            Ok(Self(url))
        } else {
            Err("must be an address that begins with https:// or http://, of at most 2000 characters")
        }
    }
}

/// The error of a delivery: a reason and, after a colon, a detail.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct ErrorText(pub(crate) String);

impl TryFrom<String> for ErrorText {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Self, &'static str> {
        if text.contains('\0') || text.parse::<DeliveryError>().is_err() {
            return Err("must be a reason, such as nobody, or a reason, a colon, a space and a detail");
        }
        Ok(Self(text))
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "i64")]
pub(crate) struct Whole<const MIN: i64, const MAX: i64>(pub(crate) i64);

/// Up to the largest amount that forms take. Negative ones are discounts and credit notes.
pub(crate) type Cents = Whole<{ -FormParser::MAX_CENTS }, { FormParser::MAX_CENTS }>;
pub(crate) type Count = Whole<0, 1_000_000_000>;
pub(crate) type Positive = Whole<1, 1_000_000_000>;
/// A duration.
pub(crate) type Minutes = Positive;
/// A size in bytes, up to 10 TB.
pub(crate) type ByteCount = Whole<0, 10_000_000_000_000>;

impl<const MIN: i64, const MAX: i64> TryFrom<i64> for Whole<MIN, MAX> {
    type Error = String;
    fn try_from(number: i64) -> Result<Self, String> {
        let is_within = (MIN..=MAX).contains(&number);
        if is_within { Ok(Self(number)) } else { Err(format!("must be a whole number from {MIN} to {MAX}")) }
    }
}
