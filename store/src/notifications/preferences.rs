//! How often and when somebody is notified.

use domain::audit::{Action, Actor};
use domain::id::ClientId;
use domain::notifications::{Frequency, Medium, Recipient, Schedule, SkipReason};
use domain::{DomainError, Language};

use crate::db::Connection;
use crate::settings::values::put;
use crate::{ClientScope, Fault, HOME_ZONE, Result, Store, StoreParts, audit};

/// The preferences of one recipient.
#[derive(Clone)]
pub(super) struct Preferences {
    pub(super) schedule: Schedule,
    pub(super) language: Language,
    /// Whether they have devices that show notifications.
    pub(super) has_devices: bool,
    /// Whether they have an e-mail address.
    pub(super) has_address: bool,
}

impl Store {
    /// Sets how often a person wants e-mails, as they have chosen in their portal.
    pub async fn choose_frequency(&self, client: &ClientScope, frequency: Frequency) -> Result<()> {
        let Some(contact) = &client.person().contact else {
            return self.set_frequency(&Recipient::Client(client.id().clone()), frequency).await;
        };
        let mut tx = self.db.write().await?;
        tx.execute("UPDATE contact SET notify = $1 WHERE id = $2", (&frequency, &contact.id)).await?;
        Ok(tx.commit().await?)
    }

    /// Sets how often somebody wants e-mails, as they have chosen themselves. The agency's choice is recorded.
    ///
    /// # Errors
    /// [`DomainError::UnknownClient`], or a fault.
    pub async fn set_frequency(&self, recipient: &Recipient, frequency: Frequency) -> Result<()> {
        let mut tx = self.db.write().await?;
        match recipient {
            Recipient::Admin => {
                put(&mut tx, "notify", Some(frequency.as_str())).await?;
                let (by, now) = (self.agency_itself(), self.clock.now());
                audit::record(&mut tx, &by, Action::SettingsChanged, "", "notify", now).await?;
            }
            Recipient::Client(client) => {
                let sql = "UPDATE client SET notify = $1 WHERE id = $2";
                let updated = tx.execute(sql, (&frequency, &client)).await?;
                if updated == 0 {
                    return Err(DomainError::UnknownClient.into());
                }
            }
        }
        Ok(tx.commit().await?)
    }
}

impl StoreParts {
    /// Why nothing tells a client of what the agency does; `None` if something does.
    pub(crate) async fn unreached(
        &self,
        connection: &mut Connection,
        client: &ClientId,
    ) -> Result<Option<SkipReason>, Fault> {
        let preferences = self.cached_preferences(connection, &Recipient::Client(client.clone())).await?;
        let settings = self.notification_settings();
        Ok(match settings {
            Some(_) if preferences.has_devices => None,
            Some(settings) if settings.can_send(Medium::Email) => {
                let is_never = preferences.schedule.frequency == Frequency::Never;
                let never = is_never.then_some(SkipReason::Never);
                if preferences.has_address { never } else { Some(SkipReason::NoAddress) }
            }
            _ => Some(SkipReason::Off),
        })
    }

    /// Whoever has an e-mail to the agency.
    fn agency_itself(&self) -> Actor {
        let settings = self.notification_settings();
        let agency = settings.and_then(|settings| settings.agency.as_ref());
        agency.map_or(Actor::Nobody(None), |agency| Actor::Admin(agency.as_str().to_owned()))
    }

    /// From memory, if nobody has changed them. What another process has changed in the last second may be missing: it counts
    /// when the notification is due.
    pub(super) async fn cached_preferences(
        &self,
        connection: &mut Connection,
        recipient: &Recipient,
    ) -> Result<Preferences, Fault> {
        let is_current = self.db.is_cache_current().await;
        let version = self.db.cache_versions().general_version();
        if is_current && let Some(cached) = self.preferences.get(version, recipient) {
            return Ok(cached);
        }
        let preferences = self.preferences(connection, recipient).await?;
        self.preferences.keep(version, recipient, &preferences);
        Ok(preferences)
    }

    /// A malformed value counts as absent.
    pub(super) async fn preferences(
        &self,
        connection: &mut Connection,
        recipient: &Recipient,
    ) -> Result<Preferences, Fault> {
        let sql = "SELECT key, value FROM setting WHERE key IN ('notify', 'language', 'quiet_hours', 'time_zone') \
             UNION ALL SELECT 'client_notify', notify FROM client WHERE id = $1 \
             UNION ALL SELECT 'client_language', language FROM client WHERE id = $1 \
             UNION ALL SELECT 'address', '' FROM client WHERE id = $1 AND email IS NOT NULL \
             UNION ALL SELECT 'devices', '' WHERE EXISTS \
             (SELECT 1 FROM push_subscription WHERE COALESCE(client_id, '') = $1)";
        let rows: Vec<(String, String)> =
            connection.fetch_all(sql, [recipient.client().map_or("", ClientId::as_str)]).await?;
        let value = |wanted: &str| rows.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
        let (frequency, language) = match recipient {
            Recipient::Admin => (value("notify"), value("language")),
            Recipient::Client(_) => (value("client_notify"), value("client_language")),
        };
        Ok(Preferences {
            schedule: Schedule {
                frequency: frequency.and_then(|frequency| frequency.parse().ok()).unwrap_or_default(),
                quiet_hours: value("quiet_hours").and_then(|hours| hours.parse().ok()).unwrap_or_default(),
                zone: self.zones.get(value("time_zone").unwrap_or(HOME_ZONE)),
            },
            language: language.and_then(|language| language.parse().ok()).unwrap_or_default(),
            has_devices: value("devices").is_some(),
            has_address: *recipient == Recipient::Admin || value("address").is_some(),
        })
    }
}
