//! The device's clock and time zone.

use domain::Timestamp;
use js_sys::Date;
use wasm_bindgen::JsValue;

/// The largest difference to the server's clock without a notice, in milliseconds.
pub const MAX_CLOCK_SKEW: i64 = 10 * 60_000;

/// The device's time, in milliseconds since 1970.
pub fn device_now() -> i64 {
    truncated(Date::now())
}

/// The device's UTC offset at a moment, in milliseconds.
pub fn utc_offset(at: Timestamp) -> i64 {
    #[expect(clippy::cast_precision_loss, reason = "timestamps end in the year 9999, far below 2^53 ms")]
    let millis = at.as_millis() as f64;
    truncated(Date::new(&JsValue::from_f64(millis)).get_timezone_offset()) * -60_000
}

/// Parses the time of an HTTP header, into milliseconds since 1970.
pub fn moment(header: &str) -> Option<i64> {
    let millis = Date::parse(header);
    millis.is_finite().then(|| truncated(millis))
}

/// A JavaScript number without its fraction.
fn truncated(number: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "the browser's moments lie within ±8.64e15 ms")]
    let truncated = number as i64;
    truncated
}
