//! What an export holds: the members of the file and their columns.

/// How a column is written.
#[derive(Debug, Clone, Copy)]
pub(super) enum As {
    Text,
    Number,
    /// Milliseconds, as a moment.
    Moment,
    /// Text that is JSON already.
    Json,
    /// 0 or 1, as false or true.
    Flag,
}
use As::{Flag, Json, Moment, Number, Text};

/// A member of the file: its columns in order, and the SQL that gives them.
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) columns: &'static [(&'static str, As)],
    /// How many of the columns, from the first, name a record.
    pub(super) key: usize,
    pub(super) from: &'static str,
}

/// In the order of CONTRACT §2, and what came later.
pub(super) const MEMBERS: [Member; 18] = [
    Member {
        name: "clients",
        columns: &[
            ("id", Text),
            ("name", Text),
            ("company", Text),
            ("email", Text),
            ("phone", Text),
            ("language", Text),
            ("token", Text),
            ("slug", Text),
            ("created_at", Moment),
        ],
        key: 1,
        from: "client",
    },
    Member {
        name: "projects",
        columns: &[
            ("id", Text),
            ("client_id", Text),
            ("name", Text),
            ("description", Text),
            ("status", Text),
            ("starts_on", Text),
            ("due_on", Text),
            ("created_at", Moment),
        ],
        key: 1,
        from: "project",
    },
    Member {
        name: "phases",
        columns: &[
            ("id", Text),
            ("project_id", Text),
            ("name", Text),
            ("description", Text),
            ("status", Text),
            ("position", Number),
            ("due_on", Text),
        ],
        key: 1,
        from: "phase",
    },
    Member {
        name: "tasks",
        columns: &[
            ("id", Text),
            ("phase_id", Text),
            ("title", Text),
            ("description", Text),
            ("status", Text),
            ("position", Number),
            ("due_on", Text),
        ],
        key: 1,
        from: "task",
    },
    Member {
        name: "deliverables",
        columns: &[
            ("id", Text),
            ("task_id", Text),
            ("title", Text),
            ("description", Text),
            ("url", Text),
            ("status", Text),
            ("approved_at", Moment),
        ],
        key: 1,
        from: "deliverable",
    },
    Member {
        name: "comments",
        columns: &[
            ("id", Text),
            ("entity_type", Text),
            ("entity_id", Text),
            ("author", Text),
            ("text", Text),
            ("created_at", Moment),
        ],
        key: 1,
        // What it is on follows from the columns that are set (migrations/0002_conversations.sql).
        from: "(SELECT id, CASE WHEN deliverable_id IS NOT NULL THEN 'deliverable' \
               WHEN task_id IS NOT NULL THEN 'task' WHEN phase_id IS NOT NULL THEN 'phase' \
               ELSE 'general' END AS entity_type, \
               COALESCE(deliverable_id, task_id, phase_id, client_id) AS entity_id, \
               author, text, created_at FROM comment) comment",
    },
    Member {
        name: "client_channel_reads",
        columns: &[("client_id", Text), ("channel_key", Text), ("read_at", Moment)],
        key: 2,
        from: "client_channel_read",
    },
    Member {
        name: "admin_channel_reads",
        columns: &[("channel_key", Text), ("client_id", Text), ("read_at", Moment)],
        key: 2,
        from: "admin_channel_read",
    },
    Member {
        name: "payments",
        columns: &[
            ("id", Text),
            ("project_id", Text),
            ("label", Text),
            ("amount_cents", Number),
            ("currency", Text),
            ("due_on", Text),
            ("paid_at", Moment),
        ],
        key: 1,
        from: "payment",
    },
    Member {
        name: "documents",
        columns: &[("id", Text), ("project_id", Text), ("name", Text), ("url", Text), ("created_at", Moment)],
        key: 1,
        from: "document",
    },
    Member {
        name: "notes",
        columns: &[("id", Text), ("project_id", Text), ("text", Text), ("created_at", Moment)],
        key: 1,
        from: "note",
    },
    Member {
        name: "time_entries",
        columns: &[
            ("id", Text),
            ("project_id", Text),
            ("task_id", Text),
            ("spent_on", Text),
            ("minutes", Number),
            ("description", Text),
        ],
        key: 1,
        from: "time_entry",
    },
    Member {
        name: "quote_items",
        columns: &[
            ("id", Text),
            ("project_id", Text),
            ("description", Text),
            ("quantity", Text),
            ("unit_price_cents", Number),
            ("position", Number),
        ],
        key: 1,
        from: "quote_item",
    },
    Member {
        name: "leads",
        columns: &[
            ("id", Text),
            ("name", Text),
            ("email", Text),
            ("phone", Text),
            ("company", Text),
            ("source", Text),
            ("status", Text),
            ("last_contact_date", Moment),
            ("call_date", Moment),
            ("client_id", Text),
            ("created_at", Moment),
        ],
        key: 1,
        from: "lead",
    },
    Member {
        name: "activities",
        columns: &[
            ("id", Text),
            ("lead_id", Text),
            ("kind", Text),
            ("text", Text),
            ("starts_at", Moment),
            ("payload", Json),
            ("created_at", Moment),
        ],
        key: 1,
        from: "activity",
    },
    Member { name: "settings", columns: &[("key", Text), ("value", Text)], key: 1, from: "setting" },
    Member {
        name: "lead_sources",
        columns: &[
            ("id", Text),
            ("name", Text),
            ("kind", Text),
            ("key", Text),
            ("signing_secret", Text),
            ("honeypot", Text),
            ("mapping", Json),
            ("active", Flag),
            ("created_at", Moment),
            ("received", Number),
            ("taken_in", Number),
            ("last_received_at", Moment),
            ("last_success_at", Moment),
            ("refused_at", Moment),
            ("refusal", Text),
        ],
        key: 1,
        from: "lead_source",
    },
    Member {
        name: "lead_deliveries",
        columns: &[
            ("id", Text),
            ("source_id", Text),
            ("received_at", Moment),
            ("content_type", Text),
            ("headers", Json),
            ("body", Text),
            ("encoding", Text),
            ("outcome", Text),
            ("error", Text),
            ("lead_id", Text),
            ("activity_id", Text),
            ("dedup_key", Text),
            ("repeats", Number),
            ("reading", Json),
            ("trial", Flag),
        ],
        key: 1,
        from: "lead_delivery",
    },
];
