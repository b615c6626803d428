//! Overviews of the agency's side: what waits, what is due, what came in, and the figures behind the charts.

pub mod agenda;
pub mod figures;
pub mod lists;
pub mod search;
pub mod sort;
pub mod today;

pub use agenda::{AgendaItem, AgendaKind, Appointment, LeadStep};
pub use figures::{HoursLine, LeadFigures, MoneyMonth, SourceFigures};
pub use lists::{
    ClientFilter, ClientOrder, ClientsShown, DeliverableLine, FollowUp, FollowUpDraft, LeadOrder, ListedPayment,
    OpenPayments, PaymentFilter, PaymentOrder, PaymentsShown, ProjectOrder, Turn, Waiting,
};
pub use search::{Hit, HitGroup, HitKind};
pub use sort::Sort;
pub use today::{Counters, FirstSteps, News, Today};
