//! Lists the fields of a body that the admin can map to lead fields.

use domain::leads::Mapping;
use domain::leads::answers::QUESTION_KEYS;
use domain::leads::json_path::{humanize, step};
use domain::leads::mapping::BodyField;

use crate::body::node::Node;
use crate::fields::clean;

/// The fields of `body` in the order received, at most [`BodyField::MAX`].
pub(crate) fn of(body: &Node) -> Vec<BodyField> {
    let mut fields = Vec::new();
    collect(body, "", "", &mut fields);
    fields
}

fn collect(node: &Node, pointer: &str, question: &str, fields: &mut Vec<BodyField>) {
    // Stop early: no list shows more fields than this.
    if fields.len() >= BodyField::MAX || pointer.chars().count() > Mapping::POINTER {
        return;
    }
    if node.is_plain() {
        let value = clean(&node.text());
        if !value.is_empty() && !pointer.is_empty() {
            fields.push(BodyField { pointer: pointer.to_owned(), question: clean(question), value });
        }
        return;
    }
    let own = own_question(node);
    for (key, member) in node.members() {
        let label = match &own {
            Some(label) if is_answer(key) => label.clone(),
            _ => step(question, &humanize(key)),
        };
        let escaped = key.replace('~', "~0").replace('/', "~1");
        collect(member, &format!("{pointer}/{escaped}"), &label, fields);
    }
    for (index, item) in node.items().iter().enumerate() {
        collect(item, &format!("{pointer}/{index}"), &step(question, &(index + 1).to_string()), fields);
    }
}

/// The question inside an object that also holds the answer.
fn own_question(node: &Node) -> Option<String> {
    let label = QUESTION_KEYS.iter().map(|key| node.text_at(&[key])).find(|label| !label.is_empty())?;
    node.members().iter().any(|(key, _)| is_answer(key)).then_some(label)
}

fn is_answer(key: &str) -> bool {
    matches!(key, "value" | "answer" | "string_value" | "values")
}
