//! Clients, leads and what happened with leads.

use serde_json::{Value, json};

use super::{
    Scale,
    dice::Dice,
    moments::{ago, day, days_ago},
    words::{CITIES, FAMILY, GIVEN, REMARKS, SOURCES, TRADES, WISHES},
};

pub(super) fn client(index: u64, _: &Scale) -> Value {
    let mut dice = Dice::of("clients", index);
    let (given, family) = (dice.of_these(GIVEN), dice.of_these(FAMILY));
    let company = format!("{} {family}, {}", dice.of_these(TRADES), dice.of_these(CITIES));
    json!({
        "id": id(index),
        "name": format!("{given} {family}"),
        "company": dice.percent(80).then_some(company),
        "email": dice.percent(90).then(|| address(given, family, "c", index)),
        "phone": dice.percent(70).then(|| phone(&mut dice)),
        "language": if dice.percent(90) { "it" } else { "en" },
        "created_at": days_ago(60 + dice.below(1_000)),
    })
}

/// The id of a client.
pub(super) fn id(index: u64) -> String {
    format!("g-client-{index}")
}

pub(super) fn lead(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("leads", index);
    let (given, family) = name(&mut dice);
    let status = dice.of_these(&["new", "new", "contacted", "contacted", "qualified", "won", "lost", "lost"]);
    let age = age(index);
    let is_client = status == "won" && dice.percent(60) && scale.clients > 0;
    json!({
        "id": format!("g-lead-{index}"),
        "name": format!("{given} {family}"),
        "email": dice.percent(88).then(|| address(given, family, "l", index)),
        "phone": dice.percent(60).then(|| phone(&mut dice)),
        "company": dice.percent(50).then(|| format!("{} {family}", dice.of_these(TRADES))),
        "source": dice.of_these(SOURCES),
        "status": status,
        "last_contact_date": days_ago(dice.below(age)),
        "call_date": dice.percent(12).then(|| format!("{}T10:30:00Z", day(20 - i64::try_from(dice.below(40)).unwrap_or(0)))),
        "client_id": is_client.then(|| id(dice.below(scale.clients))),
        "created_at": days_ago(age),
    })
}

/// What a lead is called: given name and family name.
pub(super) fn lead_name(index: u64) -> (&'static str, &'static str) {
    name(&mut Dice::of("leads", index))
}

fn name(dice: &mut Dice) -> (&'static str, &'static str) {
    (dice.of_these(GIVEN), dice.of_these(FAMILY))
}

/// How many days ago a lead came.
fn age(lead: u64) -> u64 {
    1 + Dice::of("ages of leads", lead).below(700)
}

/// The first of every lead is what it sent; the others are the agency's.
pub(super) fn activity(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("activities", index);
    let is_first = index < scale.leads;
    let lead = if is_first { index } else { dice.below(scale.leads) };
    let kind =
        if is_first { "message" } else { dice.of_these(&["note", "call", "email", "call", "meeting"]) };
    let text = if is_first { dice.of_these(WISHES) } else { dice.of_these(REMARKS) };
    let age = age(lead) * 86_400;
    json!({
        "id": format!("g-activity-{index}"),
        "lead_id": format!("g-lead-{lead}"),
        "kind": kind,
        "text": text,
        "starts_at": (kind == "meeting").then(|| ago(age / 3)),
        "payload": is_first.then(|| json!({ "messaggio": text, "pagina": "/contatti", "consenso": true })),
        "created_at": ago(if is_first { age } else { dice.below(age) }),
    })
}

/// An address that nobody else has.
fn address(given: &str, family: &str, kind: &str, index: u64) -> String {
    let letters =
        |name: &str| name.to_lowercase().chars().filter(char::is_ascii_lowercase).collect::<String>();
    format!("{}.{}.{kind}{index}@posta.example", letters(given), letters(family))
}

fn phone(dice: &mut Dice) -> String {
    format!("+39 0{} 555 {:04}", 10 + dice.below(80), dice.below(10_000))
}
