//! Loads the islands of a page.

use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// The names of the built files below `/pkg`, without extension.
#[derive(Debug)]
pub struct SiteFiles {
    /// The style sheet with everything, and the agency's module; from cargo-leptos, which builds one module, every island.
    pub all: String,
    /// The portal's module, and the style sheet of pages that load it.
    pub portal: String,
    /// The module of uploads; cargo-leptos builds none.
    pub uploads: Option<String>,
}

/// The module that has the island of this page, if there is one.
pub(crate) fn module<'a>(files: &'a SiteFiles, body: &str) -> Option<&'a str> {
    let has_island = |name: &str| body.contains(&format!("<leptos-island data-component=\"{name}_"));
    if has_island("AdminIsland") {
        return Some(&files.all);
    }
    has_island("ChatIsland").then_some(&files.portal)
}

/// In place of `leptos::hydration::HydrationScripts`, which preloads the module: a page is complete without its
/// island, and on a slow line the download would delay the first view. A page in a background tab is not painted, and
/// some browsers hide when it was.
pub(crate) fn load_module(module: &str) -> impl IntoView + use<> {
    let script = format!(
        "addEventListener('load',()=>{{\
            let isLoading;\
            const load=async()=>{{\
                if(isLoading)return;\
                isLoading=true;\
                const wasm=fetch('/pkg/{module}.wasm');\
                const islands=await import('/pkg/{module}.js');\
                await islands.default({{module_or_path:wasm}});\
                islands.hydrate();\
                for(const island of document.querySelectorAll('leptos-island'))\
                    islands[island.dataset.component](island)\
            }};\
            new PerformanceObserver(load).observe({{type:'paint',buffered:true}});\
            setTimeout(load,2000)\
        }})"
    );
    view! { <script nonce=use_nonce()>{script}</script> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portal_loads_the_small_module_and_a_page_without_island_none() {
        let files = SiteFiles { all: "all".to_owned(), portal: "portal".to_owned(), uploads: None };
        let island = |name: &str| format!("<p></p><leptos-island data-component=\"{name}_1f\"></leptos-island>");
        assert_eq!(module(&files, &island("ChatIsland")), Some("portal"));
        assert_eq!(module(&files, &island("AdminIsland")), Some("all"));
        assert_eq!(module(&files, "<p>ChatIsland_</p>"), None);
    }
}
