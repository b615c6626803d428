//! The types of columns and parameters: how a value is stored, read back and exported.

use domain::audit::{Action, ActorKind};
use domain::files::Quarantine;
use domain::id::{
    ActivityId, ClientId, CommentId, ContactId, DeliverableId, DeliveryId, DocumentId, FileId, LeadId, MaterialId,
    MaterialTemplateId, MemberId, MergeId, NoteId, NotificationId, PaymentId, PhaseId, ProjectId, QuoteItemId,
    ReceiptId, SourceId, TaskId, TimeEntryId, VersionId,
};
use domain::leads::source::SourceTrouble;
use domain::leads::{DeliveryError, DeliveryOutcome, DeliveryReason, FormSettings, Mapping, SourceKey, SourceKind};
use domain::notifications::{Frequency, Medium, NotificationState, NotificationTopic};
use domain::overview::{AgendaKind, Turn};
use domain::{
    Access, ActivityKind, Author, Currency, Date, DeliverableStatus, EmailAddress, EntityType, FileName, Language,
    LeadStatus, MaterialKind, MaterialStatus, MemberKey, MessageText, PasswordHash, Percent, PhaseStatus,
    ProjectStatus, Quantity, QuoteNumber, Role, Sha256Digest, Slug, TaskStatus, TemplateItem, Timestamp, Token,
};
use serde_json::Value;
use sqlx::ColumnIndex;
use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::Fault;

/// How a column is stored and exported.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Text,
    /// As [`Kind::Text`], but an export leaves a null out.
    OptionalText,
    Number,
    /// As [`Kind::Number`], but an export leaves a null out.
    OptionalNumber,
    /// Milliseconds, exported as a timestamp.
    Moment,
    /// As [`Kind::Moment`], but an export leaves a null out.
    OptionalMoment,
    /// Text that is JSON already.
    Json,
    /// As [`Kind::Json`], but an export leaves a null out.
    OptionalJson,
    /// 0 or 1, exported as false or true.
    Flag,
    /// As [`Kind::Flag`], but an export leaves true out.
    UsuallyOn,
}

impl Kind {
    const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::OptionalText | Self::Json | Self::OptionalJson)
    }
}

/// A value as it is bound and fetched.
#[derive(Debug, Clone)]
pub enum Cell {
    Text(Option<String>),
    Number(Option<i64>),
    Bytes(Vec<u8>),
}

/// A type that can be stored in a column, or compared with one.
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
pub(crate) fn read<T: Stored>(row: &AnyRow, column: impl ColumnIndex<AnyRow>) -> Result<T, Fault> {
    let cell = if T::KIND.is_text() { Cell::Text(row.try_get(column)?) } else { Cell::Number(row.try_get(column)?) };
    T::from_cell(cell).ok_or_else(unreadable::<T>)
}

pub(super) fn unreadable<T>() -> Fault {
    Fault::because(format!("a stored value is no {}", std::any::type_name::<T>()))
}

impl<T: Column> Column for Option<T> {
    const KIND: Kind = T::KIND;

    fn into_cell(self) -> Cell {
        match self {
            Some(value) => value.into_cell(),
            None if T::KIND.is_text() => Cell::Text(None),
            None => Cell::Number(None),
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

impl<T: Column + Clone> Column for &T {
    const KIND: Kind = T::KIND;

    fn into_cell(self) -> Cell {
        self.clone().into_cell()
    }
}

impl Column for &str {
    const KIND: Kind = Kind::Text;

    fn into_cell(self) -> Cell {
        self.to_owned().into_cell()
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
    Text in Text: ActivityId, ClientId, CommentId, ContactId, DeliverableId, DeliveryId, DocumentId, FileId, LeadId, MaterialId, MaterialTemplateId, MemberId, MergeId,
        NoteId, NotificationId, PaymentId, PhaseId, ProjectId, QuoteItemId, SourceId, TaskId, TimeEntryId, ReceiptId, VersionId,
        Date, Currency, FileName, PasswordHash, Quantity, QuoteNumber, Sha256Digest, Slug, SourceKey, Token
        => String::from, |text: String| Self::try_from(text).ok();
    Text in Text: EmailAddress => String::from, |text: String| Some(Self::from_stored(text));
    Text in Text: MessageText => String::from, |text: String| Self::parse_beside_files(&text).ok();
    Text in Text: Access, Action, ActivityKind, ActorKind, AgendaKind, Author, DeliverableStatus, DeliveryError,
        DeliveryOutcome, DeliveryReason, Medium, NotificationState, NotificationTopic, Turn,
        EntityType, Frequency, Language, LeadStatus, MaterialKind, MaterialStatus, MemberKey, PhaseStatus, ProjectStatus, Role, SourceKind, SourceTrouble,
        TaskStatus
        => |value: Self| value.to_string(), |text: String| text.parse().ok();
    OptionalText in Text: Quarantine => |value: Self| value.to_string(), |text: String| text.parse().ok();
    OptionalText in Text: Percent => String::from, |text: String| Self::try_from(text).ok();
    Text in Text: String => |text| text, Some;
    Number in Number: i64 => |number| number, Some;
    Number in Number: usize
        => |number| i64::try_from(number).unwrap_or(i64::MAX), |number| usize::try_from(number).ok();
    Moment in Number: Timestamp => Timestamp::as_millis, |millis| Some(Timestamp::from_millis(millis));
    Flag in Number: bool => i64::from, |flag| Some(flag == 1);
    Json in Text: Value => |json: Value| json.to_string(), |text: String| serde_json::from_str(&text).ok();
    Json in Text: Mapping
        => |mapping: Mapping| serde_json::to_string(&mapping).expect("names and texts are JSON"),
        |text: String| serde_json::from_str(&text).ok();
    Json in Text: Vec<TemplateItem>
        => |items: Self| serde_json::to_string(&items).expect("texts are JSON"), |text: String| serde_json::from_str(&text).ok();
    OptionalJson in Text: FormSettings
        => |settings: FormSettings| serde_json::to_string(&settings).expect("texts and flags are JSON"),
        |text: String| serde_json::from_str(&text).ok();
}
