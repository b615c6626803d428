-- A message about a place on a picture is in the channel of the picture's phase. Moving a task had left those about its pictures behind.
UPDATE comment SET phase_id = (SELECT task.phase_id FROM deliverable JOIN task ON task.id = deliverable.task_id
    WHERE deliverable.id = comment.pin_deliverable_id)
WHERE pin_deliverable_id IS NOT NULL;
UPDATE comment SET unseen = CASE WHEN author = 'client' AND created_at > COALESCE((SELECT seen.read_at FROM admin_channel_read seen
    WHERE seen.client_id = comment.client_id AND seen.channel_key = comment.phase_id), -62167219200001) THEN 1 ELSE 0 END
WHERE pin_deliverable_id IS NOT NULL;
