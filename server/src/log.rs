//! The log, on standard error (CONTRACT §1: `LOG_FORMAT`, `RUST_LOG`).

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

use crate::config::{Environment, LogFormat, SettingError};

/// What is logged when `RUST_LOG` says nothing. The session library warns of every forged or old
/// cookie, which anybody can send.
const DEFAULT: &str = "info,tower_sessions_core=error,tower_sessions_cookie_store=error";

/// What is logged of these whatever `RUST_LOG` says: below that they write paths down, and a portal's
/// key is in the path.
const DISCREET: [&str; 1] = ["tower_http=info"];

/// Begins logging.
///
/// # Errors
/// [`SettingError`] when `RUST_LOG` is malformed.
///
/// # Panics
/// Never: the directives above are well formed.
pub fn begin(environment: &Environment, format: LogFormat) -> Result<(), SettingError> {
    let directives = environment.get("RUST_LOG")?.unwrap_or(DEFAULT);
    let filter = EnvFilter::try_new(directives).map_err(|_| SettingError::of_rust_log())?;
    let discreet = DISCREET.map(|directive| directive.parse().expect("a directive"));
    let filter = discreet.into_iter().fold(filter, EnvFilter::add_directive);
    let subscriber = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_env_filter(filter);
    // Already begun (in a test) is as good.
    let _ = match format {
        LogFormat::Text => subscriber.try_init(),
        LogFormat::Json => subscriber.json().flatten_event(true).try_init(),
    };
    Ok(())
}
