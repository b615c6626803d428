//! Detects test deliveries of any sender.

use crate::body::node::Node;
use crate::labels;

/// Prefix of every answer of Meta's lead ads testing tool, also through bridges.
const DUMMY: &str = "<test lead: dummy data";

/// Whether `body` is a test: a top-level member states it (`is_test`, `test`), or its answers are dummies.
/// `test` must be a JSON boolean, because a form may have a field `test` answered with `true`.
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
