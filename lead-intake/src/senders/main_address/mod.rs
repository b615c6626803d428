//! The main address `POST /api/webhooks/lead`: its fields have fixed names. An invalid body is rejected with
//! the first validation error, in Italian.

mod starts_at;

use domain::EmailAddress;
use domain::leads::json_path::bracket_steps;
use domain::leads::{
    ActivityDraft, DeliveryError, DeliveryReason, LeadDraft, LeadFields, ParsedLead, RawDelivery, SourceKind,
};
use serde_json::{Map, Value};
use validator::{Validate, ValidationError, ValidationErrors};

use crate::body::node::Node;
use crate::body::{grouped, without_bom};
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
    let lead = Values::parse(text)
        .and_then(validate)
        .map_err(|detail| DeliveryError { reason: DeliveryReason::Invalid, detail: Some(detail) })?;
    Ok(ParsedDelivery { sender: SourceKind::Generic, event: WebhookEvent::Enquiry(lead) })
}

/// The fields of a lead as text, with what a sender may write into them (docs/REFERENCE.md#lead-fields).
#[derive(Debug, Validate)]
struct Submission {
    #[validate(required, length(max = chars(LeadDraft::NAME)), custom(function = without_nul))]
    name: Option<String>,
    #[validate(length(max = chars(EmailAddress::MAX_CHARS)), custom(function = without_nul), custom(function = one_address))]
    email: Option<String>,
    #[validate(length(max = chars(LeadDraft::PHONE)), custom(function = without_nul))]
    phone: Option<String>,
    #[validate(length(max = chars(LeadDraft::COMPANY)), custom(function = without_nul))]
    company: Option<String>,
    #[validate(length(max = chars(ActivityDraft::TEXT)), custom(function = without_nul))]
    message: Option<String>,
    #[validate(length(max = chars(LeadDraft::SOURCE)), custom(function = without_nul))]
    source: Option<String>,
    #[validate(custom(function = moment))]
    starts_at: Option<String>,
}

/// The order in which errors are reported.
const FIELDS: [&str; 7] = ["name", "email", "phone", "company", "message", "source", "starts_at"];

/// The number as validator counts characters.
const fn chars(most: usize) -> u64 {
    most as u64
}

fn without_nul(text: &str) -> Result<(), ValidationError> {
    if text.contains('\0') { Err(ValidationError::new("nul")) } else { Ok(()) }
}

fn one_address(text: &str) -> Result<(), ValidationError> {
    EmailAddress::parse(text).map(drop).map_err(|_| ValidationError::new("email"))
}

fn moment(text: &str) -> Result<(), ValidationError> {
    starts_at::parse(text).map(drop).ok_or(ValidationError::new("moment"))
}

/// The first error: its field and the broken rule, in Italian.
fn first_error(errors: &ValidationErrors) -> String {
    let of_fields = errors.field_errors();
    let first = FIELDS.iter().find_map(|field| Some((field, of_fields.get(*field)?.first()?)));
    let Some((field, error)) = first else { return errors.to_string() };
    let rule = match &*error.code {
        "required" => "campo obbligatorio".to_owned(),
        "length" => format!("al massimo {} caratteri", error.params["max"]),
        "nul" => "carattere non ammesso".to_owned(),
        "email" => "indirizzo e-mail non valido".to_owned(),
        _ => "data e ora non valide".to_owned(),
    };
    format!("{field}: {rule}")
}

fn validate(values: Values) -> Result<ParsedLead, String> {
    let submission = values.submission();
    submission.validate().map_err(|errors| first_error(&errors))?;
    let Submission { name, email, phone, company, message, source, starts_at } = submission;
    let fields = LeadFields {
        name,
        email: email.and_then(|text| EmailAddress::parse(&text).ok()),
        phone,
        company,
        source: Some(source.unwrap_or_else(|| DEFAULT_SOURCE.to_owned())),
        starts_at: starts_at.as_deref().and_then(starts_at::parse),
    };
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
    fn parse(text: &str) -> Result<Self, String> {
        let text = without_bom(text);
        match serde_json::from_str(text) {
            Ok(Value::Object(payload)) => Ok(Self { payload, bracketed: Map::new() }),
            Ok(_) => Err("corpo: deve essere un oggetto JSON".to_owned()),
            Err(_) => {
                let pairs: Vec<_> = form_urlencoded::parse(text.as_bytes()).into_owned().collect();
                let bracketed = pairs.iter().filter_map(|(key, value)| Some((field_name(key)?, value.clone())));
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

    fn submission(&self) -> Submission {
        Submission {
            name: self.value("name", "nome"),
            email: self.value("email", "email"),
            phone: self.value("phone", "telefono"),
            company: self.value("company", "azienda"),
            message: self.value("message", "messaggio"),
            source: self.value("source", "source"),
            starts_at: self.value("starts_at", "starts_at"),
        }
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
    exact.or_else(|| object.iter().filter(|(key, _)| normal(key) == name).find_map(|(_, value)| value_text(value)))
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
