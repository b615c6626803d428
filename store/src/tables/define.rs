//! The macro `table!`.

/// Defines a table, the parser of its records in an import, and the mapping to a record of `domain`.
///
/// The type of a column is that of the import file; `= value` is the default of an absent one, and may use
/// the columns before it. `record` names the type of `domain` whose fields are these columns. `derived` is a
/// column computed from the others and never exported; `counted` are columns that are exported and imported
/// but not part of the record.
macro_rules! table {
    (
        $table:ident, member $member:ident, import $import:ident, record $record:ident,
        |$now:pat_param| $columns:tt $(derived $derived:tt)? $(counted $counted:tt)?
    ) => {
        import! { $table, $member, $import, $now, $columns, [$($derived)?], [$($counted)?] }
        record! { $table, $record, $columns, [$($derived)?] }
    };
    ($table:ident, member $member:ident, import $import:ident, |$now:pat_param| $columns:tt) => {
        import! { $table, $member, $import, $now, $columns, [], [] }
    };
}

macro_rules! import {
    (
        $table:ident, $member:ident, $import:ident, $now:pat_param,
        { $($column:ident: $type:ty $(= $default:expr)?),+ $(,)? },
        [$({ $derived:ident: $rule:expr })?],
        [$({ $($counted:ident: $count:ty $(= $none:expr)?),+ $(,)? })?]
    ) => {
        #[derive(Debug, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $import {
            $(pub(crate) $column: $type,)+
            $($(pub(crate) $counted: $count,)+)?
        }

        impl $crate::tables::Import for $import {
            const TABLE: $crate::tables::Table = $crate::tables::Table {
                name: stringify!($table),
                member: stringify!($member),
                columns: &[
                    $((stringify!($column), <$type as $crate::db::column::Column>::KIND),)+
                    $($((stringify!($counted), <$count as $crate::db::column::Column>::KIND),)+)?
                ],
                key: 1,
                from: stringify!($table),
                is_optional: false,
            };
            const NAMES: &'static [&'static str] = &[
                $(stringify!($derived),)?
                $(stringify!($column),)+
                $($(stringify!($counted),)+)?
            ];

            fn cells(self, $now: ::domain::Timestamp) -> Vec<$crate::db::column::Cell> {
                use $crate::db::column::Column as _;
                let Self { $($column,)+ $($($counted,)+)? } = self;
                vec![
                    $($rule.into_cell(),)?
                    $($column $(.or(Some($default)))?.into_cell(),)+
                    $($($counted $(.or(Some($none)))?.into_cell(),)+)?
                ]
            }
        }
    };
}

macro_rules! record {
    (
        $table:ident, $record:ident,
        { $($column:ident: $type:ty $(= $default:expr)?),+ $(,)? },
        [$({ $derived:ident: $rule:expr })?]
    ) => {
        $crate::db::query::row! { $record { $($column),+ } }

        impl $crate::tables::Record for $record {
            const TABLE: &'static str = stringify!($table);
            const NAMES: &'static [&'static str] =
                &[$(stringify!($derived),)? $(stringify!($column)),+];
            const COLUMNS: &'static str =
                concat!($(", ", stringify!($table), ".", stringify!($column)),+).split_at(2).1;

            fn cells(&self) -> Vec<$crate::db::column::Cell> {
                use $crate::db::column::Column as _;
                let Self { $($column),+ } = self;
                vec![$($rule.into_cell(),)? $(Clone::clone($column).into_cell()),+]
            }
        }
    };
}
