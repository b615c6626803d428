-- Forms that were refused, as they were typed, for the page that shows them again. Never exported.
CREATE TABLE unsaved_form (
    id TEXT NOT NULL PRIMARY KEY,
    form TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX unsaved_form_age ON unsaved_form (created_at);
