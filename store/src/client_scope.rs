//! The authenticated client of a request.

use std::sync::Arc;

use domain::id::ClientId;
use domain::{Client, DomainError, Slug, Token};
use sqlx::AssertSqlSafe;

use crate::tables::Record as _;
use crate::{Result, Store};

/// Access to the data of one client. Only this crate creates one, from a token, a slug or a portal
/// credential; every look-up of a client's data takes it.
#[derive(Debug, Clone)]
pub struct ClientScope(Arc<Client>);

impl ClientScope {
    pub fn id(&self) -> &ClientId {
        &self.0.id
    }

    pub fn client(&self) -> &Client {
        &self.0
    }
}

impl Store {
    pub async fn client_by_token(&self, token: &str) -> Result<ClientScope> {
        let token = Token::parse(token).map_err(|_| DomainError::UnknownToken)?;
        Ok(self.scope("token", token.reveal()).await?.ok_or(DomainError::UnknownToken)?)
    }

    pub async fn client_by_slug(&self, slug: &str) -> Result<ClientScope> {
        let slug = Slug::parse(slug).map_err(|_| DomainError::UnknownSlug)?;
        Ok(self.scope("slug", slug.as_str()).await?.ok_or(DomainError::UnknownSlug)?)
    }

    /// The client at the portal address `/c/{key}`: the slug is tried first, then the token
    /// (docs/REFERENCE.md#portal-addresses).
    pub async fn client_by_key(&self, key: &str) -> Result<ClientScope> {
        if let Ok(slug) = Slug::parse(key)
            && let Some(scope) = self.scope("slug", slug.as_str()).await?
        {
            return Ok(scope);
        }
        let token = Token::parse(key).map_err(|_| DomainError::UnknownClient)?;
        Ok(self.scope("token", token.reveal()).await?.ok_or(DomainError::UnknownClient)?)
    }

    /// The client with this id, before authentication.
    pub(crate) async fn client_by_id(&self, id: &ClientId) -> Result<Option<ClientScope>> {
        self.scope("id", id.as_str()).await
    }

    /// The client with `key` in `column`.
    async fn scope(&self, column: &'static str, key: &str) -> Result<Option<ClientScope>> {
        let select = format!("SELECT {} FROM client WHERE client.{column} = $1", Client::COLUMNS);
        let client: Option<Client> = self.db.readers().fetch_optional(AssertSqlSafe(select), [key]).await?;
        Ok(client.map(|client| ClientScope(Arc::new(client))))
    }
}
