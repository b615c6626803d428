//! `cargo xtask lighthouse`: how fast and how accessible the pages are, by Lighthouse's mobile
//! preset, against bars.

use std::{collections::BTreeMap, process::Command};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    command::capture,
    place,
    stage::{self, Stage},
    step::{note, step},
};

/// What each category must reach, of 100.
const BAR: u32 = 95;
/// How often each page is measured; the run in the middle counts.
const TIMES: &str = "3";
/// The categories, as Lighthouse names them, in the order of the table.
const CATEGORIES: [&str; 4] = ["performance", "accessibility", "best-practices", "seo"];
/// The pages by name, with the categories they are not meant for: a portal asks not to be indexed.
const PAGES: [(&str, &[&str]); 2] = [("public", &[]), ("portal", &["seo"])];

/// What `xtask/lighthouse/measure.js` found out about a page.
#[derive(Debug, Deserialize)]
struct Measured {
    name: String,
    /// Of 100, by category.
    scores: BTreeMap<String, u32>,
    /// What took points, by category.
    faults: BTreeMap<String, Vec<String>>,
    /// Largest contentful paint, in milliseconds.
    lcp: Option<f64>,
    /// Cumulative layout shift.
    cls: Option<f64>,
    /// Total blocking time, in milliseconds.
    tbt: Option<f64>,
    /// What was downloaded, in bytes.
    bytes: Option<f64>,
}

/// Measures the public page and a demo client's portal; whether all bars are reached.
pub(crate) fn lighthouse() -> Result<bool> {
    let chromium = stage::browser_and("xtask/lighthouse")?;
    let binary = stage::binary()?;
    let folder = stage::empty_folder("end2end/lighthouse")?;
    let stage = step("A workspace to show", || Stage::open(&binary, &folder, &stage::sqlite_in(&folder)))?;
    let pages = step("Lighthouse", || {
        let found = capture(
            Command::new("node")
                .current_dir(place::root().join("xtask/lighthouse"))
                .arg("measure.js")
                .args([folder.as_os_str(), TIMES.as_ref()])
                .arg(format!("public={}", stage.front()))
                .arg(format!("portal={}", stage.portal()?))
                .env("CHROME_PATH", &chromium),
        )?;
        note(&format!("the whole reports: {}", folder.join("*.html").display()));
        serde_json::from_str::<Vec<Measured>>(&found).context("measure.js printed something else")
    })?;
    print(&pages);
    let missed = missed(&pages);
    for line in &missed {
        println!("✗ {line}");
    }
    Ok(missed.is_empty())
}

fn is_meant_for(page: &str, category: &str) -> bool {
    PAGES.iter().any(|(name, not_meant)| *name == page && !not_meant.contains(&category))
}

/// A sentence for each bar that is not reached; a page or score that is not there reaches none.
fn missed(pages: &[Measured]) -> Vec<String> {
    let mut missed = Vec::new();
    for (name, _) in PAGES {
        let Some(page) = pages.iter().find(|page| page.name == name) else {
            missed.push(format!("{name} was not measured"));
            continue;
        };
        for category in CATEGORIES.into_iter().filter(|category| is_meant_for(name, category)) {
            let score = page.scores.get(category).copied().unwrap_or(0);
            if score < BAR {
                let why = page.faults.get(category).map(|faults| faults.join("; ")).unwrap_or_default();
                missed.push(format!("{name}: {category} {score} of at least {BAR}. {why}"));
            }
        }
        if page.cls.is_none_or(|shift| shift > 0.0) {
            missed.push(format!("{name}: something on the page moves while it loads"));
        }
    }
    missed
}

fn print(pages: &[Measured]) {
    println!(
        "\n{:<10}{:>12}{:>15}{:>16}{:>6}{:>10}{:>8}{:>10}{:>10}",
        "", CATEGORIES[0], CATEGORIES[1], CATEGORIES[2], CATEGORIES[3], "LCP", "CLS", "TBT", "bytes"
    );
    for page in pages {
        let score = |category: &str| match page.scores.get(category) {
            Some(score) if is_meant_for(&page.name, category) => score.to_string(),
            _ => "–".to_owned(),
        };
        let number = |value: Option<f64>, show: fn(f64) -> String| value.map_or("–".to_owned(), show);
        println!(
            "{:<10}{:>12}{:>15}{:>16}{:>6}{:>10}{:>8}{:>10}{:>10}",
            page.name,
            score(CATEGORIES[0]),
            score(CATEGORIES[1]),
            score(CATEGORIES[2]),
            score(CATEGORIES[3]),
            number(page.lcp, |millis| format!("{:.2} s", millis / 1_000.0)),
            number(page.cls, |shift| format!("{shift:.3}")),
            number(page.tbt, |millis| format!("{millis:.0} ms")),
            number(page.bytes, |bytes| format!("{bytes:.0}")),
        );
    }
    println!();
}

#[cfg(test)]
mod tests {
    use super::{Measured, missed};

    /// What measure.js prints of two pages that reach every bar they are meant to.
    fn pages() -> Vec<Measured> {
        let page = |name: &str, seo: u32| {
            let scores =
                format!(r#"{{"performance":95,"accessibility":100,"best-practices":100,"seo":{seo}}}"#);
            let rest = r#""faults":{"seo":["No description"]},"lcp":1800.5,"cls":0,"tbt":60,"bytes":155087"#;
            serde_json::from_str(&format!(r#"{{"name":"{name}","scores":{scores},{rest}}}"#)).unwrap()
        };
        vec![page("public", 95), page("portal", 50)]
    }

    #[test]
    fn a_portal_need_not_please_search_engines() {
        assert_eq!(missed(&pages()), [""; 0]);
    }

    #[test]
    fn a_score_below_the_bar_is_told_with_what_took_the_points() {
        let mut pages = pages();
        pages[0].scores.insert("seo".to_owned(), 94);
        assert_eq!(missed(&pages), ["public: seo 94 of at least 95. No description"]);
    }

    #[test]
    fn the_smallest_shift_of_the_layout_is_too_much() {
        let mut pages = pages();
        pages[1].cls = Some(0.0001);
        assert_eq!(missed(&pages).len(), 1);
    }

    #[test]
    fn what_was_not_measured_reaches_no_bar() {
        let mut pages = pages();
        pages[0].scores.remove("performance");
        pages[0].cls = None;
        pages.truncate(1);
        assert_eq!(missed(&pages).len(), 3);
    }
}
