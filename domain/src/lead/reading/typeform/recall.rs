//! Questions that repeat what was answered before: `Piacere, {{field:name}}! Qual è la tua e-mail?`

use std::collections::HashMap;

use super::super::node::Node;
use crate::lead::way;

/// What a question can repeat: answers, and what the link to the form carried along.
#[derive(Default)]
pub(super) struct Said<'a> {
    answers: HashMap<&'a str, &'a Node>,
    hidden: Option<&'a Node>,
}

impl<'a> Said<'a> {
    pub(super) fn of(response: &'a Node) -> Self {
        let answers = response.get("answers").map(Node::items).unwrap_or_default();
        let named = |answer: &'a Node, name| Some((answer.at(&["field", name])?.as_str()?, answer));
        let by = |name: &'static str| answers.iter().filter_map(move |answer| named(answer, name));
        Self { answers: by("id").chain(by("ref")).collect(), hidden: response.get("hidden") }
    }

    /// `question` as it was read by whoever answered it; what nobody said stays as it stands.
    pub(super) fn recalled_in(&self, question: &str) -> String {
        // A long answer is read once, however often it is repeated.
        let mut known: HashMap<&str, Option<String>> = HashMap::new();
        let mut parts = question.split("{{");
        let mut recalled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once("}}").unwrap_or_default();
            match known.entry(name).or_insert_with(|| self.said(name)) {
                Some(said) => recalled.extend([said.as_str(), rest]),
                None => recalled.extend(["{{", part]),
            }
        }
        recalled
    }

    /// What was said under `field:…` or `hidden:…`, cut where a question would be: one that repeats a long
    /// answer again and again must not grow without end.
    fn said(&self, name: &str) -> Option<String> {
        let said = match name.trim().split_once(':')? {
            ("field", name) => {
                let answer = self.answers.get(name)?;
                super::worded(super::said(answer, &answer.text_at(&["type"]))?.1)
            }
            ("hidden", name) => self.hidden?.text_at(&[name]),
            _ => return None,
        };
        Some(way::short(said)).filter(|said| !said.is_empty())
    }
}
