-- How often a client wants e-mails, and the e-mails that are to be sent or were.

ALTER TABLE client ADD COLUMN notify TEXT NOT NULL DEFAULT 'now'
    CHECK (notify IN ('now', 'hourly', 'daily', 'never'));

-- Whether they are reminded of deliverables to approve and of payments.
ALTER TABLE client ADD COLUMN remind_approvals BIGINT NOT NULL DEFAULT 1 CHECK (remind_approvals IN (0, 1));
ALTER TABLE client ADD COLUMN remind_payments BIGINT NOT NULL DEFAULT 1 CHECK (remind_payments IN (0, 1));

-- The trouble that the agency was notified of, until the source has recovered. Never exported.
ALTER TABLE lead_source ADD COLUMN told_trouble TEXT CHECK (told_trouble IN ('failing', 'silent'));

-- One row for the events of a thread that its recipient has not seen. What the e-mail says is read when it is due.
-- Never exported.
CREATE TABLE notification (
    id TEXT NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL CHECK (recipient IN ('admin', 'client')),
    -- Whose thread it is.
    client_id TEXT REFERENCES client (id) ON DELETE CASCADE,
    thread TEXT NOT NULL,
    -- The order of the rows of a thread to one recipient, whatever the clocks of the processes.
    number BIGINT NOT NULL,
    -- Of the first event.
    created_at BIGINT NOT NULL,
    -- While a process sends it: when another one may take it over. Once it has ended: when.
    due_at BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'skipped', 'failed')),
    -- Of the process that sends it.
    lease TEXT,
    attempts BIGINT NOT NULL,
    -- Whether it may have arrived: then it takes no more events, because a repetition may be hidden by a mail program.
    is_fixed BIGINT NOT NULL DEFAULT 0,
    -- Why it was skipped, or what the server answered last.
    reason TEXT,
    subject TEXT,
    -- Whether the server refuses the address.
    is_bounce BIGINT NOT NULL DEFAULT 0,
    CHECK (recipient = 'admin' OR client_id IS NOT NULL),
    CHECK ((state = 'sending') = (lease IS NOT NULL))
);
-- Later events join the row.
CREATE UNIQUE INDEX notification_open ON notification (recipient, thread) WHERE state = 'waiting' AND is_fixed = 0;
CREATE INDEX notification_due ON notification (due_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX notification_thread ON notification (recipient, thread, number);
CREATE INDEX notification_client ON notification (client_id, recipient, id);
CREATE INDEX notification_state ON notification (state, id);
