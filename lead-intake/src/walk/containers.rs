//! Members that only hold what the person who asks has said, and whose name stands beside them.

use super::entry;
use crate::body::node::Node;
use crate::fields::email;
use crate::labels;
use domain::leads::LeadField;

/// Members that only hold what was filled in.
const FORMS: [&str; 19] = [
    "fields",
    "data",
    "answers",
    "responses",
    "values",
    "form data",
    "form fields",
    "form values",
    "field data",
    "submission",
    "payload",
    "body",
    "data json",
    "raw request",
    "record",
    "dati",
    "campi",
    "risposte",
    "dati modulo",
];
/// Members that only hold what is known of the person who asks.
const PERSONS: [&str; 14] = [
    "lead",
    "person",
    "contact",
    "customer",
    "client",
    "properties",
    "attributes",
    "persona",
    "contatto",
    "cliente",
    "richiedente",
    "anagrafica",
    "dati personali",
    "dati cliente",
];

/// Whether a member of this name only holds answers.
pub(crate) fn is_container(key: &str) -> bool {
    is_form(key) || PERSONS.contains(&labels::normalize(key).as_str())
}

fn is_form(key: &str) -> bool {
    FORMS.contains(&labels::normalize(key).as_str())
}

/// How deep a form may lie in what holds it.
const DEEPEST: u8 = 3;

/// Whether the `name` among the members of `node` is the form's: who somebody is was filled in, in a member
/// beside it, and nothing else here says how to reach anybody.
pub(crate) fn has_name_of_form(node: &Node) -> bool {
    let members = || node.members().iter().filter(|(_, member)| says(member));
    let is_beside = |asked: LeadField| matches!(asked, LeadField::Email | LeadField::Phone);
    members().any(|(key, member)| is_name(key) && member.is_plain())
        && members().any(|(key, member)| is_container(key) && says_who(member, is_form(key), DEEPEST))
        && !members().any(|(key, member)| member.is_plain() && asks(key, is_beside))
}

/// Whether `node` holds a name; in a form, an e-mail or a telephone number says who it is, too.
fn says_who(node: &Node, is_form: bool, deepest: u8) -> bool {
    let is_who = |asked: LeadField| match asked {
        LeadField::Name | LeadField::GivenName | LeadField::FamilyName => true,
        LeadField::Email | LeadField::Phone => is_form,
        _ => false,
    };
    let is_told = |key: &str, node: &Node| {
        let (question, answer) =
            entry(node).map_or((key, node), |entry| (entry.question.unwrap_or(key), entry.answer));
        says(answer) && asks(question, is_who)
            || is_form && is_address(answer)
            || deepest > 0 && is_container(key) && says_who(node, is_form, deepest - 1)
    };
    node.members().iter().any(|(key, member)| is_told(key, member))
        || node.items().iter().any(|item| is_told("", item))
}

/// Whether there is anything in `node`.
fn says(node: &Node) -> bool {
    match node {
        Node::Members(members) => !members.is_empty(),
        node => !node.is_plain() || !node.text().is_empty(),
    }
}

pub(crate) fn is_name(key: &str) -> bool {
    matches!(labels::normalize(key).as_str(), "name" | "nome")
}

fn asks(label: &str, is: impl Fn(LeadField) -> bool) -> bool {
    labels::match_label(label).is_some_and(|label| label.is_sure && is(label.field))
}

fn is_address(node: &Node) -> bool {
    email::parse_decorated(&node.text()).is_some()
}
