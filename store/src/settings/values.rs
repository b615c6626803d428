//! Reading and writing single settings.

use domain::settings::draft::NumberSetting;

use crate::Fault;
use crate::db::{Connection, Tx};

/// A number from the settings, or its default; a malformed value counts as absent.
pub(crate) async fn number(connection: &mut Connection, setting: NumberSetting) -> Result<i64, Fault> {
    let sql = "SELECT value FROM setting WHERE key = $1";
    let value: Option<String> = connection.fetch_optional_value(sql, [setting.key]).await?;
    Ok(value.and_then(|value| setting.parse(&value)).unwrap_or(setting.usual))
}

/// Parses the name of the agency.
pub(crate) fn agency_name(value: &str) -> Option<String> {
    Some(value.trim().to_owned()).filter(|name| !name.is_empty())
}

/// Sets a setting, or removes it for `None`.
pub(crate) async fn put(tx: &mut Tx, key: &str, value: Option<&str>) -> Result<(), Fault> {
    match value {
        None => tx.execute("DELETE FROM setting WHERE key = $1", [key]).await?,
        Some(value) => {
            let sql = "INSERT INTO setting (key, value) VALUES ($1, $2) \
                 ON CONFLICT (key) DO UPDATE SET value = excluded.value";
            tx.execute(sql, (key, value)).await?
        }
    };
    Ok(())
}
