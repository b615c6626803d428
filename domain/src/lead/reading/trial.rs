//! Deliveries that try out whether anybody answers, whatever the sender.

use super::labels;
use super::node::Node;

/// How every answer of Meta's own testing tool begins, whichever bridge passes it on.
const DUMMY: &str = "<test lead: dummy data";

/// Whether `body` is a trial: it says so at the top (`is_test`, `test`), or gives answers that nobody gives.
/// Somebody may well answer `true` to a question called `test`, but not in JSON.
pub(super) fn is_one(body: &Node) -> bool {
    let says_so = |(name, member): &(String, Node)| match labels::folded(name).as_str() {
        "is test" => member.text().eq_ignore_ascii_case("true"),
        "test" => *member == Node::Bool(true),
        _ => false,
    };
    body.members().iter().any(says_so) || has_dummy(body)
}

fn has_dummy(node: &Node) -> bool {
    match node {
        Node::Text(text) => text.trim_start().starts_with(DUMMY),
        Node::List(items) => items.iter().any(has_dummy),
        Node::Members(members) => members.iter().any(|(_, member)| has_dummy(member)),
        Node::Null | Node::Bool(_) | Node::Number(_) => false,
    }
}
