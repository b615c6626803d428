//! The addresses of pages, in one place.

use crate::error::AppError;
use crate::ui::Done;

/// The id of the conversation on a page: where a sent form comes back to.
pub const CONVERSATION: &str = "conversation";

/// How many bytes of a refused text travel back in the address, so that proxies with small
/// buffers still pass it on. Longer texts stay in the reader's own page history only.
const DRAFT_BYTES: usize = 3_000;

/// An address being put together: a path and its query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    text: String,
    has_query: bool,
}

impl Address {
    /// A portal (`/c/{key}`).
    pub fn portal(key: &str) -> Self {
        Self::path(format!("/c/{}", encode(key)))
    }

    /// A portal on one of its projects, with one of its channels open.
    pub fn project(key: &str, project: &str, channel: &str) -> Self {
        Self::portal(key).with("project", project).with("channel", channel)
    }

    /// The conversations of the agency.
    pub fn inbox() -> Self {
        Self::path("/admin".to_owned())
    }

    /// The conversation with a client, on the agency's side.
    pub fn thread(client: &str) -> Self {
        Self::path(format!("/admin/inbox/{}", encode(client)))
    }

    /// The list of clients.
    pub fn clients() -> Self {
        Self::path("/admin/clients".to_owned())
    }

    /// A client, on the agency's side.
    pub fn client(client: &str) -> Self {
        Self::path(format!("/admin/clients/{}", encode(client)))
    }

    /// The list of leads.
    pub fn leads() -> Self {
        Self::path("/admin/leads".to_owned())
    }

    /// The leads in columns.
    pub fn lead_board() -> Self {
        Self::path("/admin/leads/board".to_owned())
    }

    /// One lead.
    pub fn lead(id: &str) -> Self {
        Self::path(format!("/admin/leads/{}", encode(id)))
    }

    /// The sources of leads.
    pub fn sources() -> Self {
        Self::path("/admin/leads/sources".to_owned())
    }

    /// One source of leads.
    pub fn source(id: &str) -> Self {
        Self::path(format!("/admin/leads/sources/{}", encode(id)))
    }

    /// Which places of what a source delivers are which fields.
    pub fn mapping(source: &str) -> Self {
        Self::path(format!("/admin/leads/sources/{}/mapping", encode(source)))
    }

    /// What arrived from the sources of leads.
    pub fn deliveries() -> Self {
        Self::path("/admin/leads/deliveries".to_owned())
    }

    /// One thing that arrived.
    pub fn delivery(id: &str) -> Self {
        Self::path(format!("/admin/leads/deliveries/{}", encode(id)))
    }

    /// What merging the lead `gone` into the lead `kept` would do.
    pub fn lead_merge(kept: &str, gone: &str) -> Self {
        Self::lead(kept).with("merge", "1").with("with", gone)
    }

    /// The sign-in page, to come back to `callback` from.
    pub fn login(callback: &str) -> Self {
        Self::path("/admin/login".to_owned()).with("callbackUrl", callback)
    }

    /// The agency's settings.
    pub fn settings() -> Self {
        Self::path("/admin/settings".to_owned())
    }

    /// Any other page.
    pub fn path(text: String) -> Self {
        Self { text, has_query: false }
    }

