//! Name, colour and logos of the agency, and how it addresses its clients.

use domain::audit::{Action, Actor};
use domain::settings::accent::Scheme;
use domain::{Accent, Agency, DomainError};

use crate::db::{Connection, Db, Tx};
use crate::settings::values::{agency_name, put};
use crate::{Fault, Logo, Result, Store, audit};

/// The setting that holds the logo of a scheme.
pub(crate) const fn logo_key(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::Light => "logo",
        Scheme::Dark => "logo_dark",
    }
}

/// The internal value that holds its version.
const fn version_key(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::Light => "logo_version",
        Scheme::Dark => "logo_dark_version",
    }
}

impl Store {
    /// Malformed values are absent.
    pub async fn agency(&self) -> Result<Agency> {
        let read = async { Ok(agency(&mut self.db.readers().acquire().await?).await?) };
        self.db.get_or_read(&self.caches.agency, &(), read).await
    }

    /// Every visitor may request it, so it is answered from memory while nothing has changed.
    pub async fn logo(&self, scheme: Scheme) -> Result<Option<Logo>> {
        let read = async { Ok(self.setting(logo_key(scheme)).await?.as_deref().and_then(Logo::parse)) };
        self.db.get_or_read(&self.caches.logos, &scheme, read).await
    }

    /// Replaces or removes the logo of version `seen` (empty: there is none).
    pub async fn set_logo(&self, by: &Actor, scheme: Scheme, logo: Option<&Logo>, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        self.db.exclude_writers(&mut tx, &["setting"]).await?;
        if agency(&mut tx).await?.logo_version(scheme) != seen {
            return Err(DomainError::Stale.into());
        }
        let key = logo_key(scheme);
        put(&mut tx, key, logo.map(Logo::to_data_url).as_deref()).await?;
        store_logo_version(&mut tx, scheme).await?;
        audit::record(&mut tx, by, Action::SettingsChanged, "", key, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

/// The agency from the settings. The logos are not read: their versions are stored separately.
pub(crate) async fn agency(connection: &mut Connection) -> Result<Agency, Fault> {
    let sql = "SELECT key, value FROM setting WHERE key IN ('agency_name', 'accent', 'form_of_address', 'show_member_names') \
         UNION ALL SELECT key, value FROM internal WHERE key IN ('logo_version', 'logo_dark_version')";
    let settings: Vec<(String, String)> = connection.fetch_all(sql, ()).await?;
    let mut agency = Agency::default();
    for (key, value) in settings {
        match key.as_str() {
            "agency_name" => agency.name = agency_name(&value),
            "accent" => agency.accent = Accent::parse(value.trim()).ok(),
            "form_of_address" => agency.form_of_address = value.parse().unwrap_or_default(),
            "show_member_names" => agency.shows_member_names = value != "off",
            "logo_dark_version" => agency.logo_dark = Some(value).filter(|version| !version.is_empty()),
            _ => agency.logo = Some(value).filter(|version| !version.is_empty()),
        }
    }
    Ok(agency)
}

/// Whether clients see who of the agency wrote.
pub(crate) async fn shows_member_names(connection: &mut Connection) -> Result<bool, Fault> {
    let sql = "SELECT value FROM setting WHERE key = 'show_member_names'";
    let value: Option<String> = connection.fetch_optional_value(sql, ()).await?;
    Ok(value.as_deref() != Some("off"))
}

/// As [`store_logo_version`], for every logo.
pub(crate) async fn store_logo_versions(tx: &mut Tx) -> Result<(), Fault> {
    for scheme in Scheme::ALL {
        store_logo_version(tx, *scheme).await?;
    }
    Ok(())
}

/// Stores the version of a logo, so that pages need not read and hash the image. Call it after writing the
/// setting. An invalid image has an empty version.
pub(crate) async fn store_logo_version(tx: &mut Tx, scheme: Scheme) -> Result<(), Fault> {
    let sql = "SELECT value FROM setting WHERE key = $1";
    let logo: Option<String> = tx.fetch_optional_value(sql, [logo_key(scheme)]).await?;
    let version = logo.as_deref().and_then(Logo::parse).map(|logo| logo.version).unwrap_or_default();
    let sql = "INSERT INTO internal (key, value) VALUES ($1, $2) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    tx.execute(sql, (version_key(scheme), version)).await?;
    Ok(())
}

/// Stores the version of a logo that an older release stored without one.
pub(crate) async fn complete(db: &Db) -> Result<(), Fault> {
    let sql = "SELECT setting.key FROM setting WHERE setting.key = $1 \
         AND NOT EXISTS (SELECT 1 FROM internal WHERE internal.key = 'logo_version')";
    let missing: Option<String> = db.readers().fetch_optional_value(sql, [logo_key(Scheme::Light)]).await?;
    if missing.is_none() {
        return Ok(());
    }
    let mut tx = db.write_long().await?;
    store_logo_version(&mut tx, Scheme::Light).await?;
    tx.commit().await
}
