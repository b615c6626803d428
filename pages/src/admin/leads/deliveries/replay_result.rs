//! The result of replaying, dismissing or deleting deliveries.

use crate::admin::prelude::*;

/// The numbers of replayed (`?taken=…&left=…`), dismissed (`?aside=…`) or deleted deliveries (`?deleted=…`);
/// `?chosen=none` if none was selected.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ReplayQuery {
    chosen: String,
    #[serde(rename = "aside")]
    dismissed: String,
    deleted: String,
    taken: String,
    left: String,
}

/// The result as a message; empty without a result.
#[component]
pub fn ReplayResult(query: ReplayQuery, i18n: I18n) -> impl IntoView {
    let number = |text: &str| text.parse::<u32>().ok().map(i64::from);
    let (class, role, text) = if query.chosen == "none" {
        ("notice notice--wrong", "alert", i18n.deliveries_choose_first().to_owned())
    } else if let Some(dismissed) = number(&query.dismissed) {
        ("notice", "status", i18n.deliveries_dismissed(dismissed))
    } else if let Some(deleted) = number(&query.deleted) {
        ("notice", "status", i18n.deliveries_deleted(deleted))
    } else {
        ("notice", "status", i18n.reread(number(&query.taken)?, number(&query.left)?))
    };
    Some(view! { <p class=class role=role>{text}</p> })
}
