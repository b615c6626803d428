//! Running a statement with the values of its placeholders, and reading its rows. Not by sqlx's `FromRow`: through `Any` it
//! reads no types of `domain`, so that each row would be a struct of texts and numbers first.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::{Arguments as _, SqlSafeStr};

use super::column::{Cell, Column, Stored, read};
use super::connection::{Connection, Pool};
use crate::Fault;

/// The values of `$1`, `$2` and so on.
pub(crate) trait Values {
    fn into_cells(self) -> Vec<Cell>;
}

impl Values for Vec<Cell> {
    fn into_cells(self) -> Vec<Cell> {
        self
    }
}

/// One for each of as many placeholders.
impl<T: Column + Clone> Values for &[T] {
    fn into_cells(self) -> Vec<Cell> {
        self.iter().map(Column::into_cell).collect()
    }
}

impl<T: Column, const N: usize> Values for [T; N] {
    fn into_cells(self) -> Vec<Cell> {
        self.into_iter().map(T::into_cell).collect()
    }
}

/// A row, read by the order of its columns (tuples) or by their names ([`row!`]).
pub trait FromRow: Sized {
    fn from_row(row: &AnyRow) -> Result<Self, Fault>;
}

macro_rules! tuples {
    ($(($($type:ident $value:ident $column:literal),*))*) => {$(
        impl<$($type: Column),*> Values for ($($type,)*) {
            fn into_cells(self) -> Vec<Cell> {
                let ($($value,)*) = self;
                vec![$($value.into_cell()),*]
            }
        }

        impl<$($type: Stored),*> FromRow for ($($type,)*) {
            fn from_row(row: &AnyRow) -> Result<Self, Fault> {
                Ok(($(read::<$type>(row, $column)?,)*))
            }
        }
    )*};
}

tuples! {
    (A a 0)
    (A a 0, B b 1)
    (A a 0, B b 1, C c 2)
    (A a 0, B b 1, C c 2, D d 3)
    (A a 0, B b 1, C c 2, D d 3, E e 4)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8, J j 9)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8, J j 9, K k 10)
}

impl Values for () {
    fn into_cells(self) -> Vec<Cell> {
        Vec::new()
    }
}

/// Reads a type by the names of its fields: one that is declared here, or one of `domain`. After `;` are fields that
/// have no column of their own.
macro_rules! row {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$doc:meta])* $field_vis:vis $field:ident: $type:ty),+ $(,)? }) => {
        $(#[$meta])* $vis struct $name { $($(#[$doc])* $field_vis $field: $type),+ }
        $crate::db::query::row! { $name { $($field),+ } }
    };
    ($name:ty { $($field:ident),+ $(,)? }) => { $crate::db::query::row! { row => $name { $($field),+; } } };
    ($row:ident => $name:ty { $($field:ident),+; $($other:ident: $value:expr),* $(,)? }) => {
        impl $crate::db::query::FromRow for $name {
            fn from_row($row: &::sqlx::any::AnyRow) -> Result<Self, $crate::Fault> {
                Ok(Self {
                    $($field: $crate::db::column::read($row, stringify!($field))?,)+
                    $($other: $value,)*
                })
            }
        }
    };
}
pub(crate) use row;

pub(crate) fn arguments(values: impl Values) -> Result<AnyArguments, sqlx::Error> {
    let mut arguments = AnyArguments::default();
    for cell in values.into_cells() {
        let added = match cell {
            Cell::Text(text) => arguments.add(text),
            Cell::Number(number) => arguments.add(number),
            Cell::Bytes(bytes) => arguments.add(bytes),
        };
        added.map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

/// The same for a connection and for a pool, which lends one for each statement.
macro_rules! statements {
    ($target:ty, $self:ident: $reference:ty, $connection:expr) => {
        impl $target {
            /// Returns how many rows were written.
            pub(crate) async fn execute(
                $self: $reference,
                sql: impl SqlSafeStr,
                values: impl Values,
            ) -> Result<u64, Fault> {
                let query = sqlx::query_with(sql, arguments(values)?);
                Ok(query.execute($connection).await?.rows_affected())
            }

            pub(crate) async fn fetch_all<T: FromRow>(
                $self: $reference,
                sql: impl SqlSafeStr,
                values: impl Values,
            ) -> Result<Vec<T>, Fault> {
                let rows = sqlx::query_with(sql, arguments(values)?).fetch_all($connection).await?;
                rows.iter().map(T::from_row).collect()
            }

            pub(crate) async fn fetch_optional<T: FromRow>(
                $self: $reference,
                sql: impl SqlSafeStr,
                values: impl Values,
            ) -> Result<Option<T>, Fault> {
                let row = sqlx::query_with(sql, arguments(values)?).fetch_optional($connection).await?;
                row.as_ref().map(T::from_row).transpose()
            }

            pub(crate) async fn fetch_one<T: FromRow>(
                $self: $reference,
                sql: impl SqlSafeStr,
                values: impl Values,
            ) -> Result<T, Fault> {
                T::from_row(&sqlx::query_with(sql, arguments(values)?).fetch_one($connection).await?)
            }

            /// The only column of all rows.
            pub(crate) async fn fetch_values<T: Stored>(
                $self: $reference,
                sql: impl SqlSafeStr,
                values: impl Values,
            ) -> Result<Vec<T>, Fault> {
                Ok($self.fetch_all(sql, values).await?.into_iter().map(|(value,)| value).collect())
            }

            /// The only column of the first row.
            pub(crate) async fn fetch_optional_value<T: Stored>(
                $self: $reference,
                sql: impl SqlSafeStr,
                values: impl Values,
            ) -> Result<Option<T>, Fault> {
                Ok($self.fetch_optional(sql, values).await?.map(|(value,)| value))
            }

            /// The only column of the only row.
            pub(crate) async fn fetch_value<T: Stored>(
                $self: $reference,
                sql: impl SqlSafeStr,
                values: impl Values,
            ) -> Result<T, Fault> {
                let (value,) = $self.fetch_one(sql, values).await?;
                Ok(value)
            }
        }
    };
}

statements! { Connection, self: &mut Self, self }
statements! { Pool, self: &Self, &mut self.acquire().await? }
