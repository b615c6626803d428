//! Sources of leads, and what they delivered.

use serde_json::{Value, json};

use super::{
    Scale,
    dice::Dice,
    moments::{ago, days_ago},
    people,
    words::{FAMILY, GIVEN, WISHES},
};

/// What the sources are called, and who sends.
const SOURCES: [(&str, &str); 6] = [
    ("Modulo contatti", "wpforms"),
    ("Richiesta di preventivo", "gravity_forms"),
    ("Pagina della campagna", "framer"),
    ("Vecchio sito", "contact_form_7"),
    ("Automazioni", "generic"),
    ("Fiera d’autunno", "auto"),
];
/// How many sources there are, if there are leads.
pub(super) const MOST_SOURCES: u64 = SOURCES.len() as u64;
/// For how long deliveries are kept, in seconds: as the usual setting says, less a day.
const KEPT: u64 = 89 * 86_400;

/// What became of a delivery, how often of a hundred, and why it was not taken in.
const OF_A_SOURCE: [(u64, &str, Option<&str>); 6] = [
    (52, "created", None),
    (22, "updated", None),
    (4, "noted", None),
    (6, "ignored", Some("test")),
    (9, "quarantined", Some("nobody")),
    (7, "spam", Some("spam")),
];
/// On the main address nothing is set aside: what is not taken in is refused.
const OF_THE_MAIN_ADDRESS: [(u64, &str, Option<&str>); 3] =
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

/// The address of a source that takes anything in.
pub fn source_address() -> String {
    format!("/api/webhooks/lead/{}", key(4))
}

/// The secret part of a source's address: of a made-up workspace it is none.
fn key(index: u64) -> String {
    let mut dice = Dice::of("keys of sources", index);
    format!("g-source-{index}-{:016x}{:016x}", dice.below(u64::MAX), dice.below(u64::MAX))
}

fn source_id(index: u64) -> String {
    format!("g-source-{index}")
}

pub(super) fn delivery(index: u64, scale: &Scale) -> Value {
    let mut dice = Dice::of("deliveries", index);
    let source = dice.percent(80).then(|| dice.below(MOST_SOURCES));
    let (outcome, error) = outcome(index, source.is_some(), &mut dice);
    let is_taken_in = matches!(outcome, "created" | "updated" | "noted");
    let lead = is_taken_in.then(|| dice.below(scale.leads));
    let (given, family) = match lead {
        Some(lead) => people::lead_name(lead),
        None => (dice.of_these(GIVEN), dice.of_these(FAMILY)),
    };
    let name = format!("{given} {family}");
    let body = match outcome {
        "quarantined" => {
            json!({ "evento": "modulo", "versione": 2, "dati": { "testo": dice.of_these(WISHES) } })
        }
        "refused" => json!({ "messaggio": dice.of_these(WISHES) }),
        "spam" => json!({ "nome": name, "sito_web": "https://spam.example", "messaggio": "Guadagna subito" }),
        _ => json!({ "nome": name, "messaggio": dice.of_these(WISHES), "pagina": "/contatti" }),
    };
    json!({
        "id": format!("g-delivery-{index}"),
        "source_id": source.map(source_id),
        "received_at": ago(dice.below(KEPT)),
        "content_type": "application/json",
        "headers": { "user-agent": "WordPress/6.8; https://studio.example" },
        "body": body.to_string(),
        "outcome": outcome,
        "error": error,
        "lead_id": lead.map(|lead| format!("g-lead-{lead}")),
        "activity_id": lead.map(|lead| format!("g-activity-{lead}")),
        "repeats": u64::from(dice.percent(10)),
        "reading": is_taken_in.then(|| json!({ "name": name, "given": [] })),
    })
}

fn outcome(index: u64, has_source: bool, dice: &mut Dice) -> (&'static str, Option<&'static str>) {
    // The server was stopped in between: rare.
    if index % 1_000 == 999 {
        return ("received", None);
    }
    let outcomes: &[_] = if has_source { &OF_A_SOURCE } else { &OF_THE_MAIN_ADDRESS };
    let mut thrown = dice.below(100);
    for (chance, outcome, error) in outcomes {
        if thrown < *chance {
            return (outcome, *error);
        }
        thrown -= chance;
    }
    ("created", None)
}
