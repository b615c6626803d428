-- What the agency's overviews read: who is to write next, last visits, and the orders of the new lists.

-- Whose turn it is to write ('admin' or 'client'), and since the first message that waits (store/src/conversation/turn.rs).
-- Both are null while nothing was written.
ALTER TABLE client ADD COLUMN turn TEXT CHECK (turn IN ('admin', 'client'));
ALTER TABLE client ADD COLUMN turn_since BIGINT;
UPDATE client SET turn = (
    SELECT CASE newest.author WHEN 'client' THEN 'admin' ELSE 'client' END FROM comment newest
    WHERE newest.client_id = client.id ORDER BY newest.created_at DESC, newest.id DESC LIMIT 1);
UPDATE client SET turn_since = (
    SELECT MIN(waiting.created_at) FROM comment waiting
    WHERE waiting.client_id = client.id AND waiting.created_at > COALESCE((
        SELECT MAX(other.created_at) FROM comment other
        WHERE other.client_id = client.id AND other.author = client.turn), -62167219200001))
WHERE turn IS NOT NULL;
CREATE INDEX client_turn ON client (turn, COALESCE(turn_since, 0), id);
CREATE INDEX client_turn_since ON client (COALESCE(turn_since, 0), id);

-- When the client last opened the portal. Never exported.
ALTER TABLE client ADD COLUMN last_visit_at BIGINT;
UPDATE client SET last_visit_at = (
    SELECT MAX(client_channel_read.read_at) FROM client_channel_read
    WHERE client_channel_read.client_id = client.id);
CREATE INDEX client_visit ON client (COALESCE(last_visit_at, 0), id);

-- Conversations the agency has put off: until a day, or until something is written. Never exported.
CREATE TABLE follow_up (
    client_id TEXT NOT NULL PRIMARY KEY REFERENCES client (id) ON DELETE CASCADE,
    until TEXT,
    note TEXT CHECK (length(note) BETWEEN 1 AND 500),
    set_at BIGINT NOT NULL
);

-- When the status last changed; null when that is not known. Never exported.
ALTER TABLE deliverable ADD COLUMN status_since BIGINT;
CREATE INDEX deliverable_status ON deliverable (status, COALESCE(status_since, approved_at, 0), id);
CREATE INDEX deliverable_status_since ON deliverable (COALESCE(status_since, approved_at, 0), id);

-- What is due and open.
CREATE INDEX task_open_due ON task (due_on, id) WHERE status <> 'done';
CREATE INDEX phase_open_due ON phase (due_on, id) WHERE status <> 'completed';
CREATE INDEX project_due ON project (COALESCE(due_on, '9999-12-31'), id);
CREATE INDEX project_status_due ON project (status, COALESCE(due_on, '9999-12-31'), id);

-- Payments of all projects, by due date or amount; the totals read only indexes.
CREATE INDEX payment_by_due ON payment (COALESCE(due_on, '9999-12-31'), id);
CREATE INDEX payment_by_amount ON payment (amount_cents, id);
CREATE INDEX payment_open_by_due ON payment (COALESCE(due_on, '9999-12-31'), id) WHERE paid_at IS NULL;
CREATE INDEX payment_open_by_amount ON payment (amount_cents, id) WHERE paid_at IS NULL;
CREATE INDEX payment_open ON payment (currency, due_on, amount_cents) WHERE paid_at IS NULL;
CREATE INDEX payment_received ON payment (paid_at, currency, amount_cents) WHERE paid_at IS NOT NULL;

-- Hours of a month, over all projects.
CREATE INDEX time_entry_month ON time_entry (spent_on, project_id, minutes);

-- Leads in the order they arrived, with each filter of the list.
CREATE INDEX lead_arrival ON lead (created_at, id);
CREATE INDEX lead_status_arrival ON lead (status, created_at, id);
CREATE INDEX lead_origin_arrival ON lead (source, created_at, id);
CREATE INDEX lead_origin_status_arrival ON lead (source, status, created_at, id);
CREATE INDEX lead_calls ON lead (call_date, id) WHERE call_date IS NOT NULL;
-- What became of the leads of a period, by source.
CREATE INDEX lead_outcomes ON lead (created_at, source, status, client_id);
