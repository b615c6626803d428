//! The bodies of each sender and their expected results: in the sender's folder `bodies`, a body (`usual.json`,
//! or `usual.txt` for a form) and its result (`usual.expected.json`) side by side.
//!
//! `WRITE_EXPECTED=tally cargo test -p lead-intake --test senders` overwrites the expected results of that
//! sender, for review.

mod bodies;
mod case;
mod leaves;
mod properties;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use case::Case;

/// All sample bodies by kind.
fn cases() -> BTreeMap<String, Vec<Case>> {
    let senders = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/senders");
    let mut cases = BTreeMap::new();
    for folder in entries(&senders).into_iter().filter(|path| path.join("bodies").is_dir()) {
        let bodies = entries(&folder.join("bodies"))
            .into_iter()
            .filter(|path| !path.to_string_lossy().ends_with(".expected.json"));
        let kind = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        cases.insert(kind.clone(), bodies.map(|body| Case::of(&kind, &body)).collect());
    }
    cases
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of bodies");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

#[test]
fn sample_bodies_match_expected_results() {
    let written = std::env::var("WRITE_EXPECTED").unwrap_or_default();
    let mut wrong = Vec::new();
    for (kind, case) in cases().iter().flat_map(|(kind, cases)| cases.iter().map(move |case| (kind, case))) {
        let read = case.read();
        if *kind == written {
            case.write(&read);
        } else if case.expected() != read {
            wrong.push(format!("{}: {read:#}", case.name));
        }
    }
    assert!(wrong.is_empty(), "parsed differently than expected:\n{}", wrong.join("\n\n"));
}

#[test]
fn every_kind_has_usual_minimal_and_hostile_body() {
    let cases = cases();
    for kind in domain::leads::SourceKind::ALL.iter().filter(|kind| **kind != domain::leads::SourceKind::Auto) {
        let names: Vec<_> = cases.get(kind.as_str()).into_iter().flatten().map(Case::file_stem).collect();
        for name in ["usual", "minimal", "hostile"] {
            assert!(names.iter().any(|of| of == name), "{kind} has no {name} body: {names:?}");
        }
    }
}

#[test]
fn no_body_text_is_lost() {
    let cases = cases();
    let lost = cases.values().flatten().map(|case| (&case.name, case.lost())).filter(|(_, lost)| !lost.is_empty());
    let lost: Vec<_> = lost.map(|(name, lost)| format!("{name} loses {lost:?}")).collect();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn truncated_bodies_do_not_panic() {
    for case in cases().values().flatten() {
        case.read_truncated();
    }
}
