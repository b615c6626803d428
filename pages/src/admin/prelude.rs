//! What nearly every admin page, form and action uses.

pub use app::dates;
pub use app::error::AppError;
pub use leptos::either::{Either, EitherOf3};
pub use leptos::prelude::*;
pub use leptos::server_fn::ServerFn;
pub use serde::Deserialize;

pub use super::frame::{AdminRequest, PageResult};
pub use super::nav::NavItem;
pub use crate::address::{self, Address};
pub use crate::extract::{Path, Query};
pub use crate::form_action::{act, actor, parse_id, store, submit};
pub use crate::i18n::I18n;
pub use crate::ui::*;
