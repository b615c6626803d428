//! Lead sources and their deliveries.

use serde_json::{Value, json};

use super::{
    Scale, people,
    seeded_rng::SeededRng,
    timestamps::{ago, days_ago},
    word_lists::{FAMILY, GIVEN, WISHES},
};

/// Name and kind.
const SOURCES: [(&str, &str); 6] = [
    ("Modulo contatti", "wpforms"),
    ("Richiesta di preventivo", "gravity_forms"),
    ("Pagina della campagna", "framer"),
    ("Vecchio sito", "contact_form_7"),
    ("Automazioni", "generic"),
    ("Fiera d’autunno", "auto"),
];
pub(super) const SOURCE_COUNT: u64 = SOURCES.len() as u64;
/// Age of the oldest delivery in seconds: a day less than the default retention.
const MAX_AGE: u64 = 89 * 86_400;

/// Percentage, outcome, error.
const SOURCE_OUTCOMES: [(u64, &str, Option<&str>); 6] = [
    (52, "created", None),
    (22, "updated", None),
    (4, "noted", None),
    (6, "ignored", Some("test")),
    (9, "quarantined", Some("nobody")),
    (7, "spam", Some("spam")),
];
/// The main address has no quarantine: it refuses what it cannot parse.
const MAIN_ADDRESS_OUTCOMES: [(u64, &str, Option<&str>); 3] =
    [(60, "created", None), (32, "updated", None), (8, "refused", Some("invalid: name: obbligatorio"))];

pub(super) fn source(index: u64, _: &Scale) -> Value {
    let (name, kind) = SOURCES[usize::try_from(index).unwrap_or_default() % SOURCES.len()];
    let mapping = if kind == "generic" { json!({ "message": "/dati/testo" }) } else { json!({}) };
    json!({
        "id": source_id(index),
        "name": name,
        "kind": kind,
        "key": key(index),
        "honeypot": (kind == "wpforms").then_some("sito_web"),
        "mapping": mapping,
        "active": kind != "contact_form_7",
        "created_at": days_ago(200 + 40 * index),
    })
}

/// The webhook path of a source of kind `generic`.
pub fn source_address() -> String {
    format!("/api/webhooks/lead/{}", key(4))
}

fn key(index: u64) -> String {
    let mut rng = SeededRng::for_record("keys of sources", index);
    format!("g-source-{index}-{:016x}{:016x}", rng.below(u64::MAX), rng.below(u64::MAX))
}

fn source_id(index: u64) -> String {
    format!("g-source-{index}")
}

pub(super) fn delivery(index: u64, scale: &Scale) -> Value {
    let mut rng = SeededRng::for_record("deliveries", index);
    let source = rng.percent(80).then(|| rng.below(SOURCE_COUNT));
    let (outcome, error) = outcome(index, source.is_some(), &mut rng);
    let is_accepted = matches!(outcome, "created" | "updated" | "noted");
    let lead = is_accepted.then(|| rng.below(scale.leads));
    let (given, family) = match lead {
        Some(lead) => people::lead_name(lead),
        None => (rng.pick(GIVEN), rng.pick(FAMILY)),
    };
    let name = format!("{given} {family}");
    let body = match outcome {
        "quarantined" => {
            json!({ "evento": "modulo", "versione": 2, "dati": { "testo": rng.pick(WISHES) } })
        }
        "refused" => json!({ "messaggio": rng.pick(WISHES) }),
        "spam" => json!({ "nome": name, "sito_web": "https://spam.example", "messaggio": "Guadagna subito" }),
        _ => json!({ "nome": name, "messaggio": rng.pick(WISHES), "pagina": "/contatti" }),
    };
    json!({
        "id": format!("g-delivery-{index}"),
        "source_id": source.map(source_id),
        "received_at": ago(rng.below(MAX_AGE)),
        "content_type": "application/json",
        "headers": { "user-agent": "WordPress/6.8; https://studio.example" },
        "body": body.to_string(),
        "outcome": outcome,
        "error": error,
        "lead_id": lead.map(|lead| format!("g-lead-{lead}")),
        "activity_id": lead.map(|lead| format!("g-activity-{lead}")),
        "repeats": u64::from(rng.percent(10)),
        "reading": is_accepted.then(|| json!({ "name": name, "given": [] })),
    })
}

fn outcome(index: u64, has_source: bool, rng: &mut SeededRng) -> (&'static str, Option<&'static str>) {
    // Stored but never processed, as after a crash.
    if index % 1_000 == 999 {
        return ("received", None);
    }
    let outcomes: &[_] = if has_source { &SOURCE_OUTCOMES } else { &MAIN_ADDRESS_OUTCOMES };
    let mut roll = rng.below(100);
    for (chance, outcome, error) in outcomes {
        if roll < *chance {
            return (outcome, *error);
        }
        roll -= chance;
    }
    ("created", None)
}
