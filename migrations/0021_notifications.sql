-- How often a client wants e-mails, the notifications that are to be sent or were, and the devices that get them.

ALTER TABLE client ADD COLUMN notify TEXT NOT NULL DEFAULT 'now'
    CHECK (notify IN ('now', 'hourly', 'daily', 'never'));

-- Whether they are reminded of deliverables to approve and of payments.
ALTER TABLE client ADD COLUMN remind_approvals BIGINT NOT NULL DEFAULT 1 CHECK (remind_approvals IN (0, 1));
ALTER TABLE client ADD COLUMN remind_payments BIGINT NOT NULL DEFAULT 1 CHECK (remind_payments IN (0, 1));

-- The trouble that the agency was notified of, until the source has recovered. Never exported.
ALTER TABLE lead_source ADD COLUMN told_trouble TEXT CHECK (told_trouble IN ('failing', 'silent'));

-- One row for the events of a thread that its recipient has not seen. What it says is read when it is due.
-- Never exported.
CREATE TABLE notification (
    id TEXT NOT NULL PRIMARY KEY,
    recipient TEXT NOT NULL CHECK (recipient IN ('admin', 'client')),
    -- Whose thread it is.
    client_id TEXT REFERENCES client (id) ON DELETE CASCADE,
    thread TEXT NOT NULL,
    medium TEXT NOT NULL CHECK (medium IN ('email', 'push')),
    -- The order of the rows of a thread and medium to one recipient, whatever the clocks of the processes.
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
CREATE UNIQUE INDEX notification_open ON notification (recipient, thread, medium)
    WHERE state = 'waiting' AND is_fixed = 0;
CREATE INDEX notification_due ON notification (due_at) WHERE state IN ('waiting', 'sending');
CREATE INDEX notification_thread ON notification (recipient, thread, medium, number);
CREATE INDEX notification_client ON notification (client_id, recipient, id);
CREATE INDEX notification_state ON notification (state, id);

-- A browser that shows notifications. Never exported: it belongs to this server's key.
CREATE TABLE push_subscription (
    id TEXT NOT NULL PRIMARY KEY,
    -- Null: the agency's.
    client_id TEXT REFERENCES client (id) ON DELETE CASCADE,
    -- At the push service of the browser. Whoever knows it and the keys below can send to it.
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
-- One browser may show those of several people.
CREATE UNIQUE INDEX push_subscription_device ON push_subscription (COALESCE(client_id, ''), endpoint);
CREATE INDEX push_subscription_client ON push_subscription (client_id);
