-- Payments, documents, notes, time and quotes as the agency lists them, and the running timer.

CREATE INDEX payment_due ON payment (project_id, due_on, id);
CREATE INDEX document_made ON document (project_id, created_at, id);
CREATE INDEX note_made ON note (project_id, created_at, id);
CREATE INDEX time_entry_day ON time_entry (project_id, spent_on, id);

-- The same columns, now the first ones of those above.
DROP INDEX payment_project;
DROP INDEX document_project;
DROP INDEX note_project;
DROP INDEX time_entry_project;

-- One row at most: a second one would have the same key. Its id is that of the time entry it becomes.
-- Never exported.
CREATE TABLE timer (
    only_one BIGINT NOT NULL PRIMARY KEY CHECK (only_one = 1),
    id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    task_id TEXT REFERENCES task (id) ON DELETE SET NULL,
    description TEXT,
    started_at BIGINT NOT NULL
);
