//! A router that lists its paths, for tests that must not forget one.

use axum::Router;
use axum::routing::MethodRouter;

use crate::AppState;

#[derive(Default)]
pub struct RouteTable {
    router: Router<AppState>,
    paths: Vec<&'static str>,
}

impl RouteTable {
    pub fn new() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn route(mut self, path: &'static str, handler: MethodRouter<AppState>) -> Self {
        self.paths.push(path);
        Self { router: self.router.route(path, handler), ..self }
    }

    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        self.merge_router(other.router, other.paths)
    }

    /// Merges a router that has these paths.
    #[must_use]
    pub fn merge_router(mut self, router: Router<AppState>, paths: impl IntoIterator<Item = &'static str>) -> Self {
        self.paths.extend(paths);
        Self { router: self.router.merge(router), ..self }
    }

    /// Adds layers and fallbacks.
    #[must_use]
    pub fn map(self, change: impl FnOnce(Router<AppState>) -> Router<AppState>) -> Self {
        Self { router: change(self.router), ..self }
    }

    pub fn paths(&self) -> &[&'static str] {
        &self.paths
    }

    pub fn into_router(self) -> Router<AppState> {
        self.router
    }
}
