//! The main address `POST /api/webhooks/lead`: its fields have fixed names. An invalid body is rejected with
//! the first validation error, in Italian.

mod starts_at;

use std::fmt;

use domain::leads::json_path::bracket_steps;
use domain::leads::{
    ActivityDraft, DeliveryError, DeliveryReason, LeadDraft, LeadFields, ParsedLead, RawDelivery, SourceKind,
};
use domain::{EmailAddress, Timestamp};
use serde_json::{Map, Value};

use crate::body::node::Node;
use crate::body::{grouped, without_bom};
use crate::fields::email;
use crate::{ParsedDelivery, WebhookEvent};

/// The longest body, in characters.
const MAX_CHARS: usize = 16_384;
/// The source of a lead that names none.
const DEFAULT_SOURCE: &str = "webhook";

/// Parses a delivery to the main address.
///
/// # Errors
/// [`DeliveryReason::TooLarge`], [`DeliveryReason::Unreadable`], and [`DeliveryReason::Invalid`] with the first
/// validation message.
pub fn parse(raw: &RawDelivery) -> Result<ParsedDelivery, DeliveryError> {
    // An invalid UTF-8 sequence counts as one character. The size is checked first.
    if String::from_utf8_lossy(&raw.body).chars().count() > MAX_CHARS {
        return Err(DeliveryReason::TooLarge.into());
    }
    let text = std::str::from_utf8(&raw.body).map_err(|_| DeliveryReason::Unreadable)?;
    let lead = Values::parse(text).and_then(validate).map_err(|invalid| DeliveryError {
        reason: DeliveryReason::Invalid,
        detail: Some(invalid.to_string()),
    })?;
    Ok(ParsedDelivery { sender: SourceKind::Generic, event: WebhookEvent::Enquiry(lead) })
}

/// The first validation error: its field and the broken rule, displayed in Italian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Invalid {
    field: &'static str,
    rule: Rule,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Required,
    MaxChars(usize),
    NoNul,
    Email,
    Moment,
    Object,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.field)?;
        match self.rule {
            Rule::Required => f.write_str("campo obbligatorio"),
            Rule::MaxChars(most) => write!(f, "al massimo {most} caratteri"),
            Rule::NoNul => f.write_str("carattere non ammesso"),
            Rule::Email => f.write_str("indirizzo e-mail non valido"),
            Rule::Moment => f.write_str("data e ora non valide"),
            Rule::Object => f.write_str("deve essere un oggetto JSON"),
        }
    }
}

/// Validates the fields in this order.
fn validate(values: Values) -> Result<ParsedLead, Invalid> {
    let name = values.text("name", "nome", LeadDraft::NAME)?;
    let name = name.ok_or(Invalid { field: "name", rule: Rule::Required })?;
    let email = values.email()?;
    let phone = values.text("phone", "telefono", LeadDraft::PHONE)?;
    let company = values.text("company", "azienda", LeadDraft::COMPANY)?;
    let message = values.text("message", "messaggio", ActivityDraft::TEXT)?;
    let source = values.text("source", "source", LeadDraft::SOURCE)?;
    let source = source.unwrap_or_else(|| DEFAULT_SOURCE.to_owned());
    let starts_at = values.moment()?;
    let fields = LeadFields { name: Some(name), email, phone, company, source: Some(source), starts_at };
    let payload = Value::Object(values.payload);
    Ok(ParsedLead { fields, message, was_at: None, rest: Vec::new(), technical: Vec::new(), payload })
}

/// The values of a body by name.
#[derive(Debug)]
struct Values {
    /// The whole body: the JSON object, or the decoded pairs as an object.
    payload: Map<String, Value>,
    /// The `fields[…]` keys of urlencoded text; empty for JSON.
    bracketed: Map<String, Value>,
}

impl Values {
    /// Parses JSON; anything else as urlencoded pairs, which cannot fail.
    fn parse(text: &str) -> Result<Self, Invalid> {
        let text = without_bom(text);
        match serde_json::from_str(text) {
            Ok(Value::Object(payload)) => Ok(Self { payload, bracketed: Map::new() }),
            Ok(_) => Err(Invalid { field: "corpo", rule: Rule::Object }),
            Err(_) => {
                let pairs: Vec<_> = form_urlencoded::parse(text.as_bytes()).into_owned().collect();
                let bracketed =
                    pairs.iter().filter_map(|(key, value)| Some((field_name(key)?, value.clone())));
                Ok(Self { bracketed: object(&grouped(bracketed)), payload: object(&grouped(pairs)) })
            }
        }
    }

    /// The first non-empty value under the canonical name, then under the Italian one. Each is looked up in
    /// `fields` before the top level.
    fn value(&self, name: &str, italian: &str) -> Option<String> {
        let fields = self.payload.iter().filter(|(key, _)| normal(key) == "fields");
        let fields = fields.filter_map(|(_, fields)| fields.as_object());
        let mut objects = fields.chain([&self.bracketed, &self.payload]);
        objects.find_map(|object| text_of(object, name).or_else(|| text_of(object, italian)))
    }

    fn text(&self, name: &'static str, italian: &str, most: usize) -> Result<Option<String>, Invalid> {
        let Some(value) = self.value(name, italian) else { return Ok(None) };
        let rule = if value.contains('\0') {
            Rule::NoNul
        } else if value.chars().count() > most {
            Rule::MaxChars(most)
        } else {
            return Ok(Some(value));
        };
        Err(Invalid { field: name, rule })
    }

    fn email(&self) -> Result<Option<EmailAddress>, Invalid> {
        let Some(text) = self.text("email", "email", EmailAddress::MAX_CHARS)? else { return Ok(None) };
        email::parse(&text).map(Some).ok_or(Invalid { field: "email", rule: Rule::Email })
    }

    fn moment(&self) -> Result<Option<Timestamp>, Invalid> {
        let Some(text) = self.value("starts_at", "starts_at") else { return Ok(None) };
        starts_at::parse(&text).map(Some).ok_or(Invalid { field: "starts_at", rule: Rule::Moment })
    }
}

/// Keys match regardless of case and surrounding white space.
fn normal(key: &str) -> String {
    key.trim().to_lowercase()
}

/// The `name` in `fields[name]` and `fields[name][value]`.
fn field_name(key: &str) -> Option<String> {
    match bracket_steps(&normal(key))[..] {
        ["fields", name] | ["fields", name, "value"] => Some(name.to_owned()),
        _ => None,
    }
}

fn object(node: &Node) -> Map<String, Value> {
    node.members().iter().map(|(name, value)| (name.clone(), value.to_value())).collect()
}

/// The text under `name`; an exact key comes first.
fn text_of(object: &Map<String, Value>, name: &str) -> Option<String> {
    let exact = object.get(name).and_then(value_text);
    exact.or_else(|| {
        object.iter().filter(|(key, _)| normal(key) == name).find_map(|(_, value)| value_text(value))
    })
}

/// The value of a `{value: …}` entry, or the scalars of an array. `None` if empty.
fn value_text(value: &Value) -> Option<String> {
    let value = if let Value::Object(entry) = value { entry.get("value")? } else { value };
    let text = match value {
        Value::Array(values) => values.iter().filter_map(scalar).collect::<Vec<_>>().join(", "),
        value => scalar(value)?,
    };
    (!text.is_empty()).then_some(text)
}

/// A scalar as trimmed text. `None` if null or blank.
fn scalar(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Bool(yes) => yes.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
    };
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests;
