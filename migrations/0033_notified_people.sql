-- Notifications and devices of each person: contacts of clients, and members of the agency.

-- Null: the client's, or the environment's account.
ALTER TABLE notification ADD COLUMN contact_id TEXT REFERENCES contact (id) ON DELETE CASCADE;
ALTER TABLE notification ADD COLUMN member_id TEXT REFERENCES member (id) ON DELETE CASCADE;
DROP INDEX notification_open;
CREATE UNIQUE INDEX notification_open ON notification (recipient, COALESCE(contact_id, member_id, ''), thread, medium)
    WHERE state = 'waiting' AND is_fixed = 0;
DROP INDEX notification_thread;
CREATE INDEX notification_thread ON notification
    (recipient, thread, medium, COALESCE(contact_id, member_id, ''), number);
CREATE INDEX notification_contact ON notification (contact_id);
CREATE INDEX notification_member ON notification (member_id);

ALTER TABLE push_subscription ADD COLUMN contact_id TEXT REFERENCES contact (id) ON DELETE CASCADE;
ALTER TABLE push_subscription ADD COLUMN member_id TEXT REFERENCES member (id) ON DELETE CASCADE;
DROP INDEX push_subscription_device;
CREATE UNIQUE INDEX push_subscription_device ON push_subscription
    (COALESCE(client_id, ''), COALESCE(contact_id, member_id, ''), endpoint);
CREATE INDEX push_subscription_contact ON push_subscription (contact_id);
CREATE INDEX push_subscription_member ON push_subscription (member_id);

-- Null: the agency's. Never exported.
ALTER TABLE member ADD COLUMN quiet_hours TEXT;
-- Kinds of notifications, separated by commas. Null: the usual ones. Never exported.
ALTER TABLE member ADD COLUMN kinds TEXT;
