-- A message about a place on a picture is in the channel of the picture's phase. Moving a task had left those about its pictures behind.
UPDATE comment SET phase_id = (SELECT task.phase_id FROM deliverable JOIN task ON task.id = deliverable.task_id
    WHERE deliverable.id = comment.pin_deliverable_id)
WHERE pin_deliverable_id IS NOT NULL;
