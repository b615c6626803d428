//! What became of e-mails, for the pages.

use domain::id::{ContactId, PersonId};
use domain::notifications::{PersonResults, SendingFailure, SendingResults, TestEmail};
use domain::{Timestamp, Topic};

use crate::db::cache_versions::Change;
use crate::{Fault, Result, Store};

/// The internal value with the last [`TestEmail`], as JSON.
const TEST_EMAIL: &str = "mail_trial";

impl Store {
    pub async fn sending_results(&self) -> Result<SendingResults> {
        let mut tx = self.db.snapshot().await?;
        let last_sent: Option<i64> = tx.fetch_optional_value(LAST_SENT, ()).await?;
        let retried: Option<(Timestamp, String)> = tx.fetch_optional(RETRIED, ()).await?;
        let failed: Option<(Timestamp, String)> = tx.fetch_optional(LAST_FAILED, ()).await?;
        let sql = "SELECT value FROM internal WHERE key = $1";
        let test: Option<String> = tx.fetch_optional_value(sql, [TEST_EMAIL]).await?;
        tx.commit().await?;
        let test: Option<TestEmail> = test.and_then(|json| serde_json::from_str(&json).ok());
        let taken = test.as_ref().filter(|test| test.failure.is_none()).map(|test| test.at);
        let failure = |is_retried: bool| move |(at, reply)| SendingFailure { at, is_retried, reply };
        let refused = test
            .clone()
            .and_then(|TestEmail { at, failure }| failure.map(|reply| SendingFailure { at, is_retried: false, reply }));
        let ended = failed.map(failure(false)).into_iter().chain(refused).max_by_key(|failure| failure.at);
        Ok(SendingResults {
            last_sent: last_sent.map(Timestamp::from_millis).into_iter().chain(taken).max(),
            last_failure: retried.map(failure(true)).or(ended),
            test,
        })
    }

    /// Stores the result of a test e-mail in place of the one before.
    pub async fn store_test_email(&self, failure: Option<String>) -> Result<()> {
        let test = TestEmail { at: self.clock.now(), failure };
        let json = serde_json::to_string(&test)
            .map_err(|_| Fault::because("the result of a test e-mail cannot be serialized"))?;
        let mut tx = self.db.write_shared(Change::Topic(Topic::Notification)).await?;
        let sql = "INSERT INTO internal (key, value) VALUES ($1, $2) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        tx.execute(sql, (TEST_EMAIL, json)).await?;
        Ok(tx.commit().await?)
    }

    /// What became of the e-mails to a person of a client.
    pub async fn person_results(&self, person: &PersonId) -> Result<PersonResults> {
        let contact = person.contact.as_ref().map_or("", ContactId::as_str);
        let tried: Option<(Option<String>, i64)> =
            self.db.readers().fetch_optional(LAST_TRIED, (&person.client, contact)).await?;
        let bounce = tried.filter(|(_, is_bounce)| *is_bounce == 1).and_then(|(reply, _)| reply);
        Ok(PersonResults { last: self.last_notification(person).await?, bounce })
    }
}

// The newest row is the one with the greatest id: ids sort by age.
const LAST_SENT: &str = "SELECT due_at FROM notification WHERE state = 'sent' AND medium = 'email' \
     ORDER BY id DESC LIMIT 1";
const RETRIED: &str = "SELECT due_at, reason FROM notification WHERE state = 'waiting' AND medium = 'email' \
     AND reason IS NOT NULL ORDER BY id DESC LIMIT 1";
const LAST_FAILED: &str = "SELECT due_at, COALESCE(reason, '') FROM notification WHERE state = 'failed' AND medium = 'email' \
     ORDER BY id DESC LIMIT 1";
const LAST_TRIED: &str = "SELECT reason, is_bounce FROM notification \
     WHERE client_id = $1 AND recipient = 'client' AND COALESCE(contact_id, '') = $2 AND medium = 'email' \
     AND state IN ('sent', 'failed') ORDER BY id DESC LIMIT 1";
