-- Approvals the agency has not seen: until its read receipt of the phase's channel reaches them.
CREATE TABLE unseen_approval (
    deliverable_id TEXT NOT NULL PRIMARY KEY REFERENCES deliverable (id) ON DELETE CASCADE,
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE
);
CREATE INDEX unseen_approval_client ON unseen_approval (client_id);
