//! How often people want e-mails, and what members of the agency are notified of: their own choices.

use std::collections::HashMap;

use domain::audit::{Action, Actor};
use domain::id::{ClientId, MemberId};
use domain::notifications::{
    AgencyKind, Audience, Frequency, Medium, MemberNotifications, QuietHours, Recipient, SkipReason,
};
use domain::{DomainError, Member, Versioned};

use super::recipients::{parse_kinds, parse_quiet_hours};
use super::settings::agency_preferences;
use crate::db::{Connection, row_lock};
use crate::settings::values::put;
use crate::{ClientScope, Fault, Result, Store, StoreParts, audit, form_version};

impl Store {
    /// Sets how often a person wants e-mails, as they have chosen in their portal.
    pub async fn choose_frequency(&self, client: &ClientScope, frequency: Frequency) -> Result<()> {
        self.set_frequency(&Recipient::Client(client.person().id()), frequency).await
    }

    /// Sets how often somebody wants e-mails, as they have chosen themselves. The choice of the environment's account is
    /// recorded.
    ///
    /// # Errors
    /// [`DomainError::UnknownClient`] for somebody who was deleted, or a fault.
    pub async fn set_frequency(&self, recipient: &Recipient, frequency: Frequency) -> Result<()> {
        let mut tx = self.db.write().await?;
        let (sql, id) = match recipient {
            Recipient::Admin => {
                put(&mut tx, "notify", Some(frequency.as_str())).await?;
                let (by, now) = (self.agency_itself(), self.clock.now());
                audit::record(&mut tx, &by, Action::SettingsChanged, "", "notify", now).await?;
                return Ok(tx.commit().await?);
            }
            Recipient::Member(member) => ("UPDATE member SET notify = $1 WHERE id = $2", member.as_str()),
            Recipient::Client(person) => match &person.contact {
                None => ("UPDATE client SET notify = $1 WHERE id = $2", person.client.as_str()),
                Some(contact) => ("UPDATE contact SET notify = $1 WHERE id = $2", contact.as_str()),
            },
        };
        if tx.execute(sql, (&frequency, id)).await? == 0 {
            return Err(DomainError::UnknownClient.into());
        }
        Ok(tx.commit().await?)
    }

    /// What a member has chosen, with the version of the form.
    pub async fn member_notifications(&self, member: &MemberId) -> Result<Versioned<MemberNotifications>> {
        let mut connection = self.db.readers().acquire().await?;
        let record = member_notifications(&mut connection, member).await?;
        Ok(Versioned { version: form_version::of(&record)?, record })
    }

    /// The choices of all members who are notified at all: they have joined and are not disabled.
    pub async fn notified_members(&self) -> Result<Vec<(Member, MemberNotifications)>> {
        let members = self.members().await?;
        let mut connection = self.db.readers().acquire().await?;
        let agency = agency_preferences(&mut connection).await?;
        let sql = "SELECT id, notify, quiet_hours, kinds FROM member \
             WHERE password_hash IS NOT NULL AND disabled_at IS NULL";
        let rows: Vec<(MemberId, Frequency, Option<String>, Option<String>)> = connection.fetch_all(sql, ()).await?;
        let mut chosen: HashMap<_, _> =
            rows.into_iter().map(|(id, notify, hours, kinds)| (id, (notify, hours, kinds))).collect();
        let of_member = |member: Member| {
            let chosen = read_chosen(chosen.remove(&member.id)?, agency.quiet_hours);
            Some((member, chosen))
        };
        Ok(members.into_iter().filter_map(of_member).collect())
    }

    /// Saves the form of a member, if it was filled from the current version.
    pub async fn save_member_notifications(
        &self,
        member: &MemberId,
        chosen: &MemberNotifications,
        seen: &str,
    ) -> Result<()> {
        let mut tx = self.db.write().await?;
        row_lock::acquire(&mut tx, "member", member.as_str()).await?;
        form_version::check_draft(&member_notifications(&mut tx, member).await?, chosen, seen)?;
        let kinds: Vec<&str> = chosen.kinds.iter().copied().map(AgencyKind::as_str).collect();
        let sql = "UPDATE member SET notify = $1, quiet_hours = $2, kinds = $3 WHERE id = $4";
        tx.execute(sql, (&chosen.notify, chosen.quiet_hours.to_string(), kinds.join(","), member)).await?;
        Ok(tx.commit().await?)
    }
}

/// As stored: how often, quiet hours, and kinds.
type Chosen = (Frequency, Option<String>, Option<String>);

async fn member_notifications(connection: &mut Connection, member: &MemberId) -> Result<MemberNotifications> {
    let agency = agency_preferences(connection).await?;
    let sql = "SELECT notify, quiet_hours, kinds FROM member WHERE id = $1";
    let row: Option<Chosen> = connection.fetch_optional(sql, [member]).await?;
    Ok(read_chosen(row.ok_or(DomainError::UnknownRecord)?, agency.quiet_hours))
}

/// Without choices of their own, members have the agency's quiet hours and the usual kinds.
fn read_chosen((notify, quiet_hours, kinds): Chosen, of_agency: QuietHours) -> MemberNotifications {
    MemberNotifications {
        notify,
        kinds: parse_kinds(kinds.as_deref()),
        quiet_hours: parse_quiet_hours(quiet_hours.as_deref(), of_agency),
    }
}

impl StoreParts {
    /// Why nothing tells the people of a client of what the agency does; `None` if something does.
    pub(crate) async fn unreached(
        &self,
        connection: &mut Connection,
        client: &ClientId,
    ) -> Result<Option<SkipReason>, Fault> {
        let Some(settings) = self.notification_settings() else { return Ok(Some(SkipReason::Off)) };
        let people = self.cached_recipients(connection, &Audience::Client(client.clone())).await?;
        if people.iter().any(|(_, _, preferences)| preferences.has_devices) {
            return Ok(None);
        }
        if !settings.can_send(Medium::Email) {
            return Ok(Some(SkipReason::Off));
        }
        let mut addressed = people.iter().filter(|(_, _, preferences)| preferences.email.is_some()).peekable();
        if addressed.peek().is_none() {
            return Ok(Some(SkipReason::NoAddress));
        }
        let is_never = addressed.all(|(_, _, preferences)| preferences.schedule.frequency == Frequency::Never);
        Ok(is_never.then_some(SkipReason::Never))
    }

    /// Whoever has an e-mail to the agency.
    fn agency_itself(&self) -> Actor {
        let settings = self.notification_settings();
        let agency = settings.and_then(|settings| settings.agency.as_ref());
        agency.map_or(Actor::Nobody(None), |agency| Actor::Admin(agency.as_str().to_owned()))
    }
}
