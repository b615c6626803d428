-- Wrong guesses of portal slugs and attempts to sign in, counted over all processes. Kept for minutes, never
-- exported.
CREATE TABLE slug_guess (
    id TEXT NOT NULL PRIMARY KEY,
    -- The slug without its random ending.
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX slug_guess_age ON slug_guess (at);

CREATE TABLE sign_in_attempt (
    id TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- 1 until the password was checked and right.
    wrong BIGINT NOT NULL CHECK (wrong IN (0, 1)),
    -- When it is checked, if it has to wait: no two attempts have the same second.
    slot BIGINT UNIQUE
);
CREATE INDEX sign_in_attempt_age ON sign_in_attempt (at);
