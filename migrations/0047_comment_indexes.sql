-- Most messages are on no task, deliverable or mark, and those of General on no phase: these indexes need no entry of them.
DROP INDEX comment_task;
DROP INDEX comment_deliverable;
DROP INDEX comment_pin;
DROP INDEX comment_phase;
CREATE INDEX comment_task ON comment (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX comment_deliverable ON comment (deliverable_id) WHERE deliverable_id IS NOT NULL;
CREATE INDEX comment_pin ON comment (pin_deliverable_id) WHERE pin_deliverable_id IS NOT NULL;
CREATE INDEX comment_phase ON comment (phase_id, created_at, author) WHERE phase_id IS NOT NULL;
