//! What a sender delivered, as a person reads it: questions with their answers, whatever the shape.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::way::{legible, step};

/// A question and what was answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What was asked: the label of a field, or the way to it.
    pub question: String,
    /// What was answered; empty for nothing.
    pub answer: String,
}

/// Every value of `payload` with what it answers, in the order received. Entries that carry their own
/// label (`{"label": …, "value": …}` and the like) stand under it, everything else under its way
/// (`payload › attendees › 1 › email`).
pub fn answers(payload: &Value) -> Vec<Answer> {
    let mut answers = Vec::new();
    match payload {
        Value::Object(members) => read_members(&unfolded(members), "", &mut answers),
        other => read(other, "", &mut answers),
    }
    answers
}

/// How a field says what it asks, the best first.
const LABELS: [&str; 5] = ["title", "label", "question", "column_name", "name"];
/// How it says what was answered.
const ANSWERS: [&str; 5] = ["value", "answer", "string_value", "values", "raw_value"];

fn read(value: &Value, way: &str, answers: &mut Vec<Answer>) {
    match value {
        Value::Object(entry) => match labelled(entry, way) {
            Some((question, answer)) => read(answer, &question, answers),
            None => read_members(entry, way, answers),
        },
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            for (index, item) in items.iter().enumerate() {
                read(item, &step(way, &(index + 1).to_string()), answers);
            }
        }
        Value::Array(items) => {
            let said: Vec<String> = items.iter().map(plain).filter(|said| !said.is_empty()).collect();
            answers.push(Answer { question: way.to_owned(), answer: said.join(", ") });
        }
        scalar => answers.push(Answer { question: way.to_owned(), answer: plain(scalar) }),
    }
}

fn read_members(members: &Map<String, Value>, way: &str, answers: &mut Vec<Answer>) {
    for (key, value) in members {
        read(value, &step(way, &legible(key)), answers);
    }
}

/// Question and answer of an entry that has nothing else to say.
fn labelled<'a>(entry: &'a Map<String, Value>, way: &str) -> Option<(String, &'a Value)> {
    const ASIDE: [&str; 6] = ["id", "type", "ref", "column_id", "required", "key"];
    let answer = ANSWERS.iter().find_map(|name| entry.get(*name))?;
    let label = LABELS.iter().find_map(|name| {
        let label = entry.get(*name)?.as_str()?.trim();
        (!label.is_empty()).then_some(label)
    });
    // Whatever is neither aside nor said already is something of its own.
    let said = |value: &Value| value == answer || value.as_str().map(str::trim) == label;
    let nothing_else = entry.iter().all(|(key, value)| ASIDE.contains(&key.as_str()) || said(value));
    nothing_else.then(|| (label.unwrap_or(way).to_owned(), answer))
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    }
}

/// Keys of urlencoded text with brackets, such as `fields[name][value]`, as the members they mean.
fn unfolded(members: &Map<String, Value>) -> Map<String, Value> {
    let mut whole = Map::new();
    for (key, value) in members {
        let path = path(key);
        if !put(&mut whole, &path, value) {
            whole.insert(key.clone(), value.clone());
        }
    }
    whole
}

/// The longest way a key with brackets can name: nobody means a longer one, and a body of nothing but
/// brackets must not make a tree too deep to walk.
const DEEPEST: usize = 8;

/// The steps of `a[b][c]`; a key without brackets is one step.
fn path(key: &str) -> Vec<&str> {
    let Some((first, rest)) = key.split_once('[').filter(|(first, _)| !first.is_empty()) else {
        return vec![key];
    };
    let Some(rest) = rest.strip_suffix(']') else { return vec![key] };
    let steps: Vec<&str> = [first].into_iter().chain(rest.split("][")).take(DEEPEST + 1).collect();
    if steps.len() > DEEPEST { vec![key] } else { steps }
}

/// Puts `value` at `path`; whether its place was free.
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
