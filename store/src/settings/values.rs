//! Single settings, read and written.

use domain::settings::draft::Days;
use sqlx::AnyConnection;

use crate::Fault;
use crate::db::Tx;

/// A number of days that is set, or the usual one; what is not well-formed is as if it were not there.
pub(crate) async fn days(connection: &mut AnyConnection, days: Days) -> Result<i64, Fault> {
    let value: Option<String> = sqlx::query_scalar("SELECT value FROM setting WHERE key = $1")
        .bind(days.key)
        .fetch_optional(connection)
        .await?;
    Ok(value.and_then(|value| days.parse(&value)).unwrap_or(days.usual))
}

/// What the agency is called, as the setting has it.
pub(crate) fn agency_name(value: &str) -> Option<String> {
    Some(value.trim().to_owned()).filter(|name| !name.is_empty())
}

/// Sets a setting; to nothing: removes it.
pub(crate) async fn put(tx: &mut Tx, key: &str, value: Option<&str>) -> Result<(), Fault> {
    match value {
        None => sqlx::query("DELETE FROM setting WHERE key = $1").bind(key).execute(&mut **tx).await?,
        Some(value) => {
            sqlx::query(
                "INSERT INTO setting (key, value) VALUES ($1, $2) \
                 ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            )
            .bind(key)
            .bind(value)
            .execute(&mut **tx)
            .await?
        }
    };
    Ok(())
}
