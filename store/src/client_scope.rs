//! The authenticated person of a request to a portal.

use std::sync::Arc;

use domain::audit::Actor;
use domain::id::{ClientId, PersonId};
use domain::{Client, Contact, DomainError, Person, Slug, Token};
use sqlx::AssertSqlSafe;

use crate::tables::Record;
use crate::{Result, Store};

/// Access to the data of one client, by the client or a contact. Only this crate creates one, from a token, a slug or a
/// portal credential; every look-up of a client's data takes it.
#[derive(Debug, Clone)]
pub struct ClientScope(Arc<Person>);

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
    /// The client or the contact with this token.
    pub async fn client_by_token(&self, token: &str) -> Result<ClientScope> {
        let token = Token::parse(token).map_err(|_| DomainError::UnknownToken)?;
        if let Some(scope) = self.scope("token", token.reveal()).await? {
            return Ok(scope);
        }
        Ok(self.contact_scope("token", token.reveal()).await?.ok_or(DomainError::UnknownToken)?)
    }

    pub async fn client_by_slug(&self, slug: &str) -> Result<ClientScope> {
        let slug = Slug::parse(slug).map_err(|_| DomainError::UnknownSlug)?;
        Ok(self.scope("slug", slug.as_str()).await?.ok_or(DomainError::UnknownSlug)?)
    }

    /// The person at the portal address `/c/{key}`: the slug is tried first, then the token
    /// (docs/REFERENCE.md#portal-addresses).
    pub async fn client_by_key(&self, key: &str) -> Result<ClientScope> {
        if let Ok(slug) = Slug::parse(key)
            && let Some(scope) = self.scope("slug", slug.as_str()).await?
        {
            return Ok(scope);
        }
        self.client_by_token(key).await.map_err(|error| match error {
            crate::Error::Domain(_) => DomainError::UnknownClient.into(),
            fault => fault,
        })
    }

    /// The person with this id, before authentication.
    pub(crate) async fn person_by_id(&self, id: &PersonId) -> Result<Option<ClientScope>> {
        match &id.contact {
            None => self.scope("id", id.client.as_str()).await,
            Some(contact) => {
                let found = self.contact_scope("id", contact.as_str()).await?;
                Ok(found.filter(|scope| scope.id() == &id.client))
            }
        }
    }

    /// The client with `key` in `column`.
    async fn scope(&self, column: &'static str, key: &str) -> Result<Option<ClientScope>> {
        let client = self.with_key(column, key).await?;
        Ok(client.map(|client| ClientScope(Arc::new(Person { client, contact: None }))))
    }

    /// The contact with `key` in `column`.
    async fn contact_scope(&self, column: &'static str, key: &str) -> Result<Option<ClientScope>> {
        let Some(contact) = self.with_key::<Contact>(column, key).await? else { return Ok(None) };
        // `None`: deleted meanwhile, and the contact with them.
        let client = self.with_key("id", contact.client_id.as_str()).await?;
        Ok(client.map(|client| ClientScope(Arc::new(Person { client, contact: Some(contact) }))))
    }

    async fn with_key<R: Record>(&self, column: &'static str, key: &str) -> Result<Option<R>> {
        let select = format!("SELECT {} FROM {table} WHERE {table}.{column} = $1", R::COLUMNS, table = R::TABLE);
        Ok(self.db.readers().fetch_optional(AssertSqlSafe(select), [key]).await?)
    }
}
