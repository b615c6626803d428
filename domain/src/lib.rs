//! The domain of Atrio: its records, their values and the rules between them.
//!
//! No clock, database or network is used here, and everything compiles to wasm, so that browser and server
//! validate with the same code.
//!
//! A module imports only from those before it: `error`, `values` → `audit`, `form`, `guessing` → `files` →
//! `conversation`, `settings` → `notifications`, `projects` → `overview`, `portal` → `clients` → `leads`, `people`.

#[macro_use]
pub mod values;

pub mod audit;
pub mod clients;
pub mod conversation;
pub mod error;
pub mod files;
pub mod form;
pub mod guessing;
pub mod leads;
pub mod notifications;
pub mod overview;
pub mod people;
pub mod portal;
pub mod projects;
pub mod settings;
pub mod topic;

pub use clients::{Access, Client, ClientDraft};
pub use conversation::channel::{Channel, ChannelKey};
pub use conversation::channel_deliverable::{ApprovalEvent, ChannelDeliverable, Entry};
pub use conversation::channel_view::ChannelView;
pub use conversation::comment::{Author, Badge, Comment, CommentPin, Entity, EntityType, Pin};
pub use conversation::message_page::MessagePage;
pub use conversation::message_text::MessageText;
pub use conversation::pins::{PinThread, Place, pin_threads};
pub use error::{DomainError, Failure};
pub use files::{File, FileName, Sha256Digest, ShownFile, Uploader};
pub use form::{Form, FormParser, Problem, Problems, Unsaved, Versioned};
pub use leads::{Activity, ActivityDraft, ActivityKind, Lead, LeadDraft, LeadStatus};
pub use people::{
    AccountDraft, Contact, ContactDraft, Member, MemberDraft, MemberKey, MemberLine, PasswordHash, Person, Role,
};
pub use portal::open_items::OpenItems;
pub use projects::deliverable::{Approval, Deliverable, DeliverableStatus};
pub use projects::material::{
    Checklist, MaterialAnswer, MaterialDraft, MaterialKind, MaterialRequest, MaterialStatus, MaterialTemplate,
    MaterialTemplateDraft, ShownMaterial, TemplateItem,
};
pub use projects::payment_shares::PaymentSharesDraft;
pub use projects::phase::{Phase, PhaseStatus, Task, TaskStatus};
pub use projects::plan_item_drafts::{DeliverableDraft, PhaseDraft, TaskDraft};
pub use projects::project::{Project, ProjectStatus};
pub use projects::project_draft::ProjectDraft;
pub use projects::project_records::{Document, Note, Payment, ProjectRecord, QuoteItem, TimeEntry};
pub use projects::quote::{Quote, QuoteDraft, QuoteNumber, QuoteSheet};
pub use projects::receipt::Receipt;
pub use projects::version::{DeliverableHistory, DeliverableVersion, ShownVersion, VersionDraft};
pub use settings::accent::{Accent, Palette, Scheme};
pub use settings::agency::Agency;
pub use settings::draft::SettingsDraft;
pub use settings::form_of_address::FormOfAddress;
pub use settings::quotes::QuoteSettings;
pub use settings::zone::Zone;
pub use topic::Topic;
pub use values::date::Date;
pub use values::email::EmailAddress;
pub use values::language::Language;
pub use values::money::{Currency, Quantity};
pub use values::paging::{Cursor, Page};
pub use values::percent::Percent;
pub use values::portal_secret::{LinkCredential, Token};
pub use values::slug::Slug;
pub use values::timestamp::Timestamp;
pub use values::{amount, date, email, id, line, minutes, money, paging, percent, string_enum, timestamp, typed_code};
