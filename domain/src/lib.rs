//! What Atrio is about: its records, the values they are made of, and the rules between them.
//!
//! Nothing here reads a clock, a database or the network, and everything compiles to wasm: the
//! browser and the server check a message by the same function.

#[macro_use]
pub mod string_enum;

pub mod about;
pub mod accent;
pub mod agency;
pub mod amount;
pub mod audit;
pub mod board;
pub mod change_request;
pub mod channel;
pub mod client;
pub mod comment;
pub mod date;
pub mod deliverable;
pub mod email;
pub mod error;
pub mod form;
pub mod id;
pub mod inbox;
pub mod language;
pub mod lead;
pub mod line;
pub mod logo;
pub mod minutes;
pub mod money;
pub mod needs;
pub mod paging;
pub mod phase;
pub mod plan_draft;
pub mod portal;
pub mod project;
pub mod project_draft;
pub mod project_records;
pub mod settings_draft;
pub mod text;
pub mod timestamp;
pub mod zone;

pub use accent::{Accent, Palette, Scheme};
pub use agency::Agency;
pub use channel::{Channel, ChannelKey};
pub use client::{Client, ClientDraft, Slug, Token};
pub use comment::{Author, Badge, Comment, Entity, EntityType};
pub use date::Date;
pub use deliverable::{Approval, Deliverable, DeliverableStatus};
pub use email::EmailAddress;
pub use error::DomainError;
pub use form::{Form, Problem, Problems, Reading, Unsaved, Versioned};
pub use language::Language;
pub use lead::{Activity, ActivityDraft, ActivityKind, Lead, LeadDraft, LeadStatus};
pub use money::{Currency, Quantity};
pub use needs::Needs;
pub use paging::{Cursor, Page};
pub use phase::{Phase, PhaseStatus, Task, TaskStatus};
pub use plan_draft::{DeliverableDraft, PhaseDraft, TaskDraft};
pub use project::{Document, Note, Payment, Project, ProjectStatus, QuoteItem, TimeEntry};
pub use project_draft::ProjectDraft;
pub use settings_draft::SettingsDraft;
pub use text::MessageText;
pub use timestamp::Timestamp;
pub use zone::Zone;
