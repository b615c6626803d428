-- What the agency chose, and what the server keeps for itself and never exports.

CREATE TABLE setting (
    key TEXT NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 100),
    value TEXT NOT NULL
);

CREATE TABLE internal (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Admin sessions signed out before their time.
CREATE TABLE revoked_session (
    id TEXT NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX revoked_session_expiry ON revoked_session (expires_at);
