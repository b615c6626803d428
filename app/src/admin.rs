//! The agency's side.

pub mod audit;
pub mod clients;
pub mod desk;
pub mod inbox;
pub mod leads;
pub mod login;
pub mod project_records;
pub mod projects;
pub mod settings;
pub mod thread;

pub use crate::live::DeskLive;
pub use audit::AuditPage;
pub use clients::{ClientPage, ClientsPage, NewClientPage};
pub use inbox::InboxPage;
pub use leads::{
    DeliveriesPage, DeliveryPage, LeadBoardPage, LeadPage, LeadsPage, MappingPage, NewLeadPage,
    NewSourcePage, SourcePage, SourcesPage,
};
pub use login::LoginPage;
pub use project_records::{DocumentsPage, NotesPage, PaymentsPage, QuotePage, TimesPage};
pub use projects::{BoardPage, NewProjectPage, ProjectsPage};
pub use settings::SettingsPage;
pub use thread::ThreadPage;
