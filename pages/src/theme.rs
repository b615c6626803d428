//! The agency's accent colour as CSS variables.

use domain::settings::accent::{Accent, Scheme};
use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// Overrides the accent of `style/tokens.css`; rendered in the head after the style sheet. Empty without an
/// accent.
#[component]
pub fn Theme(accent: Option<Accent>) -> impl IntoView {
    accent.map(|accent| view! { <style nonce=use_nonce()>{tokens(accent)}</style> })
}

/// The CSS variables of an accent, for both colour schemes.
fn tokens(accent: Accent) -> String {
    let (light, dark) = (accent.palette(Scheme::Light), accent.palette(Scheme::Dark));
    let token = |name, light: &str, dark: &str| format!("--color-{name}:light-dark({light},{dark});");
    let tokens = [
        token("accent", &light.accent, &dark.accent),
        token("accent-quiet", &light.quiet, &dark.quiet),
        token("on-accent", &light.on_accent, &dark.on_accent),
        token("fill", &light.fill, &dark.fill),
        token("on-fill", &light.on_fill, &dark.on_fill),
    ];
    format!(":root{{{}}}", tokens.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accent_has_five_tokens_for_two_schemes() {
        let css = tokens(Accent::parse("#c2185b").expect("a colour"));
        for name in
            ["--color-accent:", "--color-accent-quiet:", "--color-on-accent:", "--color-fill:", "--color-on-fill:"]
        {
            let (_, after) = css.split_once(name).unwrap_or_else(|| panic!("{name} in {css}"));
            let (value, _) = after.split_once(';').expect("the end marker");
            let colours = value.strip_prefix("light-dark(").and_then(|value| value.strip_suffix(')'));
            let (light, dark) = colours.and_then(|colours| colours.split_once(',')).expect("two colours");
            for colour in [light, dark] {
                assert!(Accent::parse(colour).is_ok(), "{colour}");
            }
        }
        assert!(css.starts_with(":root{") && css.ends_with(";}"), "{css}");
    }
}
