//! Clients, leads and lead activities.

use serde_json::{Value, json};

use super::{
    Scale,
    seeded_rng::SeededRng,
    timestamps::{ago, day, days_ago},
    word_lists::{CITIES, FAMILY, GIVEN, REMARKS, SOURCES, STEPS, TRADES, WISHES},
};

pub(super) fn client(index: u64, _: &Scale) -> Value {
    let mut rng = SeededRng::for_record("clients", index);
    let (given, family) = (rng.pick(GIVEN), rng.pick(FAMILY));
    let company = format!("{} {family}, {}", rng.pick(TRADES), rng.pick(CITIES));
    json!({
        "id": id(index),
        "token": token(index),
        "name": format!("{given} {family}"),
        "company": rng.percent(80).then_some(company),
        "email": rng.percent(90).then(|| email(given, family, "c", index)),
        "phone": rng.percent(70).then(|| phone(&mut rng)),
        "language": if rng.percent(90) { "it" } else { "en" },
        "created_at": days_ago(60 + rng.below(1_000)),
        "address": rng.percent(60).then(|| format!("Via {family} {}, {}", 1 + index % 90, rng.pick(CITIES))),
        "vat_number": rng.percent(60).then(|| format!("{:011}", 1_000_000_000 + index)),
    })
}

pub(super) fn id(index: u64) -> String {
    format!("g-client-{index}")
}

/// With an upper-case letter, as most tokens have: it could be a slug otherwise.
pub(super) fn token(index: u64) -> String {
    let mut rng = SeededRng::for_record("tokens", index);
    format!("G_{index}_{:016x}{:016x}", rng.below(u64::MAX), rng.below(u64::MAX))
}

pub(super) fn lead(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("leads", index);
    let (given, family) = name(&mut rng);
    let status = rng.pick(&["new", "new", "contacted", "contacted", "qualified", "won", "lost", "lost"]);
    let age = age(index);
    let days = i64::try_from(index % 14).unwrap_or(0);
    let step = (index.is_multiple_of(3)).then(|| day(10 - days));
    let is_client = status == "won" && rng.percent(60) && scale.clients > 0;
    json!({
        "id": format!("g-lead-{index}"),
        "name": format!("{given} {family}"),
        "email": rng.percent(88).then(|| email(given, family, "l", index)),
        "phone": rng.percent(60).then(|| phone(&mut rng)),
        "company": rng.percent(50).then(|| format!("{} {family}", rng.pick(TRADES))),
        "source": rng.pick(SOURCES),
        "status": status,
        "last_contact_date": days_ago(rng.below(age)),
        "call_date": rng.percent(12).then(|| format!("{}T10:30:00Z", day(20 - i64::try_from(rng.below(40)).unwrap_or(0)))),
        "client_id": is_client.then(|| id(rng.below(scale.clients))),
        "created_at": days_ago(age),
        "value_cents": rng.percent(50).then(|| 20_000 * (1 + rng.below(60))),
        "next_step": step.is_some().then(|| rng.pick(STEPS)),
        "next_step_on": step,
    })
}

/// Given name and family name.
pub(super) fn lead_name(index: u64) -> (&'static str, &'static str) {
    name(&mut SeededRng::for_record("leads", index))
}

fn name(rng: &mut SeededRng) -> (&'static str, &'static str) {
    (rng.pick(GIVEN), rng.pick(FAMILY))
}

/// Age of a lead in days.
fn age(lead: u64) -> u64 {
    1 + SeededRng::for_record("ages of leads", lead).below(700)
}

/// The first activity of a lead is its message; the others are written by the agency.
pub(super) fn activity(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("activities", index);
    let is_first = index < scale.leads;
    let lead = if is_first { index } else { rng.below(scale.leads) };
    let kind = if is_first { "message" } else { rng.pick(&["note", "call", "email", "call", "meeting"]) };
    let text = if is_first { rng.pick(WISHES) } else { rng.pick(REMARKS) };
    let age = age(lead) * 86_400;
    json!({
        "id": format!("g-activity-{index}"),
        "lead_id": format!("g-lead-{lead}"),
        "kind": kind,
        "text": text,
        "starts_at": (kind == "meeting").then(|| ago(age / 3)),
        "payload": is_first.then(|| json!({ "messaggio": text, "pagina": "/contatti", "consenso": true })),
        "created_at": ago(if is_first { age } else { rng.below(age) }),
    })
}

/// A unique e-mail address.
fn email(given: &str, family: &str, kind: &str, index: u64) -> String {
    let letters = |name: &str| name.to_lowercase().chars().filter(char::is_ascii_lowercase).collect::<String>();
    format!("{}.{}.{kind}{index}@posta.example", letters(given), letters(family))
}

fn phone(rng: &mut SeededRng) -> String {
    format!("+39 0{} 555 {:04}", 10 + rng.below(80), rng.below(10_000))
}
