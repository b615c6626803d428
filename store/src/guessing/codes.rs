//! The codes that open the portals of clients who need one (docs/REFERENCE.md#codes).

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::clients::AccessCode;
use domain::{Person, Timestamp};
use sha2::{Digest as _, Sha256};

use super::{bounds, prune};
use crate::client_scope::code_session::code_session_stamp;
use crate::db::cache_versions::Change;
use crate::{Result, Store, UnverifiedPerson, secrets};

pub(super) const TABLE: &str = "access_code";
/// How long a code that was sent counts.
pub(super) const WINDOW: Duration = Duration::from_hours(1);

/// A browser that asks for a code, or in which one is typed.
#[derive(Clone)]
pub struct CodeBrowser {
    /// What only this browser has: a code is valid with it alone.
    pub secret: String,
    /// Whether a code of the same person was entered in it before, which its cookie proves.
    pub had_session: bool,
}

impl CodeBrowser {
    /// A browser that asks for the first time.
    pub fn new() -> Self {
        Self { secret: secrets::secret(), had_session: false }
    }
}

impl Default for CodeBrowser {
    fn default() -> Self {
        Self::new()
    }
}

impl Store {
    /// A new code for a person, to be typed in `browser`, where it replaces the one before. `None`: one was sent there a
    /// moment ago, or the person has had as many as may be sent in an hour.
    pub async fn issue_code(&self, to: &UnverifiedPerson, browser: &CodeBrowser) -> Result<Option<AccessCode>> {
        let now = self.clock.now();
        let owner = Owner::of(to.person(), browser);
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        self.db.exclude_writers(&mut tx, &[TABLE]).await?;
        let [after, until] = bounds(now, WINDOW);
        let values = (&owner.client, &owner.contact, &owner.browser, i64::from(browser.had_session), after, until);
        let (sent, newest): (i64, Option<Timestamp>) = tx.fetch_one(SENT, values).await?;
        let is_too_soon = newest.is_some_and(|at| at.as_millis() + AccessCode::PAUSE * 1_000 > now.as_millis());
        if sent >= AccessCode::PER_HOUR || is_too_soon {
            tx.rollback().await?;
            return Ok(None);
        }
        prune(&mut tx, TABLE, WINDOW, now).await?;
        tx.execute(REPLACE, (&owner.client, &owner.contact, &owner.browser)).await?;
        let code = AccessCode::of(rand::random());
        let contact = Some(&owner.contact).filter(|contact| !contact.is_empty());
        let digest = digest(to.person(), browser, &code);
        let values =
            (secrets::id(), &owner.client, contact, &owner.browser, i64::from(browser.had_session), digest, now);
        tx.execute(INSERT, values).await?;
        tx.commit().await?;
        Ok(Some(code))
    }

    /// Whether `typed` is the code that was sent for `browser`, which is used up then. Each one typed is a try.
    pub async fn enter_code(
        &self,
        person: &UnverifiedPerson,
        browser: &CodeBrowser,
        typed: &AccessCode,
    ) -> Result<bool> {
        let owner = Owner::of(person.person(), browser);
        let lifetime = Duration::from_mins(AccessCode::MINUTES.unsigned_abs());
        let [after, until] = bounds(self.clock.now(), lifetime);
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        // The row stays locked until the commit, so that of concurrent tries each counts, and one uses the code up.
        let values = (&owner.client, &owner.contact, &owner.browser, AccessCode::TRIES, after, until);
        let found: Option<(String, String)> = tx.fetch_optional(TRY, values).await?;
        let right = found.filter(|(_, code)| *code == digest(person.person(), browser, typed));
        if let Some((id, _)) = &right {
            tx.execute("UPDATE access_code SET code = NULL WHERE id = $1", [id]).await?;
        }
        tx.commit().await?;
        Ok(right.is_some())
    }
}

/// Whose codes: the columns `client_id`, `contact_id` (empty for the client) and `browser`.
struct Owner {
    client: String,
    contact: String,
    browser: String,
}

impl Owner {
    fn of(person: &Person, browser: &CodeBrowser) -> Self {
        let contact = person.contact.as_ref().map(|contact| contact.id.to_string());
        Self {
            client: person.client.id.to_string(),
            contact: contact.unwrap_or_default(),
            browser: URL_SAFE_NO_PAD.encode(Sha256::digest(&browser.secret)),
        }
    }
}

/// With the secret of the browser, without which the few codes there are could be tried against a stolen database; and with
/// what ends a code session, which ends a code, too.
fn digest(person: &Person, browser: &CodeBrowser, code: &AccessCode) -> String {
    let mut digest = Sha256::new_with_prefix(b"atrio code\0");
    for part in [browser.secret.as_str(), &code_session_stamp(person), code.reveal()] {
        digest.update(part);
        digest.update([0]);
    }
    URL_SAFE_NO_PAD.encode(digest.finalize())
}

/// The codes of a person, `$1` and `$2`.
macro_rules! of_person {
    () => {
        "client_id = $1 AND COALESCE(contact_id, '') = $2"
    };
}

/// What counts for the limit, and when the one was sent that can be typed in the browser.
const SENT: &str = concat!(
    "SELECT COALESCE(SUM(CASE WHEN had_session = $4 AND ($4 = 0 OR browser = $3) THEN 1 ELSE 0 END), 0), \
     MAX(CASE WHEN browser = $3 AND code IS NOT NULL THEN at END) FROM access_code WHERE ",
    of_person!(),
    " AND at > $5 AND at <= $6"
);
const REPLACE: &str = concat!("UPDATE access_code SET code = NULL WHERE ", of_person!(), " AND browser = $3");
const INSERT: &str = "INSERT INTO access_code (id, client_id, contact_id, browser, had_session, code, tries, at) \
     VALUES ($1, $2, $3, $4, $5, $6, 0, $7)";
const TRY: &str = concat!(
    "UPDATE access_code SET tries = tries + 1 WHERE ",
    of_person!(),
    " AND browser = $3 AND code IS NOT NULL AND tries < $4 AND at > $5 AND at <= $6 RETURNING id, code"
);