    /// Adds `name=value`, unless the value is empty.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        if !value.is_empty() {
            self.text.push(if self.has_query { '&' } else { '?' });
            self.text.push_str(name);
            self.text.push('=');
            self.text.push_str(&encode(value));
            self.has_query = true;
        }
        self
    }

    /// Says on the page what was done.
    #[must_use]
    pub fn done(self, done: Done) -> Self {
        self.with("done", done.code())
    }

    /// Says on the page how reading deliveries again went: how many are with the leads now, and how many
    /// are not.
    #[must_use]
    pub fn reread(self, taken_in: i64, left: i64) -> Self {
        self.with("taken", &taken_in.to_string()).with("left", &left.to_string())
    }

    /// Adds what went wrong, and the text it went wrong with if it is not too long to travel.
    #[must_use]
    pub fn after(self, outcome: Result<(), AppError>, draft: &str) -> Self {
        let Err(error) = outcome else { return self };
        let draft = if encode(draft).len() <= DRAFT_BYTES { draft } else { "" };
        self.with("error", error.code()).with("draft", draft)
    }

    /// The place of a deliverable on the page, with how it went with it.
    pub fn about(self, deliverable: &str, outcome: Result<Done, AppError>, draft: &str) -> String {
        let page = self.with("about", deliverable);
        let page = match outcome {
            Ok(done) => page.with("done", done.code()),
            Err(error) => page.after(Err(error), draft),
        };
        page.at(&deliverable_place(deliverable))
    }

    /// The address with a place on the page.
    pub fn at(self, place: &str) -> String {
        format!("{}#{}", self.text, encode(place))
    }

    /// The address of the page's beginning.
    pub fn top(self) -> String {
        self.text
    }
}

/// The id of a deliverable on a page.
pub fn deliverable_place(deliverable: &str) -> String {
    format!("deliverable-{deliverable}")
}

/// Percent-encodes everything but unreserved characters (RFC 3986).
pub fn encode(text: &str) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            encoded.push(char::from(HEX[usize::from(byte >> 4)]));
            encoded.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
    encoded
}

/// `url`, if it leads to a page, a file or a mailbox; anything else is shown, but never a link.
pub fn link(url: &str) -> Option<String> {
    let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme).to_ascii_lowercase();
    let leads = url.starts_with('/') || ["http", "https", "mailto"].contains(&scheme.as_str());
    leads.then(|| url.to_owned())
}

/// The path of a request's address, without scheme and host: those are the sender's to choose, and
/// some of what they may choose is no address at all.
pub fn without_origin(address: &str) -> &str {
    if address.starts_with('/') {
        return address;
    }
    let after_scheme = address.find("://").map_or(address, |at| &address[at + 3..]);
    after_scheme.find('/').map_or("/", |at| &after_scheme[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_cannot_break_out_of_an_address() {
        let address = Address::portal("a/b?c").with("project", "").with("channel", "x&y=è\r\n").at("d e");
        assert_eq!(address, "/c/a%2Fb%3Fc?channel=x%26y%3D%C3%A8%0D%0A#d%20e");
    }

    #[test]
    fn a_refused_text_travels_back_unless_it_is_huge() {
        let back = |draft: &str| Address::portal("k").after(Err(AppError::TextTooLong), draft).top();
        assert_eq!(back("ciao"), "/c/k?error=too-long&draft=ciao");
        assert_eq!(back(&"è".repeat(2_001)), "/c/k?error=too-long");
        assert_eq!(Address::portal("k").after(Ok(()), "ciao").top(), "/c/k");
    }

    #[test]
    fn what_happened_to_a_deliverable_is_told_where_it_stands() {
        let page = || Address::project("k", "p", "c");
        assert_eq!(
            page().about("d", Ok(Done::Approved), ""),
            "/c/k?project=p&channel=c&about=d&done=approved#deliverable-d"
        );
        assert_eq!(
            page().about("d", Err(AppError::AlreadyApproved), "più blu"),
            "/c/k?project=p&channel=c&about=d&error=already-approved&draft=pi%C3%B9%20blu#deliverable-d"
        );
    }

    #[test]
    fn a_link_leads_to_a_page_and_runs_nothing() {
        for good in ["https://a.b/c", "HTTP://a.b", "mailto:a@b.c", "/files/a.pdf"] {
            assert_eq!(link(good).as_deref(), Some(good));
        }
        for bad in
            ["javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "vbscript:x", "a.pdf", ""]
        {
            assert_eq!(link(bad), None, "{bad}");
        }
    }

    #[test]
    fn only_the_path_of_a_request_counts() {
        for (given, path) in [
            ("/c/x?y=http://z", "/c/x?y=http://z"),
            ("http://host/c/x?y", "/c/x?y"),
            ("https://[::bad", "/"),
            ("//host", "//host"),
            ("", "/"),
        ] {
            assert_eq!(without_origin(given), path);
        }
    }
}
