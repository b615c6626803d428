-- Who did what and when. Names stand as they were then: what they name may be gone.
CREATE TABLE audit (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    at BIGINT NOT NULL,
    actor_kind TEXT NOT NULL CHECK (actor_kind IN ('admin', 'client', 'nobody')),
    -- An e-mail, a client's id, an address; empty when unknown.
    actor TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    action TEXT NOT NULL,
    -- Empty where there is none.
    subject_id TEXT NOT NULL,
    subject_name TEXT NOT NULL
);
-- One index for each filter the page offers, alone and together, in the order it lists.
CREATE INDEX audit_at ON audit (at, id);
CREATE INDEX audit_action ON audit (action, at, id);
CREATE INDEX audit_kind ON audit (actor_kind, at, id);
CREATE INDEX audit_actor ON audit (actor_kind, actor, at, id);
CREATE INDEX audit_action_kind ON audit (action, actor_kind, at, id);
CREATE INDEX audit_action_actor ON audit (action, actor_kind, actor, at, id);
