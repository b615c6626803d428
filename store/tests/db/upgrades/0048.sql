-- A message about a place on a picture whose task was moved to another phase, as it was left behind.
INSERT INTO comment (id, client_id, phase_id, task_id, deliverable_id, author, text, created_at, unseen, pin_deliverable_id, pin_version, pin_x, pin_y) VALUES
    ('c6', 'anna', 'lancio', NULL, NULL, 'client', 'Qui', 1755100000000, 1, 'bozza', 3, 10, 20);
