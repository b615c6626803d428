//! Tokens of clients and contacts, and slugs: unique, distinct from each other, generated if the file has none.

use std::collections::{HashMap, HashSet};

use super::lookup::Lookup;
use super::{ImportError, invalid};
use crate::secrets;
use crate::tables::{ClientImport, ContactImport};

const TOKENS: [&str; 2] = ["SELECT token FROM client WHERE token IN", "SELECT token FROM contact WHERE token IN"];
const SLUGS: &str = "SELECT slug FROM client WHERE slug IN";

/// Checks the tokens and slugs of the file, and generates the missing ones.
pub(super) async fn complete(
    clients: &mut [ClientImport],
    contacts: &mut [ContactImport],
    lookup: &mut Lookup<'_>,
) -> Result<(), ImportError> {
    for stored in TOKENS {
        lookup.unused("clients", "token", stored, tokens(clients)).await?;
    }
    lookup.unused("clients", "slug", SLUGS, slugs(clients)).await?;
    for stored in TOKENS {
        lookup.unused("contacts", "token", stored, contact_tokens(contacts)).await?;
    }
    check_distinct(clients, contacts, lookup).await?;
    for client in clients.iter_mut().filter(|client| client.token.is_none()) {
        client.token = Some(secrets::token());
    }
    for contact in contacts.iter_mut().filter(|contact| contact.token.is_none()) {
        contact.token = Some(secrets::token());
    }
    generate_slugs(clients, contacts, lookup).await
}

fn tokens(clients: &[ClientImport]) -> impl Iterator<Item = (usize, &str)> {
    let clients = clients.iter().enumerate();
    clients.filter_map(|(index, client)| Some((index, client.token.as_ref()?.reveal())))
}

fn contact_tokens(contacts: &[ContactImport]) -> impl Iterator<Item = (usize, &str)> {
    let contacts = contacts.iter().enumerate();
    contacts.filter_map(|(index, contact)| Some((index, contact.token.as_ref()?.reveal())))
}

fn slugs(clients: &[ClientImport]) -> impl Iterator<Item = (usize, &str)> {
    let clients = clients.iter().enumerate();
    clients.filter_map(|(index, client)| Some((index, client.slug.as_ref()?.as_str())))
}

/// `/c/{key}` accepts all of them: a slug equal to the token of somebody else would open the wrong portal. Of two records
/// of the file the later one is wrong, contacts after clients.
async fn check_distinct(
    clients: &[ClientImport],
    contacts: &[ContactImport],
    lookup: &mut Lookup<'_>,
) -> Result<(), ImportError> {
    let mut taken: HashSet<String> = tokens(clients).map(|(_, token)| token.to_owned()).collect();
    for select in TOKENS {
        let stored: Vec<(String,)> = lookup.find(select, slugs(clients).map(|(_, slug)| slug)).await?;
        taken.extend(stored.into_iter().map(|(token,)| token));
    }
    if let Some((index, _)) = slugs(clients).find(|(_, slug)| taken.contains(*slug)) {
        return Err(invalid("clients", index, "slug", "is the token of a client"));
    }
    let all_tokens = || tokens(clients).chain(contact_tokens(contacts)).map(|(_, token)| token);
    let stored: Vec<(String,)> = lookup.find(SLUGS, all_tokens()).await?;
    let mut taken: HashSet<&str> = stored.iter().map(|(slug,)| slug.as_str()).collect();
    if let Some((index, _)) = tokens(clients).find(|(_, token)| taken.contains(token)) {
        return Err(invalid("clients", index, "token", "is the slug of a client"));
    }
    taken.extend(slugs(clients).map(|(_, slug)| slug));
    let of_clients: HashMap<&str, usize> = tokens(clients).map(|(index, token)| (token, index)).collect();
    for (index, token) in contact_tokens(contacts) {
        if let Some(first) = of_clients.get(token) {
            return Err(invalid("contacts", index, "token", &format!("is already in clients[{first}]")));
        }
        if taken.contains(token) {
            return Err(invalid("contacts", index, "token", "is the slug of a client"));
        }
    }
    Ok(())
}

/// Generates the missing slugs, again where one is taken.
async fn generate_slugs(
    clients: &mut [ClientImport],
    contacts: &[ContactImport],
    lookup: &mut Lookup<'_>,
) -> Result<(), ImportError> {
    let keys = tokens(clients).chain(contact_tokens(contacts)).chain(slugs(clients));
    let mut taken: HashSet<String> = keys.map(|(_, key)| key.to_owned()).collect();
    let mut missing: Vec<usize> = (0..clients.len()).filter(|&index| clients[index].slug.is_none()).collect();
    while !missing.is_empty() {
        let candidates: Vec<_> = missing.iter().map(|&index| (index, secrets::slug(&clients[index].name.0))).collect();
        for select in TOKENS.into_iter().chain([SLUGS]) {
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
