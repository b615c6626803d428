//! Checks the honeypot field, which people leave empty and bots fill.

use domain::leads::answers::ANSWER_KEYS;

use crate::body::node::Node;

/// Whether the field `name` has a value, under that key or label, anywhere except in Elementor's `form` and
/// `meta`. Case and white space are ignored.
pub(crate) fn is_filled(body: &Node, name: &str) -> bool {
    let name = normal(name);
    !name.is_empty() && has_filled_field(body, &name, &["form", "meta"])
}

/// Whether a field in `node` is filled. Members named in `except` are skipped.
fn has_filled_field(node: &Node, name: &str, except: &[&str]) -> bool {
    let members = node.members().iter().filter(|(key, _)| !except.contains(&key.as_str()));
    let mut nodes =
        members.map(|(key, member)| (key.as_str(), member)).chain(node.items().iter().map(|item| ("", item)));
    nodes.any(|(key, node)| {
        (normal(key) == name || is_named(node, name)) && has_value(node) || has_filled_field(node, name, &[])
    })
}

/// Whether a field has this name as its label or key.
fn is_named(node: &Node, name: &str) -> bool {
    const NAMES: [&str; 7] = ["title", "label", "question", "column_name", "name", "key", "id"];
    NAMES.iter().any(|key| node.get(key).and_then(Node::as_str).is_some_and(|text| normal(text) == name))
}

/// Whether a field has a value. An unticked checkbox has none.
fn has_value(node: &Node) -> bool {
    const UNTICKED: [&str; 5] = ["", "false", "0", "off", "no"];
    if node.is_plain() {
        !UNTICKED.contains(&node.text().trim().to_lowercase().as_str())
    } else {
        ANSWER_KEYS.iter().any(|key| node.get(key).is_some_and(has_value))
    }
}

/// Lower case without white space.
fn normal(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).collect()
}
