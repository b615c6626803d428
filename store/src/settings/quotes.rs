//! The letterhead and the VAT rate of quotes.

use domain::audit::{Action, Actor};
use domain::{Percent, QuoteSettings, Versioned};

use super::values::put;
use crate::db::Connection;
use crate::{Fault, Result, Store, audit, form_version};

impl Store {
    /// The settings of quotes, with their version.
    pub async fn quote_settings(&self) -> Result<Versioned<QuoteSettings>> {
        let mut connection = self.db.readers().acquire().await?;
        let record = quote_settings(&mut connection).await?;
        Ok(Versioned { version: form_version::of(&record)?, record })
    }

    /// Saves the form of the settings of quotes, if they still have the version `seen`.
    pub async fn save_quote_settings(&self, by: &Actor, draft: &QuoteSettings, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        self.db.exclude_writers(&mut tx, &["setting"]).await?;
        let old = quote_settings(&mut tx).await?;
        form_version::check_draft(&old, draft, seen)?;
        let mut changed = Vec::new();
        if old.letterhead != draft.letterhead {
            put(&mut tx, "letterhead", draft.letterhead.as_deref()).await?;
            changed.push("letterhead");
        }
        if old.vat_rate != draft.vat_rate {
            put(&mut tx, "vat_rate", Some(&String::from(draft.vat_rate))).await?;
            changed.push("vat_rate");
        }
        if !changed.is_empty() {
            let now = self.clock.now();
            audit::record(&mut tx, by, Action::SettingsChanged, "", &changed.join(", "), now).await?;
        }
        Ok(tx.commit().await?)
    }
}

/// A malformed value counts as absent.
pub(crate) async fn quote_settings(connection: &mut Connection) -> Result<QuoteSettings, Fault> {
    let sql = "SELECT key, value FROM setting WHERE key IN ('letterhead', 'vat_rate')";
    let stored: Vec<(String, String)> = connection.fetch_all(sql, ()).await?;
    let mut settings = QuoteSettings::default();
    for (key, value) in stored {
        if key == "letterhead" {
            settings.letterhead = Some(value.trim().to_owned()).filter(|lines| !lines.is_empty());
        } else if let Ok(rate) = Percent::try_from(value) {
            settings.vat_rate = rate;
        }
    }
    Ok(settings)
}
