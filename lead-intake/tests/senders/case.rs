//! A sample body and its expected result.

use std::fs;
use std::path::{Path, PathBuf};

use domain::Zone;
use domain::leads::{Mapping, ParsedLead, RawDelivery, SourceKind};
use lead_intake::{ParsedDelivery, WebhookEvent};
use serde_json::{Map, Value, json};

use crate::{leaves, properties};

/// A sample body read from a file.
pub(crate) struct Case {
    /// Folder and file name.
    pub(crate) name: String,
    kind: SourceKind,
    raw: RawDelivery,
    expected: PathBuf,
    /// Options of the source: `headers`, `mapping`, `honeypot`.
    given: Value,
}

/// A fixed zone, UTC+1.
pub(crate) fn zone() -> Zone {
    Zone::new(3_600_000, [])
}

impl Case {
    pub(crate) fn of(kind: &str, path: &Path) -> Self {
        let expected = path.with_extension("expected.json");
        let given = match fs::read_to_string(&expected) {
            Ok(text) => serde_json::from_str::<Value>(&text).expect("JSON")["given"].clone(),
            Err(_) => Value::Null,
        };
        let headers = given["headers"].as_object().cloned().unwrap_or_default();
        let headers = headers.into_iter().map(|(name, value)| (name, value.as_str().expect("a text").to_owned()));
        Self {
            name: format!("{kind}/{}", path.file_name().expect("a name").to_string_lossy()),
            kind: kind.parse().expect("the folder is named after a kind"),
            raw: RawDelivery { body: fs::read(path).expect("a body"), content_type: None, headers: headers.collect() },
            expected,
            given,
        }
    }

    pub(crate) fn file_stem(&self) -> String {
        let stem = self.expected.file_name().expect("a name").to_string_lossy();
        stem.trim_end_matches(".expected.json").to_owned()
    }

    pub(crate) fn expected(&self) -> Value {
        let text = fs::read_to_string(&self.expected).unwrap_or_else(|_| "null".to_owned());
        serde_json::from_str(&text).expect("JSON")
    }

    pub(crate) fn write(&self, read: &Value) {
        fs::write(&self.expected, format!("{read:#}\n")).expect("written");
    }

    fn parse_as(&self, kind: SourceKind) -> Result<ParsedDelivery, String> {
        let mapping: Mapping = match &self.given["mapping"] {
            Value::Null => Mapping::default(),
            mapping => serde_json::from_value(mapping.clone()).expect("a mapping"),
        };
        let read = lead_intake::parse(kind, &mapping, self.given["honeypot"].as_str(), &self.raw, &zone());
        read.map_err(|error| error.to_string())
    }

    /// The current result, in the format of the expected one.
    pub(crate) fn read(&self) -> Value {
        let mut read = Map::new();
        if !self.given.is_null() {
            read.insert("given".to_owned(), self.given.clone());
        }
        let recognised = lead_intake::detect_sender(&self.raw).map(SourceKind::as_str);
        read.insert("recognised".to_owned(), json!(recognised.ok()));
        read.insert("delivery_id".to_owned(), json!(lead_intake::delivery_id(self.kind, &self.raw)));
        let (outcome, lead) = match self.parse_as(self.kind) {
            Err(error) => (error, None),
            Ok(ParsedDelivery { event, .. }) => parts(event),
        };
        read.insert("outcome".to_owned(), json!(outcome));
        if let Some(lead) = lead {
            read.insert("enquiry".to_owned(), shown(&lead));
        }
        Value::Object(read)
    }

    /// The texts of the body that are missing from both the lead fields and the activity text, although the
    /// latter is not full.
    pub(crate) fn lost(&self) -> Vec<String> {
        let Ok(ParsedDelivery { event, .. }) = self.parse_as(self.kind) else { return Vec::new() };
        let (_, Some(lead)) = parts(event) else { return Vec::new() };
        leaves::lost(&lead, &self.raw, if is_flat(self.kind) { &leaves::every } else { &leaves::answered })
    }

    /// Parses the body truncated at many positions, and with a part removed at each.
    pub(crate) fn read_truncated(&self) {
        let body = &self.raw.body;
        let step = body.len() / 50 + 1;
        for place in (0..body.len()).step_by(step) {
            let without = [&body[..place], &body[(place + step * 3).min(body.len())..]].concat();
            for body in [body[..place].to_vec(), body[place..].to_vec(), without] {
                let raw = RawDelivery { body, ..self.raw.clone() };
                properties::read_every_way(&raw, &[self.kind, SourceKind::Auto]);
            }
        }
    }
}

fn parts(event: WebhookEvent) -> (String, Option<ParsedLead>) {
    match event {
        WebhookEvent::Enquiry(lead) => ("enquiry".to_owned(), Some(lead)),
        WebhookEvent::Moved(lead) => ("moved".to_owned(), Some(lead)),
        WebhookEvent::Cancelled(lead) => ("cancelled".to_owned(), Some(lead)),
        WebhookEvent::Test => ("test".to_owned(), None),
        WebhookEvent::Irrelevant => ("irrelevant".to_owned(), None),
        WebhookEvent::Spam => ("spam".to_owned(), None),
    }
}

/// A lead as JSON without empty fields and payload; long texts are shortened to both ends.
fn shown(lead: &ParsedLead) -> Value {
    let mut shown = serde_json::to_value(&lead.fields).expect("JSON");
    let members = shown.as_object_mut().expect("an object");
    members.insert("message".to_owned(), json!(lead.message));
    members.insert("was_at".to_owned(), json!(lead.was_at));
    members.retain(|_, value| !value.is_null());
    for value in members.values_mut().filter(|value| value.is_string()) {
        *value = json!(short(value.as_str().unwrap_or_default()));
    }
    for (name, answers) in [("rest", &lead.rest), ("technical", &lead.technical)] {
        let answers: Vec<_> = answers.iter().map(|one| json!([short(&one.question), short(&one.answer)])).collect();
        if name == "rest" || !answers.is_empty() {
            members.insert(name.to_owned(), answers.into());
        }
    }
    shown
}

fn short(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= 400 {
        return text.to_owned();
    }
    let [first, last] = [&letters[..60], &letters[letters.len() - 30..]].map(|part| part.iter().collect::<String>());
    format!("{first} … {last} ({} characters)", letters.len())
}

/// Whether a sender puts all answers at the top level; others have a container for answers.
pub(crate) fn is_flat(sender: SourceKind) -> bool {
    matches!(
        sender,
        SourceKind::Elementor
            | SourceKind::ContactForm7
            | SourceKind::GravityForms
            | SourceKind::WpForms
            | SourceKind::Framer
            | SourceKind::Generic
    )
}
