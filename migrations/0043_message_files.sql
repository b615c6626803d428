-- The files of a message, in their order. A file is in one message at most.
CREATE TABLE comment_file (
    file_id TEXT NOT NULL PRIMARY KEY REFERENCES file (id) ON DELETE CASCADE,
    comment_id TEXT NOT NULL REFERENCES comment (id) ON DELETE CASCADE,
    position BIGINT NOT NULL
);
CREATE INDEX comment_file_comment ON comment_file (comment_id, position);

-- What a message points at: a place on a version of a deliverable that is an image, from its left upper corner in thousandths.
ALTER TABLE comment ADD COLUMN pin_deliverable_id TEXT REFERENCES deliverable (id) ON DELETE SET NULL;
ALTER TABLE comment ADD COLUMN pin_version BIGINT;
ALTER TABLE comment ADD COLUMN pin_x BIGINT;
ALTER TABLE comment ADD COLUMN pin_y BIGINT;
CREATE INDEX comment_pin ON comment (pin_deliverable_id);

-- A message with files needs no text.
ALTER TABLE comment ADD COLUMN said TEXT NOT NULL DEFAULT '' CHECK (length(said) <= 2000);
UPDATE comment SET said = text;
ALTER TABLE comment DROP COLUMN text;
ALTER TABLE comment RENAME COLUMN said TO text;
