//! How often and when somebody is notified.

use std::time::Duration;

use domain::audit::{Action, Actor};
use domain::notifications::{Frequency, Medium, QuietHours, Recipient, Schedule, Thread};
use domain::{DomainError, Timestamp, Zone};

use crate::db::Connection;
use crate::settings::values::put;
use crate::{ClientScope, Fault, HOME_ZONE, Result, Store, StoreParts, audit};

/// Those of one recipient; quiet hours and zone are the agency's.
#[derive(Clone)]
pub(super) struct Preferences {
    pub(super) frequency: Frequency,
    pub(super) quiet_hours: QuietHours,
    pub(super) zone: Zone,
    /// Whether they have devices that show notifications.
    pub(super) has_devices: bool,
}

impl Preferences {
    /// When what is about the thread is due whose first event is at `at`; `None` for somebody who wants no e-mails. What a
    /// morning brings waits for nothing else.
    pub(super) fn due(
        &self,
        medium: Medium,
        thread: &Thread,
        after: Duration,
        at: Timestamp,
    ) -> Option<Timestamp> {
        let Self { frequency, quiet_hours, zone, .. } = self;
        let is_wanted = medium == Medium::Push || *frequency != Frequency::Never;
        if thread.is_of_a_morning() && is_wanted {
            return Some(quiet_hours.end(at, zone));
        }
        let schedule = Schedule { frequency: *frequency, after, quiet_hours: *quiet_hours, zone };
        match medium {
            Medium::Email => schedule.due(at),
            Medium::Push => schedule.of_push().due(at),
        }
    }
}

impl Store {
    /// Sets how often a client wants e-mails, as they have chosen in their portal.
    pub async fn choose_frequency(&self, client: &ClientScope, frequency: Frequency) -> Result<()> {
        self.set_frequency(&Recipient::Client(client.id().clone()), frequency).await
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
                let updated = sqlx::query("UPDATE client SET notify = $1 WHERE id = $2")
                    .bind(frequency.as_str())
                    .bind(client.as_str())
                    .execute(&mut *tx)
                    .await?;
                if updated.rows_affected() == 0 {
                    return Err(DomainError::UnknownClient.into());
                }
            }
        }
        Ok(tx.commit().await?)
    }
}

impl StoreParts {
    /// Whoever has an e-mail to the agency.
    fn agency_itself(&self) -> Actor {
        let settings = self.notification_settings();
        let agency = settings.and_then(|settings| settings.agency.as_ref());
        agency.map_or(Actor::Nobody(None), |agency| Actor::Admin(agency.as_str().to_owned()))
    }

    /// From memory, if nobody has changed them. What another process has changed in the last second may be missing: it counts
    /// when the notification is due.
    pub(super) async fn kept_preferences(
        &self,
        connection: &mut Connection,
        recipient: &Recipient,
    ) -> Result<Preferences, Fault> {
        let is_current = self.db.is_cache_current().await;
        let version = self.db.cache_versions().general_version();
        if is_current && let Some(kept) = self.preferences.get(version, recipient) {
            return Ok(kept);
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
        let client = match recipient {
            Recipient::Admin => "",
            Recipient::Client(client) => client.as_str(),
        };
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT key, value FROM setting WHERE key IN ('notify', 'quiet_hours', 'time_zone') \
             UNION ALL SELECT 'client', notify FROM client WHERE id = $1 \
             UNION ALL SELECT 'devices', '' WHERE EXISTS \
             (SELECT 1 FROM push_subscription WHERE COALESCE(client_id, '') = $1)",
        )
        .bind(client)
        .fetch_all(connection)
        .await?;
        let value =
            |wanted: &str| rows.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
        let frequency = match recipient {
            Recipient::Admin => value("notify"),
            Recipient::Client(_) => value("client"),
        };
        Ok(Preferences {
            frequency: frequency.and_then(|word| word.parse().ok()).unwrap_or_default(),
            quiet_hours: value("quiet_hours").and_then(|hours| hours.parse().ok()).unwrap_or_default(),
            has_devices: value("devices").is_some(),
            zone: self.zones.get(value("time_zone").unwrap_or(HOME_ZONE)),
        })
    }
}
