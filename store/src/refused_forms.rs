//! Refused forms, stored until the page shows them again, so that no input is lost without JavaScript.
//!
//! Only for the agency and for clients, and bounded: nobody fills the disk with what was refused.

use domain::{DomainError, Timestamp, Unsaved, Uploader};

use crate::db::cache_versions::Change;
use crate::files;
use crate::secrets;
use crate::{ClientScope, Error, Fault, Result, Store};

/// How long a refused form is stored, in milliseconds: one day.
const RETENTION: i64 = 24 * 60 * 60 * 1_000;
/// Of the agency, whose forms are as long as a request may be.
const MAX_OF_AGENCY: i64 = 200;
const MAX_OF_CLIENT: i64 = 20;
const MAX_OF_ALL_CLIENTS: i64 = 2_000;
/// Of a text of a client, in bytes: the longest message fits, whatever its letters.
const MAX_CLIENT_TEXT: usize = 8 * 1024;

/// The field of a form with the ids of uploads, with commas between.
const FILES: &str = "files";

/// Who typed a form, and to whom alone it is shown again.
#[derive(Debug, Clone, Copy)]
pub enum FormOwner<'a> {
    Agency,
    Client(&'a ClientScope),
}

impl<'a> FormOwner<'a> {
    /// `client_id` and `contact_id`.
    fn ids(self) -> (Option<&'a str>, Option<&'a str>) {
        match self {
            Self::Agency => (None, None),
            Self::Client(scope) => {
                let contact = scope.person().contact.as_ref().map(|contact| contact.id.as_str());
                (Some(scope.id().as_str()), contact)
            }
        }
    }

    fn uploader(self) -> Uploader {
        match self {
            Self::Agency => Uploader::default(),
            Self::Client(scope) => Uploader::from(scope.person()),
        }
    }

    /// The same, empty where there is none.
    fn columns(self) -> (&'a str, &'a str) {
        let (client, contact) = self.ids();
        (client.unwrap_or_default(), contact.unwrap_or_default())
    }

    const fn max_forms(self) -> i64 {
        match self {
            Self::Agency => MAX_OF_AGENCY,
            Self::Client(_) => MAX_OF_CLIENT,
        }
    }
}

/// Who typed a form: `$1` and `$2` as in [`FormOwner::columns`].
macro_rules! owner {
    () => {
        "COALESCE(client_id, '') = $1 AND COALESCE(contact_id, '') = $2"
    };
}

impl Store {
    /// As [`Store::store_unsaved_form`], of the client to whom the first valid one of `credentials` belongs.
    ///
    /// # Errors
    /// [`DomainError::UnknownToken`] if none is valid: nothing is stored for a stranger.
    pub async fn store_refused_text(&self, credentials: &[String], unsaved: &Unsaved) -> Result<String> {
        for credential in credentials {
            match self.client_by_credential(credential).await {
                Ok(scope) => return self.store_unsaved_form(FormOwner::Client(&scope), unsaved).await,
                Err(Error::Domain(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Err(DomainError::UnknownToken.into())
    }

    /// Stores a refused form and returns the id for [`Store::unsaved`]. It takes the place of the oldest ones.
    pub async fn store_unsaved_form(&self, owner: FormOwner<'_>, unsaved: &Unsaved) -> Result<String> {
        let form = to_json(owner, unsaved)?;
        let (id, now) = (secrets::secret(), self.clock.now());
        let mut tx = self.db.write_shared(Change::Unseen).await?;
        tx.execute("DELETE FROM unsaved_form WHERE created_at < $1", [oldest_valid(now)]).await?;
        let sql = "INSERT INTO unsaved_form (id, client_id, contact_id, form, created_at) VALUES ($1, $2, $3, $4, $5)";
        let ((client, contact), (of_client, of_contact)) = (owner.ids(), owner.columns());
        tx.execute(sql, (&id, client, contact, form, now)).await?;
        tx.execute(DELETE_OLDEST_OF_OWNER, (of_client, of_contact, owner.max_forms())).await?;
        tx.execute(DELETE_OLDEST_OF_CLIENTS, [MAX_OF_ALL_CLIENTS]).await?;
        tx.commit().await?;
        Ok(id)
    }

    /// The refused form with this id, if `owner` typed it and it has not expired. Of its uploads without those that cannot be sent
    /// any more.
    pub async fn unsaved(&self, owner: FormOwner<'_>, id: &str) -> Result<Option<Unsaved>> {
        if id.contains('\0') {
            return Ok(None);
        }
        let sql = concat!("SELECT form FROM unsaved_form WHERE ", owner!(), " AND id = $3 AND created_at >= $4");
        let (client, contact) = owner.columns();
        let values = (client, contact, id, oldest_valid(self.clock.now()));
        let mut connection = self.db.readers().acquire().await?;
        let form: Option<String> = connection.fetch_optional_value(sql, values).await?;
        let Some(mut unsaved) = form.and_then(|form| serde_json::from_str::<Unsaved>(&form).ok()) else {
            return Ok(None);
        };
        let kept = unsaved.form.get(FILES);
        if !kept.is_empty() {
            let kept = files::unused(&mut connection, &owner.uploader(), kept).await?;
            unsaved.form = unsaved.form.with(FILES, Some(kept));
        }
        Ok(Some(unsaved))
    }
}

fn to_json(owner: FormOwner<'_>, unsaved: &Unsaved) -> Result<String, Fault> {
    let json = match owner {
        FormOwner::Agency => serde_json::to_string(unsaved),
        FormOwner::Client(_) => {
            let form = unsaved.form.clone().shortened(MAX_CLIENT_TEXT);
            serde_json::to_string(&Unsaved { form, ..unsaved.clone() })
        }
    };
    // JSON writes a NUL as \u0000: PostgreSQL cannot store a NUL in text.
    json.map_err(|_| Fault::because("a form cannot be serialized"))
}

fn oldest_valid(now: Timestamp) -> i64 {
    now.as_millis().saturating_sub(RETENTION)
}

/// Ids are random: of forms of one millisecond any may go.
const DELETE_OLDEST_OF_OWNER: &str = concat!(
    "DELETE FROM unsaved_form WHERE id IN (SELECT id FROM unsaved_form WHERE ",
    owner!(),
    " ORDER BY created_at DESC, id LIMIT 1000 OFFSET $3)"
);
const DELETE_OLDEST_OF_CLIENTS: &str = "DELETE FROM unsaved_form WHERE id IN (SELECT id FROM unsaved_form \
     WHERE client_id IS NOT NULL ORDER BY created_at DESC, id LIMIT 1000 OFFSET $1)";
