-- People of the agency who sign in besides the account of the environment, which is not stored. password_hash is null until
-- the invitation is accepted.
CREATE TABLE member (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
    language TEXT,
    notify TEXT NOT NULL,
    password_hash TEXT,
    created_at BIGINT NOT NULL,
    disabled_at BIGINT
);

-- The addresses that set a password, one of each kind: of the key only a SHA-256. Never exported.
CREATE TABLE member_key (
    member_id TEXT NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (member_id, kind)
);

-- The sessions that have begun, for the list of devices. member_id is null for the account of the environment. Never exported.
CREATE TABLE agency_session (
    id TEXT NOT NULL PRIMARY KEY,
    member_id TEXT REFERENCES member (id) ON DELETE CASCADE,
    user_agent TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX agency_session_member ON agency_session (member_id);

-- The members who look after a client: a JSON array of ids, sorted.
ALTER TABLE client ADD COLUMN assigned TEXT NOT NULL DEFAULT '[]';
