-- Who waits, channel by channel. unanswered is 1 for a client's message that the agency has neither answered in its
-- channel nor set aside, else 0; null only until an import has derived it (store/src/conversation/turn.rs). What was
-- read in an archived project counts as answered.
ALTER TABLE comment ADD COLUMN unanswered BIGINT;
UPDATE comment SET unanswered = CASE author WHEN 'client' THEN 1 ELSE 0 END;
UPDATE comment SET unanswered = 0
FROM (SELECT client_id, COALESCE(phase_id, client_id) AS channel, MAX(created_at) AS at
      FROM comment WHERE author = 'admin' GROUP BY client_id, phase_id) AS answer
WHERE comment.unanswered = 1 AND comment.client_id = answer.client_id
    AND COALESCE(comment.phase_id, comment.client_id) = answer.channel AND comment.created_at < answer.at;
-- Nobody who did not wait before waits now: what was read before the agency last wrote to the client, anywhere, is done.
UPDATE comment SET unanswered = 0
FROM (SELECT client_id, MAX(created_at) AS at FROM comment WHERE author = 'admin' GROUP BY client_id) AS last
WHERE comment.unanswered = 1 AND comment.unseen = 0 AND comment.client_id = last.client_id AND comment.created_at < last.at;
UPDATE comment SET unanswered = 0 WHERE unanswered = 1 AND phase_id IN (
    SELECT phase.id FROM phase JOIN project ON project.id = phase.project_id WHERE project.status = 'archived');
-- When the agency set a message aside; null again once it is answered. Never exported.
ALTER TABLE comment ADD COLUMN set_aside_at BIGINT;
CREATE INDEX comment_set_aside ON comment (client_id, set_aside_at) WHERE set_aside_at IS NOT NULL;
CREATE INDEX comment_unanswered ON comment (client_id, phase_id, created_at) WHERE unanswered = 1;

-- turn is 'admin' while the client waits, 'client' while the agency does, and null while neither does.
UPDATE client SET turn = CASE WHEN waits.since IS NOT NULL THEN 'admin' WHEN waits.author = 'admin' THEN 'client' END,
    turn_since = CASE WHEN waits.since IS NOT NULL THEN waits.since WHEN waits.author = 'admin' THEN waits.written END
FROM (SELECT client.id,
        (SELECT MIN(open.at) FROM (
           SELECT MIN(comment.created_at) AS at FROM comment
           WHERE comment.client_id = client.id AND comment.unanswered = 1
           UNION ALL SELECT MIN(comment.created_at) FROM comment
           WHERE comment.client_id = client.id AND comment.unseen = 1
           UNION ALL SELECT COALESCE(client.last_comment_at, client.created_at) FROM unread_mark
           WHERE unread_mark.client_id = client.id) AS open) AS since,
        (SELECT newest.author FROM comment newest WHERE newest.client_id = client.id
           ORDER BY newest.created_at DESC, newest.id DESC LIMIT 1) AS author,
        (SELECT MIN(own.created_at) FROM comment own
           WHERE own.client_id = client.id AND own.created_at > COALESCE((
             SELECT other.created_at FROM comment other WHERE other.client_id = client.id AND other.author = 'client'
             ORDER BY other.created_at DESC LIMIT 1), -62167219200001)) AS written
      FROM client) AS waits
WHERE client.id = waits.id;
