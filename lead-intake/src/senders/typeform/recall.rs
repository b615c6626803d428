//! Expands recalled values in questions: `Piacere, {{field:name}}! Qual è la tua e-mail?`

use std::collections::HashMap;

use crate::body::node::Node;
use domain::leads::json_path;

/// The values a question can recall: answers and hidden fields.
#[derive(Default)]
pub(super) struct Recall<'a> {
    answers: HashMap<&'a str, &'a Node>,
    hidden: Option<&'a Node>,
}

impl<'a> Recall<'a> {
    pub(super) fn new(response: &'a Node) -> Self {
        let answers = response.get("answers").map(Node::items).unwrap_or_default();
        let named = |answer: &'a Node, name| Some((answer.at(&["field", name])?.as_str()?, answer));
        let by = |name: &'static str| answers.iter().filter_map(move |answer| named(answer, name));
        Self { answers: by("id").chain(by("ref")).collect(), hidden: response.get("hidden") }
    }

    /// `question` with its placeholders replaced. Placeholders without a value stay.
    pub(super) fn expand(&self, question: &str) -> String {
        // Each value is read once, even if it is recalled many times.
        let mut texts: HashMap<&str, Option<String>> = HashMap::new();
        let mut parts = question.split("{{");
        let mut recalled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once("}}").unwrap_or_default();
            match texts.entry(name).or_insert_with(|| self.value(name)) {
                Some(value) => recalled.extend([value.as_str(), rest]),
                None => recalled.extend(["{{", part]),
            }
        }
        recalled
    }

    /// The value of `field:…` or `hidden:…`, truncated like a question: recalling a long answer many times
    /// must not grow without limit.
    fn value(&self, name: &str) -> Option<String> {
        let value = match name.trim().split_once(':')? {
            ("field", name) => {
                let answer = self.answers.get(name)?;
                super::value_text(super::answer_member(answer, &answer.text_at(&["type"]))?.1)
            }
            ("hidden", name) => self.hidden?.text_at(&[name]),
            _ => return None,
        };
        Some(json_path::truncate(value)).filter(|value| !value.is_empty())
    }
}
