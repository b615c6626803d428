-- What the agency has not read, so that the inbox finds it without looking through all that was ever
-- written. unseen is 1 for a client's message after the agency's read record of its channel, else 0
-- (CONTRACT §2, Unread); it repeats what the read records say and is kept right beside them
-- (store/src/unseen.rs).
ALTER TABLE comment ADD COLUMN unseen BIGINT NOT NULL DEFAULT 0;
UPDATE comment SET unseen = 1 WHERE author = 'client' AND created_at > COALESCE((
    SELECT seen.read_at FROM admin_channel_read seen
    WHERE seen.client_id = comment.client_id
        AND seen.channel_key = COALESCE(comment.phase_id, comment.client_id)), -62167219200001);
CREATE INDEX comment_unseen ON comment (client_id, phase_id, created_at) WHERE unseen = 1;

-- The order of the inbox.
CREATE INDEX client_inbox ON client (COALESCE(last_comment_at, 0), id);

-- Threads the agency has set aside to come back to. Read records never move back: a client is told once
-- and for all that a message was read.
CREATE TABLE unread_mark (
    client_id TEXT NOT NULL PRIMARY KEY REFERENCES client (id) ON DELETE CASCADE
);
