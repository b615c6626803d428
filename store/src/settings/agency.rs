//! Name, colour and logo of the agency.

use domain::audit::{Action, Actor};
use domain::{Accent, Agency, DomainError};

use crate::db::{Connection, Db, Tx};
use crate::settings::values::{agency_name, put};
use crate::{Fault, Logo, Result, Store, audit};

/// The setting that holds the logo.
pub(crate) const LOGO: &str = "logo";

impl Store {
    /// Name, colour and version of the logo; malformed values are absent.
    pub async fn agency(&self) -> Result<Agency> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(agency(&mut connection).await?)
    }

    /// Every visitor may request it, so it is answered from memory while nothing has changed.
    pub async fn logo(&self) -> Result<Option<Logo>> {
        let is_current = self.db.is_cache_current().await;
        let version = self.db.cache_versions().general_version();
        if is_current && let Some(logo) = self.logo.get(version) {
            return Ok(Some(logo));
        }
        let logo = self.setting(LOGO).await?.as_deref().and_then(Logo::parse);
        self.logo.keep(version, logo.as_ref());
        Ok(logo)
    }

    /// Replaces or removes the logo of version `seen` (empty: there is none).
    pub async fn set_logo(&self, by: &Actor, logo: Option<&Logo>, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        self.db.exclude_writers(&mut tx, &["setting"]).await?;
        if agency(&mut tx).await?.logo.unwrap_or_default() != seen {
            return Err(DomainError::Stale.into());
        }
        put(&mut tx, LOGO, logo.map(Logo::to_data_url).as_deref()).await?;
        store_logo_version(&mut tx).await?;
        audit::record(&mut tx, by, Action::SettingsChanged, "", LOGO, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

/// The agency from the settings. The logo is not read: its version is stored separately.
pub(crate) async fn agency(connection: &mut Connection) -> Result<Agency, Fault> {
    let settings: Vec<(String, String)> = sqlx::query_as(
        "SELECT key, value FROM setting WHERE key IN ('agency_name', 'accent') \
         UNION ALL SELECT key, value FROM internal WHERE key = 'logo_version'",
    )
    .fetch_all(connection)
    .await?;
    let mut agency = Agency::default();
    for (key, value) in settings {
        match key.as_str() {
            "agency_name" => agency.name = agency_name(&value),
            "accent" => agency.accent = Accent::parse(value.trim()).ok(),
            _ => agency.logo = Some(value).filter(|version| !version.is_empty()),
        }
    }
    Ok(agency)
}

/// Stores the version of the logo, so that pages need not read and hash the image. Call it after writing the
/// setting. An invalid image has an empty version.
pub(crate) async fn store_logo_version(tx: &mut Tx) -> Result<(), Fault> {
    let logo: Option<String> = sqlx::query_scalar("SELECT value FROM setting WHERE key = $1")
        .bind(LOGO)
        .fetch_optional(&mut **tx)
        .await?;
    let version = logo.as_deref().and_then(Logo::parse).map(|logo| logo.version).unwrap_or_default();
    sqlx::query(
        "INSERT INTO internal (key, value) VALUES ('logo_version', $1) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )
    .bind(version)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Stores the version of a logo that an older release stored without one.
pub(crate) async fn complete(db: &Db) -> Result<(), Fault> {
    let missing: Option<String> = sqlx::query_scalar(
        "SELECT setting.key FROM setting WHERE setting.key = $1 \
         AND NOT EXISTS (SELECT 1 FROM internal WHERE internal.key = 'logo_version')",
    )
    .bind(LOGO)
    .fetch_optional(db.readers())
    .await?;
    if missing.is_none() {
        return Ok(());
    }
    let mut tx = db.write().await?;
    store_logo_version(&mut tx).await?;
    tx.commit().await
}
