//! What arrived from the sources of leads: as a list, one by one.

pub mod actions;
pub mod body;
pub mod list;
pub mod page;
pub mod reading;
pub mod reread;
pub mod row;

pub use list::DeliveriesPage;
pub use page::DeliveryPage;
