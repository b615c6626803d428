//! The authenticated person of a request to a portal.
//!
//! A token, a slug or a credential leads to an [`UnverifiedPerson`]; only [`Store::authorize`] makes a [`ClientScope`] of
//! one, if the client asks for no code, or the browser of the request has entered one.

pub(crate) mod code_session;
pub(crate) mod origin;

use std::sync::Arc;

use domain::audit::Actor;
use domain::id::{ClientId, PersonId};
use domain::{Client, Contact, DomainError, Person, Slug, Token};
use sqlx::AssertSqlSafe;

use self::code_session::Browser;
use self::origin::RequestOrigin;
use crate::tables::Record;
use crate::{Result, Store};

/// Access to the data of one client, by the client or a contact. Only this crate creates one; every look-up of a client's
/// data takes it.
#[derive(Debug, Clone)]
pub struct ClientScope(Arc<Person>);

/// The person whose address or credential a request has, before it is known whether they need a code. It opens
/// nothing by itself.
#[derive(Debug, Clone)]
pub struct UnverifiedPerson(Arc<Person>);

impl UnverifiedPerson {
    pub fn person(&self) -> &Person {
        &self.0
    }

    pub fn client(&self) -> &Client {
        &self.0.client
    }

    /// The scope of the agency, which looks at the portal and needs no code.
    pub(crate) fn previewed(self) -> ClientScope {
        ClientScope(self.0)
    }
}

impl ClientScope {
    pub fn id(&self) -> &ClientId {
        &self.0.client.id
    }

    pub fn client(&self) -> &Client {
        &self.0.client
    }

    pub fn person(&self) -> &Person {
        &self.0
    }

    /// # Errors
    /// [`DomainError::NotAllowed`]
    pub fn check_can_write(&self) -> Result<(), DomainError> {
        if self.0.can_write() { Ok(()) } else { Err(DomainError::NotAllowed) }
    }

    pub(crate) fn check_can_approve(&self) -> Result<(), DomainError> {
        if self.0.can_approve() { Ok(()) } else { Err(DomainError::NotAllowed) }
    }

    pub(crate) fn actor(&self) -> Actor {
        match self.0.author_name() {
            None => Actor::Client(self.id().clone()),
            Some(name) => Actor::Contact(self.id().clone(), name.to_owned()),
        }
    }
}

impl Store {
    /// This store as the browser of a request uses it: without one, it has no code session.
    #[must_use]
    pub fn for_browser(&self, browser: Browser) -> Self {
        Self { browser, ..self.clone() }
    }

    /// The same for a request that comes from there.
    #[must_use]
    pub fn from_origin(&self, origin: RequestOrigin) -> Self {
        Self { browser: self.browser.clone().with_origin(origin), ..self.clone() }
    }

    /// The scope of the person, if they need no code or this browser has entered one of theirs.
    ///
    /// # Errors
    /// The person, who needs one.
    pub fn authorize(&self, person: UnverifiedPerson) -> std::result::Result<ClientScope, UnverifiedPerson> {
        if self.browser.may_open(&person.0) { Ok(ClientScope(person.0)) } else { Err(person) }
    }

    /// As [`Store::authorize`]; who needs a code is unknown.
    pub(crate) fn authorize_or_unknown(&self, person: UnverifiedPerson) -> Result<ClientScope> {
        Ok(self.authorize(person).map_err(|_| DomainError::UnknownToken)?)
    }

    pub async fn client_by_token(&self, token: &str) -> Result<ClientScope> {
        self.authorize_or_unknown(self.person_by_token(token).await?)
    }

    /// The client or the contact with this token.
    pub async fn person_by_token(&self, token: &str) -> Result<UnverifiedPerson> {
        let token = Token::parse(token).map_err(|_| DomainError::UnknownToken)?;
        if let Some(client) = self.client_with("token", token.reveal()).await? {
            return Ok(client);
        }
        Ok(self.contact_with("token", token.reveal()).await?.ok_or(DomainError::UnknownToken)?)
    }

    pub async fn person_by_slug(&self, slug: &str) -> Result<UnverifiedPerson> {
        let slug = Slug::parse(slug).map_err(|_| DomainError::UnknownSlug)?;
        Ok(self.client_with("slug", slug.as_str()).await?.ok_or(DomainError::UnknownSlug)?)
    }

    /// The person at the portal address `/c/{key}`: the slug is tried first, then the token
    /// (docs/REFERENCE.md#portal-addresses).
    pub async fn person_by_key(&self, key: &str) -> Result<UnverifiedPerson> {
        if let Ok(slug) = Slug::parse(key)
            && let Some(client) = self.client_with("slug", slug.as_str()).await?
        {
            return Ok(client);
        }
        self.person_by_token(key).await.map_err(|error| match error {
            crate::Error::Domain(_) => DomainError::UnknownClient.into(),
            fault => fault,
        })
    }

    /// The person with this id.
    pub async fn person_by_id(&self, id: &PersonId) -> Result<Option<UnverifiedPerson>> {
        match &id.contact {
            None => self.client_with("id", id.client.as_str()).await,
            Some(contact) => {
                let found = self.contact_with("id", contact.as_str()).await?;
                Ok(found.filter(|person| person.client().id == id.client))
            }
        }
    }

    /// The client with `key` in `column`.
    async fn client_with(&self, column: &'static str, key: &str) -> Result<Option<UnverifiedPerson>> {
        let client = self.with_key(column, key).await?;
        Ok(client.map(|client| UnverifiedPerson(Arc::new(Person { client, contact: None }))))
    }

    /// The contact with `key` in `column`.
    async fn contact_with(&self, column: &'static str, key: &str) -> Result<Option<UnverifiedPerson>> {
        let Some(contact) = self.with_key::<Contact>(column, key).await? else { return Ok(None) };
        // `None`: deleted meanwhile, and the contact with them.
        let client = self.with_key("id", contact.client_id.as_str()).await?;
        Ok(client.map(|client| UnverifiedPerson(Arc::new(Person { client, contact: Some(contact) }))))
    }

    async fn with_key<R: Record>(&self, column: &'static str, key: &str) -> Result<Option<R>> {
        let select = format!("SELECT {} FROM {table} WHERE {table}.{column} = $1", R::COLUMNS, table = R::TABLE);
        Ok(self.db.readers().fetch_optional(AssertSqlSafe(select), [key]).await?)
    }
}
