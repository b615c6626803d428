//! The language and the title of a page.

use domain::Language;
use leptos::prelude::*;
use leptos_meta::{Html, Title};

/// Says in which language the page is and what it is called.
#[component]
pub fn Document(
    /// The page's language.
    language: Language,
    /// The page's title, as plain text.
    title: String,
) -> impl IntoView {
    view! {
        <Html {..} lang=language.as_str()/>
        <Title text=escaped(&title)/>
    }
}

/// `text` as HTML: `leptos_meta` writes titles as they are.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_cannot_end_its_own_tag() {
        assert_eq!(escaped("a </title><b>&"), "a &lt;/title&gt;&lt;b&gt;&amp;");
    }
}
