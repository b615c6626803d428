//! Where to go after signing in: a URL of the same origin, or the inbox
//! (docs/REFERENCE.md#sign-in-endpoints).

use std::collections::HashMap;

use axum::http::Uri;

use super::{HOME, LOGIN_PAGE, TODAY};

/// `url` if it is of the same origin, else the inbox.
pub fn or_home<'a>(base_url: &str, url: Option<&'a str>) -> &'a str {
    url.filter(|url| is_same_origin(base_url, url)).unwrap_or(HOME)
}

/// Browsers drop tabs and line ends inside a URL and read `\` as `/`: a URL with any of these is
/// rejected.
pub fn is_same_origin(base_url: &str, url: &str) -> bool {
    if !url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') {
        return false;
    }
    if url.starts_with('/') {
        return !url.starts_with("//");
    }
    let Ok(uri) = url.parse::<Uri>() else { return false };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return false };
    format!("{scheme}://{authority}").eq_ignore_ascii_case(base_url)
}

/// The sign-in page, which then redirects to `url`.
pub fn login_page(url: &str) -> String {
    let query = serde_urlencoded::to_string([("callbackUrl", url)]).unwrap_or_default();
    format!("{LOGIN_PAGE}?{query}")
}

/// The sign-in page after a failed attempt; it keeps a `url` of the same origin that is no default.
pub fn failed_login_page(base_url: &str, error: &str, url: Option<&str>) -> String {
    match url.filter(|url| is_same_origin(base_url, url) && ![HOME, TODAY].contains(url)) {
        Some(url) => format!("{}&error={error}", login_page(url)),
        None => format!("{LOGIN_PAGE}?error={error}"),
    }
}

/// The `callbackUrl` of a query string; of a repeated one the last.
pub fn in_query(query: Option<&str>) -> Option<String> {
    serde_urlencoded::from_str::<HashMap<String, String>>(query?).ok()?.remove("callbackUrl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_same_origin_urls_are_followed() {
        let base = "https://portal.example.com";
        for own in [
            "/",
            "/admin/inbox/anna?channel=x#last",
            "https://portal.example.com",
            "https://portal.example.com/admin",
            "https://Portal.Example.com/admin",
        ] {
            assert_eq!(or_home(base, Some(own)), own);
        }
        for foreign in [
            "",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "\\\\evil.example",
            "https://evil.example",
            "https://portal.example.com.evil.example",
            "https://portal.example.com@evil.example/",
            "https://evil.example@portal.example.com/",
            "http://portal.example.com/admin",
            "https://portal.example.com:444/",
            "javascript:alert(1)",
            "admin",
            "/è",
            "/a b",
        ] {
            assert_eq!(or_home(base, Some(foreign)), HOME, "{foreign:?}");
        }
        assert_eq!(or_home(base, None), HOME);
    }

    #[test]
    fn callback_url_survives_the_login_page() {
        let page = login_page("/admin/inbox/a?channel=b&x=è");
        let back = in_query(page.split_once('?').map(|(_, query)| query));
        assert_eq!(back.as_deref(), Some("/admin/inbox/a?channel=b&x=è"));
    }
}
