//! Tokens and slugs of clients: unique, distinct from each other, generated if the file has none.

use std::collections::HashSet;

use super::lookup::Lookup;
use super::{ImportError, invalid};
use crate::secrets;
use crate::tables::ClientImport;

const TOKENS: &str = "SELECT token FROM client WHERE token IN";
const SLUGS: &str = "SELECT slug FROM client WHERE slug IN";

/// Checks the tokens and slugs of the file, and generates the missing ones.
pub(super) async fn complete(clients: &mut [ClientImport], lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    lookup.unused("clients", "token", TOKENS, tokens(clients)).await?;
    lookup.unused("clients", "slug", SLUGS, slugs(clients)).await?;
    check_distinct(clients, lookup).await?;
    for client in clients.iter_mut().filter(|client| client.token.is_none()) {
        client.token = Some(secrets::token());
    }
    generate_slugs(clients, lookup).await
}

fn tokens(clients: &[ClientImport]) -> impl Iterator<Item = (usize, &str)> {
    let clients = clients.iter().enumerate();
    clients.filter_map(|(index, client)| Some((index, client.token.as_ref()?.reveal())))
}

fn slugs(clients: &[ClientImport]) -> impl Iterator<Item = (usize, &str)> {
    let clients = clients.iter().enumerate();
    clients.filter_map(|(index, client)| Some((index, client.slug.as_ref()?.as_str())))
}

/// `/c/{key}` accepts both: a slug equal to the token of another client would open the wrong portal.
async fn check_distinct(clients: &[ClientImport], lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let stored: Vec<(String,)> = lookup.find(TOKENS, slugs(clients).map(|(_, slug)| slug)).await?;
    let taken: HashSet<&str> =
        stored.iter().map(|(token,)| token.as_str()).chain(tokens(clients).map(|(_, token)| token)).collect();
    if let Some((index, _)) = slugs(clients).find(|(_, slug)| taken.contains(slug)) {
        return Err(invalid("clients", index, "slug", "is the token of a client"));
    }
    let stored: Vec<(String,)> = lookup.find(SLUGS, tokens(clients).map(|(_, token)| token)).await?;
    let taken: HashSet<&str> = stored.iter().map(|(slug,)| slug.as_str()).collect();
    if let Some((index, _)) = tokens(clients).find(|(_, token)| taken.contains(token)) {
        return Err(invalid("clients", index, "token", "is the slug of a client"));
    }
    Ok(())
}

/// Generates the missing slugs, again where one is taken.
async fn generate_slugs(clients: &mut [ClientImport], lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let mut taken: HashSet<String> = tokens(clients).chain(slugs(clients)).map(|(_, key)| key.to_owned()).collect();
    let mut missing: Vec<usize> = (0..clients.len()).filter(|&index| clients[index].slug.is_none()).collect();
    while !missing.is_empty() {
        let candidates: Vec<_> = missing.iter().map(|&index| (index, secrets::slug(&clients[index].name.0))).collect();
        for select in [TOKENS, SLUGS] {
            let stored: Vec<(String,)> = lookup.find(select, candidates.iter().map(|(_, slug)| slug.as_str())).await?;
            taken.extend(stored.into_iter().map(|(key,)| key));
        }
        missing.clear();
        for (index, slug) in candidates {
            if taken.insert(slug.as_str().to_owned()) {
                clients[index].slug = Some(slug);
            } else {
                missing.push(index);
            }
        }
    }
    Ok(())
}
