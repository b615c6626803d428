//! Documents, newest first as their client sees them.

use std::cmp::Ordering;

use domain::Document;

use super::record::StoredRecord;

impl StoredRecord for Document {
    fn order(&self, other: &Self) -> Ordering {
        (other.created_at, &other.id).cmp(&(self.created_at, &self.id))
    }
}
