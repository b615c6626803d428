//! The demo workspace: an Italian studio, its clients and leads.

use domain::{Date, Timestamp};
use serde_json::Value;

use super::{ImportError, Imported};
use crate::{Result, Store};

/// An import file with one member more, `anchor`: the day on which it was written. What happened lies
/// before that day, what is due after it.
const DEMO: &str = include_str!("demo.json");
const DAY: i64 = 86_400_000;

impl Store {
    /// Loads the demo workspace, dated around today, into an empty database; `None` when it is not
    /// empty.
    ///
    /// # Errors
    /// [`ImportError`].
    pub async fn load_demo(&self) -> Result<Option<Imported>, ImportError> {
        if !self.is_empty().await? {
            return Ok(None);
        }
        let demo = around(self.clock.now());
        self.import(&demo, &mut |_, _| ()).await.map(Some)
    }

    /// Whether there is neither a client nor a lead.
    async fn is_empty(&self) -> Result<bool> {
        let any = sqlx::query("SELECT id FROM client UNION ALL SELECT id FROM lead LIMIT 1")
            .fetch_optional(self.db.readers())
            .await?;
        Ok(any.is_none())
    }
}

/// The demo as an import file, every date moved so that its anchor is the day of `now`.
fn around(now: Timestamp) -> Vec<u8> {
    let mut demo: Value = serde_json::from_str(DEMO).expect("a test reads the demo");
    let anchor = demo.as_object_mut().and_then(|demo| demo.remove("anchor"));
    let anchor: Option<Date> = anchor.as_ref().and_then(Value::as_str).and_then(|day| day.parse().ok());
    let today = now.as_millis().div_euclid(DAY);
    move_dates(&mut demo, today - anchor.map_or(today, Date::days_since_1970));
    demo.to_string().into_bytes()
}

/// Moves every string that is a date or a timestamp by `days`.
fn move_dates(value: &mut Value, days: i64) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| move_dates(value, days)),
        Value::Object(fields) => fields.values_mut().for_each(|value| move_dates(value, days)),
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
