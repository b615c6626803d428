//! Guesses of slugs, passwords and codes, counted over all processes that share the database. The rules are in
//! `domain::guessing` and `domain::clients::access`.
//!
//! Refused guesses are not stored, so that no table has more rows than the rules allow in a window.

pub(crate) mod codes;
pub(crate) mod passwords;
pub(crate) mod slugs;

use std::time::Duration;

use domain::Timestamp;
use domain::guessing;
use sqlx::AssertSqlSafe;

use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::{Fault, Result, Store};

impl Store {
    /// Deletes the guesses that no longer count: they contain addresses.
    pub async fn prune_guesses(&self) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        prune(&mut tx, slugs::TABLE, guessing::slugs::WINDOW, now).await?;
        prune(&mut tx, passwords::TABLE, guessing::passwords::WINDOW, now).await?;
        prune(&mut tx, codes::TABLE, codes::WINDOW, now).await?;
        Ok(tx.commit().await?)
    }
}

/// What counts has a time after the first and not after the second. Later ones are from before the clock stepped
/// back.
fn bounds(now: Timestamp, window: Duration) -> [i64; 2] {
    let window = i64::try_from(window.as_millis()).unwrap_or(i64::MAX);
    [now.as_millis().saturating_sub(window), now.as_millis().saturating_add(window)]
}

async fn prune(tx: &mut Tx, table: &'static str, window: Duration, now: Timestamp) -> Result<(), Fault> {
    let [after, until] = bounds(now, window);
    tx.execute(AssertSqlSafe(format!("DELETE FROM {table} WHERE at <= $1 OR at > $2")), (after, until)).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::Slug;
    use domain::audit::{Action, Actor};
    use domain::clients::AccessCode;

    use crate::{CodeBrowser, MockClock, SignIn, Store};

    #[tokio::test]
    async fn guesses_keep_polls_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/atrio.db", folder.path().display());
        let clock = Arc::new(MockClock::at("2026-11-20T12:00:00Z".parse().unwrap()));
        let store = Store::connect(&url, clock).await.unwrap();
        let rossi = r#"{"clients":[{"id":"rossi","name":"Rossi","slug":"rossi","access":"code"}]}"#;
        store.import(rossi.as_bytes(), &mut |_, _| ()).await.unwrap();
        let rossi = store.person_by_slug("rossi").await.unwrap();
        store.prune_guesses().await.unwrap();
        let version = store.db.cache_versions().general_version();

        store.guess_slug(&Slug::parse("rossi-0000").unwrap(), "192.0.2.1").await.unwrap();
        let SignIn::Allowed { attempt, .. } = store.begin_sign_in("192.0.2.1", false).await.unwrap() else {
            panic!("the first attempt is allowed")
        };
        store.accept_sign_in(attempt).await.unwrap();
        store.record(&Actor::Nobody(None), Action::SignInFailed).await.unwrap();
        let browser = CodeBrowser::new();
        store.issue_code(&rossi, &browser).await.unwrap().unwrap();
        store.enter_code(&rossi, &browser, &AccessCode::of([0; 6])).await.unwrap();
        store.prune_guesses().await.unwrap();
        assert_eq!(store.db.cache_versions().general_version(), version);
        store.close().await;
    }
}
