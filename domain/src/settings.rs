//! The agency's settings and branding.

pub mod accent;
pub mod agency;
pub mod draft;
pub mod form_of_address;
pub mod logo;
pub mod quotes;
pub mod space;
pub mod system_info;
pub mod zone;
