//! The agency's settings of notifications.

use domain::Versioned;
use domain::audit::{Action, Actor};
use domain::notifications::NotificationPreferences;

use crate::db::Connection;
use crate::settings::values::put;
use crate::{Fault, Result, Store, audit, form_version};

impl Store {
    /// The preferences in the form, with their version.
    pub async fn notification_preferences(&self) -> Result<Versioned<NotificationPreferences>> {
        let mut connection = self.db.readers().acquire().await?;
        let record = agency_preferences(&mut connection).await?;
        Ok(Versioned { version: form_version::of(&record)?, record })
    }

    /// Saves the form, if the settings still have the version `seen`.
    pub async fn save_notification_preferences(
        &self,
        by: &Actor,
        draft: &NotificationPreferences,
        seen: &str,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        self.db.exclude_writers(&mut tx, &["setting"]).await?;
        let old = agency_preferences(&mut tx).await?;
        form_version::check_draft(&old, draft, seen)?;
        let (old, new) = (values(&old), values(draft));
        let changed: Vec<_> = new.into_iter().filter(|value| !old.contains(value)).collect();
        for (key, value) in &changed {
            put(&mut tx, key, Some(value)).await?;
        }
        if !changed.is_empty() {
            let keys: Vec<_> = changed.iter().map(|(key, _)| *key).collect();
            let now = self.clock.now();
            audit::record(&mut tx, by, Action::SettingsChanged, "", &keys.join(", "), now).await?;
        }
        Ok(tx.commit().await?)
    }
}

fn values(preferences: &NotificationPreferences) -> [(&'static str, String); 4] {
    let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
    [
        ("notify", preferences.notify.to_string()),
        ("quiet_hours", preferences.quiet_hours.to_string()),
        ("mail_texts", switch(preferences.mail_texts)),
        ("morning_summary", switch(preferences.morning_summary)),
    ]
}

/// A malformed value counts as absent.
pub(super) async fn agency_preferences(connection: &mut Connection) -> Result<NotificationPreferences, Fault> {
    let sql = "SELECT key, value FROM setting \
         WHERE key IN ('notify', 'quiet_hours', 'mail_texts', 'morning_summary')";
    let settings: Vec<(String, String)> = connection.fetch_all(sql, ()).await?;
    let mut preferences = NotificationPreferences::default();
    for (key, value) in settings {
        match key.as_str() {
            "notify" => preferences.notify = value.parse().unwrap_or_default(),
            "quiet_hours" => preferences.quiet_hours = value.parse().unwrap_or_default(),
            "mail_texts" => preferences.mail_texts = value != "off",
            _ => preferences.morning_summary = value == "on",
        }
    }
    Ok(preferences)
}
