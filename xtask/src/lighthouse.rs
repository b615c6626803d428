//! `cargo xtask lighthouse`: checks scores, download size and largest paint with Lighthouse's mobile preset.

use std::{collections::BTreeMap, process::Command};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    build,
    command::capture,
    paths,
    step::{note, step},
    test_server::{self, TestServer, empty_folder, install_browser, sqlite_url},
};

/// The minimum score of each category.
const MIN_SCORE: u32 = 95;
/// Bounds of a first visit: milliseconds until the largest contentful paint, and bytes.
const MAX_LCP: f64 = 1_500.0;
const MAX_BYTES: f64 = 130_000.0;
/// Runs per page; the median counts.
const RUNS: &str = "3";
/// In the order of the printed table.
const CATEGORIES: [&str; 4] = ["performance", "accessibility", "best-practices", "seo"];
/// The pages, with the categories that do not apply: a portal asks not to be indexed.
const PAGES: [(&str, &[&str]); 2] = [("public", &[]), ("portal", &["seo"])];

/// What `xtask/lighthouse/measure.js` prints about a page.
#[derive(Debug, Deserialize)]
struct Measurement {
    name: String,
    /// 0 to 100, by category.
    scores: BTreeMap<String, u32>,
    /// What lowered the score, by category.
    faults: BTreeMap<String, Vec<String>>,
    /// Largest contentful paint, in milliseconds.
    lcp: Option<f64>,
    /// Cumulative layout shift.
    cls: Option<f64>,
    /// Total blocking time, in milliseconds.
    tbt: Option<f64>,
    /// Size of all downloads.
    bytes: Option<f64>,
}

/// Measures the public page and a portal of the demo; returns whether all scores are high enough.
pub(crate) fn lighthouse() -> Result<bool> {
    let chromium = install_browser("xtask/lighthouse")?;
    let binary = test_server::binary(build::release)?;
    let folder = empty_folder("end2end/lighthouse")?;
    let server = step("Start a server with the demo workspace", || {
        TestServer::with_demo(&binary, &folder, &sqlite_url(&folder))
    })?;
    let pages = step("Lighthouse", || {
        let output = capture(
            Command::new("node")
                .current_dir(paths::root().join("xtask/lighthouse"))
                .arg("measure.js")
                .args([folder.as_os_str(), RUNS.as_ref()])
                .arg(format!("public={}", server.home_url()))
                .arg(format!("portal={}", server.portal_url()?))
                .env("CHROME_PATH", &chromium),
        )?;
        note(&format!("full reports: {}", folder.join("*.html").display()));
        serde_json::from_str::<Vec<Measurement>>(&output).context("measure.js printed something else")
    })?;
    print(&pages);
    let failed = failed_checks(&pages);
    for line in &failed {
        println!("✗ {line}");
    }
    Ok(failed.is_empty())
}

fn applies(page: &str, category: &str) -> bool {
    PAGES.iter().any(|(name, excluded)| *name == page && !excluded.contains(&category))
}

/// A sentence for each score that is too low. A missing page or score fails too.
fn failed_checks(pages: &[Measurement]) -> Vec<String> {
    let mut failed = Vec::new();
    for (name, _) in PAGES {
        let Some(page) = pages.iter().find(|page| page.name == name) else {
            failed.push(format!("{name} was not measured"));
            continue;
        };
        for category in CATEGORIES.into_iter().filter(|category| applies(name, category)) {
            let score = page.scores.get(category).copied().unwrap_or(0);
            if score < MIN_SCORE {
                let faults = page.faults.get(category).map(|faults| faults.join("; ")).unwrap_or_default();
                failed.push(format!("{name}: {category} {score} of at least {MIN_SCORE}. {faults}"));
            }
        }
        if page.cls.is_none_or(|shift| shift > 0.0) {
            failed.push(format!("{name}: the layout shifts while the page loads"));
        }
        for (what, value, max) in [("LCP", page.lcp, MAX_LCP), ("bytes", page.bytes, MAX_BYTES)] {
            if value.is_none_or(|value| value > max) {
                failed.push(format!("{name}: {what} {value:?}, at most {max}"));
            }
        }
    }
    failed
}

fn print(pages: &[Measurement]) {
    println!(
        "\n{:<10}{:>12}{:>15}{:>16}{:>6}{:>10}{:>8}{:>10}{:>10}",
        "", CATEGORIES[0], CATEGORIES[1], CATEGORIES[2], CATEGORIES[3], "LCP", "CLS", "TBT", "bytes"
    );
    for page in pages {
        let score = |category: &str| match page.scores.get(category) {
            Some(score) if applies(&page.name, category) => score.to_string(),
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
    use super::{Measurement, failed_checks};

    /// Output of measure.js for two pages that pass.
    fn pages() -> Vec<Measurement> {
        let page = |name: &str, seo: u32| {
            let scores = format!(r#"{{"performance":95,"accessibility":100,"best-practices":100,"seo":{seo}}}"#);
            let rest = r#""faults":{"seo":["No description"]},"lcp":1500,"cls":0,"tbt":60,"bytes":120000"#;
            serde_json::from_str(&format!(r#"{{"name":"{name}","scores":{scores},{rest}}}"#)).unwrap()
        };
        vec![page("public", 95), page("portal", 50)]
    }

    #[test]
    fn seo_is_not_checked_for_portals() {
        assert_eq!(failed_checks(&pages()), [""; 0]);
    }

    #[test]
    fn slow_or_heavy_page_is_reported() {
        let mut pages = pages();
        pages[0].lcp = Some(1_501.0);
        pages[1].bytes = None;
        assert_eq!(
            failed_checks(&pages),
            ["public: LCP Some(1501.0), at most 1500", "portal: bytes None, at most 130000"]
        );
    }

    #[test]
    fn low_score_is_reported_with_its_faults() {
        let mut pages = pages();
        pages[0].scores.insert("seo".to_owned(), 94);
        assert_eq!(failed_checks(&pages), ["public: seo 94 of at least 95. No description"]);
    }

    #[test]
    fn any_layout_shift_fails() {
        let mut pages = pages();
        pages[1].cls = Some(0.0001);
        assert_eq!(failed_checks(&pages).len(), 1);
    }

    #[test]
    fn missing_measurements_fail() {
        let mut pages = pages();
        pages[0].scores.remove("performance");
        pages[0].cls = None;
        pages.truncate(1);
        assert_eq!(failed_checks(&pages).len(), 3);
    }
}
