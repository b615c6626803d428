//! The device's clock and time zone.

use domain::Timestamp;
use js_sys::Date;
use wasm_bindgen::JsValue;

/// How far the device's clock may be off before the reader is told, in milliseconds.
pub const FAR_OFF: i64 = 10 * 60_000;

/// What the device takes for now, in milliseconds since 1970.
pub fn device_now() -> i64 {
    whole(Date::now())
}

/// How far the device's clocks are ahead of UTC at a moment, in milliseconds.
pub fn zone(at: Timestamp) -> i64 {
    #[expect(clippy::cast_precision_loss, reason = "timestamps end in the year 9999, far below 2^53 ms")]
    let millis = at.as_millis() as f64;
    whole(Date::new(&JsValue::from_f64(millis)).get_timezone_offset()) * -60_000
}

/// The moment an HTTP header tells.
pub fn moment(header: &str) -> Option<i64> {
    let millis = Date::parse(header);
    millis.is_finite().then(|| whole(millis))
}

/// A number of the browser's without its fraction.
fn whole(number: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "the browser's moments lie within ±8.64e15 ms")]
    let whole = number as i64;
    whole
}
