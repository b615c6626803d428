//! Turns form keys with brackets, such as `fields[name][value]`, into nested members.

use std::collections::HashMap;

use domain::leads::json_path::bracket_steps;

use super::node::Node;

/// Builds a tree from flat `pairs`. `a` and `a[]` are the same key. On a conflict a pair keeps its whole key
/// as its name, and if that is taken too (`a[b]=1&a=2`), it becomes a member with an empty name.
pub(super) fn unfold(pairs: &Node) -> Node {
    let mut tree = Tree::default();
    for (key, value) in pairs.members() {
        let mut put = |path: &[&str]| tree.put(path, value);
        if !(put(&bracket_steps(key)) || put(&[key]) || put(&[key, ""])) {
            tree.add(key, Branch::Leaf(value.clone()));
        }
    }
    tree.into_node()
}

/// Members in the order received, with an index by name.
#[derive(Default)]
struct Tree {
    members: Vec<(String, Branch)>,
    places: HashMap<String, usize>,
}

enum Branch {
    Leaf(Node),
    Tree(Tree),
}

impl Tree {
    /// Inserts `value` at `path`. Returns `false` if the path conflicts with an existing member.
    fn put(&mut self, path: &[&str], value: &Node) -> bool {
        let Some((first, rest)) = path.split_first() else { return false };
        let place = self.places.get(*first).copied();
        match (place.and_then(|place| self.members.get_mut(place)), rest) {
            (None, []) => self.add(first, Branch::Leaf(value.clone())),
            (None, rest) => {
                let mut tree = Self::default();
                tree.put(rest, value);
                self.add(first, Branch::Tree(tree))
            }
            (Some((_, Branch::Tree(tree))), [_, ..]) => tree.put(rest, value),
            (Some((_, Branch::Leaf(leaf))), []) => {
                leaf.join(value.clone());
                true
            }
            (Some(_), _) => false,
        }
    }

    fn add(&mut self, name: &str, branch: Branch) -> bool {
        self.places.insert(name.to_owned(), self.members.len());
        self.members.push((name.to_owned(), branch));
        true
    }

    fn into_node(self) -> Node {
        let node = |branch| match branch {
            Branch::Leaf(node) => node,
            Branch::Tree(tree) => tree.into_node(),
        };
        Node::Members(self.members.into_iter().map(|(name, branch)| (name, node(branch))).collect())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(keys: &[&str]) -> Value {
        let pairs =
            keys.iter().enumerate().map(|(at, key)| ((*key).to_owned(), Node::Text((at + 1).to_string())));
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
        assert_eq!(read(&["a[]", "a", "b", "b[]"]), json!({"a": ["1", "2"], "b": ["3", "4"]}));
        assert_eq!(read(&["a[", "[b]", "", "a]"]), json!({"a[": "1", "[b]": "2", "": "3", "a]": "4"}));
    }

    #[test]
    fn deeply_bracketed_key_stays_one_name() {
        let deep = format!("a{}", "[b]".repeat(80_000));
        assert_eq!(read(&[&deep]), json!({ deep: "1" }));
    }
}
