-- A version of a deliverable, and the receipt of an approval.
INSERT INTO deliverable_version (id, deliverable_id, number, url, note, created_at, author_name) VALUES
    ('v1', 'bozza', 1, 'https://files.example/bozza', NULL, 1754000000000, NULL),
    ('v2', 'bozza', 2, 'https://files.example/bozza-2', 'Più grande', 1754000000001, 'Giada Conti');
INSERT INTO receipt (id, deliverable_id, deliverable_title, version, sha256, url, client_id, approved_by, approved_at, address, user_agent, previous, digest) VALUES
    ('r1', 'mockup', 'Mockup', 1, NULL, 'https://files.example/mockup', 'anna', 'Anna Verdi', 1751450400000, '', '', '',
     'b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78');
