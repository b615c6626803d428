//! The demo workspace: an Italian studio, its clients and leads.

use domain::id::{ClientId, DeliverableId};
use domain::{Date, Timestamp};
use serde_json::Value;

use super::{ImportError, Imported};
use crate::receipts::{self, Approved};
use crate::{RequestOrigin, Result, Store, secrets};

/// An import file whose files have neither digest nor size, with an additional member `anchor`: the day on which it was
/// written. Past events lie before that day, due dates after it. Nobody knows a password of its members, whose hashes are
/// of none: `atrio member reset` lets somebody sign in as one of them.
const DEMO: &str = include_str!("demo.json");
/// Drawn for the demo, by the ids of their files.
const PICTURES: [(&str, &[u8]); 10] = [
    ("etichetta-1", include_bytes!("demo/etichetta-1.webp")),
    ("etichetta-2", include_bytes!("demo/etichetta-2.webp")),
    ("famiglia", include_bytes!("demo/famiglia.jpg")),
    ("home-1", include_bytes!("demo/home-1.webp")),
    ("home-2", include_bytes!("demo/home-2.webp")),
    ("marchio", include_bytes!("demo/marchio.webp")),
    ("scheda-1", include_bytes!("demo/scheda-1.webp")),
    ("scheda-2", include_bytes!("demo/scheda-2.webp")),
    ("shop-1", include_bytes!("demo/shop-1.webp")),
    ("tavolo", include_bytes!("demo/tavolo.jpg")),
];
const DAY: i64 = 86_400_000;

/// The bytes of the demo's files, which [`Store::load_demo`] does not store.
pub fn demo_pictures() -> impl Iterator<Item = &'static [u8]> {
    PICTURES.into_iter().map(|(_, bytes)| bytes)
}

/// A record other than a setting, if there is one.
pub(super) const ANY_RECORD: &str = "SELECT id FROM client UNION ALL SELECT id FROM lead UNION ALL SELECT id FROM member \
     UNION ALL SELECT id FROM file UNION ALL SELECT id FROM lead_delivery LIMIT 1";

impl Store {
    /// Loads the demo workspace, dated around today, into an empty database; `None` when there is a client or
    /// a lead.
    pub async fn load_demo(&self) -> Result<Option<Imported>, ImportError> {
        if !self.is_empty().await? {
            return Ok(None);
        }
        let demo = demo_file(self.clock.now());
        let imported = self.import(&demo, &mut |_, _| ()).await?;
        self.date_demo().await?;
        self.write_demo_receipts().await?;
        Ok(Some(imported))
    }

    /// Sets what an import does not contain: when deliverables got their status and clients came.
    async fn date_demo(&self) -> Result<()> {
        for update in [STATUS_SINCE, LAST_VISIT, LAST_VISIT_OF_CONTACTS] {
            self.db.writers().execute(update, ()).await?;
        }
        Ok(())
    }

