//! Documents, newest first as their client sees them.

use std::cmp::Ordering;

use domain::Document;

use super::record::StoredRecord;
use crate::db::Connection;
use crate::{Result, files};

impl StoredRecord for Document {
    fn order(&self, other: &Self) -> Ordering {
        (other.created_at, &other.id).cmp(&(self.created_at, &self.id))
    }

    async fn complete(&mut self, connection: &mut Connection, _is_new: bool) -> Result<()> {
        files::refer(connection, self.file_id.as_ref()).await
    }
}
