//! Keys of a form with brackets, such as `fields[name][value]`, as the members they mean.

use super::node::Node;

/// The longest way a key can name. What goes deeper stays one key: nobody means that, and a body of
/// nothing but brackets must not make a tree too deep to walk.
const DEEPEST: usize = 8;

/// The flat `pairs` as a tree. A pair whose place is taken stays under its whole key; where that is taken,
/// too (`a[b]=1&a=2`), under no name within it.
pub(super) fn unfolded(pairs: &Node) -> Node {
    let mut tree = Tree::default();
    for (key, value) in pairs.members() {
        let mut put = |path: &[&str]| tree.put(path, value);
        if !(put(&path(key)) || put(&[key]) || put(&[key, ""])) {
            tree.add(key, Branch::Leaf(value.clone()));
        }
    }
    tree.into_node()
}

/// The steps of `a[b][c]`, and of `a[b][]`, whose value is an array anyhow; a key without brackets is one
/// step.
fn path(key: &str) -> Vec<&str> {
    let Some((first, rest)) = key.split_once('[').filter(|(first, _)| !first.is_empty()) else {
        return vec![key];
    };
    let Some(rest) = rest.strip_suffix(']') else { return vec![key] };
    let mut steps: Vec<&str> = [first].into_iter().chain(rest.split("][")).take(DEEPEST + 1).collect();
    if steps.last() == Some(&"") {
        steps.pop();
    }
    if steps.len() > DEEPEST { vec![key] } else { steps }
}

/// Members by name, in the order they came.
#[derive(Default)]
struct Tree {
    members: Vec<(String, Branch)>,
    places: std::collections::HashMap<String, usize>,
}

enum Branch {
    Leaf(Node),
    Tree(Tree),
}

impl Tree {
    /// Puts `value` at `path`; whether its place was free.
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
