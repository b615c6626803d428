-- The second factor of a member: the key of their app in base32, which counts once a code has confirmed it, and the last
-- step of 30 seconds whose code was taken. Never exported.
CREATE TABLE second_factor (
    member_id TEXT NOT NULL PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    confirmed_at BIGINT,
    last_step BIGINT NOT NULL
);

-- Codes that replace the app, each once: of a code only a SHA-256. Never exported.
CREATE TABLE recovery_code (
    member_id TEXT NOT NULL REFERENCES second_factor (member_id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    PRIMARY KEY (member_id, digest)
);

-- 1 while the password of the attempt was right and its code is missing.
ALTER TABLE sign_in_attempt ADD COLUMN awaits_code BIGINT NOT NULL DEFAULT 0;
