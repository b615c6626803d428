//! Turns form keys with brackets, such as `fields[name][value]`, into nested members.

use domain::leads::json_path::bracket_steps;
use indexmap::IndexMap;

use super::node::Node;

/// Builds a tree from flat `pairs`. `a` and `a[]` are the same key. On a conflict a pair keeps its whole key
/// as its name, and if that is taken too (`a[b]=1&a=2`), it becomes a member with an empty name.
pub(super) fn unfold(pairs: &Node) -> Node {
    let mut tree = Tree::default();
    for (key, value) in pairs.members() {
        let mut path = bracket_steps(key);
        if !tree.put(&path, value) {
            path = vec![key];
            // Ends below the deepest member with an empty name.
            while !tree.put(&path, value) {
                path.push("");
            }
        }
    }
    tree.into_node()
}

/// Members in the order received.
#[derive(Default)]
struct Tree(IndexMap<String, Branch>);

enum Branch {
    Leaf(Node),
    Tree(Tree),
}

impl Tree {
    /// Inserts `value` at `path`. Returns `false` if the path conflicts with an existing member.
    fn put(&mut self, path: &[&str], value: &Node) -> bool {
        let Some((first, rest)) = path.split_first() else { return false };
        match (self.0.get_mut(*first), rest) {
            (None, []) => {
                self.0.insert((*first).to_owned(), Branch::Leaf(value.clone()));
                true
            }
            (None, rest) => {
                let mut tree = Self::default();
                let is_put = tree.put(rest, value);
                self.0.insert((*first).to_owned(), Branch::Tree(tree));
                is_put
            }
            (Some(Branch::Tree(tree)), [_, ..]) => tree.put(rest, value),
            (Some(Branch::Leaf(leaf)), []) => {
                leaf.join(value.clone());
                true
            }
            (Some(_), _) => false,
        }
    }

    fn into_node(self) -> Node {
        let node = |branch| match branch {
            Branch::Leaf(node) => node,
            Branch::Tree(tree) => tree.into_node(),
        };
        Node::Members(self.0.into_iter().map(|(name, branch)| (name, node(branch))).collect())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(keys: &[&str]) -> Value {
        let pairs = keys.iter().enumerate().map(|(at, key)| ((*key).to_owned(), Node::Text((at + 1).to_string())));
        unfold(&Node::Members(pairs.collect())).to_value()
    }

    #[test]
    fn bracketed_keys_become_members() {
        assert_eq!(
            read(&["a[b][c]", "a[b][d]", "a[e][]", "f"]),
            json!({"a": {"b": {"c": "1", "d": "2"}, "e": "3"}, "f": "4"})
        );
    }

    #[test]
    fn conflicting_bracket_keys_lose_no_value() {
        assert_eq!(read(&["a", "a[b]"]), json!({"a": "1", "a[b]": "2"}));
        assert_eq!(read(&["a[b]", "a"]), json!({"a": {"b": "1", "": "2"}}));
        assert_eq!(read(&["a[][b]", "a"]), json!({"a": {"": {"b": "1", "": "2"}}}));
        assert_eq!(read(&["a[]", "a", "b", "b[]"]), json!({"a": ["1", "2"], "b": ["3", "4"]}));
        assert_eq!(read(&["a[", "[b]", "", "a]"]), json!({"a[": "1", "[b]": "2", "": "3", "a]": "4"}));
    }

    #[test]
    fn deeply_bracketed_key_stays_one_name() {
        let deep = format!("a{}", "[b]".repeat(80_000));
        assert_eq!(read(&[&deep]), json!({ deep: "1" }));
    }
}
