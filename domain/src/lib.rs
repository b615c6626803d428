//! What Atrio is about: its records, the values they are made of, and the rules between them.
//!
//! Nothing here reads a clock, a database or the network, and everything compiles to wasm: the
//! browser and the server check a message by the same function.

#[macro_use]
pub mod words;

pub mod accent;
pub mod agency;
pub mod change_request;
pub mod channel;
pub mod client;
pub mod comment;
pub mod date;
pub mod deliverable;
pub mod email;
pub mod id;
pub mod inbox;
pub mod language;
pub mod lead;
pub mod money;
pub mod needs;
pub mod phase;
pub mod portal;
pub mod project;
pub mod reads;
pub mod refusal;
pub mod setting;
pub mod text;
pub mod timestamp;

pub use accent::{Accent, Palette, Scheme};
pub use agency::Agency;
pub use channel::{Channel, ChannelKey};
pub use client::{Client, Slug, Token};
pub use comment::{Author, Badge, Comment, Entity, EntityType};
pub use date::Date;
pub use deliverable::{Approval, Deliverable, DeliverableStatus};
pub use email::EmailAddress;
pub use language::Language;
pub use lead::{Activity, ActivityKind, Intake, IntakeOutcome, Lead, LeadStatus};
pub use money::{Currency, Quantity};
pub use needs::Needs;
pub use phase::{Phase, PhaseStatus, Task, TaskStatus};
pub use project::{Document, Note, Payment, Project, ProjectStatus, QuoteItem, TimeEntry};
pub use reads::{AdminChannelRead, ClientChannelRead};
pub use refusal::Refusal;
pub use setting::Setting;
pub use text::MessageText;
pub use timestamp::Timestamp;
