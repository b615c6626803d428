//! Components shared by portal and admin pages.

pub mod admin_view;
pub mod banner;
pub mod brand;
pub mod calendar_scale;
pub mod chart;
pub mod face;
pub mod field;
pub mod form;
pub mod list;
pub mod push_switch;
pub mod qr;
pub mod relative;
pub mod table;

pub use admin_view::{AdminView, is_for_owner};
pub use app::outcome::{Done, Record};
pub use banner::{ErrorBanner, Flash, FlashQuery, Outcome, RefusedText, SectionOutcome};
pub use brand::Brand;
pub use calendar_scale::{CalendarScale, Tick};
pub use face::Face;
pub use field::{
    CodeField, CodeOf, ColourField, FileField, FlagField, KeptFiles, PasswordField, ProseField, SelectField, TextField,
    options,
};
pub use form::{Fields, FormHead, field_id};
pub use list::CopyField;
pub use list::{DeleteForm, FilterSelect, MoreLink, SearchField, fact, or_empty, totals};
pub use push_switch::PushSwitch;
pub use qr::{QrPicture, qr_svg};
pub use relative::{Ago, DueDay, Moment, Since, WaitingTime, days_until};
pub use table::{FilterLinks, ShownSort, SortHead, Table, head, hidden_head, number_head};
