-- People: of a client and of the agency, and what names them.
INSERT INTO member (id, name, email, role, language, notify, password_hash, created_at, disabled_at) VALUES
    ('giada', 'Giada Conti', 'giada@studio.example', 'owner', 'it', 'now', NULL, 1753000000000, NULL),
    ('luca', 'Luca Ferri', 'luca@studio.example', 'member', NULL, 'hourly', NULL, 1753000000001, 1753100000000);
INSERT INTO contact (id, client_id, name, email, role, language, can_write, can_approve, notify, token, created_at) VALUES
    ('paolo', 'anna', 'Paolo Verdi', 'paolo@verdi.example', 'Marketing', 'it', 1, 0, 'daily', 'token-of-paolo-in-upgrades', 1753000000002);
INSERT INTO contact_channel_read (contact_id, channel_key, phase_id, read_at) VALUES ('paolo', 'anna', NULL, 1753000000003);
INSERT INTO comment (id, client_id, phase_id, task_id, deliverable_id, author, text, created_at, unseen, author_name, contact_id) VALUES
    ('c4', 'anna', 'design', NULL, NULL, 'client', 'Sono Paolo', 1753000000004, 1, 'Paolo Verdi', 'paolo');
UPDATE client SET assigned = '["giada"]', access = 'code' WHERE id = 'anna';
UPDATE lead SET assigned = '["giada","luca"]';
UPDATE deliverable SET approved_by = 'Anna Verdi' WHERE id = 'mockup';
UPDATE note SET author_name = 'Giada Conti';
UPDATE time_entry SET member_id = 'giada';
UPDATE activity SET author_name = 'Luca Ferri';
