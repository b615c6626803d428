//! How e-mails are sent, what is sent to whom, and what was.

pub mod actions;
pub mod latest;
pub mod preferences;
pub mod sending;
pub mod team;

use axum::Extension;
use axum::extract::State;
use domain::notifications::NotificationState;

use super::{Section, section_page};
use crate::PagesState;
use crate::admin::prelude::*;
use crate::session::SignedInAdmin;
use latest::Latest;
use preferences::Audience;
use preferences::PreferencesForm;
use sending::Sending;
use team::Team;

pub use latest::MailFailure;
pub use latest::Outcome;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct NotificationsQuery {
    /// Lists only those in this state.
    state: String,
    /// Set after a test: its result is stored. `limited` and `fault`: there was none.
    tried: String,
    /// How many were just queued again.
    queued: String,
}

/// `GET /admin/settings/notifications?state=…`
pub async fn page(
    State(state): State<PagesState>,
    Extension(signed_in): Extension<SignedInAdmin>,
    Query(query): Query<NotificationsQuery>,
    request: AdminRequest,
) -> PageResult {
    let shown: Option<NotificationState> = query.state.parse().ok();
    let store = &request.store;
    let results = store.sending_results().await?;
    let preferences = store.notification_preferences().await?;
    let members = store.notified_members().await?;
    let own = signed_in.member.map(|member| member.id);
    let person = own.as_ref().map_or_else(|| "agency".to_owned(), |member| format!("member:{member}"));
    let agency = store.agency().await?;
    let lines = store.notifications(shown).await?;
    let queued = query.queued.parse().ok();
    let mail = state.mail;
    let body = move |admin: AdminView| {
        let i18n = admin.i18n;
        let can_retry = mail.is_some();
        view! {
            <Sending mail=mail.clone() results agency tried=query.tried admin=admin.clone()/>
            <PushSwitch person=person.clone() i18n/>
            {(!members.is_empty()).then(|| view! { <Team members agency=preferences.record.clone() own i18n/> })}
            <PreferencesForm preferences admin=admin.clone()/>
            <Audience mail i18n/>
            <Latest lines shown queued can_retry admin/>
        }
        .into_any()
    };
    section_page(request, Section::Notifications, body).await
}
