//! Pictures of deliverables: those whose address is one, judged by its ending.

use axum::http::Uri;
use domain::ShownVersion;
use domain::files::Content;
use domain::portal::PortalProject;

/// The endings of pictures that every browser shows.
const ENDINGS: [&str; 7] = [".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".svg"];
/// A page names no more origins in its Content-Security-Policy.
const MAX_ORIGINS: usize = 20;

/// Where the pictures of a page come from, besides this server: an extension of its response, for `img-src` of its
/// Content-Security-Policy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImageOrigins(pub Vec<String>);

impl ImageOrigins {
    pub(super) fn of<'a>(project: Option<&'a PortalProject>) -> Self {
        let tasks = project.into_iter().flat_map(|project| &project.phases).flat_map(|phase| &phase.tasks);
        let urls = tasks.flat_map(|task| &task.deliverables).flat_map(|one| {
            let link = |version: &'a ShownVersion| match &version.content {
                Some(Content::Link(url)) => Some(url.as_str()),
                _ => None,
            };
            one.deliverable.url.as_deref().into_iter().chain(one.versions.iter().filter_map(link))
        });
        let mut origins: Vec<_> = urls.filter(|url| is_picture(url)).filter_map(origin).collect();
        origins.sort_unstable();
        origins.dedup();
        origins.truncate(MAX_ORIGINS);
        Self(origins)
    }
}

/// Whether `url` is a picture that a page may show: of this server, or over https.
pub(crate) fn is_picture(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let is_here = url.starts_with('/') && !url.starts_with("//");
    ENDINGS.iter().any(|ending| path.ends_with(ending)) && (is_here || origin(url).is_some())
}

/// `https://host:port`. `None` for another scheme, a user name, and a host with characters that could end a
/// directive of a Content-Security-Policy.
fn origin(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    let authority = uri.authority()?.as_str();
    let is_plain = authority.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
    (uri.scheme_str() == Some("https") && is_plain).then(|| format!("https://{authority}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_recognised_by_their_ending() {
        for picture in ["https://a.it/x.png", "https://a.it:8443/x/Y.JPG?w=2#z", "/files/a.webp", "https://[::1]/a.svg"]
        {
            assert!(is_picture(picture), "{picture}");
        }
        for other in [
            "https://a.it/x.pdf",
            "https://a.it/?x.png",
            "https://a.it/x.png/",
            "http://a.it/x.png",
            "//a.it/x.png",
            "https://u:p@a.it/x.png",
            "https://a.it;script-src/x.png",
            "https://*.it/x.png",
            "mailto:x.png",
            "data:x.png",
            "x.png",
        ] {
            assert!(!is_picture(other), "{other}");
        }
    }
}
