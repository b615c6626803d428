//! The clients: the list, a new one, and the page of each.

pub mod card;
pub mod details;
pub mod list;
pub mod new;
pub mod portal;
pub mod projects;

pub use card::ClientPage;
pub use list::ClientsPage;
pub use new::NewClientPage;
