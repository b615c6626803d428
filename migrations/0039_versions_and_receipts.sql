-- What of a deliverable was shown when: the greatest number is the newest, and deliverable.url is always its link. A deliverable
-- without any is version 1 of its link.
CREATE TABLE deliverable_version (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    deliverable_id TEXT NOT NULL REFERENCES deliverable (id) ON DELETE CASCADE,
    number BIGINT NOT NULL CHECK (number >= 1),
    url TEXT NOT NULL,
    note TEXT,
    created_at BIGINT NOT NULL,
    -- The member who added it, as they were called then.
    author_name TEXT
);
CREATE UNIQUE INDEX deliverable_version_number ON deliverable_version (deliverable_id, number);

-- Proof of an approval, written with it and never changed. It outlives the deliverable and ends with the client. Each has the
-- digest of the client's receipt before it: that no two have the same one is what keeps the chain from forking.
CREATE TABLE receipt (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    deliverable_id TEXT NOT NULL,
    deliverable_title TEXT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 1),
    sha256 TEXT,
    url TEXT,
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
    approved_by TEXT NOT NULL,
    approved_at BIGINT NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    previous TEXT NOT NULL,
    digest TEXT NOT NULL
);
CREATE UNIQUE INDEX receipt_deliverable ON receipt (deliverable_id);
CREATE UNIQUE INDEX receipt_chain ON receipt (client_id, previous);
CREATE INDEX receipt_digest ON receipt (digest);
