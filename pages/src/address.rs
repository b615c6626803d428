//! The addresses of the agency's pages, in one place.

pub use app::address::{Address, CONVERSATION, deliverable_place, encode};

/// The conversations of the agency.
pub fn inbox() -> Address {
    Address::path("/admin".to_owned())
}

/// The conversation with a client, on the agency's side.
pub fn thread(client: &str) -> Address {
    Address::path(format!("/admin/inbox/{}", encode(client)))
}

/// The list of clients.
pub fn clients() -> Address {
    Address::path("/admin/clients".to_owned())
}

/// A client, on the agency's side.
pub fn client(client: &str) -> Address {
    Address::path(format!("/admin/clients/{}", encode(client)))
}

/// The list of leads.
pub fn leads() -> Address {
    Address::path("/admin/leads".to_owned())
}

/// The leads in columns.
pub fn lead_board() -> Address {
    Address::path("/admin/leads/board".to_owned())
}

pub fn lead(id: &str) -> Address {
    Address::path(format!("/admin/leads/{}", encode(id)))
}

/// The sources of leads.
pub fn sources() -> Address {
    Address::path("/admin/leads/sources".to_owned())
}

/// One source of leads.
pub fn source(id: &str) -> Address {
    Address::path(format!("/admin/leads/sources/{}", encode(id)))
}

/// Which places of what a source delivers are which fields.
pub fn mapping(source: &str) -> Address {
    Address::path(format!("/admin/leads/sources/{}/mapping", encode(source)))
}

/// What arrived from the sources of leads.
pub fn deliveries() -> Address {
    Address::path("/admin/leads/deliveries".to_owned())
}

/// One thing that arrived.
pub fn delivery(id: &str) -> Address {
    Address::path(format!("/admin/leads/deliveries/{}", encode(id)))
}

/// What merging the lead `gone` into the lead `kept` would do.
pub fn lead_merge(kept: &str, gone: &str) -> Address {
    lead(kept).with("merge", "1").with("with", gone)
}

/// The sign-in page, to come back to `callback` from.
pub fn login(callback: &str) -> Address {
    Address::path("/admin/login".to_owned()).with("callbackUrl", callback)
}

/// The agency's settings.
pub fn settings() -> Address {
    Address::path("/admin/settings".to_owned())
}

/// `url`, if it leads to a page, a file or a mailbox; anything else is shown, but never a link.
pub fn link(url: &str) -> Option<String> {
    let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme).to_ascii_lowercase();
    let is_link = url.starts_with('/') || ["http", "https", "mailto"].contains(&scheme.as_str());
    is_link.then(|| url.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_refuses_executable_schemes() {
        for good in ["https://a.b/c", "HTTP://a.b", "mailto:a@b.c", "/files/a.pdf"] {
            assert_eq!(link(good).as_deref(), Some(good));
        }
        for bad in
            ["javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "vbscript:x", "a.pdf", ""]
        {
            assert_eq!(link(bad), None, "{bad}");
        }
    }
}
