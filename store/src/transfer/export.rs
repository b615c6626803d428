//! Records out: one JSON object, every field of every record, the same bytes for the same records
//! (CONTRACT §2).

use domain::Timestamp;
use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::db::Tx;
use crate::{Fault, Result, Store};

/// How a column is written.
#[derive(Debug, Clone, Copy)]
enum As {
    Text,
    Number,
    /// Milliseconds, as a moment.
    Moment,
    /// Text that is JSON already.
    Json,
}
use As::{Json, Moment, Number, Text};

/// A member of the file: its columns in order, and the SQL that gives them.
struct Member {
    name: &'static str,
    columns: &'static [(&'static str, As)],
    /// How many of the columns, from the first, name a record.
    key: usize,
    from: &'static str,
}

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
        line.push_str(&format!("\"{name}\":"));
        line.push_str(&value(row, index, *kind)?);
    }
    line.push('}');
    Ok(line)
}

fn value(row: &AnyRow, column: usize, kind: As) -> Result<String, Fault> {
    let value = match kind {
        Text => row.try_get::<Option<String>, _>(column)?.map(|text| quoted(&text)),
        Json => row.try_get::<Option<String>, _>(column)?,
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

/// In the order of CONTRACT §2.
const MEMBERS: [Member; 16] = [
    Member {
        name: "clients",
        columns: &[
            ("id", Text), ("name", Text), ("company", Text), ("email", Text), ("phone", Text),
            ("language", Text), ("token", Text), ("slug", Text), ("created_at", Moment),
        ],
        key: 1,
        from: "client",
    },
    Member {
        name: "projects",
        columns: &[
            ("id", Text), ("client_id", Text), ("name", Text), ("description", Text), ("status", Text),
            ("starts_on", Text), ("due_on", Text), ("created_at", Moment),
        ],
        key: 1,
        from: "project",
    },
    Member {
        name: "phases",
        columns: &[
            ("id", Text), ("project_id", Text), ("name", Text), ("description", Text), ("status", Text),
            ("position", Number), ("due_on", Text),
        ],
        key: 1,
        from: "phase",
    },
    Member {
        name: "tasks",
        columns: &[
            ("id", Text), ("phase_id", Text), ("title", Text), ("description", Text), ("status", Text),
            ("position", Number), ("due_on", Text),
        ],
        key: 1,
        from: "task",
    },
    Member {
        name: "deliverables",
        columns: &[
            ("id", Text), ("task_id", Text), ("title", Text), ("description", Text), ("url", Text),
            ("status", Text), ("approved_at", Moment),
        ],
        key: 1,
        from: "deliverable",
    },
    Member {
        name: "comments",
        columns: &[
            ("id", Text), ("entity_type", Text), ("entity_id", Text), ("author", Text), ("text", Text),
            ("created_at", Moment),
        ],
        key: 1,
        // What it is on follows from the columns that are set (migrations/0002_conversations.sql).
        from: "(SELECT id, CASE WHEN deliverable_id IS NOT NULL THEN 'deliverable' \
               WHEN task_id IS NOT NULL THEN 'task' WHEN phase_id IS NOT NULL THEN 'phase' \
               ELSE 'general' END AS entity_type, \
               COALESCE(deliverable_id, task_id, phase_id, client_id) AS entity_id, \
               author, text, created_at FROM comment) comment",
    },
    Member {
        name: "client_channel_reads",
        columns: &[("client_id", Text), ("channel_key", Text), ("read_at", Moment)],
        key: 2,
        from: "client_channel_read",
    },
    Member {
        name: "admin_channel_reads",
        columns: &[("channel_key", Text), ("client_id", Text), ("read_at", Moment)],
        key: 2,
        from: "admin_channel_read",
    },
    Member {
        name: "payments",
        columns: &[
            ("id", Text), ("project_id", Text), ("label", Text), ("amount_cents", Number),
            ("currency", Text), ("due_on", Text), ("paid_at", Moment),
        ],
        key: 1,
        from: "payment",
    },
    Member {
        name: "documents",
        columns: &[
            ("id", Text), ("project_id", Text), ("name", Text), ("url", Text), ("created_at", Moment),
        ],
        key: 1,
        from: "document",
    },
    Member {
        name: "notes",
        columns: &[("id", Text), ("project_id", Text), ("text", Text), ("created_at", Moment)],
        key: 1,
        from: "note",
    },
    Member {
        name: "time_entries",
        columns: &[
            ("id", Text), ("project_id", Text), ("task_id", Text), ("spent_on", Text),
            ("minutes", Number), ("description", Text),
        ],
        key: 1,
        from: "time_entry",
    },
    Member {
        name: "quote_items",
        columns: &[
            ("id", Text), ("project_id", Text), ("description", Text), ("quantity", Text),
            ("unit_price_cents", Number), ("position", Number),
        ],
        key: 1,
        from: "quote_item",
    },
    Member {
        name: "leads",
        columns: &[
            ("id", Text), ("name", Text), ("email", Text), ("phone", Text), ("company", Text),
            ("source", Text), ("status", Text), ("last_contact_date", Moment), ("call_date", Moment),
            ("client_id", Text), ("created_at", Moment),
        ],
        key: 1,
        from: "lead",
    },
    Member {
        name: "activities",
        columns: &[
            ("id", Text), ("lead_id", Text), ("kind", Text), ("text", Text), ("starts_at", Moment),
            ("payload", Json), ("created_at", Moment),
        ],
        key: 1,
        from: "activity",
    },
    Member {
        name: "settings",
        columns: &[("key", Text), ("value", Text)],
        key: 1,
        from: "setting",
    },
];
