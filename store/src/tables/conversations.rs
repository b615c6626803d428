//! Comments and read receipts. The entity of a comment is stored in other columns than it is exported with,
//! so these tables have no `record` (see `rows.rs` and `transfer/import/conversations.rs`).

use domain::{Author, EntityType, MessageText, Pin, Timestamp};

use super::Table;
use super::values::{FileIds, Id, Later, Name};
use crate::db::column::Kind;

table! {
    comment, member comments, import CommentImport,
    |_| {
        id: Id,
        entity_type: EntityType,
        entity_id: Id,
        author: Author,
        text: MessageText,
        created_at: Option<Timestamp>,
        author_name: Option<Later<Name>>,
        files: Option<Later<FileIds>>,
        pin: Option<Later<Pin>>,
    }
}

/// The entity of a comment follows from the columns that are set (`migrations/0002_conversations.sql`).
pub(super) const COMMENTS: &str = r#"(SELECT id, CASE WHEN deliverable_id IS NOT NULL THEN 'deliverable'
     WHEN task_id IS NOT NULL THEN 'task' WHEN phase_id IS NOT NULL THEN 'phase'
     ELSE 'general' END AS entity_type,
     COALESCE(deliverable_id, task_id, phase_id, client_id) AS entity_id,
     author, text, created_at, author_name,
     (SELECT '["' || STRING_AGG(file_id, '","' ORDER BY position) || '"]' FROM comment_file
       WHERE comment_file.comment_id = comment.id) AS files,
     CASE WHEN pin_deliverable_id IS NOT NULL THEN '{"deliverable_id":"' || pin_deliverable_id || '","version":' || pin_version
       || ',"x":' || pin_x || ',"y":' || pin_y || '}' END AS pin FROM comment) comment"#;

table! {
    client_channel_read, member client_channel_reads, import ReadImport,
    |_| { client_id: Id, channel_key: Id, read_at: Timestamp }
}

/// Imported as [`ReadImport`]; an export has the channel first.
pub(super) const ADMIN_READS: Table = Table {
    name: "admin_channel_read",
    member: "admin_channel_reads",
    columns: &[("channel_key", Kind::Text), ("client_id", Kind::Text), ("read_at", Kind::Moment)],
    key: 2,
    from: "admin_channel_read",
    is_optional: false,
};
