-- Clients, their projects and what belongs to them (CONTRACT §2).
-- One text for SQLite and PostgreSQL: columns are TEXT or BIGINT; moments are milliseconds since 1970
-- in UTC, days are written 2026-11-20.

CREATE TABLE client (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    company TEXT,
    email TEXT,
    phone TEXT,
    language TEXT NOT NULL CHECK (language IN ('it', 'en')),
    token TEXT NOT NULL UNIQUE CHECK (length(token) BETWEEN 16 AND 128),
    slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 80),
    created_at BIGINT NOT NULL,
    -- The created_at of the newest comment ever written. Raising it locks the row until commit, which
    -- makes the order of created_at the order of commits.
    last_comment_at BIGINT
);

CREATE TABLE project (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    description TEXT,
    status TEXT NOT NULL CHECK (status IN ('active', 'paused', 'completed', 'archived')),
    starts_on TEXT,
    due_on TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX project_client ON project (client_id, created_at);

CREATE TABLE phase (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    description TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'completed')),
    position BIGINT NOT NULL CHECK (position >= 0),
    due_on TEXT
);
CREATE INDEX phase_project ON phase (project_id, position);

CREATE TABLE task (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    phase_id TEXT NOT NULL REFERENCES phase (id) ON DELETE CASCADE,
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    description TEXT,
    status TEXT NOT NULL CHECK (status IN ('todo', 'in_progress', 'done')),
    position BIGINT NOT NULL CHECK (position >= 0),
    due_on TEXT
);
CREATE INDEX task_phase ON task (phase_id, position);

CREATE TABLE deliverable (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    task_id TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    description TEXT,
    url TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending', 'in_review', 'changes_requested', 'approved')),
    approved_at BIGINT,
    CHECK ((status = 'approved') = (approved_at IS NOT NULL))
);
CREATE INDEX deliverable_task ON deliverable (task_id);

CREATE TABLE payment (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
    amount_cents BIGINT NOT NULL,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    due_on TEXT,
    paid_at BIGINT
);
CREATE INDEX payment_project ON payment (project_id);

CREATE TABLE document (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    url TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX document_project ON document (project_id);

CREATE TABLE note (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX note_project ON note (project_id);

CREATE TABLE time_entry (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    task_id TEXT REFERENCES task (id) ON DELETE SET NULL,
    spent_on TEXT NOT NULL,
    minutes BIGINT NOT NULL CHECK (minutes >= 0),
    description TEXT
);
CREATE INDEX time_entry_project ON time_entry (project_id);
CREATE INDEX time_entry_task ON time_entry (task_id);

CREATE TABLE quote_item (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    description TEXT NOT NULL,
    quantity TEXT NOT NULL,
    unit_price_cents BIGINT NOT NULL,
    position BIGINT NOT NULL CHECK (position >= 0)
);
CREATE INDEX quote_item_project ON quote_item (project_id, position);
