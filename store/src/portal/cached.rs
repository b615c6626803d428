//! The content of a portal as it is kept in memory.

use std::io;
use std::sync::Arc;

use domain::portal::Portal;

use crate::ClientScope;

/// The content for one person: it also depends on their record.
#[derive(Clone)]
pub(crate) struct CachedPortal {
    pub(crate) scope: ClientScope,
    pub(crate) portal: Arc<Portal>,
}

impl CachedPortal {
    /// How long it is as JSON.
    pub(crate) fn bytes(&self) -> u64 {
        let mut count = Count(0);
        // What cannot be written is too heavy to be kept.
        serde_json::to_writer(&mut count, &*self.portal).map_or(u32::MAX.into(), |()| count.0)
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
