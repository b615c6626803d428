//! Logging to standard error (docs/REFERENCE.md#logging).

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::config::{Environment, LogFormat, SettingError};

/// The default of `RUST_LOG`. The session library warns of every forged or expired cookie, which any visitor
/// can send.
const DEFAULT: &str = "info,tower_sessions_core=error,tower_sessions_cookie_store=error";

/// Overrides `RUST_LOG`: at lower levels paths are logged, which may contain a portal key.
const TOWER_HTTP: &str = "tower_http=info";

/// # Errors
/// [`SettingError`] when `RUST_LOG` is malformed.
pub fn init(environment: &Environment, format: LogFormat) -> Result<(), SettingError> {
    let directives = environment.get("RUST_LOG")?.unwrap_or(DEFAULT);
    if !directives.split(',').all(is_directive) {
        return Err(SettingError::invalid_rust_log());
    }
    let filter = EnvFilter::try_new(directives).map_err(|_| SettingError::invalid_rust_log())?;
    let filter = filter.add_directive(TOWER_HTTP.parse().expect("a valid directive"));
    let subscriber = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_env_filter(filter)
        // It would tell standard error that it cannot be written, and panic.
        .log_internal_errors(false);
    // In tests it may be initialized already.
    let _ = match format {
        LogFormat::Text => subscriber.try_init(),
        LogFormat::Json => subscriber.json().flatten_event(true).try_init(),
    };
    Ok(())
}

/// Whether a directive is a level, or names one for something. A misspelt level alone would be the name of a module, and silence
/// everything else.
fn is_directive(directive: &str) -> bool {
    let directive = directive.trim();
    directive.is_empty() || directive.contains(['=', '[']) || directive.parse::<LevelFilter>().is_ok()
}
