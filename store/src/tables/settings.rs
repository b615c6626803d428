//! Settings.

use super::values::Text;

/// Room for the longest one: a logo of 256 KiB (`domain::settings::logo`) as a data URL in base64.
type Value = Text<0, 350_000>;

table! {
    setting, member settings, import SettingImport,
    |_| { key: Text<1, 100>, value: Value }
}
