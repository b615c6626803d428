//! The register of who did what.

use domain::audit::{Entry, Filter};
use domain::{Date, Page};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::AppError;

/// What the address of the register asks for, as it is written there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterQuery {
    /// What was done: a word of [`domain::audit::Action`].
    pub action: String,
    /// Who did it: [`domain::audit::Who`].
    pub who: String,
    /// The first day.
    pub from: String,
    /// The last day.
    pub to: String,
    /// After which line the page begins.
    pub after: String,
}

/// A page of the register, and the filter it was found by.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Register {
    /// The lines.
    pub page: Page<Entry>,
    /// What could be made of the query.
    pub filter: Filter,
    /// The first day, if it is one.
    pub from: Option<Date>,
    /// The last day, if it is one.
    pub to: Option<Date>,
    /// Whether the page is not the first.
    pub is_later: bool,
}

/// A page of the register; what is not understood of the query filters nothing.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "register")]
pub async fn load_register(
    /// What to look for.
    query: RegisterQuery,
) -> Result<Register, AppError> {
    use domain::Cursor;

    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
    let zone = store.zone().await?;
    let (from, to): (Option<Date>, Option<Date>) = (query.from.parse().ok(), query.to.parse().ok());
    let filter = Filter {
        action: query.action.parse().ok(),
        who: query.who.parse().ok(),
        from: from.map(|day| zone.midnight(day)),
        until: to.map(|day| zone.midnight(Date::from_days_since_1970(day.days_since_1970() + 1))),
    };
    let after: Option<Cursor> = query.after.parse().ok();
    let page = store.audit(&filter, after.as_ref()).await?;
    Ok(Register { page, filter, from, to, is_later: after.is_some() })
}
