//! The types of columns: how a value is stored, read back and exported.

use domain::id::{
    ActivityId, ClientId, DeliverableId, DocumentId, LeadId, NoteId, PaymentId, PhaseId, ProjectId,
    QuoteItemId, SourceId, TaskId, TimeEntryId,
};
use domain::leads::source::SourceTrouble;
use domain::leads::{DeliveryOutcome, FormSettings, Mapping, SourceKey, SourceKind};
use domain::notifications::Frequency;
use domain::{
    ActivityKind, Author, Currency, Date, DeliverableStatus, EmailAddress, EntityType, Language, LeadStatus,
    MessageText, Percent, PhaseStatus, ProjectStatus, Quantity, QuoteNumber, Slug, TaskStatus, Timestamp,
    Token,
};
use serde_json::Value;
use sqlx::Row as _;
use sqlx::any::AnyRow;

use super::Encoding;
use super::values::{Cents, Count, ErrorText, Headers, Id, Text, Url, UsuallyOn};
use crate::Fault;

/// How a column is stored and exported.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Text,
    /// As [`Kind::Text`], but an export leaves a null out.
    OptionalText,
    Number,
    /// Milliseconds, exported as a timestamp.
    Moment,
    /// Text that is JSON already.
    Json,
    /// As [`Kind::Json`], but an export leaves a null out.
    OptionalJson,
    /// 0 or 1, exported as false or true.
    Flag,
    /// As [`Kind::Flag`], but an export leaves true out.
    UsuallyOn,
}

/// A value as it is bound and fetched.
#[derive(Debug)]
pub enum Cell {
    Text(Option<String>),
    Number(Option<i64>),
}

/// A type that can be stored in a column.
pub(crate) trait Column {
    const KIND: Kind;

    fn into_cell(self) -> Cell;
}

/// A type that can be parsed from a column.
pub(crate) trait Stored: Column + Sized {
    /// `None` for an invalid value.
    fn from_cell(cell: Cell) -> Option<Self>;
}

/// The value of a column of `row`.
pub(super) fn read<T: Stored>(row: &AnyRow, column: &str) -> Result<T, Fault> {
    let cell = match T::KIND {
        Kind::Text | Kind::OptionalText | Kind::Json | Kind::OptionalJson => Cell::Text(row.try_get(column)?),
        Kind::Number | Kind::Moment | Kind::Flag | Kind::UsuallyOn => Cell::Number(row.try_get(column)?),
    };
    let invalid = || Fault::because(format!("a stored value is no {}", std::any::type_name::<T>()));
    T::from_cell(cell).ok_or_else(invalid)
}

impl<T: Column> Column for Option<T> {
    const KIND: Kind = T::KIND;

    fn into_cell(self) -> Cell {
        match (self, T::KIND) {
            (Some(value), _) => value.into_cell(),
            (None, Kind::Text | Kind::OptionalText | Kind::Json | Kind::OptionalJson) => Cell::Text(None),
            (None, Kind::Number | Kind::Moment | Kind::Flag | Kind::UsuallyOn) => Cell::Number(None),
        }
    }
}

impl<T: Stored> Stored for Option<T> {
    fn from_cell(cell: Cell) -> Option<Self> {
        match cell {
            Cell::Text(None) | Cell::Number(None) => Some(None),
            value => T::from_cell(value).map(Some),
        }
    }
}

/// Types that are converted to and from a text or a number.
macro_rules! columns {
    ($($kind:ident in $cell:ident: $($type:ty),+ => $write:expr, $read:expr;)+) => {$($(
        impl Column for $type {
            const KIND: Kind = Kind::$kind;

            fn into_cell(self) -> Cell {
                let write = $write;
                Cell::$cell(Some(write(self)))
            }
        }

        impl Stored for $type {
            fn from_cell(cell: Cell) -> Option<Self> {
                match cell {
                    Cell::$cell(Some(value)) => {
                        let read = $read;
                        read(value)
                    }
                    _ => None,
                }
            }
        }
    )+)+};
}

columns! {
    Text in Text: ActivityId, ClientId, DeliverableId, DocumentId, LeadId, NoteId, PaymentId, PhaseId,
        ProjectId, QuoteItemId, SourceId, TaskId, TimeEntryId, Date, Currency, Quantity,
        QuoteNumber, Slug, SourceKey, Token
        => String::from, |text: String| Self::try_from(text).ok();
    Text in Text: EmailAddress => String::from, |text: String| Some(Self::from_stored(text));
    Text in Text: ActivityKind, DeliverableStatus, Frequency, Language, LeadStatus, PhaseStatus, ProjectStatus,
        SourceKind, TaskStatus
        => |value: Self| value.as_str().to_owned(), |text: String| text.parse().ok();
    OptionalText in Text: Percent => String::from, |text: String| Self::try_from(text).ok();
    Text in Text: String => |text| text, Some;
    Number in Number: i64 => |number| number, Some;
    Moment in Number: Timestamp => Timestamp::as_millis, |millis| Some(Timestamp::from_millis(millis));
    Flag in Number: bool => i64::from, |flag| Some(flag == 1);
    Json in Text: Value => |json: Value| json.to_string(), |text: String| serde_json::from_str(&text).ok();
    Json in Text: Mapping
        => |mapping: Mapping| serde_json::to_string(&mapping).expect("names and texts are JSON"),
        |text: String| serde_json::from_str(&text).ok();
    OptionalJson in Text: FormSettings
        => |settings: FormSettings| serde_json::to_string(&settings).expect("texts and flags are JSON"),
        |text: String| serde_json::from_str(&text).ok();
}

/// Types of imports, which are written but never read.
macro_rules! imported {
    ($($type:ty: $kind:ident in $cell:ident, $write:expr;)+) => {$(
        impl Column for $type {
            const KIND: Kind = Kind::$kind;

            fn into_cell(self) -> Cell {
                let write = $write;
                Cell::$cell(Some(write(self)))
            }
        }
    )+};
}

imported! {
    Id: Text in Text, |id: Id| id.0;
    Url: Text in Text, |url: Url| url.0;
    ErrorText: Text in Text, |error: ErrorText| error.0;
    MessageText: Text in Text, String::from;
    Author: Text in Text, |author: Author| author.as_str().to_owned();
    EntityType: Text in Text, |entity: EntityType| entity.as_str().to_owned();
    DeliveryOutcome: Text in Text, |outcome: DeliveryOutcome| outcome.as_str().to_owned();
    SourceTrouble: Text in Text, |trouble: SourceTrouble| trouble.as_str().to_owned();
    Encoding: Text in Text, |encoding: Encoding| encoding.as_str().to_owned();
    UsuallyOn: UsuallyOn in Number, |flag: UsuallyOn| i64::from(flag.0);
    Cents: Number in Number, |cents: Cents| cents.0;
    Count: Number in Number, |count: Count| count.0;
    Headers: Json in Text, |headers: Headers| {
        let texts: serde_json::Map<_, _> =
            headers.into_iter().map(|(name, value)| (name, value.0.into())).collect();
        Value::Object(texts).to_string()
    };
}

impl<const MIN: usize, const MAX: usize> Column for Text<MIN, MAX> {
    const KIND: Kind = Kind::Text;

    fn into_cell(self) -> Cell {
        Cell::Text(Some(self.0))
    }
}
