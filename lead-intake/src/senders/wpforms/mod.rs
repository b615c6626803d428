//! WPForms: a flat body with custom keys. Multiple choices are one string separated by `||`. A date has a
//! text and Unix seconds, computed as if local time were UTC.

use super::{Sender, generic};
use crate::WebhookEvent;
use crate::body::Body;
use crate::body::node::Node;
use crate::fields::FieldExtractor;
use crate::signature::Signature;
use crate::{labels, members, walk};
use domain::Timestamp;
use domain::leads::{LeadField, SourceKind, json_path};

pub(super) const SENDER: Sender = Sender {
    kind: SourceKind::WpForms,
    name: ("WPForms", "WPForms"),
    steps: (include_str!("steps.it.txt"), include_str!("steps.en.txt")),
    sample: include_str!("sample.json"),
    signature: Some(Signature {
        check: |request| request.check_stamped("x-wpforms-webhook-signature", "v"),
        sign: |sample| sample.sign_stamped("x-wpforms-webhook-signature", "v"),
        secret: (
            "WPForms firma se nelle impostazioni del webhook scrivi qualcosa in «Secret»: incolla lo stesso in Atrio.",
            "WPForms signs if you write something under “Secret” in the webhook’s settings: paste the same into Atrio.",
        ),
    }),
    fits,
    parse,
    delivery_id: |_| None,
    ..generic::SENDER
};

/// The first Unix second after the range of [`Timestamp`].
const LAST: i64 = Timestamp::MAX.as_millis() / 1_000 + 1;

fn fits(body: &Body<'_>) -> bool {
    let own = |node: &Node| choices(node).is_some() || moment(node).is_some();
    body.root().members().iter().any(|(_, node)| own(node))
}

fn parse(body: &Body<'_>, mut out: FieldExtractor<'_>) -> WebhookEvent {
    for (key, node) in body.root().members() {
        let question = json_path::humanize(key);
        if let Some(choices) = choices(node) {
            members::extract_choice(&mut out, &question, key, &choices);
        } else if let Some((written, seconds)) = moment(node) {
            let is_start = labels::match_label(key).is_some_and(|label| label.field == LeadField::StartsAt);
            if let Some(seconds) = seconds.filter(|_| is_start && is_moment(written)) {
                out.add_field(LeadField::StartsAt, &question, &shown_at(seconds));
            }
            out.add_other(&question, written);
        } else {
            walk::extract_node(&mut out, &question, key, node, true);
        }
    }
    WebhookEvent::Enquiry(out.into_lead())
}

/// `SEO||Ads` as a list.
fn choices(node: &Node) -> Option<Node> {
    let text = node.as_str().filter(|text| text.contains("||") && !text.contains(['\n', '\r']))?;
    let choices: Vec<_> = text.split("||").map(|choice| Node::Text(choice.to_owned())).collect();
    let is_choice = |choice: &Node| choice.as_str().is_some_and(|text| !text.is_empty() && text.trim() == text);
    choices.iter().all(is_choice).then_some(Node::List(choices))
}

/// A date as text and in seconds; `None` for seconds out of range.
fn moment(node: &Node) -> Option<(&str, Option<i64>)> {
    let [_, _] = node.members() else { return None };
    let seconds = match node.get("unix")? {
        Node::Number(number) => number.as_i64().filter(|seconds| (0..LAST).contains(seconds)),
        _ => return None,
    };
    Some((node.get("value")?.as_str()?, seconds))
}

/// Whether a text has both date and time: `10/12/2026 10:30`, `10 dicembre 2026 10:30`. For a date alone the
/// seconds are those of midnight, for a time alone those of an arbitrary day.
fn is_moment(written: &str) -> bool {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let numbers = written.split(|letter| !is_digit(letter)).filter(|number| !number.is_empty());
    written.contains(':') && numbers.count() >= 4
}

/// The local time at `seconds`: WPForms treats local time as UTC, whatever the site's zone.
fn shown_at(seconds: i64) -> String {
    Timestamp::from_millis(seconds * 1_000).to_string().trim_end_matches('Z').to_owned()
}
