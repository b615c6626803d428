//! Actions of the account page.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::request::Parts;
use axum::response::Response;
use domain::notifications::MemberNotifications;
use domain::{AccountDraft, Form, Problem};

use super::address;
use crate::admin::prelude::*;
use crate::backend::{Backend, NotSet};
use crate::form_action::AgencyEmail;
use crate::redirect;
use crate::session::SignedInAdmin;

pub const CHANGE_PASSWORD: &str = "/rpc/admin/change_password";

/// Saves name, e-mail and language of the signed-in member.
#[server(prefix = "/rpc/admin", endpoint = "save_account")]
pub async fn save_account(form: Form, version: String) -> Result<(), AppError> {
    submit("account", &form, address(), async {
        let signed_in: SignedInAdmin = expect_context();
        let reserved: AgencyEmail = expect_context();
        let member = signed_in.member.ok_or(AppError::Missing)?;
        let draft = AccountDraft::read(&form, &reserved.0)?;
        store().save_account(&member.id, &draft, &version).await?;
        Ok(address().done(Done::Saved).into_string())
    })
    .await
}

/// Saves what the signed-in member is notified of.
#[server(prefix = "/rpc/admin", endpoint = "save_own_notifications")]
pub async fn save_own_notifications(form: Form, version: String) -> Result<(), AppError> {
    submit("notifications", &form, address(), async {
        let member = expect_context::<SignedInAdmin>().member.ok_or(AppError::Missing)?;
        let chosen = MemberNotifications::read(&form)?;
        store().save_member_notifications(&member.id, &chosen, &version).await?;
        Ok(address().done(Done::Saved).with("about", "notifications").with_fragment("notifications"))
    })
    .await
}

/// Signs the same person out of all other browsers.
#[server(prefix = "/rpc/admin", endpoint = "end_other_sessions")]
pub async fn end_other_sessions() -> Result<(), AppError> {
    act(address(), async {
        let SignedInAdmin { member, session, .. } = expect_context();
        store().end_other_sessions(member.as_ref().map(|member| &member.id), &session).await?;
        Ok(address().done(Done::Saved).into_string())
    })
    .await
}

/// Replaces the password of the signed-in member, who stays signed in here.
pub async fn change_password<B: Backend>(State(backend): State<B>, head: Parts, body: Bytes) -> Response {
    let field = |name: &str| {
        let found = form_urlencoded::parse(&body).find(|(field, _)| field == name);
        found.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    let code = match backend.change_password(&head, &field("old"), &field("password")).await {
        Ok(()) => return redirect::to(&address().with("about", "password").with_fragment("password")),
        Err(NotSet::Gone) => "wrong",
        Err(NotSet::TooMany(_)) => "limited",
        Err(NotSet::Problem(Problem::TooLong(_))) => "long",
        Err(NotSet::Problem(Problem::Common)) => "common",
        Err(NotSet::Problem(Problem::Personal)) => "personal",
        Err(NotSet::Problem(_)) => "short",
        Err(NotSet::Failed(error)) => {
            tracing::error!(%error, "a password could not be changed");
            return redirect::to(&address().error(error.failure().into()).into_string());
        }
    };
    redirect::to(&address().with("password", code).with_fragment("password"))
}

pub(super) fn problem_text(code: &str, i18n: I18n) -> Option<String> {
    let problem = match code {
        "wrong" => return Some(i18n.old_password_wrong().to_owned()),
        "limited" => return Some(i18n.too_many_attempts().to_owned()),
        "long" => Problem::TooLong(domain::people::password::MAX),
        "common" => Problem::Common,
        "personal" => Problem::Personal,
        "short" => Problem::TooShort(domain::people::password::MIN),
        _ => return None,
    };
    Some(i18n.problem(problem))
}
