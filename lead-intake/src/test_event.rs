//! Test deliveries, whatever the sender.

use crate::body::node::Node;
use crate::labels;

/// How every answer of Meta's own testing tool begins, whichever bridge passes it on.
const DUMMY: &str = "<test lead: dummy data";

/// Whether `body` is a test: a member at the top says so (`is_test`, `test`), or its answers are dummies.
/// Somebody may well answer `true` to a question called `test`, but not in JSON.
pub(crate) fn is_test(body: &Node) -> bool {
    let is_test_flag = |(name, member): &(String, Node)| match labels::normalize(name).as_str() {
        "is test" => member.text().eq_ignore_ascii_case("true"),
        "test" => *member == Node::Bool(true),
        _ => false,
    };
    body.members().iter().any(is_test_flag) || has_dummy(body)
}

fn has_dummy(node: &Node) -> bool {
    match node {
        Node::Text(text) => text.trim_start().starts_with(DUMMY),
        Node::List(items) => items.iter().any(has_dummy),
        Node::Members(members) => members.iter().any(|(_, member)| has_dummy(member)),
        Node::Null | Node::Bool(_) | Node::Number(_) => false,
    }
}
