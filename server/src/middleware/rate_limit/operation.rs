//! The limited operations and their quotas.

use axum::http::Method;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `GET /api/client/chat`
    ChatPoll,
    /// `POST /api/client/chat`, and the form of the portal.
    ChatRead,
    /// `GET /api/client/history`
    History,
    /// `POST /api/client/approve`, and the form of the portal.
    Approve,
    /// `POST /api/client/comment`, the form of the portal, and a request for changes: its reason is a
    /// message too.
    Comment,
    /// `POST /api/webhooks/lead`
    Lead,
    /// `POST /api/webhooks/lead/{key}` and the contact form of a source, counted by the key.
    Source,
    /// `POST` and `DELETE /api/push/subscriptions`
    Push,
    /// `/n/{key}`, which stops e-mails, and the form of the portal that also does.
    Unsubscribe,
    /// The agency's e-mail to itself.
    TryMail,
}

impl Operation {
    /// The limits (docs/REFERENCE.md#rate-limits). A source delivers the leads of all visitors of a form.
    pub const fn quota(self) -> u16 {
        match self {
            Self::ChatPoll | Self::History => 30,
            Self::ChatRead => 60,
            Self::Approve | Self::Lead | Self::Push | Self::Unsubscribe => 20,
            Self::Comment => 10,
            Self::TryMail => 5,
            Self::Source => 120,
        }
    }

    /// The operation of a request, if it is limited by the middleware. A server function shares the quota of
    /// the endpoint that does the same.
    pub fn of(method: &Method, path: &str) -> Option<Self> {
        match (method.as_str(), path) {
            ("GET" | "HEAD", "/api/client/chat") => Some(Self::ChatPoll),
            ("POST", "/api/client/chat" | "/rpc/read") => Some(Self::ChatRead),
            ("GET" | "HEAD", "/api/client/history") => Some(Self::History),
            ("POST", "/api/client/approve" | "/rpc/approve") => Some(Self::Approve),
            ("POST", "/api/client/comment" | "/rpc/comment" | "/rpc/request-changes") => Some(Self::Comment),
            ("POST" | "DELETE", "/api/push/subscriptions") => Some(Self::Push),
            ("POST", "/api/webhooks/lead") => Some(Self::Lead),
            ("POST", "/rpc/notifications") => Some(Self::Unsubscribe),
            ("POST", path) if source_key(path).is_some() => Some(Self::Source),
            ("GET" | "HEAD" | "POST", path) if path.starts_with("/n/") => Some(Self::Unsubscribe),
            _ => None,
        }
    }
}

/// The key in the URL of a source, not percent-decoded: no key contains a character that needs encoding.
pub fn source_key(path: &str) -> Option<&str> {
    let key = path.strip_prefix("/api/webhooks/lead/").or_else(|| path.strip_prefix("/rpc/form/"));
    key.filter(|key| !key.is_empty() && !key.contains('/'))
}
