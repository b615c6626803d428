//! What there is to see of a deliverable: its picture, or a tile with the kind of its link.

use leptos::prelude::*;

use super::picture::is_picture;
use crate::address;
use crate::i18n::I18n;

/// How wide a picture is shown: that of a tile on a desk, and half cut in the narrow one of a phone.
const TILE: &str = "(max-width: 40rem) 14rem, 18rem";
/// As [`TILE`], of the first card of a phone, which is as wide as the page.
const FIRST_TILE: &str = "(max-width: 40rem) 100vw, 18rem";

/// The picture or tile, which is the link. Nothing without a link.
#[component]
pub fn LinkTile(
    url: Option<String>,
    /// The page on which it is looked at; none if it opens in another tab.
    #[prop(optional_no_strip)]
    page: Option<String>,
    title: String,
    /// Whether it is seen before anything is scrolled.
    #[prop(optional)]
    is_first: bool,
    i18n: I18n,
) -> impl IntoView {
    url.as_deref().and_then(address::link).map(|url| {
        let kind = view! { <span class="tile__kind" aria-hidden="true">{link_kind(&url)}</span> };
        let sizes = if is_first { FIRST_TILE } else { TILE };
        let picture = is_picture(&url).then(|| view! { <Picture url=url.clone() sizes is_first/> });
        let (target, rel) = new_tab(page.as_ref());
        let leaves = target.map(|_| i18n.in_new_tab());
        let class = if page.is_some() { "tile tile--here" } else { "tile" };
        view! {
            <a class=class href=page.unwrap_or(url) target=target rel=rel>
                {kind}
                {picture}
                <span class="tile__open">
                    {i18n.view_draft()}
                    <span class="sr-only">" " {title} " " {leaves}</span>
                </span>
            </a>
        }
    })
}

/// `target` and `rel` of a link: unless it leads to a page of the portal, it opens in a new tab.
pub fn new_tab(page: Option<&String>) -> (Option<&'static str>, Option<&'static str>) {
    if page.is_some() { (None, None) } else { (Some("_blank"), Some("noopener noreferrer")) }
}

/// Its alternative text is the title beside it. Of a file of this server its previews are shown.
#[component]
pub fn Picture(
    url: String,
    /// How wide it is shown.
    sizes: &'static str,
    /// In pixels, where no style makes it as large as its box.
    #[prop(default = (576, 360))]
    size: (u32, u32),
    #[prop(optional)] is_first: bool,
) -> impl IntoView {
    let (width, height) = size;
    let preview = |width| Some(format!("{} {width}w", address::file_preview(&url, width)?));
    let previews: Option<Vec<_>> = address::CARD_WIDTHS.into_iter().map(preview).collect();
    let [_, middle, _] = address::CARD_WIDTHS;
    let src = address::file_preview(&url, middle).unwrap_or(url);
    let sizes = previews.is_some().then_some(sizes);
    view! {
        <img
            src=src
            srcset=previews.map(|all| all.join(", "))
            sizes=sizes
            width=width.to_string()
            height=height.to_string()
            alt=""
            loading=(!is_first).then_some("lazy")
            decoding="async"
            referrerpolicy="no-referrer"
        />
    }
}

/// The title, as a link if there is one.
#[component]
pub fn OpenLink(
    url: Option<String>,
    /// As of [`LinkTile`].
    #[prop(optional_no_strip)]
    page: Option<String>,
    title: String,
    i18n: I18n,
) -> impl IntoView {
    if let Some(page) = page {
        return view! { <a href=page dir="auto">{title}</a> }.into_any();
    }
    match url.as_deref().and_then(address::link) {
        None => view! { <span dir="auto">{title}</span> }.into_any(),
        Some(url) => view! {
            <a class="leaves" href=url target="_blank" rel="noopener noreferrer">
                <span dir="auto">{title}</span>
                <span class="sr-only">" " {i18n.in_new_tab()}</span>
            </a>
        }
        .into_any(),
    }
}

/// `PDF` for a file, else the name of the site: `figma.com`.
pub fn link_kind(url: &str) -> String {
    const PAGES: [&str; 5] = ["html", "htm", "php", "asp", "aspx"];
    let address = url.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = match address.split_once("://") {
        Some((_, rest)) => rest.split_once('/').unwrap_or((rest, "")),
        None => ("", address.strip_prefix("mailto:").unwrap_or(address)),
    };
    let ending = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
    let is_file = |ending: &&str| {
        (2..=4).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && !PAGES.contains(ending)
    };
    match ending.filter(is_file) {
        Some(ending) if !url.starts_with("mailto:") => ending.to_ascii_uppercase(),
        _ => host.rsplit('@').next().unwrap_or_default().trim_start_matches("www.").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_is_ending_of_file_or_name_of_site() {
        for (url, kind) in [
            ("https://a.it/x/Mappa.pdf?v=2", "PDF"),
            ("/files/giacenze.ods", "ODS"),
            ("https://www.figma.com/file/x", "figma.com"),
            ("https://user:secret@a.it/", "a.it"),
            ("https://a.it", "a.it"),
            ("https://a.it/index.html", "a.it"),
            ("https://a.it/v1.2-finale", "a.it"),
            ("mailto:anna@a.it", ""),
            ("/bozza", ""),
        ] {
            assert_eq!(link_kind(url), kind, "{url}");
        }
    }
}
