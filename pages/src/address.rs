//! Builders for the addresses of the admin pages.

use domain::File;
use domain::files::Content;
use domain::files::content_type::{has_page, is_played};
use domain::id::ClientId;

pub use app::address::{Address, CONVERSATION, NOTIFICATIONS, deliverable_place, encode, file, material_place, viewer};

/// Where somebody asks for a new password.
pub const FORGOTTEN: &str = "/admin/reset";

/// The `id` of the message that was searched for.
pub const FOUND: &str = "found";

/// Declares addresses: a path for each, with the ids in it.
macro_rules! addresses {
    ($($(#[doc = $doc:literal])* $name:ident($($id:ident),*) = $path:literal;)+) => {$(
        $(#[doc = $doc])*
        pub fn $name($($id: &str),*) -> Address {
            Address::path(format_args!($path, $($id = encode($id)),*).to_string())
        }
    )+};
}

addresses! {
    inbox() = "/admin";
    /// The conversation with a client, in the inbox.
    thread(client) = "/admin/inbox/{client}";
    clients() = "/admin/clients";
    /// The page of today, the first after signing in.
    today() = "/admin/today";
    agenda() = "/admin/agenda";
    /// The search over everything.
    search() = "/admin/search";
    projects() = "/admin/projects";
    /// Deliverables of all projects; likewise for the two below.
    deliverables() = "/admin/deliverables";
    payments() = "/admin/payments";
    hours() = "/admin/hours";
    client(client) = "/admin/clients/{client}";
    /// The portal of a client as they see it, read-only.
    preview(client) = "/admin/clients/{client}/preview";
    leads() = "/admin/leads";
    /// The pipeline: leads in columns by status.
    lead_board() = "/admin/leads/board";
    /// Where leads come from, and what becomes of them.
    lead_trends() = "/admin/leads/trends";
    lead(id) = "/admin/leads/{id}";
    sources() = "/admin/leads/sources";
    source(id) = "/admin/leads/sources/{id}";
    /// The field mapping of a lead source.
    mapping(source) = "/admin/leads/sources/{source}/mapping";
    deliveries() = "/admin/leads/deliveries";
    delivery(id) = "/admin/leads/deliveries/{id}";
    /// The receipt of an approval, as the agency sees it.
    receipt(deliverable) = "/admin/receipts/{deliverable}";
    /// The checklists that the agency asks with again.
    material_templates() = "/admin/material-templates";
    /// The versions of a deliverable.
    deliverable(project, deliverable) = "/admin/projects/{project}/deliverables/{deliverable}";
    contact_form(key) = "/f/{key}";
}

pub fn previewed_client(path: &str) -> Option<ClientId> {
    ClientId::parse(path.strip_prefix("/admin/clients/")?.strip_suffix("/preview")?).ok()
}

/// The preview of merging the lead `duplicate` into the lead `primary`.
pub fn lead_merge(primary: &str, duplicate: &str) -> Address {
    lead(primary).with("merge", "1").with("with", duplicate)
}

/// The sign-in page; signing in redirects to `callback`.
pub fn login(callback: &str) -> Address {
    Address::path("/admin/login".to_owned()).with("callbackUrl", callback)
}

/// The page of a portal on which its client chooses their notifications.
pub fn portal_notifications(key: &str) -> Address {
    Address::path(format!("{}{NOTIFICATIONS}", Address::portal(key).into_string()))
}

/// The same as the agency sees it, read-only.
pub fn preview_notifications(client: &str) -> Address {
    Address::path(format!("{}{NOTIFICATIONS}", preview(client).into_string()))
}

/// The receipt of an approval, in the portal.
pub fn portal_receipt(key: &str, deliverable: &str) -> Address {
    Address::path(format!("{}/receipts/{}", Address::portal(key).into_string(), encode(deliverable)))
}

/// Where whoever holds the paper of a receipt checks it.
pub fn receipt_check(digest: &str) -> Address {
    Address::path(format!("/receipts/{digest}"))
}

/// `url`, if it is safe as a link: a path, or the scheme http, https or mailto. `None` for anything else,
/// such as `javascript:`.
pub fn link(url: &str) -> Option<String> {
    let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme).to_ascii_lowercase();
    let is_link = url.starts_with('/') || ["http", "https", "mailto"].contains(&scheme.as_str());
    is_link.then(|| url.to_owned())
}

/// The widths of the previews that cards show, in pixels; those of `files::PreviewSize`.
pub const CARD_WIDTHS: [u32; 3] = [288, 576, 864];

/// Where a version that is a file is seen by the agency, with what was written about places on it.
pub fn agency_viewer(client: &str, deliverable: &str) -> Address {
    viewer(self::client(client), deliverable)
}

/// The page on which a version of a deliverable is looked at, if it has one; `viewer` is that of the deliverable.
pub fn version_page(content: &Content, viewer: Address, version: Option<i64>) -> Option<String> {
    let has_page = matches!(content, Content::File(file) if file.quarantine.is_none() && has_page(&file.content_type));
    let version = version.map(|number| number.to_string()).unwrap_or_default();
    has_page.then(|| viewer.with("version", &version).into_string())
}

/// Where a preview of the file at `url` is read, if it may have one.
pub fn file_preview(url: &str, width: u32) -> Option<String> {
    const ENDINGS: [&str; 5] = [".png", ".jpg", ".jpeg", ".gif", ".webp"];
    let name = url.strip_prefix("/files/").filter(|rest| !rest.contains(['?', '#']))?.to_ascii_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending)).then(|| format!("{url}?w={width}"))
}

/// Where a file is read; nowhere while it waits for the scanner.
pub fn readable_file(of: &File) -> Option<String> {
    of.quarantine.is_none().then(|| file(&of.id, &of.name))
}

/// Where a version or a document is seen.
pub fn content(content: &Content) -> Option<String> {
    match content {
        Content::Link(url) => link(url),
        Content::File(of) => {
            let end = if is_played(&of.content_type) { "?open" } else { "" };
            readable_file(of).map(|address| address + end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_refuses_executable_schemes() {
        for good in ["https://a.b/c", "HTTP://a.b", "mailto:a@b.c", "/files/a.pdf"] {
            assert_eq!(link(good).as_deref(), Some(good));
        }
        for bad in ["javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "vbscript:x", "a.pdf", ""] {
            assert_eq!(link(bad), None, "{bad}");
        }
    }
}
