//! Updates the page's live regions from freshly fetched HTML.

use js_sys::Reflect;
use leptos::prelude::document;
use wasm_bindgen::JsValue;
use web_sys::{Document, DomParser, Element, HtmlElement, SupportedType};

use crate::copying;
use crate::plan::plan;
use app::browser::dom::{bottom, top};
use app::browser::dom::{find_all, set_attr};

/// A log scrolled less than this from its end counts as at its end, in pixels.
const END_TOLERANCE: i32 = 48;

/// Applies changes to the live regions, except where the user has focus or unsaved input. Returns the tag of the changes
/// that they show.
pub(crate) fn refresh(html: &str) -> Option<String> {
    let html = without_style(html);
    let parsed = DomParser::new().and_then(|parser| parser.parse_from_string(&html, SupportedType::TextHtml));
    let new = parsed.ok()?;
    copying::show_copy_buttons(&new);
    let anchors = scroll_anchors();
    for region in find_all(&document(), "[data-live]") {
        let name = region.get_attribute("data-live").unwrap_or_default();
        let same = |other: &HtmlElement| other.get_attribute("data-live").as_ref() == Some(&name);
        if let Some(other) = find_all(&new, "[data-live]").into_iter().find(same) {
            update(&region, &other);
        }
    }
    for (log, row, old_top) in anchors {
        log.set_scroll_top(log.scroll_top() + top(&row) - old_top);
    }
    show_unread_count(&new);
    let tagged = new.query_selector("[data-change-tag]").ok()??;
    tagged.get_attribute("data-change-tag")
}

/// The page without its `<style>` element (the agency's colour). Its nonce is not this page's, so the browser
/// would report a CSP violation for each fetch.
fn without_style(html: &str) -> String {
    let cut =
        html.split_once("<style").and_then(|(before, rest)| Some((before, rest.split_once("</style>")?.1)));
    cut.map_or_else(|| html.to_owned(), |(before, after)| [before, after].concat())
}

/// Shows the unread count of `page` in this document's title.
pub(crate) fn show_unread_count(page: &Document) {
    let unread = page.query_selector("[data-unread]").ok().flatten();
    let Some(unread) = unread.and_then(|element| element.get_attribute("data-unread")) else { return };
    let title = title_with_count(&page.title(), &unread);
    if document().title() != title {
        document().set_title(&title);
    }
}

/// The title with the unread count in front, in place of an earlier one; 0 is not shown.
fn title_with_count(title: &str, unread: &str) -> String {
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
        copy_attributes(region, new);
        reconcile(region, new);
    } else if !is_busy(region) {
        copy_element(region, new);
    }
}

/// Replaces the children of a list with those of another, matched by key.
fn reconcile(list: &HtmlElement, new: &HtmlElement) {
    let (old, new) = (children(list), children(new));
    let keys = |entries: &[HtmlElement]| entries.iter().map(key).collect::<Vec<_>>();
    let pinned = old.iter().position(|entry| is_busy(entry));
    let steps = plan(&keys(&old), &keys(&new), pinned);
    let stays = |index| steps.iter().any(|step| step.stays && step.old == Some(index));
    for (index, entry) in old.iter().enumerate() {
        if !stays(index) {
            entry.remove();
        }
    }
    let mut next = list.first_element_child();
    for step in steps {
        let entry = match (step.old, step.new) {
            (Some(index), updated) => {
                let entry = &old[index];
                if let Some(updated) = updated.filter(|_| pinned != Some(index)) {
                    copy_element(entry, &new[updated]);
                }
                entry
            }
            (None, Some(index)) => &new[index],
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
    find_all(list, ":scope > *")
}

fn key(entry: &HtmlElement) -> String {
    entry.get_attribute("data-key").unwrap_or_default()
}

/// Copies another element's attributes and content, where they differ.
fn copy_element(element: &HtmlElement, new: &HtmlElement) {
    if element.outer_html() == new.outer_html() {
        return;
    }
    copy_attributes(element, new);
    let html = new.inner_html();
    if element.inner_html() != html {
        element.set_inner_html(&html);
    }
}

fn copy_attributes(element: &Element, new: &Element) {
    for name in names(element) {
        if !new.has_attribute(&name) {
            // Removing an attribute does not fail.
            let _ = element.remove_attribute(&name);
        }
    }
    for name in names(new) {
        set_attr(element, &name, &new.get_attribute(&name).unwrap_or_default());
    }
}

fn names(element: &Element) -> Vec<String> {
    element.get_attribute_names().iter().filter_map(|name| name.as_string()).collect()
}

/// Whether the user works in an element: it contains the focus, or input that is not sent yet.
fn is_busy(element: &Element) -> bool {
    let focused = document().active_element();
    focused.is_some_and(|focused| element.contains(Some(&focused)))
        || find_all(element, "input, textarea").iter().any(|field| {
            differs(field, "value", "defaultValue") || differs(field, "checked", "defaultChecked")
        })
}

/// Whether a field's property differs from its initial value.
pub(super) fn differs(field: &HtmlElement, property: &str, default: &str) -> bool {
    let get = |name: &str| Reflect::get(field, &JsValue::from_str(name)).unwrap_or_default();
    get(property) != get(default)
}

/// For each log that is scrolled back: its first visible row and that row's top, in pixels.
fn scroll_anchors() -> Vec<(HtmlElement, HtmlElement, i32)> {
    let anchor = |log: HtmlElement| {
        let row = find_all(&log, "[data-key]").into_iter().find(|row| bottom(row) > top(&log))?;
        let old_top = top(&row);
        Some((log, row, old_top))
    };
    let logs = find_all(&document(), "[data-keep-place]").into_iter();
    logs.filter(|log| log.scroll_top() < -END_TOLERANCE).filter_map(anchor).collect()
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
            assert_eq!(title_with_count(title, unread), expected);
        }
    }
}
