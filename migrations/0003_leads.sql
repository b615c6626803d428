-- Leads, kept once per e-mail, and what happened with them.

CREATE TABLE lead (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    email TEXT UNIQUE CHECK (length(email) BETWEEN 1 AND 254),
    phone TEXT,
    company TEXT,
    source TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 100),
    status TEXT NOT NULL CHECK (status IN ('new', 'contacted', 'qualified', 'won', 'lost')),
    last_contact_date BIGINT NOT NULL,
    call_date BIGINT,
    client_id TEXT REFERENCES client (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX lead_last_contact ON lead (last_contact_date);
CREATE INDEX lead_client ON lead (client_id);

CREATE TABLE activity (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    lead_id TEXT NOT NULL REFERENCES lead (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('message', 'meeting', 'note', 'call', 'email')),
    text TEXT NOT NULL,
    starts_at BIGINT,
    payload TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX activity_lead ON activity (lead_id, created_at);
