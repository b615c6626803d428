//! What pages ask of the server: server functions under `/rpc`, each as thin as it can be. Called
//! while a page is rendered they simply run; a form without JavaScript posts to them and comes
//! back to the page it was on. What only the server needs is imported inside the bodies, which the
//! browser's build does not see.

pub mod audit;
pub mod board;
pub mod clients;
pub mod deliveries;
pub mod desk;
pub mod inbox;
pub mod leads;
pub mod portal;
pub mod project_records;
pub mod projects;
pub mod public;
pub mod settings;
pub mod sources;
pub mod steps;

pub use audit::*;
pub use board::*;
pub use clients::*;
pub use deliveries::*;
pub use desk::*;
pub use inbox::*;
pub use leads::*;
pub use portal::*;
pub use project_records::*;
pub use projects::*;
pub use public::*;
pub use settings::*;
pub use sources::*;
pub use steps::*;

/// The text of a form's box as it was typed: forms send line breaks as CR LF, whatever was typed.
pub fn as_typed(text: &str) -> String {
    text.replace("\r\n", "\n")
}
