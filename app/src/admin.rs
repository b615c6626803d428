//! The agency's side.

pub mod clients;
pub mod desk;
pub mod inbox;
pub mod leads;
pub mod login;
pub mod settings;
pub mod thread;

pub use clients::ClientsPage;
pub use inbox::InboxPage;
pub use leads::LeadsPage;
pub use login::LoginPage;
pub use settings::SettingsPage;
pub use thread::ThreadPage;
