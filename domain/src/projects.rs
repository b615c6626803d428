//! Projects, their plan and their records.

pub mod board;
pub mod deliverable;
pub mod material;
pub mod payment_shares;
pub mod payment_totals;
pub mod phase;
pub mod plan_item_drafts;
pub mod project;
pub mod project_draft;
pub mod project_records;
pub mod quote;
pub mod quote_totals;
pub mod receipt;
pub mod version;
