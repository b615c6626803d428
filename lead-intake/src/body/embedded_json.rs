//! Parses strings that contain JSON. Some senders put the whole submission into one string field.

use crate::body::node::Node;

/// Strings nested deeper than this are not parsed, which bounds the depth of the tree.
const MAX_DEPTH: usize = 8;

/// `node` with every string that is a JSON object, or a list of objects, replaced by its parsed value. Other
/// strings are user input, even if they look like a number or a list.
pub(super) fn parse_embedded(node: &Node) -> Node {
    expand(node, 0)
}

fn expand(node: &Node, depth: usize) -> Node {
    match node {
        _ if depth > MAX_DEPTH => node.clone(),
        Node::Text(text) => parse_object_or_list(text).map_or_else(|| node.clone(), |inner| expand(&inner, depth + 1)),
        Node::List(items) => Node::List(items.iter().map(|item| expand(item, depth + 1)).collect()),
        Node::Members(members) => {
            let expand_member = |(key, member): &(String, Node)| (key.clone(), expand(member, depth + 1));
            Node::Members(members.iter().map(expand_member).collect())
        }
        Node::Null | Node::Bool(_) | Node::Number(_) => node.clone(),
    }
}

fn parse_object_or_list(text: &str) -> Option<Node> {
    let is_record = |node: &Node| !node.members().is_empty();
    let is_list = |node: &Node| !node.items().is_empty() && node.items().iter().all(is_record);
    let text = text.trim();
    let is_delimited = text.starts_with('{') && text.ends_with('}') || text.starts_with('[') && text.ends_with(']');
    let node = is_delimited.then(|| serde_json::from_str(text).ok()).flatten()?;
    (is_record(&node) || is_list(&node)).then_some(node)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(value: &Value) -> Value {
        parse_embedded(&serde_json::from_value(value.clone()).expect("a node")).to_value()
    }

    #[test]
    fn json_in_text_is_expanded() {
        let inner = json!({"nome": "Anna"});
        let twice = json!({"b": inner.to_string()}).to_string();
        assert_eq!(read(&json!({"a": format!(" {inner}\n")})), json!({"a": inner}));
        assert_eq!(read(&json!([{"a": twice}])), json!([{"a": {"b": inner}}]));
        assert_eq!(read(&json!({"a": json!([inner]).to_string()})), json!({"a": [inner]}));
    }

    #[test]
    fn other_text_is_left_unparsed() {
        for text in ["", "1", "true", "null", "\"x\"", "{}", "[]", "[1]", "[{}]", "{a}", "{\"a\":1", "{\"a\":1} ciao"] {
            assert_eq!(read(&json!({ "a": text })), json!({ "a": text }));
        }
    }

    #[test]
    fn nested_json_expansion_is_limited() {
        let deep = (0..4).fold(json!({"x": "y"}), |inner, _| json!({ "a": inner.to_string() }));
        let deeper = (0..6).fold(deep.clone(), |inner, _| json!([inner]));
        let parsed = read(&deeper).to_string();
        assert!(parsed.starts_with(r#"[[[[[[{"a":{"a":"{\""#), "{parsed}");
        assert_eq!(read(&deep), json!({"a": {"a": {"a": {"a": {"x": "y"}}}}}));
    }
}
