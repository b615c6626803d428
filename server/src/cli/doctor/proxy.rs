//! Whether a request to `BASE_URL` arrives at this installation, and with whose address.

use std::time::Duration;

use axum::http::Uri;

use super::Finding;
use crate::api::doctor::{PARAMETER, Question};
use crate::config::Config;
use crate::keys::Keys;
use crate::middleware::client_ip::ClientIp;
use crate::request;

const WHAT: &str = "proxy";
const TIMEOUT: Duration = Duration::from_secs(10);

pub(super) async fn check(config: &Config) -> Finding {
    let question = Question::new(Keys::new(&config.auth_secrets));
    let ask = async |origin: &str| ask(&format!("{origin}/healthz?{PARAMETER}={}", question.text())).await;
    let base_url = &config.base_url;
    if let Err(error) = ask(&format!("http://{}", request::reachable(config.listen))).await {
        return Finding::attention(WHAT, format!("nothing serves at {} yet: {error}", config.listen));
    }
    match ask(base_url).await.map(|answer| question.read(&answer)) {
        Err(error) => Finding::bad(WHAT, format!("{base_url} does not lead here: {error}")),
        Ok(None) => {
            Finding::bad(WHAT, format!("{base_url} leads to another server, or to one with another AUTH_SECRET"))
        }
        Ok(Some(seen)) if seen != ClientIp::Unknown.to_string() => {
            Finding::good(WHAT, format!("{base_url} leads here, and sees this machine as {seen}"))
        }
        Ok(Some(_)) if config.is_local() => Finding::good(WHAT, format!("{base_url} leads here, without a proxy")),
        Ok(Some(_)) => Finding::bad(
            WHAT,
            format!("{base_url} leads here, but not the addresses of visitors: the proxy has to set x-forwarded-for"),
        ),
    }
}

async fn ask(address: &str) -> Result<String, String> {
    let uri: Uri = address.parse().map_err(|_| "malformed".to_owned())?;
    match tokio::time::timeout(TIMEOUT, request::get(&uri)).await {
        Ok(answer) => answer.map(|(_, body)| body).map_err(|error| error.to_string()),
        Err(_) => Err("no answer in time".to_owned()),
    }
}
