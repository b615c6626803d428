//! The recipients of an audience, with the preferences of each.

use std::sync::Arc;

use domain::id::{ClientId, ContactId, MemberId, PersonId};
use domain::notifications::{
    AgencyKind, Audience, Frequency, NotificationTopic, QuietHours, Recipient, Schedule, SkipReason,
};
use domain::{Language, Role};

use super::settings::agency_preferences;
use crate::db::Connection;
use crate::db::query::row;
use crate::people::assigned::assigned;
use crate::{Fault, HOME_ZONE, StoreParts};

/// The preferences of one recipient.
#[derive(Clone)]
pub(crate) struct Preferences {
    pub(super) schedule: Schedule,
    pub(super) language: Language,
    /// Whether they have devices that show notifications.
    pub(super) has_devices: bool,
    /// As stored; that of the environment's account is a setting of the server.
    pub(super) email: Option<String>,
    /// Those that somebody of the agency has chosen; `None`: all, as people of clients get them.
    kinds: Option<Vec<AgencyKind>>,
}

impl Preferences {
    /// Whether they have not switched off what the topic is about.
    pub(super) fn wants(&self, topic: &NotificationTopic) -> bool {
        let (Some(kinds), Some(kind)) = (&self.kinds, topic.agency_kind()) else { return true };
        kinds.contains(&kind)
    }
}

pub(crate) type Recipients = Arc<Vec<Found>>;

impl StoreParts {
    /// From memory, if nobody has changed them. What another process has changed in the last second may be missing: it counts
    /// when the notification is due.
    pub(super) async fn cached_recipients(
        &self,
        connection: &mut Connection,
        audience: &Audience,
    ) -> Result<Recipients, Fault> {
        let read = async {
            let found = match audience {
                // Those of all clients' teams are read once.
                Audience::Team(_) | Audience::Owners => {
                    let read = async { self.everybody(connection, &Audience::Agency).await.map(Arc::new) };
                    self.db.get_or_read(&self.caches.recipients, &Audience::Agency, read).await?
                }
                Audience::Agency | Audience::Client(_) | Audience::Person(_) => {
                    Arc::new(self.everybody(connection, audience).await?)
                }
            };
            narrowed(connection, audience, found).await
        };
        self.db.get_or_read(&self.caches.recipients, audience, read).await
    }

    /// The preferences of one recipient, or why `topic` is not for them any more.
    pub(super) async fn preferences(
        &self,
        connection: &mut Connection,
        recipient: &Recipient,
        topic: &NotificationTopic,
    ) -> Result<Result<Preferences, SkipReason>, Fault> {
        let audience = match recipient {
            Recipient::Admin => Audience::Agency,
            Recipient::Member(_) => Audience::of_agency(topic),
            Recipient::Client(person) => Audience::Person(person.clone()),
        };
        let is_recipient = |(one, _, _): &&Found| one == recipient;
        let all = Arc::new(self.everybody(connection, &audience).await?);
        if !all.iter().any(|one| is_recipient(&one)) {
            return Ok(Err(SkipReason::Deleted));
        }
        let concerned = narrowed(connection, &audience, all).await?;
        let found = concerned.iter().find(is_recipient).map(|(_, _, preferences)| preferences.clone());
        Ok(found.ok_or(SkipReason::Reassigned))
    }

    /// All of the side that the audience belongs to.
    async fn everybody(&self, connection: &mut Connection, audience: &Audience) -> Result<Vec<Found>, Fault> {
        let shared = self.shared(connection).await?;
        match audience {
            Audience::Person(PersonId { client, .. }) | Audience::Client(client) => {
                people(connection, client, &shared).await
            }
            Audience::Team(_) | Audience::Agency | Audience::Owners => agency(connection, &shared).await,
        }
    }

    async fn shared(&self, connection: &mut Connection) -> Result<Shared, Fault> {
        let sql = "SELECT key, value FROM setting WHERE key IN ('language', 'time_zone')";
        let settings: Vec<(String, String)> = connection.fetch_all(sql, ()).await?;
        let value = |wanted: &str| settings.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
        let agency = agency_preferences(connection).await?;
        let mut kinds = AgencyKind::DEFAULT.to_vec();
        kinds.extend(agency.morning_summary.then_some(AgencyKind::Summary));
        Ok(Shared {
            language: value("language").and_then(|language| language.parse().ok()).unwrap_or_default(),
            kinds,
            schedule: Schedule {
                frequency: agency.notify,
                quiet_hours: agency.quiet_hours,
                zone: self.zones.get(value("time_zone").unwrap_or(HOME_ZONE)),
            },
        })
    }
}

/// The choices of the environment's account, of which the others have some.
struct Shared {
    schedule: Schedule,
    language: Language,
    kinds: Vec<AgencyKind>,
}

/// A recipient with their role in the agency and their preferences.
type Found = (Recipient, Role, Preferences);

