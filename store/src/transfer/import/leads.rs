//! Leads, activities and settings, as rows.

use domain::{EmailAddress, LeadStatus, Timestamp};

use super::ImportError;
use super::lookup::Lookup;
use super::records::{ActivityRecord, LeadRecord, SettingRecord};
use super::tables::{Table, maybe_moment, maybe_text, moment, text};

/// One e-mail is one lead (SPEC: Ingest rules).
pub(super) async fn check_emails(records: &[LeadRecord], lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let emails = records.iter().enumerate();
    let emails =
        emails.filter_map(|(index, lead)| Some((index, lead.email.as_ref().map(EmailAddress::as_str)?)));
    lookup.unused("leads", "email", "SELECT email FROM lead WHERE email IN", emails).await
}

pub(super) fn leads(records: Vec<LeadRecord>, now: Timestamp) -> Table {
    let columns = &[
        "id",
        "name",
        "email",
        "phone",
        "company",
        "source",
        "status",
        "last_contact_date",
        "call_date",
        "client_id",
        "created_at",
    ] as &[_];
    let rows = records.into_iter().map(|lead| {
        let created_at = lead.created_at.unwrap_or(now);
        vec![
            text(lead.id.0),
            text(lead.name.0),
            maybe_text(lead.email),
            maybe_text(lead.phone.map(|phone| phone.0)),
            maybe_text(lead.company.map(|company| company.0)),
            text(lead.source.map_or_else(|| "import".to_owned(), |source| source.0)),
            text(lead.status.unwrap_or(LeadStatus::New).as_str()),
            moment(lead.last_contact_date.unwrap_or(created_at)),
            maybe_moment(lead.call_date),
            maybe_text(lead.client_id.map(|client| client.0)),
            moment(created_at),
        ]
    });
    Table::new("lead", columns, rows)
}

pub(super) fn activities(records: Vec<ActivityRecord>, now: Timestamp) -> Table {
    let columns = &["id", "lead_id", "kind", "text", "starts_at", "payload", "created_at"] as &[_];
    let rows = records.into_iter().map(|activity| {
        vec![
            text(activity.id.0),
            text(activity.lead_id.0),
            text(activity.kind.as_str()),
            text(activity.text.map(|text| text.0).unwrap_or_default()),
            maybe_moment(activity.starts_at),
            maybe_text(activity.payload.map(|payload| payload.to_string())),
            moment(activity.created_at.unwrap_or(now)),
        ]
    });
    Table::new("activity", columns, rows)
}

/// A setting has one value.
pub(super) async fn check_settings(
    records: &[SettingRecord],
    lookup: &mut Lookup<'_>,
) -> Result<(), ImportError> {
    let keys = records.iter().enumerate().map(|(index, setting)| (index, setting.key.0.as_str()));
    lookup.unused("settings", "key", "SELECT key FROM setting WHERE key IN", keys).await
}

pub(super) fn settings(records: Vec<SettingRecord>) -> Table {
    let rows = records.into_iter().map(|setting| vec![text(setting.key.0), text(setting.value.0)]);
    Table::new("setting", &["key", "value"], rows)
}
