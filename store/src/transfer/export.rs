//! Records out: one JSON object, every field of every record, the same bytes for the same records
//! (CONTRACT §2).

mod members;

use domain::Timestamp;
use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use members::As::{Flag, Json, Moment, Number, Text};
use members::{As, MEMBERS, Member};

use crate::db::Tx;
use crate::{Fault, Result, Store};

impl Store {
    /// Everything, as one JSON object; the same bytes after import into an empty database.
    ///
    /// # Errors
    /// A fault.
    pub async fn export(&self) -> Result<Vec<u8>> {
        let mut tx = self.db.snapshot().await?;
        let mut file = b"{".to_vec();
        for (index, member) in MEMBERS.iter().enumerate() {
            file.extend(if index == 0 { b"\n".as_slice() } else { b",\n" });
            write_member(&mut file, &mut tx, member).await?;
        }
        file.extend(b"\n}\n");
        tx.commit().await?;
        Ok(file)
    }
}

/// `"name": [` and its records, one per line, sorted by key: the databases would sort differently.
async fn write_member(file: &mut Vec<u8>, tx: &mut Tx, member: &Member) -> Result<(), Fault> {
    let names: Vec<&str> = member.columns.iter().map(|(name, _)| *name).collect();
    let select = format!("SELECT {} FROM {}", names.join(", "), member.from);
    let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(&mut **tx);
    let mut records = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let mut key = Vec::with_capacity(member.key);
        for column in 0..member.key {
            key.push(row.try_get::<String, _>(column)?);
        }
        records.push((key, record(&row, member.columns)?));
    }
    records.sort();
    file.extend(format!("\"{}\": [", member.name).bytes());
    for (index, (_, record)) in records.iter().enumerate() {
        file.extend(if index == 0 { b"\n".as_slice() } else { b",\n" });
        file.extend(record.bytes());
    }
    file.extend(if records.is_empty() { b"]".as_slice() } else { b"\n]" });
    Ok(())
}

/// One record, in one line.
fn record(row: &AnyRow, columns: &[(&str, As)]) -> Result<String, Fault> {
    let mut line = String::from("{");
    for (index, (name, kind)) in columns.iter().enumerate() {
        if index > 0 {
            line.push(',');
        }
        line.extend(["\"", name, "\":", &value(row, index, *kind)?]);
    }
    line.push('}');
    Ok(line)
}

fn value(row: &AnyRow, column: usize, kind: As) -> Result<String, Fault> {
    let value = match kind {
        Text => row.try_get::<Option<String>, _>(column)?.map(|text| quoted(&text)),
        Json => row.try_get::<Option<String>, _>(column)?,
        Flag => row.try_get::<Option<i64>, _>(column)?.map(|flag| (flag == 1).to_string()),
        Number => row.try_get::<Option<i64>, _>(column)?.map(|number| number.to_string()),
        Moment => row
            .try_get::<Option<i64>, _>(column)?
            .map(|millis| quoted(&Timestamp::from_millis(millis).to_string())),
    };
    Ok(value.unwrap_or_else(|| "null".to_owned()))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
