//! Lists the questions and answers in the body of a delivery of any shape.

use std::fmt;

use serde_json::{Map, Value};

use super::json_path::{bracket_steps, humanize, step};

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The label of a field, or the path to it.
    pub question: String,
    /// Empty if there is no answer.
    pub answer: String,
}

/// Separated by a colon, unless the question ends in a punctuation mark.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { question, answer } = self;
        match question.as_str() {
            "" => f.write_str(answer),
            question if question.ends_with(['?', '!', '…', '.', ':', ';']) => {
                write!(f, "{question} {answer}")
            }
            question => write!(f, "{question}: {answer}"),
        }
    }
}

/// Members that hold the question of a field, best first.
pub const QUESTION_KEYS: [&str; 5] = ["title", "label", "question", "column_name", "name"];
/// Members that hold its answer.
pub const ANSWER_KEYS: [&str; 5] = ["value", "answer", "string_value", "values", "raw_value"];

/// Every value of `payload` with its question. Entries with their own label (`{"label": …, "value": …}` and
/// the like) use it, other values their path (`payload › attendees › 1 › email`).
pub fn answers(payload: &Value) -> Vec<Answer> {
    let mut answers = Vec::new();
    match payload {
        Value::Object(members) => collect_members(&expand_brackets(members), "", &mut answers),
        other => collect(other, "", &mut answers),
    }
    answers
}

fn collect(value: &Value, path: &str, answers: &mut Vec<Answer>) {
    match value {
        Value::Object(entry) => match labelled(entry, path) {
            Some((question, answer)) => collect(answer, &question, answers),
            None => collect_members(entry, path, answers),
        },
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &step(path, &(index + 1).to_string()), answers);
            }
        }
        Value::Array(items) => {
            let text: Vec<String> = items.iter().map(plain).filter(|text| !text.is_empty()).collect();
            answers.push(Answer { question: path.to_owned(), answer: text.join(", ") });
        }
        scalar => answers.push(Answer { question: path.to_owned(), answer: plain(scalar) }),
    }
}

fn collect_members(members: &Map<String, Value>, path: &str, answers: &mut Vec<Answer>) {
    for (key, value) in members {
        collect(value, &step(path, &humanize(key)), answers);
    }
}

/// Question and answer of an entry without other members.
fn labelled<'a>(entry: &'a Map<String, Value>, path: &str) -> Option<(String, &'a Value)> {
    const METADATA: [&str; 6] = ["id", "type", "ref", "column_id", "required", "key"];
    let answer = ANSWER_KEYS.iter().find_map(|name| entry.get(*name))?;
    let label = QUESTION_KEYS.iter().find_map(|name| {
        let label = entry.get(*name)?.as_str()?.trim();
        (!label.is_empty()).then_some(label)
    });
    // Other members would be lost.
    let is_used = |value: &Value| value == answer || value.as_str().map(str::trim) == label;
    let nothing_else = entry.iter().all(|(key, value)| METADATA.contains(&key.as_str()) || is_used(value));
    nothing_else.then(|| (label.unwrap_or(path).to_owned(), answer))
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    }
}

/// Turns urlencoded keys with brackets, such as `fields[name][value]`, into nested members.
fn expand_brackets(members: &Map<String, Value>) -> Map<String, Value> {
    let mut nested = Map::new();
    for (key, value) in members {
        if !put(&mut nested, &bracket_steps(key), value) {
            nested.insert(key.clone(), value.clone());
        }
    }
    nested
}

/// Inserts `value` at `path`. Returns `false` if the path is taken.
fn put(members: &mut Map<String, Value>, path: &[&str], value: &Value) -> bool {
    match path {
        [] => false,
        [last] => {
            let free = !members.contains_key(*last);
            if free {
                members.insert((*last).to_owned(), value.clone());
            }
            free
        }
        [first, rest @ ..] => {
            let inner = members.entry((*first).to_owned()).or_insert_with(|| Value::Object(Map::new()));
            inner.as_object_mut().is_some_and(|inner| put(inner, rest, value))
        }
    }
}

#[cfg(test)]
mod tests;
