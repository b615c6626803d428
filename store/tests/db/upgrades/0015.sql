-- A workspace of the first schema, by hand: at least one row of each record that is exported.
INSERT INTO client (id, name, company, email, phone, language, token, slug, created_at, last_comment_at, sort_name) VALUES
    ('anna', 'Anna Verdi', 'Verdi srl', 'anna@verdi.example', '+39 02 1234', 'it', 'token-of-anna-in-upgrades', 'anna-verdi-x7k2', 1751360400000, 1751446800000, 'anna verdi'),
    ('oliver', 'Oliver Hartley', NULL, NULL, NULL, 'en', 'token-of-oliver-in-upgrades', 'oliver-hartley-b3m9', 1751360400001, NULL, 'oliver hartley');
INSERT INTO project (id, client_id, name, description, status, starts_on, due_on, created_at) VALUES
    ('sito', 'anna', 'Sito nuovo', 'In due lingue', 'active', '2025-07-01', '2025-12-19', 1751360400000),
    ('shop', 'oliver', 'Shop', NULL, 'active', NULL, NULL, 1751360400001);
INSERT INTO phase (id, project_id, name, description, status, position, due_on) VALUES
    ('design', 'sito', 'Design', NULL, 'in_progress', 0, '2025-09-30'),
    ('lancio', 'sito', 'Lancio', 'Il giorno', 'pending', 1, NULL);
INSERT INTO task (id, phase_id, title, description, status, position, due_on) VALUES
    ('home', 'design', 'Pagina iniziale', NULL, 'done', 0, NULL),
    ('menu', 'design', 'Menù', 'Da telefono', 'in_progress', 1, '2025-09-15');
INSERT INTO deliverable (id, task_id, title, description, url, status, approved_at) VALUES
    ('mockup', 'home', 'Mockup', 'Due strade', 'https://files.example/mockup', 'approved', 1751450400000),
    ('bozza', 'menu', 'Bozza', NULL, 'https://files.example/bozza', 'in_review', NULL),
    ('prova', 'menu', 'Prova', NULL, NULL, 'pending', NULL);
INSERT INTO payment (id, project_id, label, amount_cents, currency, due_on, paid_at) VALUES
    ('acconto', 'sito', 'Acconto 40%', 160000, 'EUR', '2025-07-15', 1752570000000),
    ('saldo', 'sito', 'Saldo', 240000, 'EUR', NULL, NULL);
INSERT INTO document (id, project_id, name, url, created_at) VALUES
    ('contratto', 'sito', 'Contratto', 'https://files.example/contratto.pdf', 1751364000000);
INSERT INTO note (id, project_id, text, created_at) VALUES ('nota', 'sito', 'Chiedere del dominio', 1751364000001);
INSERT INTO time_entry (id, project_id, task_id, spent_on, minutes, description) VALUES
    ('ore', 'sito', 'home', '2025-07-02', 95, 'Schizzi');
INSERT INTO quote_item (id, project_id, description, quantity, unit_price_cents, position) VALUES
    ('voce', 'sito', 'Progetto grafico', 1.5, 80000, 0);
INSERT INTO comment (id, client_id, phase_id, task_id, deliverable_id, author, text, created_at, unseen) VALUES
    ('c1', 'anna', NULL, NULL, NULL, 'client', 'Buongiorno!', 1751443200000, 0),
    ('c2', 'anna', NULL, NULL, NULL, 'admin', 'Buongiorno Anna', 1751443260000, 0),
    ('c3', 'anna', 'design', 'home', 'mockup', 'client', 'Il menù si legge male', 1751446800000, 1);
INSERT INTO client_channel_read (client_id, channel_key, phase_id, read_at) VALUES ('anna', 'anna', NULL, 1751443260000);
INSERT INTO admin_channel_read (client_id, channel_key, phase_id, read_at) VALUES ('anna', 'design', 'design', 1751446700000);
INSERT INTO lead (id, name, email, phone, company, source, status, last_contact_date, call_date, client_id, created_at) VALUES
    ('marco', 'Marco Neri', 'marco@neri.example', NULL, 'Neri', 'sito', 'new', 1751360400000, 1751878800000, NULL, 1751360400000);
INSERT INTO activity (id, lead_id, kind, text, starts_at, payload, created_at) VALUES
    ('a1', 'marco', 'note', 'Ha chiamato', NULL, NULL, 1751360400000);
INSERT INTO setting (key, value) VALUES ('agency_name', 'Studio Calanco'), ('language', 'en');
INSERT INTO lead_source (id, name, kind, key, signing_secret, honeypot, mapping, active, created_at, received, taken_in) VALUES
    ('modulo', 'Modulo del sito', 'tally', '0123456789abcdef0123456789abcdef', NULL, 'trappola', '{}', 1, 1751360400000, 3, 2);
