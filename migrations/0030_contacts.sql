-- Further people of a client, who open its portal with a token of their own.
CREATE TABLE contact (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    email TEXT,
    role TEXT,
    -- Null: the client's.
    language TEXT CHECK (language IN ('it', 'en')),
    can_write BIGINT NOT NULL CHECK (can_write IN (0, 1)),
    can_approve BIGINT NOT NULL CHECK (can_approve IN (0, 1)),
    notify TEXT NOT NULL CHECK (notify IN ('now', 'hourly', 'daily', 'never')),
    token TEXT NOT NULL UNIQUE CHECK (length(token) BETWEEN 16 AND 128),
    created_at BIGINT NOT NULL,
    -- When they last opened the portal, and the agency's last invitation with its first sentence. Never exported.
    last_visit_at BIGINT,
    invited_at BIGINT,
    invitation TEXT
);
CREATE INDEX contact_client ON contact (client_id, created_at);

-- Up to when a contact has read a channel, as in client_channel_read.
CREATE TABLE contact_channel_read (
    contact_id TEXT NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
    channel_key TEXT NOT NULL,
    phase_id TEXT REFERENCES phase (id) ON DELETE CASCADE,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (contact_id, channel_key),
    CHECK (channel_key = phase_id OR phase_id IS NULL)
);
CREATE INDEX contact_channel_read_phase ON contact_channel_read (phase_id);

-- The name of the contact who wrote it, as it was then; null where the client wrote.
ALTER TABLE comment ADD COLUMN author_name TEXT;
-- Which contact wrote it, for repeated requests. No reference: what they wrote stays when they are deleted. Never exported.
ALTER TABLE comment ADD COLUMN contact_id TEXT;
-- The name of who approved it, as it was then.
ALTER TABLE deliverable ADD COLUMN approved_by TEXT;

-- Null: typed by the client.
ALTER TABLE unsaved_form ADD COLUMN contact_id TEXT REFERENCES contact (id) ON DELETE CASCADE;
CREATE INDEX unsaved_form_contact ON unsaved_form (contact_id);
