//! The routes that the middleware limits.

use app::api::{approve, chat, comment, files, history, proof, receipts};
use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use pages::admin::project_records::documents;
use pages::admin::projects::versions;
use pages::portal::material_upload;

use super::Operation;
use crate::middleware::uploads::RESUMABLE;

/// One method of a route. A request counts by the route it matched, not by its path: one path has many spellings, and
/// what matches no route reaches no handler.
#[derive(Debug, Clone, Copy)]
pub struct LimitedRoute {
    pub method: &'static str,
    /// As the router has it. A parameter is the key of a source, or counts for nothing.
    pub path: &'static str,
    pub operation: Operation,
}

/// All of them (docs/REFERENCE.md#rate-limits). A server function shares the quota of the endpoint that does the same.
pub const LIMITED_ROUTES: &[LimitedRoute] = &[
    limited("GET", chat::PATH, Operation::ChatPoll),
    limited("POST", receipts::PATH, Operation::ChatRead),
    limited("POST", "/rpc/read", Operation::ChatRead),
    limited("GET", history::PATH, Operation::History),
    limited("GET", proof::PATH, Operation::Receipt),
    limited("GET", "/receipts/{digest}", Operation::Receipt),
    limited("POST", files::PATH, Operation::Upload),
    limited("POST", RESUMABLE, Operation::Upload),
    limited("POST", documents::UPLOAD, Operation::Upload),
    limited("POST", versions::UPLOAD, Operation::Upload),
    limited("POST", material_upload::UPLOAD, Operation::Upload),
    limited("GET", files::FILE_PATH, Operation::Download),
    limited("GET", "/files/{id}/{name}", Operation::Download),
    limited("GET", "/files/pins/{message}", Operation::Download),
    limited("POST", approve::PATH, Operation::Approve),
    limited("POST", "/rpc/approve", Operation::Approve),
    limited("POST", comment::PATH, Operation::Comment),
    limited("POST", "/rpc/comment", Operation::Comment),
    limited("POST", "/rpc/pin", Operation::Comment),
    limited("POST", "/rpc/request-changes", Operation::Comment),
    limited("POST", "/rpc/send-text", Operation::Comment),
    limited("POST", "/api/push/subscriptions", Operation::Push),
    limited("DELETE", "/api/push/subscriptions", Operation::Push),
    limited("POST", "/api/webhooks/lead", Operation::Lead),
    limited("POST", "/api/webhooks/lead/{key}", Operation::Source),
    limited("POST", "/rpc/form/{key}", Operation::ContactPost),
    limited("GET", "/n/{key}", Operation::Unsubscribe),
    limited("POST", "/n/{key}", Operation::Unsubscribe),
    limited("POST", "/rpc/notifications", Operation::Unsubscribe),
    limited("POST", "/c/{key}", Operation::Code),
    limited("POST", "/c/{key}/notifications", Operation::Code),
    limited("POST", "/c/{key}/receipts/{deliverable}", Operation::Code),
    limited("POST", "/c/{key}/deliverables/{deliverable}", Operation::Code),
];

const fn limited(method: &'static str, path: &'static str, operation: Operation) -> LimitedRoute {
    LimitedRoute { method, path, operation }
}

impl LimitedRoute {
    /// The route of a request, if it is limited.
    pub(super) fn of(request: &Request) -> Option<Self> {
        let path = request.extensions().get::<MatchedPath>()?.as_str();
        let method = if request.method() == Method::HEAD { "GET" } else { request.method().as_str() };
        LIMITED_ROUTES.iter().find(|route| route.path == path && route.method == method).copied()
    }
}
