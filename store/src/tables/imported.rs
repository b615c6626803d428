//! The columns of imports, which are written but never read.

use domain::{Pin, TemplateItem};
use serde_json::Value;

use super::Encoding;
use super::values::{
    Assigned, ErrorText, FileIds, Headers, Id, Later, Object, TemplateItems, Text, Url, UsuallyOn, Whole,
};
use crate::db::column::{Cell, Column, Kind};

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
    Encoding: Text in Text, |encoding: Encoding| encoding.as_str().to_owned();
    UsuallyOn: UsuallyOn in Number, |flag: UsuallyOn| i64::from(flag.0);
    Assigned: Json in Text, |assigned: Assigned| {
        Value::from(assigned.0.into_iter().map(|id| id.0).collect::<Vec<_>>()).to_string()
    };
    FileIds: Json in Text, |files: FileIds| {
        Value::from(files.0.into_iter().map(|id| id.0).collect::<Vec<_>>()).to_string()
    };
    TemplateItems: Json in Text, |items: TemplateItems| {
        let items: Vec<_> = items.0.into_iter().map(|Object(item)| TemplateItem::from(item)).collect();
        serde_json::to_string(&items).expect("texts are JSON")
    };
    Pin: Json in Text, |pin: Pin| serde_json::json!(pin).to_string();
    Headers: Json in Text, |headers: Headers| {
        let texts: serde_json::Map<_, _> =
            headers.into_iter().map(|(name, value)| (name, value.0.into())).collect();
        Value::Object(texts).to_string()
    };
}

impl<T: Column> Column for Later<T> {
    const KIND: Kind = match T::KIND {
        Kind::Text => Kind::OptionalText,
        Kind::Number => Kind::OptionalNumber,
        Kind::Moment => Kind::OptionalMoment,
        Kind::Json => Kind::OptionalJson,
        kind => kind,
    };

    fn into_cell(self) -> Cell {
        self.0.into_cell()
    }
}

impl<const MIN: usize, const MAX: usize> Column for Text<MIN, MAX> {
    const KIND: Kind = Kind::Text;

    fn into_cell(self) -> Cell {
        Cell::Text(Some(self.0))
    }
}

impl<const MIN: i64, const MAX: i64> Column for Whole<MIN, MAX> {
    const KIND: Kind = Kind::Number;

    fn into_cell(self) -> Cell {
        Cell::Number(Some(self.0))
    }
}
