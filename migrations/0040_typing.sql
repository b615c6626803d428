-- Who of the agency is typing in a channel: a member, or '' for the account of the environment, until when that counts. Never
-- exported.
CREATE TABLE typing (
    client_id TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
    channel_key TEXT NOT NULL,
    member_id TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (client_id, channel_key, member_id)
);
