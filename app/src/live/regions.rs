//! Bringing the live parts of the page up to date from the page as it is now.

use js_sys::Reflect;
use leptos::prelude::document;
use wasm_bindgen::JsValue;
use web_sys::{Document, DomParser, Element, HtmlElement, SupportedType};

use super::copying;
use super::plan::plan;
use crate::chat::live::dom::{all, put};
use crate::chat::live::rows::{bottom, top};

/// How far from its end a log may be and still be at it, in pixels.
const NEAR: i32 = 48;

/// Takes over what has changed in the live parts. What somebody is at stays as it is.
pub fn refresh(html: &str) {
    let html = without_style(html);
    let parsed = DomParser::new().and_then(|parser| parser.parse_from_string(&html, SupportedType::TextHtml));
    let Ok(new) = parsed else { return };
    copying::reveal(&new);
    let held = held_places();
    for region in all(&document(), "[data-live]") {
        let name = region.get_attribute("data-live").unwrap_or_default();
        let same = |other: &HtmlElement| other.get_attribute("data-live").as_ref() == Some(&name);
        if let Some(other) = all(&new, "[data-live]").into_iter().find(same) {
            update(&region, &other);
        }
    }
    for (log, row, was) in held {
        log.set_scroll_top(log.scroll_top() + top(&row) - was);
    }
    tell_unread(&new);
}

/// The page without the agency's colour. It stands there under the nonce of the page it came with, which is
/// not this one's: the browser would report a breach of the policy each time.
fn without_style(html: &str) -> String {
    let cut =
        html.split_once("<style").and_then(|(before, rest)| Some((before, rest.split_once("</style>")?.1)));
    cut.map_or_else(|| html.to_owned(), |(before, after)| [before, after].concat())
}

/// Puts what is unread on `page` into the title of this one.
pub fn tell_unread(page: &Document) {
    let unread = page.query_selector("[data-unread]").ok().flatten();
    let Some(unread) = unread.and_then(|element| element.get_attribute("data-unread")) else { return };
    let title = titled(&page.title(), &unread);
    if document().title() != title {
        document().set_title(&title);
    }
}

/// A title with a count before it, which it may have already; 0 is none.
fn titled(title: &str, unread: &str) -> String {
    let bare = match title.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
        Some((count, rest)) if count.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => title,
    };
    let mut titled = String::new();
    if unread != "0" {
        titled.push('(');
        titled.push_str(unread);
        titled.push_str(") ");
    }
    titled.push_str(bare);
    titled
}

fn update(region: &HtmlElement, new: &HtmlElement) {
    if region.outer_html() == new.outer_html() {
        return;
    }
    if new.query_selector(":scope > [data-key]").is_ok_and(|keyed| keyed.is_some()) {
        take_attributes(region, new);
        reconcile(region, new);
    } else if !is_busy(region) {
        take_over(region, new);
    }
}

/// Makes the children of a list those of another, by their keys.
fn reconcile(list: &HtmlElement, new: &HtmlElement) {
    let (old, new) = (children(list), children(new));
    let keys = |entries: &[HtmlElement]| entries.iter().map(key).collect::<Vec<_>>();
    let held = old.iter().position(|entry| is_busy(entry));
    let steps = plan(&keys(&old), &keys(&new), held);
    let stays = |place| steps.iter().any(|step| step.stays && step.old == Some(place));
    for (place, entry) in old.iter().enumerate() {
        if !stays(place) {
            entry.remove();
        }
    }
    let mut next = list.first_element_child();
    for step in steps {
        let entry = match (step.old, step.new) {
            (Some(known), now) => {
                let entry = &old[known];
                if let Some(now) = now.filter(|_| held != Some(known)) {
                    take_over(entry, &new[now]);
                }
                entry
            }
            (None, Some(place)) => &new[place],
            (None, None) => continue,
        };
        if step.stays {
            next = entry.next_element_sibling();
        } else {
            // `next` is a child of the list.
            let _ = list.insert_before(entry, next.as_ref().map(AsRef::as_ref));
        }
    }
}

fn children(list: &HtmlElement) -> Vec<HtmlElement> {
    all(list, ":scope > *")
}

fn key(entry: &HtmlElement) -> String {
    entry.get_attribute("data-key").unwrap_or_default()
}

/// Makes an element what another is, as far as it is not so already.
fn take_over(element: &HtmlElement, new: &HtmlElement) {
    if element.outer_html() == new.outer_html() {
        return;
    }
    take_attributes(element, new);
    let html = new.inner_html();
    if element.inner_html() != html {
        element.set_inner_html(&html);
    }
}

fn take_attributes(element: &Element, new: &Element) {
    for name in names(element) {
        if !new.has_attribute(&name) {
            // It is there.
            let _ = element.remove_attribute(&name);
        }
    }
    for name in names(new) {
        put(element, &name, &new.get_attribute(&name).unwrap_or_default());
    }
}

fn names(element: &Element) -> Vec<String> {
    element.get_attribute_names().iter().filter_map(|name| name.as_string()).collect()
}

/// Whether somebody is at an element: it has the focus, or something typed that is not sent yet.
fn is_busy(element: &Element) -> bool {
    let focused = document().active_element();
    focused.is_some_and(|focused| element.contains(Some(&focused)))
        || all(element, "input, textarea").iter().any(|field| {
            differs(field, "value", "defaultValue") || differs(field, "checked", "defaultChecked")
        })
}

/// Whether a field is not as it came.
pub(super) fn differs(field: &HtmlElement, property: &str, default: &str) -> bool {
    let get = |name: &str| Reflect::get(field, &JsValue::from_str(name)).unwrap_or_default();
    get(property) != get(default)
}

/// Of each log in which somebody has scrolled back: the row at its top, and where that is.
fn held_places() -> Vec<(HtmlElement, HtmlElement, i32)> {
    let held = |log: HtmlElement| {
        let row = all(&log, "[data-key]").into_iter().find(|row| bottom(row) > top(&log))?;
        let was = top(&row);
        Some((log, row, was))
    };
    let logs = all(&document(), "[data-keep-place]").into_iter();
    logs.filter(|log| log.scroll_top() < -NEAR).filter_map(held).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_style_removes_only_style_element() {
        let page = "<head><style nonce=\"x\">:root{}</style><title>Posta</title></head><p>";
        assert_eq!(without_style(page), "<head><title>Posta</title></head><p>");
        for without in ["<p>Posta", "<style>unended", ""] {
            assert_eq!(without_style(without), without);
        }
    }

    #[test]
    fn title_shows_unread_count_once() {
        for (title, unread, expected) in [
            ("Posta · Atrio", "3", "(3) Posta · Atrio"),
            ("(3) Posta · Atrio", "12", "(12) Posta · Atrio"),
            ("(12) Posta · Atrio", "0", "Posta · Atrio"),
            ("(Rossi) & figli", "1", "(1) (Rossi) & figli"),
            ("(", "0", "("),
        ] {
            assert_eq!(titled(title, unread), expected);
        }
    }
}
