//! The row of an upload. Its parts and its words are in the page's `<template>`.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlInputElement, HtmlTemplateElement};

use crate::browser::{document, number};

pub(crate) fn template() -> Option<HtmlTemplateElement> {
    document().get_element_by_id("uploads").map(JsCast::unchecked_into)
}

/// A phrase of the page.
pub(crate) fn words(name: &str) -> String {
    template().and_then(|template| template.get_attribute(&["data-", name].concat())).unwrap_or_default()
}

pub(crate) struct Row {
    pub(crate) element: Element,
    name: String,
    size: f64,
}

impl Row {
    /// Puts a copy of `model` into the list.
    pub(crate) fn new(model: &Element, name: &str, size: f64) -> Option<Self> {
        let element: Element = model.clone_node_with_deep(true).ok()?.unchecked_into();
        let row = Self { element, name: name.to_owned(), size };
        row.part("bdi")?.set_text_content(Some(name));
        row.set("progress", "aria-label", name);
        Some(row)
    }

    pub(crate) fn part(&self, selector: &str) -> Option<Element> {
        self.element.query_selector(selector).ok().flatten()
    }

    fn set(&self, part: &str, attribute: &str, value: &str) {
        if let Some(part) = self.part(part) {
            // Fails only for malformed names.
            let _ = part.set_attribute(attribute, value);
        }
    }

    /// Says how it stands, after the size of the file.
    pub(crate) fn say(&self, text: &str) {
        let text = [size(self.size).as_str(), if text.is_empty() { "" } else { " · " }, text].concat();
        if let Some(state) = self.part("span") {
            state.set_text_content(Some(&text));
        }
    }

    pub(crate) fn show_progress(&self, offset: f64) {
        self.set("progress", "value", &number((offset / self.size.max(1.0) * 1000.0).floor()));
    }

    /// What the button does: `cancel` or `remove`.
    pub(crate) fn name_button(&self, word: &str) {
        let word = words(word);
        self.set("button", "aria-label", &[&word, " ", &self.name].concat());
        if let Some(button) = self.part("button") {
            button.set_text_content(Some(&word));
        }
    }

    /// Nothing is under way any more: without a bar. What went wrong is marked.
    pub(crate) fn end(&self, is_wrong: bool) {
        self.name_button("remove");
        if is_wrong {
            let _ = self.element.set_attribute("class", "upload upload--wrong");
        }
        if let Some(bar) = self.part("progress") {
            bar.remove();
        }
    }

    /// The form is sent with the file of this id.
    pub(crate) fn refer(&self, file: &str) {
        if let Ok(input) = document().create_element("input") {
            let input: HtmlInputElement = input.unchecked_into();
            input.set_type("hidden");
            input.set_name("upload");
            input.set_value(file);
            let _ = self.element.append_child(&input);
        }
    }

    pub(crate) fn on_button(&self, then: impl FnMut() + 'static) {
        if let Some(button) = self.part("button") {
            let then = Closure::<dyn FnMut()>::new(then).into_js_value();
            let _ = button.add_event_listener_with_callback("click", then.unchecked_ref());
        }
    }
}

/// `12,3 MB`, as people of the page's language write it.
fn size(bytes: f64) -> String {
    let (value, unit) = match bytes {
        ..1e3 => (bytes, " byte"),
        ..999_500.0 => ((bytes / 1e3).round(), " kB"),
        ..999_950_000.0 => ((bytes / 1e5).round() / 10.0, " MB"),
        _ => ((bytes / 1e8).round() / 10.0, " GB"),
    };
    [&localized(value), unit].concat()
}

/// How long the rest takes; `speed` in bytes a millisecond.
pub(crate) fn time_left(bytes: f64, speed: f64) -> String {
    let seconds = (bytes / speed / 1e3).ceil();
    let (value, unit) = match seconds {
        ..60.0 => (seconds, "seconds"),
        ..3600.0 => ((seconds / 60.0).ceil(), "minutes"),
        _ => ((seconds / 3600.0).ceil(), "hours"),
    };
    words(unit).replace('#', &localized(value))
}

fn localized(value: f64) -> String {
    let language = document().document_element().and_then(|root| root.get_attribute("lang")).unwrap_or_default();
    js_sys::Number::from(value).to_locale_string(&language).into()
}
