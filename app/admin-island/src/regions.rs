//! Updates the page's live regions from freshly fetched HTML.

use app::browser::dom::{bottom, children, find_all, set_attr, top};
use leptos::prelude::document;
use web_sys::js_sys::Array;
use web_sys::{Document, DomParser, Element, HtmlElement, SupportedType};

use crate::fields;
use crate::plan::plan;

/// A log scrolled less than this from its end counts as at its end, in pixels.
const END_TOLERANCE: i32 = 48;

/// Applies changes to the live regions, except where the user has focus or unsaved input.
pub(crate) fn refresh(html: &str) {
    let html = without_styles(html);
    let parsed = DomParser::new().and_then(|parser| parser.parse_from_string(&html, SupportedType::TextHtml));
    let Ok(new) = parsed else { return };
    let anchors = scroll_anchors();
    let name = |region: &HtmlElement| region.get_attribute("data-live");
    let regions = find_all(&new, "[data-live]");
    for region in find_all(&document(), "[data-live]") {
        if let Some(other) = regions.iter().find(|other| name(other) == name(&region)) {
            update(&region, other);
        }
    }
    for (log, row, old_top) in anchors {
        log.set_scroll_top(log.scroll_top() + top(&row) - old_top);
    }
    show_unread_count(&new);
}

/// The page without its `<style>` elements, such as the agency's colour. Their nonce is not this page's, so the browser
/// would report a CSP violation for each fetch.
fn without_styles(html: &str) -> String {
    let mut parts = html.split("<style");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    kept.extend(parts.filter_map(|part| Some(part.split_once("</style>")?.1)));
    kept
}

/// Shows the unread count of `page` in this document's title.
pub(crate) fn show_unread_count(page: &Document) {
    let unread = find_all(page, "[data-unread]").first().and_then(|count| count.get_attribute("data-unread"));
    let Some(unread) = unread else { return };
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
    if unread == "0" { bare.to_owned() } else { ["(", unread, ") ", bare].concat() }
}

fn update(region: &HtmlElement, new: &HtmlElement) {
    if region.outer_html() == new.outer_html() {
        return;
    }
    if new.first_element_child().is_some_and(|child| child.has_attribute("data-key")) {
        copy_attributes(region, new);
        reconcile(region, new);
    } else if !is_busy(region) {
        copy_element(region, new);
    }
}

/// Replaces the children of a list with those of another, matched by key.
fn reconcile(list: &HtmlElement, new: &HtmlElement) {
    let (old, new) = (children(list), children(new));
    let keys = |entries: &[Element]| {
        entries.iter().map(|entry| entry.get_attribute("data-key").unwrap_or_default()).collect::<Vec<_>>()
    };
    let pinned = old.iter().position(is_busy);
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

/// Takes over another element's attributes and content, where they differ.
fn copy_element(element: &Element, new: &Element) {
    copy_attributes(element, new);
    if element.inner_html() != new.inner_html() {
        let content = new.child_nodes();
        let nodes = (0..content.length()).filter_map(|index| content.get(index));
        element.replace_children_with_node(&nodes.collect::<Array>());
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
    focused.is_some_and(|focused| element.contains(Some(&focused))) || fields::has_input(element)
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
    fn without_styles_removes_only_style_elements() {
        let page = "<head><style nonce=\"x\">:root{}</style><title>Posta</title></head><p><style>p{}</style>1";
        assert_eq!(without_styles(page), "<head><title>Posta</title></head><p>1");
        for without in ["<p>Posta", ""] {
            assert_eq!(without_styles(without), without);
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
