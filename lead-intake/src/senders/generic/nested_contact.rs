//! Finds a contact nested under unknown member names: `{"user": {…}}`, `{"event": {"data": {…}}}`.

use crate::body::node::Node;
use crate::fields::email;
use crate::{labels, walk};
use domain::EmailAddress;

/// A container name, whose members are extracted as answers.
const HOLDER: &str = "contact";
/// Members about other people, or about no person.
const OTHERS: &str = "\
    account, workspace, tenant, organizer, organiser, organizzatore, owner, proprietario, host, \
    hosts, agent, agente, agency, agenzia, admin, administrator, staff, team, operator, operatore, \
    assignee, assigned to, author, creator, created by, updated by, recipient, recipients, to, \
    notification, notifications";
/// Members about a thing. Only containers in them may be about the contact.
const THINGS: &str = "form, modulo, page, pagina, site, sito, website, settings";

/// `body` with every member around its only e-mail address renamed to [`HOLDER`]. `None` if it has no such
/// address, or several.
pub(super) fn nested_contact(body: &Node) -> Option<Node> {
    let mut search = Search { address: None, is_one: true };
    let (nested_contact, _) = search.nested_contact(body);
    (search.address.is_some() && search.is_one).then_some(nested_contact)
}

struct Search {
    address: Option<EmailAddress>,
    is_one: bool,
}

impl Search {
    /// `node` with its members renamed, and whether it contains an address.
    fn nested_contact(&mut self, node: &Node) -> (Node, bool) {
        match node {
            Node::Members(members) => self.members(named(members), false),
            Node::List(items) if !node.is_plain() => {
                // A list becomes numbered members, so that only items with the address are extracted.
                let numbered = items.iter().enumerate().map(|(place, item)| ((place + 1).to_string(), item));
                self.members(numbered, false)
            }
            plain => (plain.clone(), self.record_address(plain)),
        }
    }

    fn members<'a>(&mut self, members: impl Iterator<Item = (String, &'a Node)>, is_thing: bool) -> (Node, bool) {
        let (mut nested_contact, mut is_found) = (Vec::new(), false);
        for (key, member) in members {
            let name = labels::normalize(&key);
            let (member, is_in) = match member {
                _ if labels::is_listed(OTHERS, &name) || is_thing && !walk::is_container(&key) => {
                    (member.clone(), false)
                }
                Node::Members(members) if labels::is_listed(THINGS, &name) => self.members(named(members), true),
                member => self.nested_contact(member),
            };
            is_found |= is_in;
            let is_holder = is_in && !member.is_plain() && !walk::is_container(&key) && !walk::is_entry(&member);
            nested_contact.push((if is_holder { HOLDER.to_owned() } else { key }, member));
        }
        (Node::Members(nested_contact), is_found)
    }

    fn record_address(&mut self, plain: &Node) -> bool {
        let Some(found) = email::parse_decorated(&plain.text()) else { return false };
        self.is_one &= self.address.as_ref().is_none_or(|address| *address == found);
        self.address = Some(found);
        true
    }
}

fn named(members: &[(String, Node)]) -> impl Iterator<Item = (String, &Node)> {
    members.iter().map(|(key, member)| (key.clone(), member))
}
