//! `atrio doctor`: what is not as it should be, a line each.

mod checks;
mod proxy;

use serde::Serialize;

use super::{CliError, print_line};
use crate::config::{Config, Environment};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Good,
    /// It works, but somebody should know.
    Attention,
    Bad,
}

/// What was found out about one thing, without secrets.
#[derive(Debug, Serialize)]
struct Finding {
    what: &'static str,
    verdict: Verdict,
    text: String,
}

impl Finding {
    fn good(what: &'static str, text: impl Into<String>) -> Self {
        Self { what, verdict: Verdict::Good, text: text.into() }
    }

    fn attention(what: &'static str, text: impl Into<String>) -> Self {
        Self { what, verdict: Verdict::Attention, text: text.into() }
    }

    fn bad(what: &'static str, text: impl Into<String>) -> Self {
        Self { what, verdict: Verdict::Bad, text: text.into() }
    }

    fn line(&self) -> String {
        let sign = match self.verdict {
            Verdict::Good => '✓',
            Verdict::Attention => '!',
            Verdict::Bad => '✗',
        };
        format!("{sign} {:<9} {}", self.what, self.text)
    }
}

/// Reads and asks only: nothing is changed and no e-mail is sent, so that it may run beside a server.
///
/// # Errors
/// Also if anything is bad.
pub(super) async fn run(environment: &Environment, json: bool) -> Result<(), CliError> {
    let findings = examine(environment).await;
    if json {
        let text = serde_json::to_string(&findings).map_err(|error| CliError::Other(error.to_string()))?;
        print_line(text)?;
    } else {
        for finding in &findings {
            print_line(finding.line())?;
        }
    }
    match findings.iter().filter(|finding| finding.verdict == Verdict::Bad).count() {
        0 => Ok(()),
        bad => Err(CliError::Other(format!("doctor: {bad} of {} are not as they should be", findings.len()))),
    }
}

async fn examine(environment: &Environment) -> Vec<Finding> {
    let mut findings = Vec::new();
    let config = match Config::read(environment) {
        Ok(config) => {
            findings.push(checks::settings(&config));
            Some(config)
        }
        Err(error) => {
            findings.push(Finding::bad("settings", error.to_string()));
            None
        }
    };
    let max_files = config.as_ref().map(|config| config.files.max_files);
    findings.extend(checks::database(environment, max_files).await);
    if let Some(config) = &config {
        findings.push(checks::files(config).await);
        findings.extend(checks::scanner(config).await);
        findings.push(checks::mail(config).await);
        findings.push(proxy::check(config).await);
    }
    findings.push(checks::backups(environment));
    findings
}
