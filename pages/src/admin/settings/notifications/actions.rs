//! Actions of the page of notifications.

use axum::extract::State;
use axum::response::Response;
use domain::Form;
use domain::notifications::NotificationPreferences;

use crate::admin::prelude::*;
use crate::admin::settings::Section;
use crate::backend::{Backend, TestEmail};
use crate::redirect;

pub const TRY_MAIL: &str = "/rpc/admin/try_mail";

/// Saves what the agency gets, and quiet hours.
#[server(prefix = "/rpc/admin", endpoint = "save_notifications")]
pub async fn save_notifications(form: Form, version: String) -> Result<(), AppError> {
    submit("preferences", &form, Section::Notifications.address(), async {
        let by = actor();
        let draft = NotificationPreferences::read(&form)?;
        store().save_notification_preferences(&by, &draft, &version).await?;
        Ok(Section::Notifications.address().done(Done::Saved).with("about", "preferences").with_fragment("preferences"))
    })
    .await
}

/// Queues a failed or skipped notification again. `shown` is the filter of the list that the form is on.
#[server(prefix = "/rpc/admin", endpoint = "retry_notification")]
pub async fn retry_notification(id: String, shown: String) -> Result<(), AppError> {
    let page = Section::Notifications.address().with("state", &shown);
    act(page.clone(), async {
        store().retry_notification(&parse_id(&id)?).await?;
        Ok(page.with("queued", "1").with_fragment("latest"))
    })
    .await
}

/// Queues all that failed again.
#[server(prefix = "/rpc/admin", endpoint = "retry_notifications")]
pub async fn retry_notifications() -> Result<(), AppError> {
    act(Section::Notifications.address(), async {
        let queued = store().retry_failed_notifications().await?;
        Ok(Section::Notifications.address().with("queued", &queued.to_string()).with_fragment("latest"))
    })
    .await
}

/// Sends an e-mail to the agency now. What the mail server answered is stored, because words of a stranger do not belong
/// into an address.
pub async fn try_mail<B: Backend>(State(backend): State<B>) -> Response {
    let page = Section::Notifications.address();
    let tried = match backend.send_test_email().await {
        TestEmail::Off => return redirect::to(&page.into_string()),
        TestEmail::Tried => "1",
        TestEmail::TooMany => "limited",
        TestEmail::Failed => "fault",
    };
    redirect::to(&page.with("tried", tried).with_fragment("sending"))
}
