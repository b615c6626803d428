//! What is done to a page after leptos has rendered it.

use axum::body::{Body, Bytes};
use axum::response::{IntoResponse, Response};

use crate::middleware::security_headers::CspNonce;
use crate::response::ApiError;

/// The page is complete when leptos gives it; taken off its hands here, it has a length, and
/// whatever goes wrong while leptos tidies up goes wrong where it is answered.
pub(super) async fn finish(page: Response, nonce: Option<CspNonce>) -> Response {
    let (parts, body) = page.into_parts();
    let bytes = match axum::body::to_bytes(body, usize::MAX).await {
        Ok(bytes) => bytes,
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            return ApiError::FAULT.into_response();
        }
    };
    let bytes = match (String::from_utf8(bytes.into()), nonce) {
        (Ok(page), Some(nonce)) => Bytes::from(without_odd_origins(&without_idle_scripts(page), &nonce)),
        (Ok(page), None) => Bytes::from(without_idle_scripts(page)),
        (Err(other), _) => Bytes::from(other.into_bytes()),
    };
    Response::from_parts(parts, Body::from(bytes))
}

/// Leptos writes the nonce where `crossorigin` belongs. Browsers take any odd word there for
/// `anonymous`; said so, two pages that show the same differ in nothing but `nonce="…"`.
fn without_odd_origins(page: &str, CspNonce(nonce): &CspNonce) -> String {
    page.replace(&format!("crossorigin=\"{nonce}\""), "crossorigin=\"anonymous\"")
}

/// How leptos begins what is live on a page.
const ISLAND: &str = "<leptos-island";
/// How `HydrationScripts` begin and end, in the head of every page.
const SCRIPTS: (&str, &str) = ("<link rel=\"modulepreload\"", "</script>");
/// What leptos writes after it is for scripts: the data they would ask for.
const END: &str = "</html>";

/// Without an island there is nothing to bring to life: the page need not ask for the WASM. The shell
/// cannot know, it is rendered before its page.
fn without_idle_scripts(mut page: String) -> String {
    if page.contains(ISLAND) {
        return page;
    }
    let (head, scripts) = (page.find("</head>"), page.find(SCRIPTS.0));
    let end = scripts.and_then(|start| Some(start + page[start..].find(SCRIPTS.1)? + SCRIPTS.1.len()));
    if let (Some(head), Some(start), Some(end)) = (head, scripts, end)
        && end <= head
    {
        page.replace_range(start..end, "");
    }
    if let Some(end) = page.find(END) {
        page.truncate(end + END.len());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "<head><link rel=\"stylesheet\" href=\"/a.css\"><link rel=\"modulepreload\" href=\"/a.js\">\
        <link rel=\"preload\" href=\"/a.wasm\"><script type=\"module\">go()</script><title>A</title></head>";

    #[test]
    fn a_page_without_an_island_loads_no_script() {
        let page = format!("<html>{HEAD}<body><p>A</p></body></html><script>DATA=[]</script>");
        let page = without_idle_scripts(page);
        let head = "<head><link rel=\"stylesheet\" href=\"/a.css\"><title>A</title></head>";
        assert_eq!(page, format!("<html>{head}<body><p>A</p></body></html>"));
    }

    #[test]
    fn a_page_with_an_island_loads_what_it_needs() {
        let page =
            format!("<html>{HEAD}<body><leptos-island>A</leptos-island></body></html><script></script>");
        assert_eq!(without_idle_scripts(page.clone()), page);
    }

    #[test]
    fn what_stands_in_the_body_stays() {
        let page = "<head></head><body><link rel=\"modulepreload\"><script>x</script></body>".to_owned();
        assert_eq!(without_idle_scripts(page.clone()), page);
    }
}
