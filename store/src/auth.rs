//! Admin sessions, and the devices that show notifications.

pub(crate) mod push_devices;
pub(crate) mod sessions;
