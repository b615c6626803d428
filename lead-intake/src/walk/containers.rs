//! Recognises containers: members that only group answers. Also detects a form name beside them.

use super::entry;
use crate::body::node::Node;
use crate::fields::email;
use crate::labels;
use domain::leads::LeadField;

/// Names of members that group the submitted fields.
const FORMS: &str = "\
    fields, data, answers, responses, values, form data, form fields, form values, field data, \
    submission, payload, body, data json, raw request, record, dati, campi, risposte, dati modulo";
/// Names of members that group data about the submitter.
const PERSONS: &str = "\
    lead, person, contact, customer, client, properties, attributes, persona, contatto, cliente, \
    richiedente, anagrafica, dati personali, dati cliente";

/// Whether a member of this name is a container.
pub(crate) fn is_container(key: &str) -> bool {
    is_form(key) || labels::is_listed(PERSONS, &labels::normalize(key))
}

fn is_form(key: &str) -> bool {
    labels::is_listed(FORMS, &labels::normalize(key))
}

/// How many containers may surround a form.
const MAX_DEPTH: u8 = 3;

/// Whether the `name` among the members of `node` is the form's name: a container beside it identifies a
/// person, and `node` itself has neither e-mail nor phone.
pub(crate) fn has_name_of_form(node: &Node) -> bool {
    let members = || node.members().iter().filter(|(_, member)| has_content(member));
    let is_beside = |field: LeadField| matches!(field, LeadField::Email | LeadField::Phone);
    members().any(|(key, member)| is_name(key) && member.is_plain())
        && members().any(|(key, member)| is_container(key) && identifies_person(member, is_form(key), MAX_DEPTH))
        && !members().any(|(key, member)| member.is_plain() && label_asks(key, is_beside))
}

/// Whether `node` contains a name; in a form, an e-mail or phone number counts too.
fn identifies_person(node: &Node, is_form: bool, depth: u8) -> bool {
    let is_identity = |field: LeadField| match field {
        LeadField::Name | LeadField::GivenName | LeadField::FamilyName => true,
        LeadField::Email | LeadField::Phone => is_form,
        _ => false,
    };
    let is_match = |key: &str, node: &Node| {
        let (question, answer) = entry(node).map_or((key, node), |entry| (entry.question.unwrap_or(key), entry.answer));
        has_content(answer) && label_asks(question, is_identity)
            || is_form && is_address(answer)
            || depth > 0 && is_container(key) && identifies_person(node, is_form, depth - 1)
    };
    node.members().iter().any(|(key, member)| is_match(key, member))
        || node.items().iter().any(|item| is_match("", item))
}

/// Whether `node` is not empty.
fn has_content(node: &Node) -> bool {
    match node {
        Node::Members(members) => !members.is_empty(),
        node => !node.is_plain() || !node.text().is_empty(),
    }
}

pub(crate) fn is_name(key: &str) -> bool {
    matches!(labels::normalize(key).as_str(), "name" | "nome")
}

fn label_asks(label: &str, is: impl Fn(LeadField) -> bool) -> bool {
    labels::match_label(label).is_some_and(|label| label.is_sure && is(label.field))
}

fn is_address(node: &Node) -> bool {
    email::parse_decorated(&node.text()).is_some()
}
