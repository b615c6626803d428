//! What the agency sets, and how it presents itself.

pub mod accent;
pub mod agency;
pub mod draft;
pub mod language;
pub mod logo;
pub mod system_info;
pub mod zone;
