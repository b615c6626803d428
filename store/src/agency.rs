//! How the agency presents itself, from its settings.

use domain::{Accent, Agency, Refusal};
use sqlx::AnyConnection;

use crate::{Fault, Logo, Result, Store};

impl Store {
    /// Name, colour and the logo's version; what is not well-formed is absent.
    ///
    /// # Errors
    /// A fault.
    pub async fn agency(&self) -> Result<Agency> {
        let mut connection = self.db.readers().acquire().await?;
        Ok(agency(&mut connection).await?)
    }

    /// The logo itself.
    ///
    /// # Errors
    /// A fault.
    pub async fn logo(&self) -> Result<Option<Logo>> {
        Ok(self.setting("logo").await?.as_deref().and_then(Logo::parse))
    }

    /// Sets how the agency presents itself: its name, trimmed (empty: none), and its colour.
    ///
    /// # Errors
    /// [`Refusal::NameTooLong`] for a name of more than [`Agency::NAME`] characters,
    /// [`Refusal::NulInText`] for one with a NUL, or a fault.
    pub async fn present_agency(&self, name: &str, accent: Option<Accent>) -> Result<()> {
        let name = name.trim();
        if name.chars().count() > Agency::NAME {
            return Err(Refusal::NameTooLong.into());
        }
        if name.contains('\0') {
            return Err(Refusal::NulInText.into());
        }
        sqlx::query(
            "INSERT INTO setting (key, value) VALUES ('agency_name', $1), ('accent', $2) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        )
        .bind(name)
        .bind(accent.map(String::from).unwrap_or_default())
        .execute(self.db.writers())
        .await?;
        Ok(())
    }
}

/// The agency as the settings describe it.
pub(crate) async fn agency(connection: &mut AnyConnection) -> Result<Agency, Fault> {
    let settings: Vec<(String, String)> =
        sqlx::query_as("SELECT key, value FROM setting WHERE key IN ('agency_name', 'accent', 'logo')")
            .fetch_all(connection)
            .await?;
    let mut agency = Agency::default();
    for (key, value) in settings {
        match key.as_str() {
            "agency_name" => agency.name = Some(value.trim().to_owned()).filter(|name| !name.is_empty()),
            "accent" => agency.accent = Accent::parse(value.trim()).ok(),
            _ => agency.logo = Logo::parse(&value).map(|logo| logo.version()),
        }
    }
    Ok(agency)
}
