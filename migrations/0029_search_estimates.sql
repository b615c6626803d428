-- The words of phases, tasks, deliverables, documents and notes, as those of projects (0007_clients.sql).
CREATE TABLE phase_word (
    word BYTEA NOT NULL,
    phase_id TEXT NOT NULL REFERENCES phase (id) ON DELETE CASCADE,
    PRIMARY KEY (word, phase_id)
);
CREATE INDEX phase_word_phase ON phase_word (phase_id);

CREATE TABLE task_word (
    word BYTEA NOT NULL,
    task_id TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    PRIMARY KEY (word, task_id)
);
CREATE INDEX task_word_task ON task_word (task_id);

CREATE TABLE deliverable_word (
    word BYTEA NOT NULL,
    deliverable_id TEXT NOT NULL REFERENCES deliverable (id) ON DELETE CASCADE,
    PRIMARY KEY (word, deliverable_id)
);
CREATE INDEX deliverable_word_deliverable ON deliverable_word (deliverable_id);

CREATE TABLE document_word (
    word BYTEA NOT NULL,
    document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (word, document_id)
);
CREATE INDEX document_word_document ON document_word (document_id);

CREATE TABLE note_word (
    word BYTEA NOT NULL,
    note_id TEXT NOT NULL REFERENCES note (id) ON DELETE CASCADE,
    PRIMARY KEY (word, note_id)
);
CREATE INDEX note_word_note ON note_word (note_id);

-- How long the work is expected to take.
ALTER TABLE project ADD COLUMN estimate_minutes BIGINT CHECK (estimate_minutes > 0);
ALTER TABLE task ADD COLUMN estimate_minutes BIGINT CHECK (estimate_minutes > 0);

-- When the agency last reminded the client by hand. Never exported.
ALTER TABLE payment ADD COLUMN reminded_at BIGINT;
ALTER TABLE deliverable ADD COLUMN reminded_at BIGINT;
