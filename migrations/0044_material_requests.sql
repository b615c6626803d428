-- What the agency asks clients for, and the checklists that it asks with again.
CREATE TABLE material_template (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    title TEXT NOT NULL,
    -- A JSON array of title, description and kind.
    items TEXT NOT NULL DEFAULT '[]'
);

CREATE TABLE material_request (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    -- The checklist that it belongs to, by name.
    list TEXT,
    title TEXT NOT NULL,
    description TEXT,
    due_on TEXT,
    kind TEXT NOT NULL DEFAULT 'file' CHECK (kind IN ('file', 'text')),
    status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'received', 'accepted')),
    text TEXT,
    answered_by TEXT,
    answered_at BIGINT,
    -- Why it was reopened.
    reason TEXT,
    created_at BIGINT NOT NULL,
    -- When the agency accepted or reopened it. Never exported.
    decided_at BIGINT
);
CREATE INDEX material_request_project ON material_request (project_id, created_at, id);
CREATE INDEX material_request_open ON material_request (due_on) WHERE status = 'open';
CREATE INDEX material_request_received ON material_request (answered_at) WHERE status = 'received';

-- The files of answers. A file is in one of them at most.
CREATE TABLE material_file (
    file_id TEXT NOT NULL PRIMARY KEY REFERENCES file (id) ON DELETE CASCADE,
    request_id TEXT NOT NULL REFERENCES material_request (id) ON DELETE CASCADE,
    position BIGINT NOT NULL
);
CREATE INDEX material_file_request ON material_file (request_id, position);
