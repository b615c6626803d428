//! Drafts that have the fields of their records.

/// Declares how the form of a record is filled: the fields of both have the same names.
macro_rules! filled_from {
    ($draft:ident: $record:ident { $($field:ident),+ }) => {
        impl From<&$record> for $draft {
            fn from(record: &$record) -> Self {
                Self { $($field: Clone::clone(&record.$field)),+ }
            }
        }
    };
}
