//! `atrio health`: whether the server of these settings is ready, for the health check of a container or a service.

use std::time::Duration;

use axum::http::{StatusCode, Uri};

use super::CliError;
use crate::config::{Config, Environment};
use crate::request;

const TIMEOUT: Duration = Duration::from_secs(5);

/// # Errors
/// Unless `/readyz` answers with 200 in time.
pub(super) async fn run(environment: &Environment) -> Result<(), CliError> {
    let address = request::reachable(Config::read_listen(environment)?);
    let uri: Uri = format!("http://{address}/readyz").parse().map_err(|_| CliError::Other("no address".into()))?;
    let problem = match tokio::time::timeout(TIMEOUT, request::get(&uri)).await {
        Ok(Ok((StatusCode::OK, _))) => return Ok(()),
        Ok(Ok((status, _))) => status.to_string(),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "no answer in time".to_owned(),
    };
    Err(CliError::Other(format!("{address}: {problem}")))
}
