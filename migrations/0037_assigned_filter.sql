-- The members whose lists show only what they look after. Never exported.
CREATE TABLE assigned_filter (
    member_id TEXT NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE
);
