-- Files: of a message, a version and a document, and what the agency asks for.
INSERT INTO stored_bytes (sha256, size, unused_since) VALUES
    ('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 3, NULL);
INSERT INTO file (id, sha256, size, name, content_type, client_id, contact_id, author_name, created_at) VALUES
    ('f1', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 3, 'Listino.txt', 'text/plain', 'anna', NULL, 'Anna Verdi', 1755000000000),
    ('f2', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 3, 'Bozza.png', 'image/png', NULL, NULL, 'Giada Conti', 1755000000001),
    ('f3', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 3, 'Fattura.pdf', 'application/pdf', NULL, NULL, NULL, 1755000000002),
    ('f4', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 3, 'Logo.svg', 'application/octet-stream', 'anna', NULL, NULL, 1755000000003);
INSERT INTO comment (id, client_id, phase_id, task_id, deliverable_id, author, text, created_at, unseen) VALUES
    ('c5', 'anna', NULL, NULL, NULL, 'client', '', 1755000000004, 1);
INSERT INTO comment_file (file_id, comment_id, position) VALUES ('f1', 'c5', 0);
INSERT INTO deliverable_version (id, deliverable_id, number, url, file_id, note, created_at, author_name) VALUES
    ('v3', 'bozza', 3, NULL, 'f2', NULL, 1755000000005, 'Giada Conti');
INSERT INTO document (id, project_id, name, url, file_id, created_at) VALUES ('fattura', 'sito', 'Fattura', NULL, 'f3', 1755000000006);
INSERT INTO material_template (id, title, items) VALUES ('t1', 'Per un sito', '[]');
INSERT INTO material_request (id, project_id, list, title, kind, status, answered_by, answered_at, created_at) VALUES
    ('m1', 'sito', 'Per un sito', 'Logo in vettoriale', 'file', 'received', 'Anna Verdi', 1755000000007, 1755000000000);
INSERT INTO material_file (file_id, request_id, position) VALUES ('f4', 'm1', 0);
