//! The fields of forms, whose values and initial values have the same names but no common type.

use app::browser::dom::find_all;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlOptionElement, HtmlSelectElement, HtmlTextAreaElement};

pub(crate) enum Field {
    Input(HtmlInputElement),
    Text(HtmlTextAreaElement),
    Select(HtmlSelectElement),
}

/// The named fields in an element, with their names. No files: only who uses the browser may choose one.
pub(crate) fn named(element: &Element) -> impl Iterator<Item = (String, Field)> {
    let named = |element: HtmlElement| Some((element.get_attribute("name")?, Field::of(element)?));
    find_all(element, "[name]:not([type=file])").into_iter().filter_map(named)
}

/// Whether an element contains input that is not sent yet, typed or chosen.
pub(crate) fn has_input(element: &Element) -> bool {
    has_choice(element)
        || find_all(element, "input, textarea").into_iter().filter_map(Field::of).any(|field| field.is_changed())
}

/// Whether another option of a select was chosen. The first option is ignored: the browser selects it if the HTML
/// selects none.
pub(crate) fn has_choice(element: &Element) -> bool {
    let options = find_all(element, "option:not(:first-child)").into_iter();
    let mut options = options.filter_map(|option| option.dyn_into::<HtmlOptionElement>().ok());
    options.any(|option| option.selected() != option.default_selected())
}

impl Field {
    fn of(element: HtmlElement) -> Option<Self> {
        element
            .dyn_into()
            .map(Self::Input)
            .or_else(|element| element.dyn_into().map(Self::Text))
            .or_else(|element| element.dyn_into().map(Self::Select))
            .ok()
    }

    pub(crate) fn is_checkbox(&self) -> bool {
        matches!(self, Self::Input(input) if input.type_() == "checkbox")
    }

    /// Whether it is neither typed nor ticked.
    pub(crate) fn is_choice_or_hidden(&self) -> bool {
        match self {
            Self::Input(input) => input.type_() == "hidden",
            Self::Select(_) => true,
            Self::Text(_) => false,
        }
    }

    pub(crate) fn value(&self) -> String {
        match self {
            Self::Input(input) => input.value(),
            Self::Text(text) => text.value(),
            Self::Select(select) => select.value(),
        }
    }

    pub(crate) fn set_value(&self, value: &str) {
        match self {
            Self::Input(input) => input.set_value(value),
            Self::Text(text) => text.set_value(value),
            Self::Select(select) => select.set_value(value),
        }
    }

    pub(crate) fn set_checked(&self, on: bool) {
        if let Self::Input(input) = self {
            input.set_checked(on);
        }
    }

    fn is_changed(&self) -> bool {
        match self {
            Self::Input(input) => input.value() != input.default_value() || input.checked() != input.default_checked(),
            Self::Text(text) => text.default_value().is_ok_and(|default| text.value() != default),
            Self::Select(_) => false,
        }
    }
}
