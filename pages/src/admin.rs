//! The admin pages.

pub mod account;
pub mod agenda;
pub mod assign;
pub mod assigned_filter;
pub mod audit;
pub mod clients;
pub mod deliverables;
pub mod frame;
pub mod guide;
pub mod hours;
pub mod inbox;
pub mod leads;
pub mod login;
pub mod material_templates;
mod nav;
pub mod payments;
pub mod prelude;
pub mod project_records;
pub mod projects;
pub mod receipts;
pub mod row_actions;
pub mod running_timer;
pub mod search;
pub mod settings;
pub mod thread;
pub mod today;

pub use crate::ui::AdminView;
pub use frame::{AdminRequest, PageResult};
pub use nav::NavItem;
