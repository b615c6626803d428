//! Documents, newest first as their client sees them.

use std::cmp::Ordering;

use domain::files::ContentId;
use domain::{Document, Form};

use super::record::{self, StoredRecord};
use crate::db::Connection;
use crate::{Fault, Result, files};

impl StoredRecord for Document {
    fn order(&self, other: &Self) -> Ordering {
        (other.created_at, &other.id).cmp(&(self.created_at, &self.id))
    }

    async fn complete(&mut self, connection: &mut Connection, _is_new: bool) -> Result<()> {
        files::refer(connection, self.file_id.as_ref()).await
    }

    /// A file that is sent again has an id of its own.
    async fn content(&self, connection: &mut Connection) -> Result<Form, Fault> {
        let digest = files::digest(connection, self.file_id.as_ref()).await?;
        Ok(record::form(self).with(ContentId::FILE, digest))
    }
}
