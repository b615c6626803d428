//! The settings of the agency.

pub(crate) mod agency;
mod free_space;
pub(crate) mod logo;
pub(crate) mod quotes;
pub(crate) mod system_info;
pub(crate) mod values;
pub(crate) mod zone;

use domain::audit::{Action, Actor};
use domain::settings::accent::Scheme;
use domain::settings::draft::{
    DELIVERY_DAYS, DELIVERY_MEGABYTES, FREE_MEGABYTES, NumberSetting, SILENT_DAYS, SOURCE_MEGABYTES,
};
use domain::{Accent, DomainError, Language, Problem, Problems, SettingsDraft, Versioned};

use self::values::{agency_name, put};
use crate::db::Connection;
use crate::{Fault, HOME_ZONE, Result, Store, audit, form_version};

impl Store {
    /// The language of admin and public pages (docs/REFERENCE.md#pages).
    pub async fn language(&self) -> Result<Language> {
        let chosen = self.cached_setting("language").await?;
        Ok(chosen.and_then(|language| language.parse().ok()).unwrap_or_default())
    }

    /// The settings of the settings form, with their version.
    pub async fn settings(&self) -> Result<Versioned<SettingsDraft>> {
        let mut connection = self.db.readers().acquire().await?;
        let record = stored_settings(&mut connection).await?;
        Ok(Versioned { version: form_version::of(&record)?, record })
    }

    /// Saves the settings form, if the settings still have the version `seen`.
    ///
    /// # Errors
    /// [`DomainError::Stale`] when they have changed; [`Error::Invalid`](crate::Error) for an unknown
    /// time zone; a fault.
    pub async fn save_settings(&self, by: &Actor, draft: &SettingsDraft, seen: &str) -> Result<()> {
        let time_zone =
            zone::canonical_name(&draft.time_zone).ok_or_else(|| Problems::one("time_zone", Problem::NotOneOf))?;
        let mut tx = self.db.write().await?;
        self.db.exclude_writers(&mut tx, &["setting"]).await?;
        let old = stored_settings(&mut tx).await?;
        form_version::check_draft(&old, draft, seen)?;
        let accent = |draft: &SettingsDraft| draft.accent.map(String::from);
        let number =
            |setting: NumberSetting, old: i64, new: i64| (setting.key, Some(old.to_string()), Some(new.to_string()));
        let values = [
            ("agency_name", old.agency_name.clone(), draft.agency_name.clone()),
            ("accent", accent(&old), accent(draft)),
            ("language", Some(old.language.to_string()), Some(draft.language.to_string())),
            ("form_of_address", Some(old.form_of_address.to_string()), Some(draft.form_of_address.to_string())),
            ("show_member_names", Some(switch(old.show_member_names)), Some(switch(draft.show_member_names))),
            ("time_zone", Some(old.time_zone), Some(time_zone)),
            number(DELIVERY_DAYS, old.delivery_days, draft.delivery_days),
            number(SILENT_DAYS, old.silent_days, draft.silent_days),
            number(SOURCE_MEGABYTES, old.source_megabytes, draft.source_megabytes),
            number(DELIVERY_MEGABYTES, old.delivery_megabytes, draft.delivery_megabytes),
            number(FREE_MEGABYTES, old.free_megabytes, draft.free_megabytes),
        ];
        let changed: Vec<_> = values.into_iter().filter(|(_, old, new)| old != new).collect();
        let limits_change = changed.iter().any(|(key, ..)| key.ends_with("_megabytes"));
        for (key, _, value) in &changed {
            put(&mut tx, key, value.as_deref()).await?;
        }
        if !changed.is_empty() {
            let keys = changed.iter().map(|(key, ..)| *key).collect::<Vec<_>>().join(", ");
            audit::record(&mut tx, by, Action::SettingsChanged, "", &keys, self.clock.now()).await?;
        }
        tx.commit().await?;
        if limits_change && let Err(error) = self.recount_space().await {
            tracing::error!(%error, "the space of deliveries could not be counted");
        }
        Ok(())
    }

    /// As [`Store::setting`], from memory if nothing has changed: for what every page needs.
    pub(crate) async fn cached_setting(&self, key: &str) -> Result<Option<String>> {
        self.db.get_or_read(&self.caches.settings, key, self.setting(key)).await
    }

    pub async fn setting(&self, key: &str) -> Result<Option<String>> {
        Ok(self.db.readers().fetch_optional_value("SELECT value FROM setting WHERE key = $1", [key]).await?)
    }

    /// Sets a setting, without a version check.
    ///
    /// # Errors
    /// [`DomainError::NulInText`] for a value with a NUL, or a fault.
    pub async fn set_setting(&self, key: &str, value: &str) -> Result<()> {
        if value.contains('\0') {
            return Err(DomainError::NulInText.into());
        }
        let mut tx = self.db.write().await?;
        put(&mut tx, key, Some(value)).await?;
        if let Some(scheme) = Scheme::ALL.iter().find(|scheme| key == agency::logo_key(**scheme)) {
            agency::store_logo_version(&mut tx, *scheme).await?;
        }
        Ok(tx.commit().await?)
    }
}

/// The stored settings; a malformed value counts as absent.
async fn stored_settings(connection: &mut Connection) -> Result<SettingsDraft, Fault> {
    let sql = "SELECT key, value FROM setting WHERE key IN ('agency_name', 'accent', 'language', \
         'form_of_address', 'show_member_names', 'time_zone', 'delivery_days', 'silent_days', 'source_megabytes', 'delivery_megabytes', 'free_megabytes')";
    let settings: Vec<(String, String)> = connection.fetch_all(sql, ()).await?;
    let mut draft = SettingsDraft { time_zone: HOME_ZONE.to_owned(), ..SettingsDraft::default() };
    for (key, value) in settings {
        match key.as_str() {
            "agency_name" => draft.agency_name = agency_name(&value),
            "accent" => draft.accent = Accent::parse(value.trim()).ok(),
            "language" => draft.language = value.parse().unwrap_or_default(),
            "form_of_address" => draft.form_of_address = value.parse().unwrap_or_default(),
            "show_member_names" => draft.show_member_names = value != "off",
            "time_zone" => draft.time_zone = zone::canonical_name(&value).unwrap_or(draft.time_zone),
            key => set_number(&mut draft, key, &value),
        }
    }
    Ok(draft)
}

/// The value of a setting that is a switch.
fn switch(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_owned()
}

/// Sets the number named `key`, if `value` is one within its limits.
fn set_number(draft: &mut SettingsDraft, key: &str, value: &str) {
    let numbers = [
        (DELIVERY_DAYS, &mut draft.delivery_days),
        (SILENT_DAYS, &mut draft.silent_days),
        (SOURCE_MEGABYTES, &mut draft.source_megabytes),
        (DELIVERY_MEGABYTES, &mut draft.delivery_megabytes),
        (FREE_MEGABYTES, &mut draft.free_megabytes),
    ];
    for (setting, number) in numbers {
        if setting.key == key
            && let Some(parsed) = setting.parse(value)
        {
            *number = parsed;
        }
    }
}
