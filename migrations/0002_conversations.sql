-- Messages and read receipts (SPEC: Chat channels).

-- What a comment is on follows from the columns that are set: none is General, phase_id alone is the
-- phase, with task_id the task, with deliverable_id the deliverable. So whatever is deleted takes its
-- comments along.
CREATE TABLE comment (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
    phase_id TEXT REFERENCES phase (id) ON DELETE CASCADE,
    task_id TEXT REFERENCES task (id) ON DELETE CASCADE,
    deliverable_id TEXT REFERENCES deliverable (id) ON DELETE CASCADE,
    author TEXT NOT NULL CHECK (author IN ('client', 'admin')),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
    created_at BIGINT NOT NULL,
    CHECK (task_id IS NULL OR phase_id IS NOT NULL),
    CHECK (deliverable_id IS NULL OR task_id IS NOT NULL)
);
CREATE INDEX comment_client ON comment (client_id, created_at);
CREATE INDEX comment_general ON comment (client_id, created_at) WHERE phase_id IS NULL;
CREATE INDEX comment_phase ON comment (phase_id, created_at);
CREATE INDEX comment_task ON comment (task_id);
CREATE INDEX comment_deliverable ON comment (deliverable_id);

-- Up to when each side has read a channel. phase_id repeats the key of a phase's channel, so that the
-- record goes with the phase; it is null for General, whose key is the client's id.
CREATE TABLE client_channel_read (
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
    channel_key TEXT NOT NULL,
    phase_id TEXT REFERENCES phase (id) ON DELETE CASCADE,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (client_id, channel_key),
    CHECK (channel_key = COALESCE(phase_id, client_id))
);
CREATE INDEX client_channel_read_phase ON client_channel_read (phase_id);

CREATE TABLE admin_channel_read (
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
    channel_key TEXT NOT NULL,
    phase_id TEXT REFERENCES phase (id) ON DELETE CASCADE,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (client_id, channel_key),
    CHECK (channel_key = COALESCE(phase_id, client_id))
);
CREATE INDEX admin_channel_read_phase ON admin_channel_read (phase_id);
