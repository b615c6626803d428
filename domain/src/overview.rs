//! Overviews of the agency's side: what waits, what is due, what came in, and the figures behind the charts.

pub mod agenda;
pub mod figures;
pub mod lists;
pub mod search;
pub mod sort;
pub mod today;

pub use agenda::{AgendaItem, AgendaKind, Appointment, LeadStep, OverdueGroup};
pub use figures::{Billing, HoursLine, HoursOf, LeadFigures, MoneyMonth, PersonHours, SourceFigures, UnbilledHours};
pub use lists::{
    ClientFilter, ClientOrder, ClientsShown, DeliverableLine, FollowUp, FollowUpDraft, LeadOrder, ListedPayment,
    OpenPayments, PaymentFilter, PaymentOrder, PaymentsShown, ProjectOrder, Turn, Waiting,
};
pub use search::{Hit, HitGroup, HitKind};
pub use sort::Sort;
pub use today::{FirstSteps, MaterialLine, News, Today};
