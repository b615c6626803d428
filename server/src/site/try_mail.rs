//! `POST /rpc/admin/try_mail`: sends an e-mail to the agency now, and shows what the mail server answered.

use axum::extract::State;
use axum::response::Response;
use pages::address;
use store::Error;

use super::redirect;
use crate::AppState;
use crate::mail::Mailer;
use crate::middleware::rate_limit::{Operation, RateLimitKey};

pub(super) const ADDRESS: &str = "/rpc/admin/try_mail";

/// The answer is stored, because words of a stranger do not belong into an address.
pub(super) async fn post(State(state): State<AppState>) -> Response {
    let page = address::notifications();
    let Some(mailer) = state.mailer.clone() else { return redirect::to(&page.top()) };
    if state.limiter.admit(Operation::TryMail, RateLimitKey::AGENCY).is_err() {
        return redirect::to(&page.with("tried", "limited").at("sending"));
    }
    let outcome = match send(&state, &mailer).await {
        Ok(()) => "1",
        Err(error) => {
            tracing::error!(%error, "a trial e-mail could not be recorded");
            "fault"
        }
    };
    redirect::to(&page.with("tried", outcome).at("sending"))
}

async fn send(state: &AppState, mailer: &Mailer) -> Result<(), Error> {
    let (agency, language) = (state.store.agency().await?, state.store.language().await?);
    let now = state.store.clock().now();
    let sent = mailer.send_trial(&state.config.admin_email, &agency, language, now).await;
    state.store.store_mail_trial(sent.err()).await
}
