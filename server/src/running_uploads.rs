//! The uploads that this process is receiving and putting together, so that one request at a time does so. Another process may be
//! at the same upload: what each writes has a name of its own, and the database takes the newest part and one file.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

#[derive(Default)]
pub struct RunningUploads {
    /// The part that each upload is receiving, and what ends it.
    parts: Mutex<HashMap<String, (i64, Arc<Notify>)>>,
    joining: Mutex<HashSet<String>>,
}

impl RunningUploads {
    /// Begins to receive a part, which ends an older one of the upload; `None` if a newer one has begun.
    pub fn receive(&self, upload: &str, number: i64) -> Option<Receiving<'_>> {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        if parts.get(upload).is_some_and(|(newest, _)| *newest > number) {
            return None;
        }
        let end = Arc::new(Notify::new());
        if let Some((_, older)) = parts.insert(upload.to_owned(), (number, end.clone())) {
            older.notify_one();
        }
        Some(Receiving { of: self, upload: upload.to_owned(), end })
    }

    /// Ends the part that an upload is receiving.
    pub fn end(&self, upload: &str) {
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, part)) = parts.get(upload) {
            part.notify_one();
        }
    }

    /// Begins to put the parts of an upload together; `None` while that is done.
    pub fn join(&self, upload: &str) -> Option<Joining<'_>> {
        let mut joining = self.joining.lock().unwrap_or_else(PoisonError::into_inner);
        joining.insert(upload.to_owned()).then(|| Joining { of: self, upload: upload.to_owned() })
    }
}

/// A part that is being received, until this is dropped.
pub struct Receiving<'a> {
    of: &'a RunningUploads,
    upload: String,
    end: Arc<Notify>,
}

impl Receiving<'_> {
    /// Waits until another part has begun, or the upload has been given up.
    pub async fn ended(&self) {
        self.end.notified().await;
    }
}

impl Drop for Receiving<'_> {
    fn drop(&mut self) {
        let mut parts = self.of.parts.lock().unwrap_or_else(PoisonError::into_inner);
        if parts.get(&self.upload).is_some_and(|(_, end)| Arc::ptr_eq(end, &self.end)) {
            parts.remove(&self.upload);
        }
    }
}

/// An upload whose parts are being put together, until this is dropped.
pub struct Joining<'a> {
    of: &'a RunningUploads,
    upload: String,
}

impl Drop for Joining<'_> {
    fn drop(&mut self) {
        self.of.joining.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.upload);
    }
}
