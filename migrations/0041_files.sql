-- What the store of files holds, each digest once. A row is written before the bytes are there and deleted after them, so that
-- the sweep finds all that this database has had stored, and nothing else.
CREATE TABLE stored_bytes (
    sha256 TEXT NOT NULL PRIMARY KEY CHECK (length(sha256) = 64),
    size BIGINT NOT NULL CHECK (size >= 0),
    -- Since when no file is of these bytes, as far as the sweep has seen.
    unused_since BIGINT
);

CREATE TABLE file (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    size BIGINT NOT NULL CHECK (size >= 0),
    name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    -- Whose upload it is. None: the agency's.
    client_id TEXT REFERENCES client (id) ON DELETE CASCADE,
    -- None: the client's own.
    contact_id TEXT REFERENCES contact (id) ON DELETE SET NULL,
    -- The contact or member who uploaded it, as they were called then.
    author_name TEXT,
    created_at BIGINT NOT NULL,
    -- Whether it may be read: a scanner has to have looked at it where there is one.
    scan TEXT NOT NULL DEFAULT 'clean' CHECK (scan IN ('waiting', 'clean', 'infected')),
    -- Since when nothing refers to it, as far as the sweep has seen.
    unused_since BIGINT
);
CREATE INDEX file_sha256 ON file (sha256);
CREATE INDEX file_client ON file (client_id);
CREATE INDEX file_contact ON file (contact_id);
CREATE INDEX file_unused ON file (unused_since) WHERE unused_since IS NOT NULL;

-- Uploads that have not ended, with the bytes that they may still need. What they have received is in the store under their id.
CREATE TABLE file_upload (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    reserved BIGINT NOT NULL CHECK (reserved >= 0),
    -- Then it is given up.
    expires_at BIGINT NOT NULL,
    -- Of an upload that may be resumed: its name, its whole length, and what has been received. A part gets the next number
    -- when it begins; those that have come to an end are in the list, with commas between.
    name TEXT,
    length BIGINT,
    received BIGINT NOT NULL DEFAULT 0,
    next_part BIGINT NOT NULL DEFAULT 0,
    parts TEXT NOT NULL DEFAULT '',
    -- The file that it has become.
    file_id TEXT,
    client_id TEXT REFERENCES client (id) ON DELETE SET NULL,
    contact_id TEXT REFERENCES contact (id) ON DELETE SET NULL,
    author_name TEXT,
    -- Whose it is, as the server names them.
    owner TEXT
);
CREATE INDEX file_upload_client ON file_upload (client_id);
CREATE INDEX file_upload_contact ON file_upload (contact_id);
CREATE INDEX file_upload_expires ON file_upload (expires_at);
