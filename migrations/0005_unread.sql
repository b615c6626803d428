-- Unread messages are counted by their author: with it in the indexes, ten thousand of them are counted
-- without being read. (SQLite asks for phase_id too, though the index has only those without.)
DROP INDEX comment_general;
CREATE INDEX comment_general ON comment (client_id, created_at, author, phase_id) WHERE phase_id IS NULL;
DROP INDEX comment_phase;
CREATE INDEX comment_phase ON comment (phase_id, created_at, author);
