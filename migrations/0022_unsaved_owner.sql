-- Whose form was refused: it is shown to nobody else. The rows before had no owner, and live for a day only.
DELETE FROM unsaved_form;
-- Null: the agency's.
ALTER TABLE unsaved_form ADD COLUMN client_id TEXT REFERENCES client (id) ON DELETE CASCADE;
CREATE INDEX unsaved_form_client ON unsaved_form (client_id);
CREATE INDEX unsaved_form_owner ON unsaved_form (COALESCE(client_id, ''), created_at);
