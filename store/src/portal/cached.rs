//! The content of a portal as it is kept in memory, with the page that shows it.

use std::any::Any;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use domain::Timestamp;
use domain::portal::Portal;

use crate::ClientScope;

/// The content for one person: it also depends on their record. Valid for the request that has got it.
pub struct CachedPortal {
    pub(crate) scope: ClientScope,
    portal: Portal,
    page: Mutex<Option<Arc<dyn Any + Send + Sync>>>,
}

/// What a page weighs beside its content as JSON, which is in the page, too: some three times as much.
const WITH_PAGE: u64 = 4;

impl CachedPortal {
    pub(crate) fn new(scope: ClientScope, portal: Portal) -> Self {
        Self { scope, portal, page: Mutex::default() }
    }

    /// The content, for a page at `now`.
    pub fn portal_at(&self, now: Timestamp) -> Portal {
        Portal { now, ..self.portal.clone() }
    }

    /// The page that was rendered from this content last, for the door that renders it.
    pub fn page<P: Any + Send + Sync>(&self) -> Option<Arc<P>> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner).clone()?.downcast().ok()
    }

    /// Keeps the page as long as the content.
    pub fn cache_page(&self, page: impl Any + Send + Sync) {
        *self.page.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(page));
    }

    /// How long it is as JSON, with a page.
    pub(crate) fn bytes(&self) -> u64 {
        let mut count = Count(0);
        // What cannot be written is too heavy to be kept.
        serde_json::to_writer(&mut count, &self.portal).map_or(u32::MAX.into(), |()| WITH_PAGE * count.0)
    }
}

struct Count(u64);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
