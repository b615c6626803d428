//! The places of a body that the admin can say are fields of the lead.

use serde::{Deserialize, Serialize};

use super::gathered::clean;
use super::node::Node;
use crate::Timestamp;
use crate::id::DeliveryId;
use crate::lead::delivery::Understood;
use crate::lead::way::{legible, step};
use crate::lead::{DeliveryError, LeadField, Mapping};

/// A place of a body that says something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The way to it: a JSON pointer (RFC 6901).
    pub pointer: String,
    /// What was asked there: the question that the field carries, or the way in words.
    pub question: String,
    /// What was answered.
    pub value: String,
}

/// A delivery to choose places from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Its id.
    pub delivery: DeliveryId,
    /// When it came.
    pub received_at: Timestamp,
    /// Its places, in the order received.
    pub places: Vec<Place>,
    /// What a mapping makes of it.
    pub reading: Result<Understood, DeliveryError>,
    /// The fields whose place says nothing of their kind: [`super::unfit`].
    pub unfit: Vec<LeadField>,
}

impl Place {
    /// How many places of a body there are to choose from, at most.
    pub const MOST: usize = 500;
}

/// The places of `body` in the order received, at most [`Place::MOST`].
pub(super) fn of(body: &Node) -> Vec<Place> {
    let mut places = Vec::new();
    collect(body, "", "", &mut places);
    places
}

fn collect(node: &Node, pointer: &str, question: &str, places: &mut Vec<Place>) {
    // Not even looked at when there are more than anybody reads.
    if places.len() >= Place::MOST || pointer.chars().count() > Mapping::PLACE {
        return;
    }
    if node.is_plain() {
        let value = clean(&node.text());
        if !value.is_empty() && !pointer.is_empty() {
            places.push(Place { pointer: pointer.to_owned(), question: clean(question), value });
        }
        return;
    }
    let own = own_question(node);
    for (key, member) in node.members() {
        let asked = match &own {
            Some(asked) if is_answer(key) => asked.clone(),
            _ => step(question, &legible(key)),
        };
        let escaped = key.replace('~', "~0").replace('/', "~1");
        collect(member, &format!("{pointer}/{escaped}"), &asked, places);
    }
    for (index, item) in node.items().iter().enumerate() {
        collect(item, &format!("{pointer}/{index}"), &step(question, &(index + 1).to_string()), places);
    }
}

/// The question that a field carries with its answer.
fn own_question(node: &Node) -> Option<String> {
    const QUESTIONS: [&str; 5] = ["title", "label", "question", "column_name", "name"];
    let asked = QUESTIONS.iter().map(|key| node.text_at(&[key])).find(|asked| !asked.is_empty())?;
    node.members().iter().any(|(key, _)| is_answer(key)).then_some(asked)
}

fn is_answer(key: &str) -> bool {
    matches!(key, "value" | "answer" | "string_value" | "values")
}
