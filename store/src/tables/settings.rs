//! Settings.

use super::values::{Prose, Text};

table! {
    setting, member settings, import SettingImport,
    |_| { key: Text<1, 100>, value: Prose }
}
