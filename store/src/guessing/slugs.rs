//! Guesses of portal slugs (docs/REFERENCE.md#portal-address-guesses).

use std::time::Duration;

use domain::guessing::slugs::{self, WINDOW, WrongGuesses};
use domain::{DomainError, Slug, Timestamp};
use tokio::time::timeout;

use super::{bounds, prune};
use crate::db::cache_versions::Change;
use crate::db::{Connection, REQUEST_WAIT};
use crate::secrets;
use crate::{Error, Fault, Result, Store, UnverifiedPerson};

pub(super) const TABLE: &str = "slug_guess";

/// The answer to a guess.
#[derive(Debug)]
pub enum SlugGuess {
    Right(UnverifiedPerson),
    Wrong,
    /// Not looked up: right and wrong slugs get the same answer for this long.
    Throttled(Duration),
}

impl Store {
    /// The client with this slug, or else with this token, for somebody in `network`. A wrong guess counts.
    pub async fn guess_slug(&self, slug: &Slug, network: &str) -> Result<SlugGuess> {
        let guess = Guess { name: slugs::name(slug), network, now: self.clock.now() };
        // Without a turn: a flood of refused guesses must not delay the others.
        if let Some(wait) = guess.wait(&mut self.db.readers().acquire().await?).await? {
            return Ok(SlugGuess::Throttled(wait));
        }
        // One at a time, so that of concurrent guesses none is looked up before those ahead of it are counted.
        let turn = timeout(REQUEST_WAIT, self.slug_guesses.lock()).await;
        let _turn = turn.map_err(|_| Fault::busy())?;
        if let Some(wait) = guess.wait(&mut self.db.readers().acquire().await?).await? {
            return Ok(SlugGuess::Throttled(wait));
        }
        match self.person_by_key(slug.as_str()).await {
            Ok(person) => Ok(SlugGuess::Right(person)),
            Err(Error::Domain(DomainError::UnknownClient)) => self.count_wrong(&guess).await,
            Err(error) => Err(error),
        }
    }

    /// Does not count a guess for which other processes have left no room: it is answered as one that was not
    /// looked up.
    async fn count_wrong(&self, guess: &Guess<'_>) -> Result<SlugGuess> {
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        self.db.exclude_writers(&mut tx, &[TABLE]).await?;
        if let Some(wait) = guess.wait(&mut tx).await? {
            tx.rollback().await?;
            return Ok(SlugGuess::Throttled(wait));
        }
        prune(&mut tx, TABLE, WINDOW, guess.now).await?;
        let sql = "INSERT INTO slug_guess (id, name, network, at) VALUES ($1, $2, $3, $4)";
        tx.execute(sql, (secrets::id(), guess.name, guess.network, guess.now)).await?;
        tx.commit().await?;
        Ok(SlugGuess::Wrong)
    }
}

struct Guess<'a> {
    name: &'a str,
    network: &'a str,
    now: Timestamp,
}

impl Guess<'_> {
    /// How long it may not be answered.
    async fn wait(&self, connection: &mut Connection) -> Result<Option<Duration>, Fault> {
        let [after, until] = bounds(self.now, WINDOW);
        let groups: Vec<(bool, bool, i64, Timestamp)> =
            connection.fetch_all(WRONG_GUESSES, (self.name, self.network, after, until)).await?;
        let wrong: Vec<_> = groups
            .into_iter()
            .map(|(same_name, same_network, count, oldest)| WrongGuesses { same_name, same_network, count, oldest })
            .collect();
        Ok(slugs::wait(&wrong, self.now))
    }
}

const WRONG_GUESSES: &str = "SELECT CASE WHEN name = $1 THEN 1 ELSE 0 END AS same_name, \
       CASE WHEN network = $2 THEN 1 ELSE 0 END AS same_network, COUNT(*), MIN(at) \
     FROM slug_guess WHERE at > $3 AND at <= $4 GROUP BY same_name, same_network";