/// Those of a side who belong to the audience: the same list, if all do.
async fn narrowed(connection: &mut Connection, audience: &Audience, found: Recipients) -> Result<Recipients, Fault> {
    let only = |is_one: &dyn Fn(&Found) -> bool| Arc::new(found.iter().filter(|one| is_one(one)).cloned().collect());
    Ok(match audience {
        Audience::Client(_) | Audience::Agency => found,
        Audience::Person(person) => only(&|(one, _, _)| one == &Recipient::Client(person.clone())),
        Audience::Owners => only(&|(_, role, _)| *role == Role::Owner),
        Audience::Team(client) => {
            let assigned = assigned(connection, client).await?;
            let looks_after = |(one, _, _): &Found| one.member().is_some_and(|member| assigned.contains(member));
            if found.iter().any(looks_after) { only(&looks_after) } else { found }
        }
    })
}

row! {
    struct PersonRow {
        contact_id: Option<ContactId>,
        notify: Frequency,
        language: Language,
        email: Option<String>,
        has_devices: bool,
    }
}

/// The client first.
async fn people(connection: &mut Connection, client: &ClientId, shared: &Shared) -> Result<Vec<Found>, Fault> {
    let rows: Vec<PersonRow> = connection.fetch_all(PEOPLE, [client]).await?;
    let found = |row: PersonRow| {
        let preferences = Preferences {
            schedule: Schedule { frequency: row.notify, ..shared.schedule.clone() },
            language: row.language,
            has_devices: row.has_devices,
            email: row.email,
            kinds: None,
        };
        let person = PersonId { client: client.clone(), contact: row.contact_id };
        (Recipient::Client(person), Role::Member, preferences)
    };
    Ok(rows.into_iter().map(found).collect())
}

row! {
    struct MemberRow {
        id: MemberId,
        role: Role,
        notify: Frequency,
        language: Option<Language>,
        email: String,
        quiet_hours: Option<String>,
        kinds: Option<String>,
        has_devices: bool,
    }
}

/// The environment's account, and the members who have accepted and are not disabled.
async fn agency(connection: &mut Connection, shared: &Shared) -> Result<Vec<Found>, Fault> {
    let sql = "SELECT CASE WHEN EXISTS (SELECT 1 FROM push_subscription \
         WHERE client_id IS NULL AND member_id IS NULL) THEN 1 ELSE 0 END";
    let has_devices: i64 = connection.fetch_value(sql, ()).await?;
    let environment = Preferences {
        schedule: shared.schedule.clone(),
        language: shared.language,
        has_devices: has_devices == 1,
        email: None,
        kinds: Some(shared.kinds.clone()),
    };
    let rows: Vec<MemberRow> = connection.fetch_all(MEMBERS, ()).await?;
    let found = |row: MemberRow| {
        let preferences = Preferences {
            schedule: Schedule {
                frequency: row.notify,
                quiet_hours: parse_quiet_hours(row.quiet_hours.as_deref(), shared.schedule.quiet_hours),
                zone: shared.schedule.zone.clone(),
            },
            language: row.language.unwrap_or(shared.language),
            has_devices: row.has_devices,
            email: Some(row.email),
            kinds: Some(parse_kinds(row.kinds.as_deref())),
        };
        (Recipient::Member(row.id), row.role, preferences)
    };
    let environment = (Recipient::Admin, Role::Owner, environment);
    Ok(std::iter::once(environment).chain(rows.into_iter().map(found)).collect())
}

/// The column `kinds` of a member.
pub(super) fn parse_kinds(kinds: Option<&str>) -> Vec<AgencyKind> {
    kinds.map_or_else(
        || AgencyKind::DEFAULT.to_vec(),
        |kinds| kinds.split(',').filter_map(|kind| kind.parse().ok()).collect(),
    )
}

/// The column `quiet_hours` of a member, or the agency's.
pub(super) fn parse_quiet_hours(quiet_hours: Option<&str>, agency: QuietHours) -> QuietHours {
    quiet_hours.and_then(|hours| hours.parse().ok()).unwrap_or(agency)
}

const PEOPLE: &str = "SELECT CAST(NULL AS TEXT) AS contact_id, client.notify, client.language, client.email, \
       CASE WHEN EXISTS (SELECT 1 FROM push_subscription WHERE client_id = client.id AND contact_id IS NULL) \
       THEN 1 ELSE 0 END AS has_devices, CAST(0 AS BIGINT) AS created_at FROM client WHERE client.id = $1 \
     UNION ALL \
     SELECT contact.id, contact.notify, COALESCE(contact.language, client.language), contact.email, \
       CASE WHEN EXISTS (SELECT 1 FROM push_subscription WHERE push_subscription.contact_id = contact.id) \
       THEN 1 ELSE 0 END, contact.created_at FROM contact JOIN client ON client.id = contact.client_id \
     WHERE contact.client_id = $1 ORDER BY created_at, contact_id";

const MEMBERS: &str = "SELECT id, role, notify, language, email, quiet_hours, kinds, \
     CASE WHEN EXISTS (SELECT 1 FROM push_subscription WHERE push_subscription.member_id = member.id) \
     THEN 1 ELSE 0 END AS has_devices \
     FROM member WHERE password_hash IS NOT NULL AND disabled_at IS NULL ORDER BY created_at, id";
