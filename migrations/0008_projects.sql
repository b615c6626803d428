-- The list of projects, newest first, with and without a status chosen.
CREATE INDEX project_newest ON project (created_at, id);
CREATE INDEX project_status_newest ON project (status, created_at, id);
