//! Export: one JSON object with every field of every record. Equal records give equal bytes
//! (docs/REFERENCE.md#import-and-export).

use domain::{File, Timestamp};
use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::db::Tx;
use crate::db::column::Kind;
use crate::tables::{TABLES, Table};
use crate::{Fault, Result, Store};

impl Store {
    /// All records as one JSON object. An import of it into an empty database exports the same bytes.
    pub async fn export(&self) -> Result<Vec<u8>> {
        Ok(self.export_with_files().await?.0)
    }

    /// The same with the files that are in it, by digest, for a backup.
    pub async fn export_with_files(&self) -> Result<(Vec<u8>, Vec<File>)> {
        let mut tx = self.db.snapshot().await?;
        self.db.allow_long_statements(&mut tx).await?;
        let mut file = b"{".to_vec();
        for (index, table) in TABLES.iter().enumerate() {
            let records = records(&mut tx, table).await?;
            if records.is_empty() && table.is_optional {
                continue;
            }
            file.extend(if index == 0 { b"\n".as_slice() } else { b",\n" });
            write_member(&mut file, table.member, &records);
        }
        file.extend(b"\n}\n");
        let files = crate::files::by_digest(&mut tx).await?;
        tx.commit().await?;
        Ok((file, files))
    }
}

/// The records of a table as JSON, sorted by key here because the databases collate differently.
async fn records(tx: &mut Tx, table: &Table) -> Result<Vec<(Vec<String>, String)>, Fault> {
    let names: Vec<&str> = table.columns.iter().map(|(name, _)| *name).collect();
    let select = format!("SELECT {} FROM {}", names.join(", "), table.from);
    let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(&mut **tx);
    let mut records = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let mut key = Vec::with_capacity(table.key);
        for column in 0..table.key {
            key.push(row.try_get::<String, _>(column)?);
        }
        records.push((key, record(&row, table.columns)?));
    }
    records.sort();
    Ok(records)
}

/// Writes `"name": [` and its records, one per line.
fn write_member(file: &mut Vec<u8>, member: &str, records: &[(Vec<String>, String)]) {
    file.extend(format!("\"{member}\": [").bytes());
    for (index, (_, record)) in records.iter().enumerate() {
        file.extend(if index == 0 { b"\n".as_slice() } else { b",\n" });
        file.extend(record.bytes());
    }
    file.extend(if records.is_empty() { b"]".as_slice() } else { b"\n]" });
}

/// One record as JSON in one line.
fn record(row: &AnyRow, columns: &[(&str, Kind)]) -> Result<String, Fault> {
    let mut line = String::from("{");
    for (index, (name, kind)) in columns.iter().enumerate() {
        let value = value(row, index, *kind)?;
        let may_be_absent = matches!(
            kind,
            Kind::OptionalText | Kind::OptionalNumber | Kind::OptionalMoment | Kind::OptionalJson | Kind::UsuallyOn
        );
        if value.is_none() && may_be_absent {
            continue;
        }
        if index > 0 {
            line.push(',');
        }
        line.extend(["\"", name, "\":", value.as_deref().unwrap_or("null")]);
    }
    line.push('}');
    Ok(line)
}

fn value(row: &AnyRow, column: usize, kind: Kind) -> Result<Option<String>, Fault> {
    Ok(match kind {
        Kind::Text | Kind::OptionalText => row.try_get::<Option<String>, _>(column)?.map(|text| quoted(&text)),
        Kind::Json | Kind::OptionalJson => row.try_get::<Option<String>, _>(column)?,
        Kind::Flag => row.try_get::<Option<i64>, _>(column)?.map(|flag| (flag == 1).to_string()),
        Kind::UsuallyOn => row.try_get::<Option<i64>, _>(column)?.filter(|flag| *flag != 1).map(|_| "false".to_owned()),
        Kind::Number | Kind::OptionalNumber => row.try_get::<Option<i64>, _>(column)?.map(|number| number.to_string()),
        Kind::Moment | Kind::OptionalMoment => {
            row.try_get::<Option<i64>, _>(column)?.map(|millis| quoted(&Timestamp::from_millis(millis).to_string()))
        }
    })
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
