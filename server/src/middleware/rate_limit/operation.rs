//! What is limited, and how much.

use std::time::Duration;

use axum::http::Method;

use crate::api::lead;

/// What is limited, each with its own quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `GET /api/client/chat`
    ChatPoll,
    /// `POST /api/client/chat`
    ChatRead,
    /// `GET /api/client/history`
    History,
    /// `POST /api/client/approve`, and the portal's form that does the same.
    Approve,
    /// `POST /api/client/comment`, the portal's form that does the same, and the one that asks for
    /// changes: its reason is a message too.
    Comment,
    /// `POST /api/webhooks/lead`
    Lead,
    /// `POST /api/webhooks/lead/{key}`, counted by the key.
    Source,
    /// A password check, counted where it is made.
    Login,
}

/// How many requests pass in any window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// At most so many.
    pub requests: usize,
    /// In any stretch of time this long.
    pub window: Duration,
}

impl Operation {
    /// Every operation, in the order of the declaration.
    pub const ALL: [Self; 8] = [
        Self::ChatPoll,
        Self::ChatRead,
        Self::History,
        Self::Approve,
        Self::Comment,
        Self::Lead,
        Self::Source,
        Self::Login,
    ];

    /// SPEC: Limits; for the sign-in CONTRACT §3. A source delivers for all the people who fill in a form.
    pub const fn quota(self) -> Quota {
        let (requests, seconds) = match self {
            Self::ChatPoll | Self::History => (30, 60),
            Self::ChatRead => (60, 60),
            Self::Approve | Self::Lead => (20, 60),
            Self::Comment => (10, 60),
            Self::Source => (120, 60),
            Self::Login => (10, 180),
        };
        Quota { requests, window: Duration::from_secs(seconds) }
    }

    /// What a request does, if that is limited before its route is reached. A server function that
    /// does what an endpoint does shares its bucket.
    pub fn of(method: &Method, path: &str) -> Option<Self> {
        match (method.as_str(), path) {
            ("GET" | "HEAD", "/api/client/chat") => Some(Self::ChatPoll),
            ("POST", "/api/client/chat") => Some(Self::ChatRead),
            ("GET" | "HEAD", "/api/client/history") => Some(Self::History),
            ("POST", "/api/client/approve" | "/rpc/approve") => Some(Self::Approve),
            ("POST", "/api/client/comment" | "/rpc/comment" | "/rpc/request-changes") => Some(Self::Comment),
            ("POST", "/api/webhooks/lead") => Some(Self::Lead),
            ("POST", path) if lead::key_in(path).is_some() => Some(Self::Source),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_is_found_at_its_own_place() {
        for (place, operation) in Operation::ALL.into_iter().enumerate() {
            assert_eq!(operation as usize, place);
        }
    }
}