    /// The receipts of its approvals: their digests depend on the dates.
    async fn write_demo_receipts(&self) -> Result<()> {
        let mut tx = self.db.write().await?;
        let approvals: Vec<DemoApproval> = tx.fetch_all(APPROVALS, ()).await?;
        let origin = RequestOrigin::new("192.0.2.17".to_owned(), b"Demo");
        for (deliverable, title, url, client, by, at) in approvals {
            let approved = Approved { deliverable: &deliverable, title, url, client: &client, by: &by, at };
            receipts::append(&mut tx, approved, &origin).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Whether nothing that an export has is in the database, but for settings, which it has from the start.
    pub async fn has_no_records(&self) -> Result<bool> {
        let any: Option<String> = self.db.readers().fetch_optional_value(ANY_RECORD, ()).await?;
        Ok(any.is_none())
    }

    /// Whether there is neither a client nor a lead.
    async fn is_empty(&self) -> Result<bool> {
        let sql = "SELECT id FROM client UNION ALL SELECT id FROM lead LIMIT 1";
        let any: Option<String> = self.db.readers().fetch_optional_value(sql, ()).await?;
        Ok(any.is_none())
    }
}

/// The deliverable with its title and link, its client, who approved it and when.
type DemoApproval = (DeliverableId, String, Option<String>, ClientId, String, Timestamp);

const APPROVALS: &str = "SELECT deliverable.id, deliverable.title, deliverable.url, client.id, \
     COALESCE(deliverable.approved_by, client.name), deliverable.approved_at \
     FROM deliverable JOIN task ON task.id = deliverable.task_id JOIN phase ON phase.id = task.phase_id \
     JOIN project ON project.id = phase.project_id JOIN client ON client.id = project.client_id \
     WHERE deliverable.approved_at IS NOT NULL ORDER BY deliverable.approved_at, deliverable.id";

/// Since the newest message in the channel of its phase.
const STATUS_SINCE: &str = "UPDATE deliverable SET status_since = (\
       SELECT MAX(comment.created_at) FROM task JOIN comment ON comment.phase_id = task.phase_id \
       WHERE task.id = deliverable.task_id) \
     WHERE status IN ('in_review', 'changes_requested')";

const LAST_VISIT: &str = "UPDATE client SET last_visit_at = (\
       SELECT MAX(client_channel_read.read_at) FROM client_channel_read \
       WHERE client_channel_read.client_id = client.id)";

const LAST_VISIT_OF_CONTACTS: &str = "UPDATE contact SET last_visit_at = (\
       SELECT MAX(contact_channel_read.read_at) FROM contact_channel_read \
       WHERE contact_channel_read.contact_id = contact.id)";

/// The demo as an import file, with every date shifted so that `anchor` becomes the day of `now`.
fn demo_file(now: Timestamp) -> Vec<u8> {
    let mut demo: Value = serde_json::from_str(DEMO).expect("a test reads the demo");
    let anchor = demo.as_object_mut().and_then(|demo| demo.remove("anchor"));
    let anchor: Option<Date> = anchor.as_ref().and_then(Value::as_str).and_then(|day| day.parse().ok());
    let today = now.as_millis().div_euclid(DAY);
    shift_dates(&mut demo, today - anchor.map_or(today, Date::days_since_1970));
    renumber_quotes(&mut demo);
    measure_files(&mut demo);
    demo.to_string().into_bytes()
}

/// Gives the number of each quote the year of its date.
fn renumber_quotes(demo: &mut Value) {
    for quote in demo["quotes"].as_array_mut().into_iter().flatten() {
        let number = quote["number"].as_str().and_then(|number| number.split('/').next());
        let year = quote["issued_on"].as_str().and_then(|day| day.split('-').next());
        if let (Some(number), Some(year)) = (number, year) {
            quote["number"] = format!("{number}/{year}").into();
        }
    }
}

/// Gives each file the digest and the size of its picture.
fn measure_files(demo: &mut Value) {
    for file in demo["files"].as_array_mut().into_iter().flatten() {
        if let Some((_, picture)) = PICTURES.iter().find(|(id, _)| file["id"] == *id) {
            file["sha256"] = secrets::sha256(picture).into();
            file["size"] = picture.len().into();
        }
    }
}

/// Shifts every string that is a date or a timestamp by `days`.
fn shift_dates(value: &mut Value, days: i64) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| shift_dates(value, days)),
        Value::Object(fields) => fields.values_mut().for_each(|value| shift_dates(value, days)),
        Value::String(text) => {
            if let Ok(date) = text.parse::<Date>() {
                *text = Date::from_days_since_1970(date.days_since_1970() + days).to_string();
            } else if let Ok(moment) = text.parse::<Timestamp>() {
                *text = Timestamp::from_millis(moment.as_millis() + days * DAY).to_string();
            }
        }
        _ => {}
    }
}
