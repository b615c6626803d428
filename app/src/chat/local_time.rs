//! Times as the reader's own clock shows them. Browser only.

use domain::{Language, Timestamp};
use js_sys::{Date, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};

/// `20 novembre alle ore 11:30`, with the year if it is not this one.
pub fn local_time(at: Timestamp, language: Language) -> String {
    let date = date(at);
    let mut parts = vec![("day", "numeric"), ("month", "long"), ("hour", "2-digit"), ("minute", "2-digit")];
    if date.get_full_year() != Date::new_0().get_full_year() {
        parts.push(("year", "numeric"));
    }
    written(&date, language, &parts)
}

/// Rewrites the times the server has written into `element`, whose clock is not the reader's, and
/// gives each its whole date for those who look closer.
pub fn localise(element: &Element, language: Language) {
    let Ok(times) = element.query_selector_all("time") else { return };
    for index in 0..times.length() {
        let Some(time) = times.get(index).and_then(|node| node.dyn_into::<HtmlElement>().ok()) else {
            continue;
        };
        let Some(at) = time.get_attribute("datetime").and_then(|at| at.parse().ok()) else { continue };
        // The text node stays: it belongs to the message.
        if let Some(text) = time.first_child() {
            text.set_node_value(Some(&local_time(at, language)));
        }
        time.set_title(&written(&date(at), language, &[("dateStyle", "full"), ("timeStyle", "medium")]));
    }
}

fn date(at: Timestamp) -> Date {
    #[expect(clippy::cast_precision_loss, reason = "timestamps end in the year 9999, far below 2^53 ms")]
    let millis = at.as_millis() as f64;
    Date::new(&JsValue::from_f64(millis))
}

fn written(date: &Date, language: Language, parts: &[(&str, &str)]) -> String {
    let options = Object::new();
    for (name, value) in parts {
        // Setting a property of a fresh object does not fail.
        let _ = Reflect::set(&options, &JsValue::from_str(name), &JsValue::from_str(value));
    }
    let locale = match language {
        Language::It => "it-IT",
        Language::En => "en-GB",
    };
    date.to_locale_string(locale, &options).into()
}
